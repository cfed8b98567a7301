package relay

import (
	"fmt"
	"go/scanner"
	"go/token"
	"strings"

	"chesscensus/jupyter/internal/cells"
)

// GoNB leaves a program's standard input open without ever writing to it, so fmt.Scan would wait for ever. A cell that reads it asks for an
// input box first, or is refused where the front end shows none, as when a notebook runs headless.

// inputRequest is inserted before a statement that reads a line.
const inputRequest = `gonbui.RequestInput(" ", false); `

// rewrite returns the rewritten cell of a text. If the text reads standard input the cell requests input first, or is refused if that is
// not allowed.
func (r *relay) rewrite(code string, allowed bool) *cells.Cell {
	if line := readsInput(code); line > 0 && !allowed {
		return &cells.Cell{Refused: fmt.Sprintf("line %d reads standard input, and this front end takes none: give the value in the cell", line)}
	}
	lines := strings.Split(code, "\n")
	for done := 0; ; { // number of lines that are done
		line := readsInput(strings.Join(lines[done:], "\n"))
		if line == 0 {
			return r.Notebook.Rewrite(strings.Join(lines, "\n"), r.count+1)
		}
		done += line
		lines[done-1] = inputRequest + lines[done-1]
	}
}

// readsInput returns the first line, from 1, on which a cell mentions standard input or a function that reads it; 0 if it does not.
func readsInput(code string) (line int) {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), func(token.Position, string) {}, 0)
	for name := ""; ; { // the last token, behind "os." or "fmt." if that stands before it
		pos, t, text := s.Scan()
		if t == token.EOF {
			return 0
		}
		if text == "" {
			text = t.String()
		}
		switch name += text; name {
		case "os.Stdin", "fmt.Scan", "fmt.Scanln", "fmt.Scanf":
			return file.Line(pos)
		}
		if !strings.HasPrefix("os.", name) && !strings.HasPrefix("fmt.", name) {
			name = text
		}
	}
}
