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

// A SyntaxError describes an error in the text of a condition.
type SyntaxError struct {
	Text   string // the whole text
	Column int    // of the first character of Word, from 1
	Word   string // the wrong word, "" at the end of the text
	Msg    string
}

// Error returns the message with the place of the error, which a caret marks.
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

// words holds the words that are conditions by themselves.
var words = map[string]node{
	"check":         statement{checkers, span{1, 2}},
	"double-check":  statement{checkers, span{2, 2}},
	"mate":          allOf{statement{checkers, span{1, 2}}, statement{moves, span{0, 0}}},
	"stalemate":     allOf{statement{checkers, span{0, 0}}, statement{moves, span{0, 0}}},
	"castling":      statement{rights, span{1, 4}},
	"no-castling":   statement{rights, span{0, 0}},
	"en-passant":    statement{enPassant, span{1, 1}},
	"no-en-passant": statement{enPassant, span{0, 0}},
	"no-promotions": statement{promotions, span{0, 0}},
	"white-to-move": statement{turn, span{0, 0}},
	"black-to-move": statement{turn, span{1, 1}},
	"dead":          deadPosition{},
	// The words with "no-" can be written with the dot of "white." and "each.", too.
	"no.castling":   statement{rights, span{0, 0}},
	"no.en-passant": statement{enPassant, span{0, 0}},
	"no.promotions": statement{promotions, span{0, 0}},
}

// counts holds the names of counts, except captures.
var counts = map[string]field{"men": men, "pawns": pawns, "knights": knights, "bishops": bishops, "rooks": rooks, "queens": queens,
	"promotions": promotions, "rights": rights, "checkers": checkers, "moves": moves}

// Words lists the words of the language in alphabetical order, for completion and for corrections.
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

// operators lists the operators, an operator before its prefixes. Some are other characters for those in ASCII.
var (
	operators     = []string{"≤", "≥", "≠", "<=", ">=", "!=", "==", "..", "&&", "||", "<", ">", "=", "(", ")", "&", "|", "!"}
	asciiOperator = map[string]string{"≤": "<=", "≥": ">=", "≠": "!="}
)

// tokenize divides a text into operators, and pieces between operators and blanks.
func tokenize(text string) (list []token) {
	column, start := 1, 0 // of the last token, as characters from 1 and bytes from 0
	for i := 0; i < len(text); {
		rest := text[i:]
		if strings.IndexByte(" \t\r\n", rest[0]) >= 0 {
			i++
			continue
		}
		length := strings.IndexAny(rest, " \t\r\n<>=!()&|≤≥≠") // of the token in bytes
		if dots := strings.Index(rest, ".."); dots >= 0 && (length < 0 || dots < length) {
			length = dots
		}
		for _, op := range operators {
			if strings.HasPrefix(rest, op) {
				length = len(op)
				break
			}
		}
		if length < 0 {
			length = len(rest)
		}
		column, start = column+utf8.RuneCountInString(text[start:i]), i
		list = append(list, token{cmp.Or(asciiOperator[rest[:length]], rest[:length]), column})
		i += length
	}
	return list
}

// A parser parses tokens by recursive descent.
type parser struct {
	text   string
	tokens []token // not yet parsed
	depth  int     // of nested parentheses and "not"
}

const maxDepth = 100 // of nested parentheses and "not"

// parse returns the condition of a text, nil if the text is blank.
func parse(text string) (node, error) {
	p := &parser{text: text, tokens: tokenize(text)}
	if len(p.tokens) == 0 {
		return nil, nil
	}
	n, err := p.parseCondition()
	if err == nil && len(p.tokens) > 0 {
		return nil, p.errorHere("want \"and\", \"or\" or the end here")
	}
	return n, err
}

// errorHere returns an error at the next token.
func (p *parser) errorHere(format string, args ...any) error {
	e := &SyntaxError{Text: p.text, Column: 1 + len([]rune(p.text)), Msg: fmt.Sprintf(format, args...)}
	if len(p.tokens) > 0 {
		e.Column, e.Word = p.tokens[0].column, p.tokens[0].text
	}
	return e
}

// peek returns the next token in lower case, "" at the end.
func (p *parser) peek() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return strings.ToLower(p.tokens[0].text)
}

