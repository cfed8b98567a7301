// Package pgntext reads the text of games and moves as people and programs write it: a [Lexer] splits PGN into tags, words and parentheses,
// [RespellMove], [RespellFEN] and [Result] turn unusual spellings into the standard ones, and [UTF8] decodes UTF-16. It knows no legal moves.
package pgntext

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWord is the length in bytes of the longest word or tag value that is read.
const maxWord = 4096

// A Lexer splits PGN text into words, tag pairs and parentheses. Comments, escaped
// lines and annotations are left out.
type Lexer struct {
	in        *bufio.Reader
	line, col int // of the byte read last, from 1
	newline   bool
	buf       []byte
}

// Kind is the kind of a token.
type Kind uint8

const (
	EOF     Kind = iota
	Word         // anything between blanks, such as a move, a number or a result
	TagPair      // a tag pair
	Open         // the begin of a variation
	Close        // the end of one
	Bad          // text that cannot be split; text says why
	Remark       // something else in brackets, such as [#]
)

// A Token is a word, a tag pair or a parenthesis.
type Token struct {
	Kind        Kind
	Text        string // of a word, or what is wrong
	Name, Value string // of a tag pair
	Line, Col   int    // where it begins, from 1, columns in bytes
}

// New splits the text of a reader.
func New(r io.Reader) *Lexer {
	l := &Lexer{in: UTF8(bufio.NewReaderSize(r, 16<<10)), newline: true}
	if bom, _ := l.in.Peek(3); string(bom) == "\ufeff" {
		l.in.Discard(3)
	}
	return l
}

// next returns the next byte, and 0 at the end. Zero bytes in the text become blanks.
func (l *Lexer) next() (byte, error) {
	c, err := l.in.ReadByte()
	if err != nil {
		return 0, err
	}
	if l.newline {
		l.line, l.col = l.line+1, 0
	}
	l.col++
	if c == '\r' && l.peek() != '\n' { // the end of a line on old machines
		c = '\n'
	}
	l.newline = c == '\n'
	if c == 0 {
		c = ' '
	}
	return c, nil
}

// peek returns the byte after the last one without reading it, 0 at the end.
func (l *Lexer) peek() byte {
	b, err := l.in.Peek(1)
	if err != nil {
		return 0
	}
	return b[0]
}

func isBlank(c byte) bool { return c <= ' ' }

// Token returns the next token. The error is that of the reader, never io.EOF.
func (l *Lexer) Token() (t Token, err error) {
	for {
		c, err := l.next()
		t = Token{Line: l.line, Col: l.col}
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
				t.Kind, t.Text = Bad, "comment without }"
				return t, nil
			}
		case c == '[' && (l.peek() == '%' || l.peek() == '/'): // a command such as [%clk 0:01:00], which belongs into a comment, or the end of [pgn]
			_, err = l.skipTo(']')
		case c == '[':
			return t, l.tag(&t)
		case c == '(':
			t.Kind = Open
			return t, nil
		case c == ')':
			t.Kind = Close
			return t, nil
		case c == ',':
		case c >= 0x80 && l.wideBlank(c) > 0:
			l.in.Discard(l.wideBlank(c) - 1)
		case !isBlank(c):
			if err = l.word(&t, c); err != nil || t.Text != "" {
				return t, err
			}
		}
		if err != nil {
			return t, err
		}
	}
}

// wideBlank returns the length in bytes of the blank beyond ASCII, or mark without width, that begins with byte c, which was read; 0 if there is none.
// A byte A0 is a blank of Latin-1.
func (l *Lexer) wideBlank(c byte) int {
	if c == 0xa0 {
		return 1
	}
	next, _ := l.in.Peek(2)
	return wideBlankLength(append([]byte{c}, next...))
}

// wideBlankNext reports whether such a blank is next.
func (l *Lexer) wideBlankNext() bool {
	next, _ := l.in.Peek(3)
	return wideBlankLength(next) > 0
}

