package cells

import (
	"go/token"
	"strings"

	"chesscensus/jupyter/internal/cells/lex"
)

// A cell's text is divided without parsing it, so that also a cell that is half written, or wrong, keeps its shape.

// A class is the kind of a piece of a cell.
type class int

const (
	statement   class = iota
	declaration       // func, type or const, which GoNB remembers
	variable          // var
	imports
)

// A piece is one declaration or statement at the top of a cell, from its first byte to the byte after its last.
type piece struct {
	class    class
	from, to int
	semi     bool // an explicit semicolon follows
}

// A layout is what split finds.
type layout struct {
	code         string // the cell with its special lines blanked, byte for byte as long
	specialLines []int  // numbers of the special lines, from 0
	magic        bool   // the whole cell belongs to another program, as after %%bash
	mainLine     int    // number of the line that says where GoNB's main is; -1 if none
	body         int    // offset after it if the statements of main follow, else -1
	pieces       []piece
}

// split finds the special lines, which begin with % or ! or continue such a line, and the pieces of the rest.
func split(cell string) layout {
	l := layout{mainLine: -1, body: -1}
	lines := strings.SplitAfter(cell, "\n")
	continued := false
	for i, line := range lines {
		text := strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimPrefix(text, "//gonb:")
		if first := strings.TrimSpace(trimmed); first != "" && i == firstLine(lines) && isCellMagic(first) {
			l.magic = true
		}
		if !continued && !lex.IsSpecial(text) {
			continue
		}
		l.specialLines = append(l.specialLines, i)
		continued = strings.HasSuffix(trimmed, `\`)
		if word, _, _ := strings.Cut(trimmed, " "); l.mainLine < 0 && mainWords[word] {
			l.mainLine = i
			if word == "%%" || word == "%main" {
				l.body = len(strings.Join(lines[:i+1], ""))
			}
		}
		lines[i] = strings.Repeat(" ", len(text)) + line[len(text):]
	}
	l.code = strings.Join(lines, "")
	l.pieces = pieces(l.code)
	return l
}

// mainWords holds GoNB's commands that mark the beginning of main. With one of them the cell is a plain GoNB cell.
var mainWords = map[string]bool{"%%": true, "%main": true, "%exec": true, "%test": true, "%wasm": true}

// firstLine returns the number of the first line that is not blank, -1 if there is none.
func firstLine(lines []string) int {
	for i, line := range lines {
		if strings.TrimSpace(line) != "" {
			return i
		}
	}
	return -1
}

// isCellMagic reports whether a first line, such as "%%bash", hands the whole cell to another program.
func isCellMagic(line string) bool {
	return len(line) > 2 && line[:2] == "%%" && line[2] != ' ' && line[2] != '\t'
}

// pieces divides a text at the semicolons, written or not, outside all brackets.
func pieces(code string) []piece {
	var list []piece
	all := lex.Tokens(code)
	depth, start := 0, -1
	head := false // between for, if or switch and its block, where semicolons divide nothing
	for i, t := range all {
		switch t.Token {
		case token.FOR, token.IF, token.SWITCH:
			head = head || depth == 0
		case token.LBRACE:
			head = head && depth > 0
			depth++
		case token.LPAREN, token.LBRACK:
			depth++
		case token.RPAREN, token.RBRACK, token.RBRACE:
			depth--
		}
		if t.Token == token.SEMICOLON && depth <= 0 && !(head && t.Text == ";") {
			if start >= 0 {
				list = append(list, piece{classify(all[start:i]), all[start].From, all[i-1].To, t.Text == ";"})
			}
			start, depth, head = -1, 0, false
		} else if start < 0 {
			start = i
		}
	}
	if start >= 0 { // brackets left open
		last := all[len(all)-1]
		list = append(list, piece{classify(all[start:]), all[start].From, last.To, false})
	}
	return list
}

// classify returns the class of a piece from its tokens.
func classify(p []lex.Token) class {
	switch p[0].Token {
	case token.IMPORT:
		return imports
	case token.TYPE, token.CONST, token.PACKAGE: // GoNB ignores a package line
		return declaration
	case token.VAR:
		return variable
	case token.FUNC:
		if isFuncDecl(p[1:]) {
			return declaration
		}
	}
	return statement
}

// isFuncDecl reports whether a piece declares a function or method, by the tokens after the word func: a name, or a receiver in brackets, a
// name and a bracket. A function literal has neither.
func isFuncDecl(p []lex.Token) bool {
	if len(p) == 0 || p[0].Token == token.IDENT {
		return true
	}
	depth := 0
	for i, t := range p {
		switch t.Token {
		case token.LPAREN:
			depth++
		case token.RPAREN:
			if depth--; depth == 0 {
				return i+2 < len(p) && p[i+1].Token == token.IDENT && p[i+2].Token == token.LPAREN
			}
		}
	}
	return false
}
