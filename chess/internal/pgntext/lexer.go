// Package pgntext reads the text of games and moves as people and programs write it: a [Lexer] splits PGN into tags, words and
// parentheses, [RespellMove], [RespellFEN] and [Result] turn unusual spellings into the standard ones, and [UTF8] decodes UTF-16.
// It knows no legal moves.
package pgntext

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Limits in bytes: the longest word, tag name and tag value that is read, and how far the Lexer looks ahead.
const (
	maxWord        = 4096
	braceLookahead = 4096 // in gameBegins, for a brace
	splitLookahead = 12   // in joinSplitWord, for the second part of a word
	tagLookahead   = 256  // for the closing bracket of a tag or remark
)

// A Lexer splits PGN text into words, tag pairs and parentheses. Comments, escaped lines and annotations are left out.
type Lexer struct {
	in        *bufio.Reader
	line, col int    // of the byte read last, from 1
	newline   bool   // the next byte begins a line
	buf       []byte // scratch space for the word, name or value that is being read
}

// Kind is the kind of a token.
type Kind uint8

const (
	EOF     Kind = iota // the end of the text
	Word                // anything between blanks, such as a move, a number or a result
	TagPair             // such as [Event "Reykjavik"]
	Open                // a parenthesis that begins a variation
	Close               // a parenthesis that ends a variation
	Bad                 // text that cannot be split; Token.Text says why
	Remark              // other text in brackets, such as [#]
)

// A Token is a word, a tag pair or a parenthesis.
type Token struct {
	Kind        Kind
	Text        string // the word; of a Remark its first word, as in "[Name...]"; of a Bad token, what is wrong
	Name, Value string // of a TagPair
	Line, Col   int    // where the token begins, from 1, columns in bytes (of UTF-8)
}

// New returns a Lexer of the text of a reader. A byte order mark at its beginning is skipped.
func New(r io.Reader) *Lexer {
	l := &Lexer{in: UTF8(bufio.NewReaderSize(r, 16<<10)), newline: true}
	if bom, _ := l.in.Peek(3); string(bom) == "\ufeff" {
		l.in.Discard(3)
	}
	return l
}

// next reads the next byte; at the end it returns 0 and io.EOF. A zero byte becomes a blank, and \r without \n becomes \n.
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

// peek returns the next byte without reading it, 0 at the end.
func (l *Lexer) peek() byte {
	b, err := l.in.Peek(1)
	if err != nil {
		return 0
	}
	return b[0]
}

// isBlank reports whether a byte is a blank or a control character.
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
		case c == '[' && (l.peek() == '%' || l.peek() == '/'): // [%clk 0:01:00] outside of a comment, or [/pgn]
			_, err = l.skipTo(']')
		case c == '[':
			err = l.tag(&t)
			return t, err
		case c == '(':
			t.Kind = Open
			return t, nil
		case c == ')':
			t.Kind = Close
			return t, nil
		case c == ',':
		case c >= 0x80 && l.skipWideBlank(c):
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

// skipWideBlank skips the rest of the character that begins with byte c, which was read last, if it is a blank beyond ASCII or has no
// width, and reports whether it is. A single byte A0, the blank of Latin-1, is one between words only: within a word it does not end the
// word.
func (l *Lexer) skipWideBlank(c byte) bool {
	if c == 0xa0 {
		return true
	}
	following, _ := l.in.Peek(2)
	n := wideBlankLength(append([]byte{c}, following...))
	for range n - 1 {
		l.next()
	}
	return n > 0
}

// wideBlankLength returns the length in bytes of the first character of a text in UTF-8, if it is a blank beyond ASCII or has no
// width, and 0 for other characters.
func wideBlankLength(text []byte) int {
	r, n := utf8.DecodeRune(text)
	if r >= 0x2000 && r <= 0x200f || r == 0xa0 || r == 0x202f || r == 0xfeff || r == 0x3000 {
		return n
	}
	return 0
}

