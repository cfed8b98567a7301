package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A scanner divides the text of a descriptive move into symbols. A symbol is one character, except Kt, the older name of the
// knight. Blanks are skipped.
type scanner struct {
	text string
	pos  int // byte offset of the next symbol
}

// Symbols that are not the ASCII character of the text.
const (
	symEnd   = 0
	symTakes = 'x'
	symOther = 0xff
)

// peek returns the next symbol and its length in bytes, after skipping blanks. Letters are returned as capitals, so that x can only
// be the sign of a capture.
func (s *scanner) peek() (sym byte, size int) {
	for s.pos < len(s.text) {
		r, n := utf8.DecodeRuneInString(s.text[s.pos:])
		if !unicode.IsSpace(r) {
			break
		}
		s.pos += n
	}
	if s.pos == len(s.text) {
		return symEnd, 0
	}
	r, n := utf8.DecodeRuneInString(s.text[s.pos:])
	switch {
	case r == 'x' || r == 'X' || r == '×' || r == '*' || r == ':':
		return symTakes, n
	case r == '-' || r == '–' || r == '—' || r == '‐' || r == '−':
		return '-', n
	case r == 'k' || r == 'K':
		if rest := s.text[s.pos+1:]; rest != "" && rest[0]|0x20 == 't' {
			return 'N', 2
		}
	case r >= 0x80 || r == symEnd:
		return symOther, n
	}
	if r >= 'a' && r <= 'z' {
		r -= 'a' - 'A'
	}
	return byte(r), n
}

// next returns the next symbol and moves past it.
func (s *scanner) next() byte {
	sym, n := s.peek()
	s.pos += n
	return sym
}

// accept moves past the next symbol if it is the given one, and reports whether it is.
func (s *scanner) accept(sym byte) bool {
	got, n := s.peek()
	if got != sym {
		return false
	}
	s.pos += n
	return true
}

// peekIs reports whether the next symbol is one of the given ones.
func (s *scanner) peekIs(set string) bool {
	sym, _ := s.peek()
	return sym != symEnd && strings.IndexByte(set, sym) >= 0
}

// word reads the letters and full stops at the scanner, without the stops and in capitals: "e.p." is EP. Of a long word it returns
// the beginning.
func (s *scanner) word() string {
	var buf [12]byte
	n := 0
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		if c != '.' && (c|0x20 < 'a' || c|0x20 > 'z') {
			break
		}
		if c != '.' && n < len(buf) {
			buf[n] = c &^ 0x20
			n++
		}
		s.pos++
	}
	return string(buf[:n])
}

// nextText describes the next symbol for an error.
func (s *scanner) nextText() string {
	sym, n := s.peek()
	if sym == symEnd {
		return "the end"
	}
	return quote(s.text[s.pos : s.pos+n])
}

// column returns the place of the next symbol in characters, from 1.
func (s *scanner) column() int {
	s.peek()
	return utf8.RuneCountInString(s.text[:s.pos]) + 1
}
