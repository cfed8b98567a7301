package where

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"chesscensus/chess"
	"chesscensus/chess/notation/forms"
)

// A SyntaxError says what is wrong with the text of a condition, and where.
type SyntaxError struct {
	Text   string
	Column int    // of the character where it begins, from 1
	Word   string // that is wrong, "" at the end
	Msg    string
}

// Error names the place, and shows it with a caret.
func (e *SyntaxError) Error() string {
	place := forms.Error{Text: e.Text, At: len(e.Text), Msg: fmt.Sprintf("at the end, behind %.60q: %s", e.Text, e.Msg)}
	if e.Word != "" {
		place.Msg = fmt.Sprintf("character %d, %.60q: %s", e.Column, e.Word, e.Msg)
		if r := []rune(e.Text); e.Column <= len(r) {
			place.At = len(string(r[:e.Column-1]))
		}
	}
	return place.Error()
}

// words are the words that stand for something without a number.
var words = map[string]node{
	"check":         statement{checkers, span{1, 2}},
	"double-check":  statement{checkers, span{2, 2}},
	"mate":          every{statement{checkers, span{1, 2}}, statement{moves, span{0, 0}}},
	"stalemate":     every{statement{checkers, span{0, 0}}, statement{moves, span{0, 0}}},
	"castling":      statement{rights, span{1, 4}},
	"no-castling":   statement{rights, span{0, 0}},
	"en-passant":    statement{enPassant, span{1, 1}},
	"no-en-passant": statement{enPassant, span{0, 0}},
	"no-promotions": statement{promotions, span{0, 0}},
	"white-to-move": statement{turn, span{0, 0}},
	"black-to-move": statement{turn, span{1, 1}},
	"dead":          dead{},
	"no.castling":   statement{rights, span{0, 0}},
	"no.en-passant": statement{enPassant, span{0, 0}},
	"no.promotions": statement{promotions, span{0, 0}},
}

// counts are the words that a comparison follows, but for captures.
var counts = map[string]field{"men": men, "pawns": pawns, "knights": knights, "bishops": bishops, "rooks": rooks, "queens": queens,
	"promotions": promotions, "rights": rights, "checkers": checkers, "moves": moves}

// Words lists the words of the language, in alphabetical order, for those who complete or mend them.
func Words() (list []string) {
	for w := range words {
		list = append(list, w)
	}
	for w := range counts {
		list = append(list, w)
	}
	list = append(list, "captures", "material", "and", "or", "not")
	slices.Sort(list)
	return list
}

// A token is a piece of the text.
type token struct {
	text   string
	column int
}

// operators, the longer ones first; some are signs of print.
var (
	operators = []string{"≤", "≥", "≠", "<=", ">=", "!=", "==", "..", "&&", "||", "<", ">", "=", "(", ")", "&", "|", "!"}
	printed   = map[string]string{"≤": "<=", "≥": ">=", "≠": "!="}
)

// tokens cuts the text.
func tokens(text string) (list []token) {
	column, at := 1, 0 // of the character at
	for i := 0; i < len(text); {
		rest := text[i:]
		if strings.IndexByte(" \t\r\n", rest[0]) >= 0 {
			i++
			continue
		}
		n := strings.IndexAny(rest, " \t\r\n<>=!()&|≤≥≠")
		if dots := strings.Index(rest, ".."); dots >= 0 && (n < 0 || dots < n) {
			n = dots
		}
		for _, op := range operators {
			if strings.HasPrefix(rest, op) {
				n = len(op)
				break
			}
		}
		if n < 0 {
			n = len(rest)
		}
		column, at = column+utf8.RuneCountInString(text[at:i]), i
		list = append(list, token{cmp.Or(printed[rest[:n]], rest[:n]), column})
		i += n
	}
	return list
}

// A parser reads tokens.
type parser struct {
	text  string
	left  []token
	depth int
}

// deepest is how deep parentheses and "not" may be nested.
const deepest = 100