// skipTo reads up to the byte end and reports whether it was found. With end '}', the end of a comment, it stops before the next
// game.
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

// eventTag begins the tags of a game.
const eventTag = `[Event "`

// gameBegins reports whether, within a comment, an Event tag comes next, and no closing brace comes before the next opening one.
func (l *Lexer) gameBegins() bool {
	if following, _ := l.in.Peek(len(eventTag)); string(following) != eventTag {
		return false
	}
	rest, _ := l.in.Peek(braceLookahead)
	i := bytes.IndexAny(rest, "{}")
	return i < 0 || rest[i] == '{'
}

// word reads the word that begins with the byte first into t. If it is an annotation, which Token leaves out, t.Text stays empty.
func (l *Lexer) word(t *Token, first byte) error {
	t.Kind = Word
	l.buf = append(l.buf[:0], first)
	for {
		c := l.peek()
		if l.endsWord(c) {
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
			t.Kind, t.Text = Bad, fmt.Sprintf("word of more than %d bytes", maxWord)
			return nil
		}
	}
	t.Text = string(l.buf)
	if err := l.joinSplitWord(t); err != nil {
		return err
	}
	if !mayBeMove(t.Text) && IsAnnotation(t.Text) {
		t.Text = ""
	}
	return nil
}

// endsWord reports whether the next byte c does not belong to the word in l.buf.
func (l *Lexer) endsWord(c byte) bool {
	switch {
	case c == '(':
		return !l.promotionFollows()
	case c >= 0xc2: // the first byte of a character beyond ASCII
		following, _ := l.in.Peek(3)
		return wideBlankLength(following) > 0
	}
	return isBlank(c) || strings.IndexByte("){}[;$,", c) >= 0
}

// joinSplitWord adds to the word of t a part that stands behind a blank: the rest of a result, as in "1 - 0", or a promotion, as in
// "e8 = Q" and "e8 (Q)".
func (l *Lexer) joinSplitWord(t *Token) error {
	if b := l.peek(); b != ' ' && b != '\t' {
		return nil
	}
	var pattern *regexp.Regexp
	var sign string
	switch first, last := t.Text[0], t.Text[len(t.Text)-1]; {
	case first >= 'a' && first <= 'h' && (last == '1' || last == '8'):
		pattern, sign = promotionRest, "="
	case t.Text == "1" || t.Text == "0" || t.Text == "1/2" || t.Text == "½":
		pattern, sign = resultRest, "-"
	default:
		return nil
	}
	rest, _ := l.in.Peek(splitLookahead)
	m := pattern.FindSubmatch(rest)
	if m == nil || len(m[0]) == splitLookahead { // the match may go on behind these bytes
		return nil
	}
	word := t.Text + sign + string(bytes.Join(m[2:], nil))
	if pattern == resultRest && Result(word) == "" {
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

// Patterns of the second part of a split result and of a split promotion. Group 1 is the whole part. One of the groups within it is
// the score or the letter, and the others are empty.
var (
	resultRest    = regexp.MustCompile(`^([ \t]*[-–][ \t]*(1/2|[01½]))(?:[\s,;)({]|$)`)
	promotionRest = regexp.MustCompile(`^([ \t]+(?:=[ \t]*([QRBN])|\(=?([QRBN])\)))(?:[\s+#!?,;)({]|$)`)
)

// promotionFollows reports whether the word in l.buf and the next three bytes are a move such as e8(Q).
func (l *Lexer) promotionFollows() bool {
	last := l.buf[len(l.buf)-1]
	following, _ := l.in.Peek(3)
	return (last == '1' || last == '8') && len(following) == 3 && strings.IndexByte("qrbnQRBN", following[1]) >= 0 && following[2] == ')'
}

// skipBlanks reads up to the next byte that is no blank and returns that byte.
func (l *Lexer) skipBlanks() (byte, error) {
	for {
		if c, err := l.next(); err != nil || !isBlank(c) {
			return c, err
		}
	}
}
