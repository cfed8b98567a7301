package notation

import (
	"strings"

	"chesscensus/chess"
)

// A man holds the properties of one man that a descriptive text states.
type man struct {
	role  chess.Role
	wing  byte  // 'K' or 'Q' for KN, QR and the like, else 0
	files uint8 // files of a pawn such as KRP: bit 0 for QR
	place place // where the text says that it stands
}

// A mark is a set of the marks behind a move.
type mark uint8

const (
	check mark = 1 << iota
	mate
	enPassant
)

// A sentence is a descriptive move that was read, without a position.
type sentence struct {
	castle  byte // 'K' or 'Q', else 0
	man     man
	capture bool
	target  man // captured man; of a quiet move only its place is set
	promo   chess.Role
	marks   mark
}

// A parser reads one sentence by recursive descent; each method reads the production of the same name, see the grammar in doc.go.
type parser struct {
	scanner
	msg string // first error, or ""
	col int    // its column, or 0
}

// onlyPawns is the message about a promotion of another man, and of castling.
const onlyPawns = "only a pawn promotes"

// parseSentence reads a move by the grammar.
func parseSentence(text string) (sentence, *parser) {
	p := &parser{scanner: scanner{text: text}}
	var s sentence
	p.move(&s)
	if p.msg == "" && s.promo != chess.NoRole && (s.castle != 0 || s.man.role != chess.Pawn) {
		p.failAt(onlyPawns, 0)
	}
	return s, p
}

// fail sets the error at the next symbol, unless there is one already.
func (p *parser) fail(want string) { p.failAt("want "+want+", found "+p.nextText(), p.column()) }

// failAt sets the error, unless there is one already.
func (p *parser) failAt(msg string, column int) {
	if p.msg == "" {
		p.msg, p.col = msg, column
	}
}

// syntaxError returns the parser's error for a text in the given notation.
func (p *parser) syntaxError(n Notation, pos *chess.Position) error {
	return &Error{Notation: n, Text: shorten(p.text), Kind: ErrSyntax, Column: p.col, Msg: p.msg, Position: *pos}
}

// move reads a whole move.
func (p *parser) move(s *sentence) {
	if p.peekIs("0O") {
		p.castle(s)
		p.suffixes(s)
		return
	}
	p.man(&s.man)
	switch {
	case p.msg != "":
		return
	case p.accept('-'):
		p.square(&s.target.place)
	case p.accept(symTakes):
		s.capture = true
		p.man(&s.target)
	default:
		p.fail("- or x")
	}
	if p.msg == "" {
		p.suffixes(s)
	}
}

// castle reads 0-0 or 0-0-0, with the digit or the letter throughout.
func (p *parser) castle(s *sentence) {
	zero := p.next()
	n := 1
	for p.msg == "" && p.accept('-') {
		if !p.accept(zero) {
			p.fail(quote(string(zero)))
		}
		n++
	}
	switch {
	case p.msg != "":
	case n == 2:
		s.castle = 'K'
	case n == 3:
		s.castle = 'Q'
	default:
		p.fail("0-0 or 0-0-0")
	}
}

// officers holds the letters of the men of which each side begins with two.
const officers = "RNB"

// man reads a man: its letters and perhaps its place.
func (p *parser) man(m *man) {
	m.files, m.place = anyPlace.files, anyPlace
	if !p.peekIs("KQRNBP") {
		p.fail("one of K, Q, R, N, B, P")
		return
	}
	first := p.next()
	m.role = roleOf(first)
	if first != 'P' {
		p.manLetters(m, first)
	}
	p.qualifier(m)
}

// manLetters reads the letters that may follow the first letter of a man: N in KN, P in KRP.
func (p *parser) manLetters(m *man, first byte) {
	files := filesOf(first)
	if first == 'K' || first == 'Q' {
		if p.peekIs(officers) {
			officer := p.next()
			m.role, m.wing = roleOf(officer), first
			files = filesOf(officer) & wingOf(first)
		}
	}
	if p.accept('P') {
		m.role, m.wing, m.files = chess.Pawn, 0, files
	}
}