// parse reads a condition, nil if the text is blank.
func parse(text string) (node, error) {
	p := &parser{text: text, left: tokens(text)}
	if len(p.left) == 0 {
		return nil, nil
	}
	n, err := p.list("or", "|", "||")
	if err == nil && len(p.left) > 0 {
		return nil, p.wrong("want \"and\", \"or\" or the end here")
	}
	return n, err
}

// wrong is the error about the next token.
func (p *parser) wrong(format string, args ...any) error {
	e := &SyntaxError{Text: p.text, Column: 1 + len([]rune(p.text)), Msg: fmt.Sprintf(format, args...)}
	if len(p.left) > 0 {
		e.Column, e.Word = p.left[0].column, p.left[0].text
	}
	return e
}

// peek returns the next token in lower case, "" at the end.
func (p *parser) peek() string {
	if len(p.left) == 0 {
		return ""
	}
	return strings.ToLower(p.left[0].text)
}

// take passes the next token if it is one of the words.
func (p *parser) take(words ...string) bool {
	if len(p.left) == 0 || !slices.Contains(words, p.peek()) {
		return false
	}
	p.left = p.left[1:]
	return true
}

// list reads parts with a word between them, "or" or else "and".
func (p *parser) list(between ...string) (node, error) {
	var list []node
	for {
		part := p.factor
		if between[0] == "or" {
			part = func() (node, error) { return p.list("and", "&", "&&") }
		}
		n, err := part()
		if err != nil {
			return nil, err
		}
		list = append(list, n)
		if !p.take(between...) {
			break
		}
	}
	switch {
	case len(list) == 1:
		return list[0], nil
	case between[0] == "or":
		return either(byCost(list)), nil
	}
	return every(byCost(list)), nil
}

// factor reads what "and" joins.
func (p *parser) factor() (node, error) {
	if p.depth++; p.depth > deepest {
		return nil, p.wrong("more than %d parentheses or nots inside each other", deepest)
	}
	defer func() { p.depth-- }()
	switch {
	case p.take("not", "!"):
		n, err := p.factor()
		if err != nil {
			return nil, err
		}
		return n.not(), nil
	case p.take("("):
		n, err := p.list("or", "|", "||")
		if err == nil && !p.take(")") {
			return nil, p.wrong("want \")\" here")
		}
		return n, err
	}
	return p.simple()
}

// simple reads a word or a comparison.
func (p *parser) simple() (node, error) {
	word := p.peek()
	if n, ok := words[word]; ok {
		p.left = p.left[1:]
		return n, nil
	}
	if word == "material" {
		p.left = p.left[1:]
		if !p.take("=", "==") {
			return nil, p.wrong("want = and the men of both sides, such as material=KQvKR")
		}
		return p.material()
	}
	side, name, f, err := p.numberOf()
	if err != nil {
		return nil, err
	}
	return p.comparison(side, name, f)
}

// numberOf reads the name of a count, with the side before it.
func (p *parser) numberOf() (side, name string, f field, err error) {
	word := p.peek()
	side, name, ofSide := strings.Cut(word, ".")
	if !ofSide {
		side, name = "", word
	}
	f, known := counts[name]
	if !known && name != "captures" {
		return "", "", 0, p.wrong("want a condition here, such as men<=10, white.queens>=2, white.men=black.men, material=KRPvKR, or one of: %s", strings.Join(Words(), " "))
	}
	if ofSide && (side != "white" && side != "black" && side != "each" || f >= sided) {
		return "", "", 0, p.wrong("want white., black. or each. before the name of a count that sides have, and no more")
	}
	p.left = p.left[1:]
	return side, name, f, nil
}

// isCount reports whether the next token is the name of a count.
func (p *parser) isCount() bool {
	_, name, found := strings.Cut(p.peek(), ".")
	if !found {
		name = p.peek()
	}
	_, known := counts[name]
	return known || name == "captures"
}