// accept skips the next token if it is one of the texts, and reports whether it is.
func (p *parser) accept(texts ...string) bool {
	if len(p.tokens) == 0 || !slices.Contains(texts, p.peek()) {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

// parseCondition parses terms with "or" between them.
func (p *parser) parseCondition() (node, error) {
	list, err := p.parseList(p.parseTerm, "or", "|", "||")
	if err != nil {
		return nil, err
	}
	if len(list) == 1 {
		return list[0], nil
	}
	return anyOf(list), nil
}

// parseTerm parses factors with "and" between them.
func (p *parser) parseTerm() (node, error) {
	list, err := p.parseList(p.parseFactor, "and", "&", "&&")
	if err != nil {
		return nil, err
	}
	if len(list) == 1 {
		return list[0], nil
	}
	return allOf(list), nil
}

// parseList parses parts with one of the separators between them, and returns the cheapest first.
func (p *parser) parseList(parsePart func() (node, error), separators ...string) ([]node, error) {
	var list []node
	for len(list) == 0 || p.accept(separators...) {
		part, err := parsePart()
		if err != nil {
			return nil, err
		}
		list = append(list, part)
	}
	return sortByCost(list), nil
}

// parseFactor parses a factor; see the grammar in the package documentation.
func (p *parser) parseFactor() (node, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.errorHere("more than %d parentheses or nots inside each other", maxDepth)
	}
	defer func() { p.depth-- }()
	switch {
	case p.accept("not", "!"):
		n, err := p.parseFactor()
		if err != nil {
			return nil, err
		}
		return n.not(), nil
	case p.accept("("):
		n, err := p.parseCondition()
		if err == nil && !p.accept(")") {
			return nil, p.errorHere("want \")\" here")
		}
		return n, err
	}
	return p.parseSimple()
}

// parseSimple parses a word or a comparison.
func (p *parser) parseSimple() (node, error) {
	word := p.peek()
	if n, ok := words[word]; ok {
		p.tokens = p.tokens[1:]
		return n, nil
	}
	if word == "material" {
		p.tokens = p.tokens[1:]
		if !p.accept("=", "==") {
			return nil, p.errorHere("want = and the men of both sides, such as material=KQvKR")
		}
		return p.parseMaterial()
	}
	side, name, f, err := p.parseCount()
	if err != nil {
		return nil, err
	}
	return p.parseComparison(side, name, f)
}

// parseCount parses the name of a count with an optional side before it. For captures, the field has no meaning.
func (p *parser) parseCount() (side, name string, f field, err error) {
	word := p.peek()
	side, name, ofSide := strings.Cut(word, ".")
	if !ofSide {
		side, name = "", word
	}
	f, known := counts[name]
	if !known && name != "captures" {
		return "", "", 0, p.errorHere("want a condition here, such as men<=10, white.queens>=2, white.men=black.men, "+
			"material=KRPvKR, or one of: %s", strings.Join(Words(), " "))
	}
	isPrefix := side == "white" || side == "black" || side == "each"
	if ofSide && (!isPrefix || f >= firstUnsided) {
		return "", "", 0, p.errorHere("want white., black. or each. before the name of a count that sides have, and no more")
	}
	p.tokens = p.tokens[1:]
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

// operandOf returns a count of White, Black or both sides together ("") as an operand. Captures of a side are the
// other side's 16 men less those that are left.
func operandOf(side, name string, f field) operand {
	c := chess.White
	if side == "black" {
		c = chess.Black
	}
	switch {
	case name == "captures" && side == "":
		return operand{men, 32}
	case name == "captures":
		return operand{men.ofSide(c.Other()), 16}
	case side == "":
		return operand{f, 0}
	}
	return operand{f.ofSide(c), 0}
}

// parseDifference parses the second of two counts that are compared.
func (p *parser) parseDifference(side, name string, f field, op string) (node, error) {
	start := *p
	secondSide, secondName, secondField, err := p.parseCount()
	if err != nil {
		return nil, err
	}
	if side == "each" || secondSide == "each" {
		return nil, start.errorHere("want a number here: each. is no count to compare with another")
	}
	d := difference{first: operandOf(side, name, f), second: operandOf(secondSide, secondName, secondField)}
	switch op {
	case "<=":
		d.span = span{-maxNumber, 0}
	case "<":
		d.span = span{-maxNumber, -1}
	case ">=":
		d.span = span{0, maxNumber}
	case ">":
		d.span = span{1, maxNumber}
	case "!=":
		d.negated = true
	}
	return d, nil
}

// parseComparison parses the part of a comparison after the first count.
func (p *parser) parseComparison(side, name string, f field) (node, error) {
	op := p.peek()
	if !p.accept("<=", ">=", "<", ">", "=", "==", "!=") {
		return nil, p.errorHere("want a comparison behind %s, such as %s<=2", name, name)
	}
	if p.isCount() {
		return p.parseDifference(side, name, f, op)
	}
	lo, err := p.parseNumber()
	if err != nil {
		return nil, err
	}
	hi := lo
	if (op == "=" || op == "==") && p.accept("..") {
		if hi, err = p.parseNumber(); err != nil {
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
		s.hi = maxNumber
	case ">":
		s = span{lo + 1, maxNumber}
	}
	compare := func(side string) node {
		n := operandOf(side, name, f).within(s)
		if op == "!=" {
			return n.not()
		}
		return n
	}
	if side == "each" {
		return allOf{compare("white"), compare("black")}, nil
	}
	return compare(side), nil
}

// maxNumber is the largest number in a condition.
const maxNumber = 255

// parseNumber parses a number.
func (p *parser) parseNumber() (int, error) {
	n, err := strconv.ParseUint(p.peek(), 10, 16)
	if err != nil || n > maxNumber {
		return 0, p.errorHere("want a number from 0 to %d here", maxNumber)
	}
	p.tokens = p.tokens[1:]
	return int(n), nil
}

// parseMaterial parses armies, such as KQPvKR.
func (p *parser) parseMaterial() (node, error) {
	white, black, ok := strings.Cut(p.peek(), "v")
	var list allOf
	for c, army := range []string{white, black} {
		var numbers [len(kinds)]int
		for _, letter := range army {
			if i := strings.IndexRune("pnbrq", letter); i >= 0 {
				numbers[i]++
			} else if letter != 'k' {
				ok = false
			}
		}
		ok = ok && strings.Count(army, "k") == 1
		for i, k := range kinds {
			list = append(list, statement{k.ofSide(chess.Color(c)), span{numbers[i], numbers[i]}})
		}
	}
	if !ok {
		return nil, p.errorHere("want the men of both sides, White's first, each with one king, such as KQPvKR")
	}
	p.tokens = p.tokens[1:]
	return list, nil
}
