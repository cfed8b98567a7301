package pgntext

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// tag reads a tag pair into t. Its opening bracket was read. Text that is no tag pair becomes a token of kind Remark or Bad.
func (l *Lexer) tag(t *Token) error {
	t.Kind = TagPair
	problem, err := l.tagPair(t)
	if errors.Is(err, io.EOF) {
		problem, err = "tag without ]", nil
	}
	if problem != "" {
		t.Kind, t.Text = Bad, problem
	}
	return err
}

// tagPair reads the name, the value and the closing bracket of a tag, or a remark. It returns what is wrong with them, "" if nothing is.
func (l *Lexer) tagPair(t *Token) (problem string, err error) {
	c, err := l.tagName(t)
	if err != nil {
		return "", err
	}
	if c != '"' { // A FEN or Variant is no remark: without it the game would be read from the wrong position.
		if l.skipRemark(c) && !strings.EqualFold(t.Name, "FEN") && !strings.EqualFold(t.Name, "Variant") {
			t.Kind, t.Text = Remark, "["+t.Name+"...]"
			return "", nil
		}
		if len(t.Name) > maxWord {
			return fmt.Sprintf("tag name of more than %d bytes", maxWord), nil
		}
		return "tag without a value in quotes", nil
	}
	if problem, err = l.tagValue(t); problem == "" && err == nil {
		if c, err = l.skipBlanks(); err == nil && c != ']' {
			problem = "tag without ]"
		}
	}
	return problem, err
}

// tagName reads the name of a tag, and returns the first byte behind the name and blanks. It stops within a name that is too long.
func (l *Lexer) tagName(t *Token) (byte, error) {
	c, err := l.skipBlanks()
	l.buf = l.buf[:0]
	for err == nil && !isBlank(c) && c != '"' && c != ']' && len(l.buf) <= maxWord {
		l.buf = append(l.buf, c)
		c, err = l.next()
	}
	t.Name = string(l.buf)
	if err == nil && isBlank(c) {
		return l.skipBlanks()
	}
	return c, err
}

// tagValue reads the value of a tag up to its closing quote. It returns what is wrong with it, "" if nothing is.
func (l *Lexer) tagValue(t *Token) (problem string, err error) {
	l.buf = l.buf[:0]
	for {
		c, err := l.next()
		if err != nil {
			return "", err
		}
		if c == '"' && l.closesValue() {
			t.Value = string(l.buf)
			return "", nil
		}
		if c == '\\' && (l.peek() == '"' || l.peek() == '\\') {
			c, _ = l.next()
		}
		switch {
		case c == '\n':
			return "tag value without its second quote", nil
		case c < ' ' || c == 0x7f:
			c = ' '
		}
		if l.buf = append(l.buf, c); len(l.buf) > maxWord {
			return fmt.Sprintf("tag value of more than %d bytes", maxWord), nil
		}
	}
}

// skipRemark skips the rest of a text in brackets if the text ends in this line and has no quote, and reports whether it did. The
// byte c was read last.
func (l *Lexer) skipRemark(c byte) bool {
	if c == ']' {
		return true
	}
	rest, _ := l.in.Peek(tagLookahead)
	end := bytes.IndexByte(rest, ']')
	if end < 0 || bytes.ContainsAny(rest[:end], "\"\r\n") {
		return false
	}
	l.skipTo(']')
	return true
}

// closesValue reports whether the quote read last ends a tag value. It does if a bracket follows. It does not if a second quote
// follows in the line and, behind that, a bracket or a third quote: then it is a quote within the value that should have been
// escaped.
func (l *Lexer) closesValue() bool {
	rest, _ := l.in.Peek(1)
	if len(rest) == 0 || rest[0] == ']' {
		return true
	}
	rest, _ = l.in.Peek(tagLookahead)
	if i := bytes.IndexAny(rest, "\r\n"); i >= 0 {
		rest = rest[:i]
	}
	_, behindSecond, found := bytes.Cut(rest, []byte{'"'})
	if !found || bracketFollows(rest) {
		return true
	}
	return !bracketFollows(behindSecond) && bytes.IndexByte(behindSecond, '"') < 0
}

// bracketFollows reports whether a text begins with a closing bracket, behind blanks or not.
func bracketFollows(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(text, " \t"), []byte{']'})
}