// operandOf returns a count as an operand; false for the side "each", which is two counts. Captures of a side are the other side's 16 men
// less those that are left.
func operandOf(side, name string, f field) (operand, bool) {
	c := chess.White
	if side == "black" {
		c = chess.Black
	}
	switch {
	case side == "each":
		return operand{}, false
	case name == "captures" && side == "":
		return operand{men, 32}, true
	case name == "captures":
		return operand{men.of(c.Other()), 16}, true
	case side == "":
		return operand{f, 0}, true
	}
	return operand{f.of(c), 0}, true
}

// two reads the second of two counts that are compared.
func (p *parser) two(side, name string, f field, op string) (node, error) {
	at := *p
	second, name2, f2, err := p.numberOf()
	if err != nil {
		return nil, err
	}
	a, ok := operandOf(side, name, f)
	b, ok2 := operandOf(second, name2, f2)
	if !ok || !ok2 {
		return nil, at.wrong("want a number here: each. is no count to compare with another")
	}
	c := difference{first: a, second: b, span: span{0, 0}}
	switch op {
	case "<=":
		c.span = span{-most, 0}
	case "<":
		c.span = span{-most, -1}
	case ">=":
		c.span = span{0, most}
	case ">":
		c.span = span{1, most}
	case "!=":
		c.negated = true
	}
	return c, nil
}

// comparison reads what stands behind a count.
func (p *parser) comparison(side, name string, f field) (node, error) {
	op := p.peek()
	if !p.take("<=", ">=", "<", ">", "=", "==", "!=") {
		return nil, p.wrong("want a comparison behind %s, such as %s<=2", name, name)
	}
	if p.isCount() {
		return p.two(side, name, f, op)
	}
	lo, err := p.number()
	if err != nil {
		return nil, err
	}
	hi := lo
	if (op == "=" || op == "==") && p.take("..") {
		if hi, err = p.number(); err != nil {
			return nil, err
		}
	}
	s := span{lo, hi}
	switch op {
	case "<=":
		s.lo = 0
	case "<":
		s = span{0, lo - 1}
	case ">=":
		s.hi = most
	case ">":
		s = span{lo + 1, most}
	}
	var n node
	if n = count(chess.White, side != "", name, f, s); side == "black" {
		n = count(chess.Black, true, name, f, s)
	} else if side == "each" {
		n = every{n, count(chess.Black, true, name, f, s)}
	}
	if op == "!=" {
		n = n.not()
	}
	return n, nil
}

// count says that a count, of one side or of both, lies in a span. Captures are men of the other side.
func count(c chess.Color, one bool, name string, f field, s span) node {
	switch {
	case name == "captures" && one:
		return statement{men.of(c.Other()), span{16 - s.hi, 16 - s.lo}}
	case name == "captures":
		return statement{men, span{32 - s.hi, 32 - s.lo}}
	case one:
		return statement{f.of(c), s}
	}
	return statement{f, s}
}

// most is the largest number in a condition.
const most = 255

// number reads a number.
func (p *parser) number() (int, error) {
	n, err := strconv.ParseUint(p.peek(), 10, 16)
	if err != nil || n > most {
		return 0, p.wrong("want a number from 0 to %d here", most)
	}
	p.left = p.left[1:]
	return int(n), nil
}

// material reads armies, such as KQPvKR.
func (p *parser) material() (node, error) {
	white, black, ok := strings.Cut(p.peek(), "v")
	var list every
	for c, army := range []string{white, black} {
		var have [len(kinds)]int
		for _, letter := range army {
			if i := strings.IndexRune("pnbrq", letter); i >= 0 {
				have[i]++
			} else if letter != 'k' {
				ok = false
			}
		}
		ok = ok && strings.Count(army, "k") == 1
		for i, k := range kinds {
			list = append(list, statement{k.of(chess.Color(c)), span{have[i], have[i]}})
		}
	}
	if !ok {
		return nil, p.wrong("want the men of both sides, White's first, each with one king, such as KQPvKR")
	}
	p.left = p.left[1:]
	return list, nil
}
