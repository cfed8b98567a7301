package notation

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"chesscensus/chess"
)

// ParseConfiguration reads a diagram in the configuration language:
//
//	WH:♔g1,♕d1,♖a1/e2,♘h5,♗h6,♙a2/b2/c3/f2/g2/h2(12);
//	BL:♔g8,♕f5,♖d8/h8,♘f7,♗b4,♙a7/b7/c7/c4/d3/h7(12).
//
// Each side begins with its king; the number in brackets is the count of its men, a checksum. By the grammar the counts are
// optional; here both sides have one or neither has. The sides may come in either order and in letters of either case. The
// semicolon and the full stop may be missing, and blanks and line ends may stand anywhere but within WH, BL or a square. Figurines may
// be of either color, or letters K, Q, R, N, B, P.
//
// The language has no words for the side to move, castling and en passant. The function does not ask whether the diagram is
// possible; see [chess.Setup.Position]. The error names a column, in characters from 1 over all lines. It wraps [ErrHalf] if the
// men of one side are missing.
func ParseConfiguration(text string) (chess.Board, error) {
	p := configParser{text: text}
	firstSide, secondSide := p.side(), chess.White
	if p.err == nil {
		p.accept(';')
		if rest := strings.TrimSpace(text[p.pos:]); rest == "" || rest == "." {
			p.fail(ErrHalf, "the men of %v are missing", firstSide.Other())
		}
		secondSide = p.side()
	}
	if p.err == nil && firstSide == secondSide {
		p.fail(errConfiguration, "the men of %v are given twice", firstSide)
	}
	if p.err == nil && p.sidesWithCount == 1 {
		p.fail(errChecksum, "one side has a count of its men in brackets, the other has none")
	}
	p.accept('.')
	if p.err == nil && p.peek() != 0 {
		p.fail(errConfiguration, "want the end, found %s", p.nextText())
	}
	if p.err != nil {
		return chess.Board{}, p.err
	}
	return p.board, nil
}

// A configParser reads a configuration by recursive descent.
type configParser struct {
	text           string
	pos            int
	board          chess.Board
	sidesWithCount int // sides with a checksum
	err            error
}

// fail sets the error, unless there is one already.
func (p *configParser) fail(kind error, format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("notation: %w: %s (column %d)", kind, fmt.Sprintf(format, args...), utf8.RuneCountInString(p.text[:p.pos])+1)
	}
}

// peek moves past blanks and variation selectors, and returns the next character, 0 at the end.
func (p *configParser) peek() rune {
	for p.pos < len(p.text) {
		r, n := utf8.DecodeRuneInString(p.text[p.pos:])
		if !unicode.IsSpace(r) && r != '\ufe0e' && r != '\ufe0f' {
			return max(r, 1) // a NUL is not the end
		}
		p.pos += n
	}
	return 0
}

// next returns the next character after blanks and moves past it.
func (p *configParser) next() rune {
	r := p.peek()
	_, n := utf8.DecodeRuneInString(p.text[p.pos:])
	p.pos += n
	return r
}

// accept moves past the next character if it is r, and reports whether it is.
func (p *configParser) accept(r rune) bool {
	if p.err != nil || p.peek() != r {
		return false
	}
	p.next()
	return true
}

// expect moves past the next character, which must be r.
func (p *configParser) expect(r rune) {
	if p.err == nil && !p.accept(r) {
		p.fail(errConfiguration, "want %q, found %s", r, p.nextText())
	}
}

// nextText returns the next character in quotes, for an error.
func (p *configParser) nextText() string {
	if p.peek() == 0 {
		return "the end"
	}
	_, n := utf8.DecodeRuneInString(p.text[p.pos:])
	return quote(p.text[p.pos : p.pos+n])
}

// side reads the men of one side, with the checksum.
func (p *configParser) side() chess.Color {
	c := p.color()
	p.expect(':')
	if p.err == nil && roleOfRune(unicode.ToUpper(p.peek())) != chess.King {
		p.fail(errConfiguration, "%v must begin with its king, found %s", c, p.nextText())
	}
	men := 1
	if p.err == nil {
		p.next()
		p.man(c, chess.King)
	}
	for p.accept(',') {
		men += p.men(c)
	}
	if !p.accept('(') {
		return c
	}
	start := p.pos
	n := p.number()
	if p.err == nil && n != men {
		p.pos = start
		p.fail(errChecksum, "%v has %d men, the count says %d", c, men, n)
	}
	p.expect(')')
	p.sidesWithCount++
	return c
}

// color reads WH or BL.
func (p *configParser) color() chess.Color {
	p.peek()
	for c, name := range [...]string{"WH", "BL"} {
		if rest := p.text[p.pos:]; len(rest) >= 2 && strings.EqualFold(rest[:2], name) {
			p.pos += 2
			return chess.Color(c)
		}
	}
	p.fail(errConfiguration, "want WH or BL, found %s", p.nextText())
	return chess.White
}

// men reads the squares of all men of one kind and returns their number.
func (p *configParser) men(c chess.Color) (n int) {
	if p.err != nil {
		return 0
	}
	r := roleOfRune(unicode.ToUpper(p.peek()))
	if r == chess.NoRole {
		p.fail(errConfiguration, "want a man, found %s", p.nextText())
		return 0
	}
	p.next()
	p.man(c, r)
	for n = 1; p.accept('/'); n++ {
		p.man(c, r)
	}
	return n
}

// man reads the square of one man and places the man there.
func (p *configParser) man(c chess.Color, r chess.Role) {
	if p.err != nil {
		return
	}
	p.peek()
	name := p.text[p.pos:min(p.pos+2, len(p.text))]
	sq, err := chess.ParseSquare(strings.ToLower(name))
	switch {
	case err != nil:
		p.fail(errConfiguration, "want a square from a1 to h8 for the %v %v, found %s", c, r, p.nextText())
		return
	case p.board.At(sq) != chess.NoPiece:
		first := p.board.At(sq)
		p.fail(errOccupied, "%v holds the %v %v already", sq, first.Color(), first.Role())
		return
	}
	p.pos += 2
	p.board.Place(sq, chess.NewPiece(c, r))
}

// number reads a count of men.
func (p *configParser) number() (n int) {
	if r := p.peek(); r < '0' || r > '9' {
		p.fail(errConfiguration, "want a count of men, found %s", p.nextText())
	}
	for r := p.peek(); p.err == nil && r >= '0' && r <= '9'; r = p.peek() {
		n = min(10*n+int(r-'0'), 1000)
		p.next()
	}
	return n
}