func wideBlankLength(text []byte) int {
	switch r, n := utf8.DecodeRune(text); {
	case r >= 0x2000 && r <= 0x200f, r == 0xa0, r == 0x202f, r == 0xfeff, r == 0x3000:
		return n
	}
	return 0
}

// skipTo reads up to a byte and reports whether it was found before the end. A comment that lacks its end stops before the next game.
func (l *Lexer) skipTo(end byte) (bool, error) {
	for {
		if l.newline && end == '}' && l.gameBegins() {
			return false, nil
		}
		c, err := l.next()
		if err == io.EOF {
			return false, nil
		}
		if err != nil || c == end {
			return err == nil, err
		}
	}
}

// gameBegins reports whether a game begins here, and no comment that has begun ends behind it: a closing brace comes first then.
func (l *Lexer) gameBegins() bool {
	if next, _ := l.in.Peek(len(event)); string(next) != event {
		return false
	}
	rest, _ := l.in.Peek(4096)
	i := bytes.IndexAny(rest, "{}")
	return i < 0 || rest[i] == '{'
}

const event = `[Event "`

// word reads a word that begins with c. Annotations give the empty text.
func (l *Lexer) word(t *Token, c byte) error {
	t.Kind = Word
	l.buf = append(l.buf[:0], c)
	for {
		c := l.peek()
		if c == '(' && !l.promotionFollows() || isBlank(c) || strings.IndexByte("){}[;$,", c) >= 0 || c >= 0xc2 && l.wideBlankNext() {
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
		if l.buf = append(l.buf, c); len(l.buf) > maxWord {
			t.Kind, t.Text = Bad, "word of more than 4096 bytes"
			return nil
		}
	}
	t.Text = string(l.buf)
	if err := l.apart(t); err != nil {
		return err
	}
	first, last := t.Text[0], t.Text[len(t.Text)-1]
	if number, move := first >= '0' && first <= '9', last >= '1' && last <= '8' && first != '$'; !number && !move && IsAnnotation(t.Text) {
		t.Text = ""
	}
	return nil
}

// apart adds to a word what belongs to it behind a blank: a result, as in "1 - 0", or a promotion, as in "e8 = Q" and "e8 (Q)".
func (l *Lexer) apart(t *Token) error {
	if b := l.peek(); b != ' ' && b != '\t' {
		return nil
	}
	of, sign := score, "-"
	switch first, last := t.Text[0], t.Text[len(t.Text)-1]; {
	case first >= 'a' && first <= 'h' && (last == '1' || last == '8'):
		of, sign = promoted, "="
	case t.Text != "1" && t.Text != "0" && t.Text != "1/2" && t.Text != "½":
		return nil
	}
	rest, _ := l.in.Peek(maxApart)
	m := of.FindSubmatch(rest)
	if m == nil || len(m[0]) == maxApart { // what is behind it is not seen
		return nil
	}
	word := t.Text + sign + string(m[2]) + string(m[3])
	if of == score && Result(word) == "" {
		return nil
	}
	t.Text = word
	for range m[1] {
		if _, err := l.next(); err != nil {
			return err
		}
	}
	return nil
}

var (
	score    = regexp.MustCompile(`^([ \t]*[-–][ \t]*(1/2|[01½])())(?:[\s,;)({]|$)`)
	promoted = regexp.MustCompile(`^([ \t]+(?:=[ \t]*([QRBN])|\(=?([QRBN])\)))(?:[\s+#!?,;)({]|$)`)
)

const maxApart = 12

// annotationWords are words in letters that annotate a move: signs of the Informant (N, D, TN, RR), and what books write after a move.
var annotationWords = map[string]bool{"N": true, "D": true, "TN": true, "RR": true, "ep": true, "e.p": true, "mate": true, "matt": true, "mat": true, "ch": true,
	"check": true, "dis": true, "dis.ch": true, "disch": true, "dbl": true, "dbl.ch": true, "dblch": true, "dbl.check": true, "double": true}

// IsAnnotation reports whether a word between moves says something of a move and is none itself: "$14", "!?", "+-", "±", "N", "mate", "e.p.", dots. A null
// move, "--", is none.
func IsAnnotation(word string) bool {
	if word == "--" {
		return false
	}
	if word[0] == '$' || annotationWords[strings.Trim(word, "+#!?=./")] {
		return true
	}
	for _, r := range word {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r >= '♔' && r <= '♟' || strings.ContainsRune("}*@<>_½", r):
			return false
		}
	}
	return true
}

