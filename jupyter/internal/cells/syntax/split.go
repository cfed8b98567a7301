package syntax

import (
	"go/token"
	"slices"
	"strings"
)

// A cell's text is divided without parsing it, so that also a cell that is half written, or wrong, keeps its shape.

// A Class is the kind of a piece of a cell.
type Class int

const (
	Statement   Class = iota
	Declaration       // func, type or const, which GoNB remembers
	Variable          // var
	Imports
)

// A Piece is one declaration or statement at the top of a cell, from its first byte to the byte after its last.
type Piece struct {
	Class    Class
	From, To int
	Semi     bool // an explicit semicolon follows
}

// A Layout is what Split finds.
type Layout struct {
	Code         string // the cell with its special lines blanked, byte for byte as long
	SpecialLines []int  // numbers of the special lines, from 0
	Magic        bool   // the whole cell belongs to another program, as after %%bash
	MainLine     int    // number of the line that says where GoNB's main is; -1 if none
	Body         int    // offset after it if the statements of main follow, else -1
	Pieces       []Piece
	// StatementStyle says that the cell has statements outside of a main function, and no main line of GoNB's. Divide sets it.
	StatementStyle bool
	// OnlyDeclares says that the cell has variables beside functions or types, and no statements. Divide sets it.
	OnlyDeclares bool
	classAt      []Class // of each byte; Divide sets it
}

// Split finds the special lines, which begin with % or ! or continue such a line, and the pieces of the rest.
func Split(cell string) Layout {
	l := Layout{MainLine: -1, Body: -1}
	lines := strings.SplitAfter(cell, "\n")
	continued := false
	for i, line := range lines {
		text := strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimPrefix(text, "//gonb:")
		if first := strings.TrimSpace(trimmed); first != "" && i == firstLine(lines) && isCellMagic(first) {
			l.Magic = true
		}
		if !continued && !IsSpecial(text) {
			continue
		}
		l.SpecialLines = append(l.SpecialLines, i)
		continued = strings.HasSuffix(trimmed, `\`)
		if word, _, _ := strings.Cut(trimmed, " "); l.MainLine < 0 && mainWords[word] {
			l.MainLine = i
			if word == "%%" || word == "%main" {
				l.Body = len(strings.Join(lines[:i+1], ""))
			}
		}
		lines[i] = strings.Repeat(" ", len(text)) + line[len(text):]
	}
	l.Code = strings.Join(lines, "")
	l.Pieces = pieces(l.Code)
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
func pieces(code string) []Piece {
	var list []Piece
	all := Tokens(code)
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
				list = append(list, Piece{classify(all[start:i]), all[start].From, all[i-1].To, t.Text == ";"})
			}
			start, depth, head = -1, 0, false
		} else if start < 0 {
			start = i
		}
	}
	if start >= 0 { // brackets left open
		last := all[len(all)-1]
		list = append(list, Piece{classify(all[start:]), all[start].From, last.To, false})
	}
	return list
}

// classify returns the class of a piece from its tokens.
func classify(p []Token) Class {
	switch p[0].Token {
	case token.IMPORT:
		return Imports
	case token.TYPE, token.CONST, token.PACKAGE: // GoNB ignores a package line
		return Declaration
	case token.VAR:
		return Variable
	case token.FUNC:
		if isFuncDecl(p[1:]) {
			return Declaration
		}
	}
	return Statement
}

// isFuncDecl reports whether a piece declares a function or method, by the tokens after the word func: a name, or a receiver in brackets, a
// name and a bracket. A function literal has neither.
func isFuncDecl(p []Token) bool {
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

// Divide records for every byte of the cell the class of the piece that it belongs to, or that follows it. In a cell in statement style var
// is a statement; in one with a main line it is a declaration before that line, and everything after the line is a statement in main. In a cell
// that only declares, var is a statement unless declare is set, or there is a function main or init, which needs the variables before.
func (l *Layout) Divide(declare bool) {
	l.OnlyDeclares = l.Has(Variable) && l.Has(Declaration) && !l.Has(Statement)
	declare = declare || slices.ContainsFunc(l.Pieces, func(p Piece) bool {
		text := l.Code[p.From:p.To]
		return strings.HasPrefix(text, "func main(") || strings.HasPrefix(text, "func init(")
	})
	l.StatementStyle = l.MainLine < 0 && (l.Has(Statement) || l.Has(Variable) && !(l.OnlyDeclares && declare))
	for i := range l.Pieces {
		p := &l.Pieces[i]
		switch {
		case l.Body >= 0 && p.From >= l.Body:
			p.Class = Statement
		case l.MainLine >= 0 && p.Class == Statement, p.Class == Variable && !l.StatementStyle:
			p.Class = Declaration
		case p.Class == Variable:
			p.Class = Statement
		}
	}
	l.classAt = make([]Class, len(l.Code))
	end := 0 // of what has a class
	for _, p := range l.Pieces {
		for ; end < p.To; end++ {
			l.classAt[end] = p.Class
		}
	}
}

// Has reports whether the cell has a piece of the class.
func (l *Layout) Has(c Class) bool {
	return slices.ContainsFunc(l.Pieces, func(p Piece) bool { return p.Class == c })
}

// TextOfClass returns the cell with all pieces of other classes blanked, byte for byte
// as long. A semicolon between pieces is blanked too, unless it divides two of the class on a line, or the class is Statement.
func (l *Layout) TextOfClass(c Class) string {
	b := []byte(l.Code)
	for i := range b {
		if l.classAt[i] != c && b[i] != '\n' {
			b[i] = ' '
		}
	}
	end, last := 0, -1 // the ends of the piece before, and of the one of the class before
	for _, p := range l.Pieces {
		divides := c == Statement || p.Class == c && last >= 0 && !strings.Contains(l.Code[last:p.From], "\n")
		for j := end; j < p.From; j++ {
			if b[j] == ';' && !divides {
				b[j] = ' '
			}
		}
		if end = p.To; p.Class == c {
			last = end
		}
	}
	return string(b)
}

// OnlySpecialLines returns the cell with all lines but the special ones emptied.
func (l *Layout) OnlySpecialLines(cell string) string {
	lines := strings.Split(cell, "\n")
	for i := range lines {
		if !slices.Contains(l.SpecialLines, i) {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}
