package chess

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// maxPGNWord is the length in bytes of the longest word or tag value that is read.
const maxPGNWord = 4096

// A pgnLexer splits PGN text into words, tag pairs and parentheses. Comments, escaped
// lines and annotations are left out.
type pgnLexer struct {
	in        *bufio.Reader
	line, col int // of the byte read last, from 1
	newline   bool
	buf       []byte
}

// pgnKind is the kind of a token.
type pgnKind uint8

const (
	pgnEOF   pgnKind = iota
	pgnWord          // anything between blanks, such as a move, a number or a result
	pgnTag           // a tag pair
	pgnOpen          // the begin of a variation
	pgnClose         // the end of one
	pgnBad           // text that cannot be split; text says why
)

type pgnToken struct {
	kind      pgnKind
	text      string
	tag       Tag
	line, col int
}

func newPGNLexer(r io.Reader) *pgnLexer {
	l := &pgnLexer{in: bufio.NewReaderSize(r, 16<<10), newline: true}
	if bom, _ := l.in.Peek(3); string(bom) == "\ufeff" {
		l.in.Discard(3)
	}
	return l
}

// next returns the next byte, and 0 at the end. Zero bytes in the text become blanks.
func (l *pgnLexer) next() (byte, error) {
	c, err := l.in.ReadByte()
	if err != nil {
		return 0, err
	}
	if l.newline {
		l.line, l.col = l.line+1, 0
	}
	l.col++
	l.newline = c == '\n'
	if c == 0 {
		c = ' '
	}
	return c, nil
}

// peek returns the byte after the last one without reading it, 0 at the end.
func (l *pgnLexer) peek() byte {
	b, err := l.in.Peek(1)
	if err != nil {
		return 0
	}
	return b[0]
}

func isBlank(c byte) bool { return c <= ' ' }

// token returns the next token. The error is that of the reader, never io.EOF.
func (l *pgnLexer) token() (t pgnToken, err error) {
	for {
		c, err := l.next()
		t = pgnToken{line: l.line, col: l.col}
		switch {
		case err == io.EOF:
			return t, nil
		case err != nil:
			return t, err
		case c == '%' && l.col == 1, c == ';':
			_, err = l.skipTo('\n')
		case c == '{':
			var found bool
			if found, err = l.skipTo('}'); !found && err == nil {
				t.kind, t.text = pgnBad, "comment without }"
				return t, nil
			}
		case c == '[':
			return t, l.tag(&t)
		case c == '(':
			t.kind = pgnOpen
			return t, nil
		case c == ')':
			t.kind = pgnClose
			return t, nil
		case !isBlank(c):
			if err = l.word(&t, c); err != nil || t.text != "" {
				return t, err
			}
		}
		if err != nil {
			return t, err
		}
	}
}

// skipTo reads up to a byte and reports whether it was found before the end.
func (l *pgnLexer) skipTo(end byte) (bool, error) {
	for {
		c, err := l.next()
		if err == io.EOF {
			return false, nil
		}
		if err != nil || c == end {
			return err == nil, err
		}
	}
}

// word reads a word that begins with c. Annotations give the empty text.
func (l *pgnLexer) word(t *pgnToken, c byte) error {
	t.kind = pgnWord
	l.buf = append(l.buf[:0], c)
	for {
		c := l.peek()
		if c == '(' && !l.promotion() || isBlank(c) || strings.IndexByte("){}[;$", c) >= 0 {
			break
		}
		if _, err := l.next(); err != nil {
			return err
		}
		if c == '(' { // as in e8(Q)
			letter, _ := l.next()
			l.next()
			l.buf = append(l.buf, '=', letter)
			continue
		}
		if l.buf = append(l.buf, c); len(l.buf) > maxPGNWord {
			t.kind, t.text = pgnBad, "word of more than 4096 bytes"
			return nil
		}
	}
	t.text = string(l.buf)
	if t.text[0] == '$' || strings.Trim(t.text, "+#!?=.") == "" || t.text == "e.p." || t.text == "ep" {
		t.text = ""
	}
	return nil
}

// promotion reports whether what follows is the end of a move such as e8(Q).
func (l *pgnLexer) promotion() bool {
	next, _ := l.in.Peek(3)
	last := l.buf[len(l.buf)-1]
	return len(next) == 3 && next[2] == ')' && promotionOf(next[1]) != NoRole && (last == '1' || last == '8')
}

// tag reads a tag pair after its bracket.
func (l *pgnLexer) tag(t *pgnToken) error {
	bad := func(msg string) error {
		t.kind, t.text = pgnBad, msg
		return nil
	}
	t.kind = pgnTag
	c, err := l.skipBlanks()
	l.buf = l.buf[:0]
	for err == nil && !isBlank(c) && c != '"' && c != ']' && len(l.buf) <= maxPGNWord {
		l.buf = append(l.buf, c)
		c, err = l.next()
	}
	t.tag.Name = string(l.buf)
	if err == nil && isBlank(c) {
		c, err = l.skipBlanks()
	}
	if err == nil && c != '"' {
		return bad(`tag without a value in quotes`)
	}
	l.buf = l.buf[:0]
	for err == nil {
		if c, err = l.next(); err != nil || c == '"' {
			break
		}
		if c == '\\' && (l.peek() == '"' || l.peek() == '\\') {
			c, err = l.next()
		}
		switch {
		case c == '\n':
			return bad("tag value without its second quote")
		case c < ' ' || c == 0x7f:
			c = ' '
		}
		if l.buf = append(l.buf, c); len(l.buf) > maxPGNWord {
			return bad("tag value of more than 4096 bytes")
		}
	}
	t.tag.Value = string(l.buf)
	if err == nil {
		c, err = l.skipBlanks()
	}
	switch {
	case errors.Is(err, io.EOF):
		return bad("tag without ]")
	case err == nil && c != ']':
		return bad("tag without ]")
	}
	return err
}

// skipBlanks returns the next byte that is no blank.
func (l *pgnLexer) skipBlanks() (byte, error) {
	for {
		if c, err := l.next(); err != nil || !isBlank(c) {
			return c, err
		}
	}
}
