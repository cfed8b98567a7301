package syntax

import (
	"go/scanner"
	"go/token"
	"strconv"
	"strings"
)

// A Token is a token with its text and its offsets.
type Token struct {
	token.Token
	Text     string
	From, To int
}

// Tokens returns the tokens of a text, without comments. It skips what is no token.
func Tokens(code string) []Token {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), func(token.Position, string) {}, 0)
	var list []Token
	for {
		pos, t, text := s.Scan()
		if t == token.EOF {
			return list
		}
		from := file.Offset(pos)
		if text == "" {
			text = t.String()
		}
		to := min(from+len(text), len(code))
		if t == token.SEMICOLON && text == "\n" {
			to = from
		}
		list = append(list, Token{t, text, from, to})
	}
}

// IsSpecial reports whether a line is for GoNB or the shell: it begins with % or !, or with //gonb: before one of them.
func IsSpecial(line string) bool {
	line = strings.TrimPrefix(line, "//gonb:")
	return len(line) > 1 && (line[0] == '%' || line[0] == '!')
}

// Brackets returns the brackets of a text that are left open, and the offset of the first closing one that does not match, -1 if all do.
func Brackets(code string) (open []Token, wrong int) {
	wrong = -1
	for _, t := range Tokens(code) {
		switch t.Token {
		case token.LPAREN, token.LBRACK, token.LBRACE:
			open = append(open, t)
		case token.RPAREN, token.RBRACK, token.RBRACE:
			last := len(open) - 1
			if wrong < 0 && (last < 0 || Closing[open[last].Token] != t.Text) {
				wrong = t.From
			}
			open = open[:max(0, last)]
		}
	}
	return open, wrong
}

// Closing has the closing bracket of each opening one.
var Closing = map[token.Token]string{token.LPAREN: ")", token.LBRACK: "]", token.LBRACE: "}"}

// Plain returns the text of a cell in which each raw string of several lines is an expression of strings in quotes, one on each line. Else
// lines of such a string that are blank, end in blanks, or look like special lines would not reach the program as they are: the kernel and
// GoNB work line by line. The number of lines stays.
func Plain(cell string) string {
	if !strings.Contains(cell, "`") {
		return cell
	}
	var b strings.Builder
	for rest := cell; rest != ""; {
		n := next(rest, len(rest) == len(cell) || cell[len(cell)-len(rest)-1] == '\n')
		if part := rest[:n]; part[0] == '`' && n > 1 && strings.Contains(part, "\n") {
			writePlain(&b, part[1:n-1])
		} else {
			b.WriteString(part)
		}
		rest = rest[n:]
	}
	return b.String()
}

// next returns the length of the first part of a text: a special line, with those that continue it; a comment; a string or rune, as far
// as the end of its line if it has no end; a raw string, one byte if it has no end; or any other byte.
func next(text string, atLineStart bool) int {
	end := func(from int, mark string) int {
		if i := strings.Index(text[from:], mark); i >= 0 {
			return from + i + len(mark)
		}
		return len(text)
	}
	switch {
	case atLineStart && IsSpecial(strings.TrimRight(text[:end(0, "\n")], "\r\n")):
		n := end(0, "\n")
		for strings.HasSuffix(strings.TrimRight(text[:n], "\r\n"), `\`) && n < len(text) {
			n = end(n, "\n")
		}
		return n
	case strings.HasPrefix(text, "//"):
		return end(0, "\n")
	case strings.HasPrefix(text, "/*"):
		return end(2, "*/")
	case text[0] == '`':
		if i := strings.IndexByte(text[1:], '`'); i >= 0 {
			return i + 2
		}
	case text[0] == '"' || text[0] == '\'':
		for i := 1; i < len(text); i++ {
			switch {
			case text[i] == '\n':
				return i
			case text[i] == text[0]:
				return i + 1
			case text[i] == '\\' && i+1 < len(text) && text[i+1] != '\n':
				i++
			}
		}
		return len(text)
	}
	return 1
}

// writePlain writes the content of a raw string as strings in quotes. Go drops carriage returns in raw strings.
func writePlain(b *strings.Builder, content string) {
	lines := strings.SplitAfter(strings.ReplaceAll(content, "\r", ""), "\n")
	for i := range lines {
		lines[i] = strconv.Quote(lines[i])
	}
	b.WriteString("(" + strings.Join(lines, " +\n") + ")")
}