// qualifier reads the place of a man, if the text has one: (QB4), (4), /QB4, /4.
func (p *parser) qualifier(m *man) {
	back := p.pos
	bracket := p.accept('(')
	if !bracket && !p.accept('/') {
		return
	}
	if p.promotionNext() {
		p.pos = back
		return
	}
	if p.peekIs("12345678") {
		m.place.row = int8(p.next() - '1')
	} else {
		p.square(&m.place)
	}
	if bracket && !p.accept(')') {
		p.fail("a square and )")
	}
}

// promotionNext reports whether a promotion follows ( or /: a letter that begins no square.
func (p *parser) promotionNext() bool {
	back := p.pos
	defer func() { p.pos = back }()
	return p.peekIs("QRNB") && p.next() != symEnd && !p.peekIs("RNB12345678")
}

// square reads a square: FILE RANK.
func (p *parser) square(sq *place) {
	first, _ := p.peek()
	switch {
	case p.peekIs("KQ"):
		p.next()
		sq.files = filesOf(first)
		if p.peekIs(officers) {
			sq.files = filesOf(p.next()) & wingOf(first)
		}
	case p.peekIs(officers):
		p.next()
		sq.files = filesOf(first)
	default:
		p.fail("a square such as KB3")
		return
	}
	if !p.peekIs("12345678") {
		p.fail("a row from 1 to 8")
		return
	}
	sq.row = int8(p.next() - '1')
}

// suffixWords maps the words that may follow a move to their marks.
var suffixWords = map[string]mark{
	"CH": check, "CHECK": check, "DISCH": check, "DBLCH": check,
	"DIS": check, "DISC": check, "DBL": check, "DOUBLE": check, "DISCOVERED": check,
	"MATE": mate, "CHECKMATE": mate,
	"EP": enPassant,
	"":   0, // a full stop
}

// suffixes reads promotions, words and signs behind a move, up to the end of the text.
func (p *parser) suffixes(s *sentence) {
	for p.msg == "" {
		sym, n := p.peek()
		switch {
		case sym == symEnd:
			return
		case sym == '(' || sym == '/' || sym == '=':
			p.promotion(s)
		case sym == '!' || sym == '?':
			p.pos += n
		case sym == '+':
			p.pos += n
			s.marks |= check
		case sym == '#':
			p.pos += n
			s.marks |= mate
		case sym == '.' || sym >= 'A' && sym <= 'Z':
			p.suffixWord(s)
		default:
			p.fail("the end of the move")
		}
	}
}

// suffixWord reads a word behind a move.
func (p *parser) suffixWord(s *sentence) {
	back := p.pos
	m, ok := suffixWords[p.word()]
	if !ok || p.pos == back {
		p.pos = back
		p.fail("ch, mate, e.p. or the end of the move")
		return
	}
	s.marks |= m
}

// promotion reads (Q), /Q or =Q.
func (p *parser) promotion(s *sentence) {
	open := p.next()
	if !p.peekIs("QRNB") || s.promo != chess.NoRole {
		p.fail("one promotion to Q, R, N or B")
		return
	}
	s.promo = roleOf(p.next())
	if open == '(' && !p.accept(')') {
		p.fail(")")
	}
}

// roleOf returns the role of a capital letter, and NoRole for other bytes.
func roleOf(letter byte) chess.Role { return chess.Role(max(0, strings.IndexByte("-PNBRQK", letter))) }

// filesOf returns the files on which a man with this letter begins, as bits: bit 0 for a.
func filesOf(letter byte) uint8 {
	return [...]uint8{'K' - 'A': 1 << 4, 'Q' - 'A': 1 << 3, 'R' - 'A': 0x81, 'N' - 'A': 0x42, 'B' - 'A': 0x24}[letter-'A']
}

// wingOf returns the files of a wing as bits.
func wingOf(side byte) uint8 {
	if side == 'K' {
		return 0xf0
	}
	return 0x0f
}