// IsNull reports whether a word is a null move, as analyses write them: nobody moves.
func IsNull(word string) bool {
	switch word {
	case "--", "Z0", "z0", "null", "NULL", "pass", "0000", "@@@@", "<>":
		return true
	}
	return false
}

// promotionFollows reports whether what follows is the end of a move such as e8(Q).
func (l *Lexer) promotionFollows() bool {
	next, _ := l.in.Peek(3)
	last := l.buf[len(l.buf)-1]
	return len(next) == 3 && next[2] == ')' && strings.IndexByte("qrbnQRBN", next[1]) >= 0 && (last == '1' || last == '8')
}

// tag reads a tag pair after its opening bracket into t. Text that is no tag pair becomes a token of kind Remark or Bad.
func (l *Lexer) tag(t *Token) error {
	bad := func(msg string) error {
		t.Kind, t.Text = Bad, msg
		return nil
	}
	t.Kind = TagPair
	c, err := l.skipBlanks()
	l.buf = l.buf[:0]
	for err == nil && !isBlank(c) && c != '"' && c != ']' && len(l.buf) <= maxWord {
		l.buf = append(l.buf, c)
		c, err = l.next()
	}
	t.Name = string(l.buf)
	if err == nil && isBlank(c) {
		c, err = l.skipBlanks()
	}
	if err == nil && c != '"' {
		if l.skipRemark(c) && !strings.EqualFold(t.Name, "FEN") && !strings.EqualFold(t.Name, "Variant") {
			t.Kind, t.Text = Remark, "["+t.Name+"...]"
			return nil
		}
		return bad(`tag without a value in quotes`)
	}
	l.buf = l.buf[:0]
	for err == nil {
		if c, err = l.next(); err != nil || c == '"' && l.closesValue() {
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
		if l.buf = append(l.buf, c); len(l.buf) > maxWord {
			return bad("tag value of more than 4096 bytes")
		}
	}
	t.Value = string(l.buf)
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

// skipRemark skips the rest of a bracket, of which c was read last, if it ends in the line and holds no quote, and reports whether it did.
func (l *Lexer) skipRemark(c byte) bool {
	if c == ']' {
		return true
	}
	rest, _ := l.in.Peek(maxTag)
	end := bytes.IndexByte(rest, ']')
	if end < 0 || bytes.ContainsAny(rest[:end], "\"\r\n") {
		return false
	}
	l.skipTo(']')
	return true
}

// closesValue reports whether the quote read last ends a tag value. It does not if no bracket follows, but a second quote in the line, and after that a
// bracket or a third one: then it is a quote within the value that should have been escaped.
func (l *Lexer) closesValue() bool {
	rest, _ := l.in.Peek(1)
	if len(rest) == 0 || rest[0] == ']' {
		return true
	}
	rest, _ = l.in.Peek(maxTag)
	if i := bytes.IndexAny(rest, "\r\n"); i >= 0 {
		rest = rest[:i]
	}
	quote := bytes.IndexByte(rest, '"')
	return quote < 0 || bytes.HasPrefix(bytes.TrimLeft(rest, " \t"), []byte("]")) || !bytes.HasPrefix(bytes.TrimLeft(rest[quote+1:], " \t"), []byte("]")) && bytes.IndexByte(rest[quote+1:], '"') < 0
}

// maxTag is how far the end of a bracket is looked for.
const maxTag = 256

// skipBlanks returns the next byte that is no blank.
func (l *Lexer) skipBlanks() (byte, error) {
	for {
		if c, err := l.next(); err != nil || !isBlank(c) {
			return c, err
		}
	}
}
