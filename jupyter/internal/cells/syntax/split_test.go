package syntax

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// shape returns the pieces of a cell as text: a letter for the class (s, d, v or i) and the text of each.
func shape(cell string) string {
	l := Split(cell)
	var list []string
	for _, p := range l.Pieces {
		text := strings.Join(strings.Fields(l.Code[p.From:p.To]), " ")
		if p.Semi {
			text += ";"
		}
		list = append(list, string("sdvi"[p.Class])+":"+text)
	}
	return strings.Join(list, " | ")
}

// TestPieces checks the classes and texts of the pieces of many cells, also of such as are no valid Go.
func TestPieces(t *testing.T) {
	for cell, want := range map[string]string{
		"":                                       "",
		"// a comment":                           "",
		"x := 1":                                 "s:x := 1",
		"x := 1; y := 2":                         "s:x := 1; | s:y := 2",
		"x;":                                     "s:x;",
		";;x":                                    "s:x",
		"f(1,\n2)\ng()":                          "s:f(1, 2) | s:g()",
		"if a {\n\tb()\n} else {\n}":             "s:if a { b() } else { }",
		"for i := 0; i < 3; i++ {\n}":            "s:for i := 0; i < 3; i++ { }",
		"import \"fmt\"\nfmt.Println()":          `i:import "fmt" | s:fmt.Println()`,
		"import (\n\"fmt\"\n)\nvar x int":        `i:import ( "fmt" ) | v:var x int`,
		"if x := f(); x > 0 {\n\tg(); h()\n}\ny": "s:if x := f(); x > 0 { g(); h() } | s:y",
		"switch x := f(); x {\ncase 1:\n}; y":    "s:switch x := f(); x { case 1: }; | s:y",
		"for ; ; {\n}\nvar x int":                "s:for ; ; { } | v:var x int",
		"type T struct {\n\ta int\n}\nconst c = 1":     "d:type T struct { a int } | d:const c = 1",
		"func f() {}\nf()":                             "d:func f() {} | s:f()",
		"func (t T) f() {}\nt":                         "d:func (t T) f() {} | s:t",
		"func (t *T[K]) f(a int) int {\n\treturn a\n}": "d:func (t *T[K]) f(a int) int { return a }",
		"func() {}()":                                  "s:func() {}()",
		"func(a int) int { return a }(1)":              "s:func(a int) int { return a }(1)",
		"func(a int) (b, c int) { return }(1)":         "s:func(a int) (b, c int) { return }(1)",
		"func(a int) T[int] { return nil }(1)":         "s:func(a int) T[int] { return nil }(1)",
		"func":                                         "d:func",
		"f(1":                                          "s:f(1",
		")\nx":                                         "s:) | s:x",
		"s := `a\n;b`\nt":                              "s:s := `a ;b` | s:t",
		"!ls\nx":                                       "s:x",
		"%env A=1\nx := 1":                             "s:x := 1",
		"!ls \\\n  more\nx":                            "s:x",
		"package main\nfunc main() {}":                 "d:package main | d:func main() {}",
		"\"an open string\nx":                          "s:\"an open string | s:x",
		"grüße := 1":                                   "s:grüße := 1",
		"x := 1 // a; b":                               "s:x := 1",
		"x := []int{\n\t1,\n}; y":                      "s:x := []int{ 1, }; | s:y",
		"label:\n\tfor {\n\t\tbreak label\n\t}\n":      "s:label: for { break label }",
	} {
		testkit.Equal(t, shape(cell), want, cell)
	}
}

// TestSpecialLines checks which lines are special and that they are blanked without moving a byte: offsets in the code are offsets in the
// cell.
func TestSpecialLines(t *testing.T) {
	for _, test := range []struct {
		cell           string
		specialLines   string
		mainLine, body int
		magic          bool
	}{
		{"x", "[]", -1, -1, false},
		{"!ls\r\nx", "[0]", -1, -1, false},
		{"%%\nx", "[0]", 0, 3, false},
		{"import \"fmt\"\n%% -n 3\nx", "[1]", 1, 21, false},
		{"%main\nx", "[0]", 0, 6, false},
		{"%exec f 1\nfunc f() {}", "[0]", 0, -1, false},
		{"%test\nfunc TestX(t *testing.T) {}", "[0]", 0, -1, false},
		{"\n%%bash\nls", "[1]", -1, -1, true},
		{"x\n%%bash", "[1]", -1, -1, false},
		{"//gonb:%%\nx", "[0]", 0, 10, false},
		{"!a \\\nb\nc", "[0 1]", -1, -1, false},
		{"%", "[]", -1, -1, false},
	} {
		l := Split(test.cell)
		if fmt.Sprint(l.SpecialLines) != test.specialLines || l.MainLine != test.mainLine || l.Body != test.body || l.Magic != test.magic {
			t.Errorf("special %v, main %d, body %d, magic %v; want %+v", l.SpecialLines, l.MainLine, l.Body, l.Magic, test)
		}
		if len(l.Code) != len(test.cell) || strings.Count(l.Code, "\n") != strings.Count(test.cell, "\n") {
			t.Errorf("%q became %q", test.cell, l.Code)
		}
	}
}

// TestCellMagic checks that a first line hands the cell to another program if a name follows "%%" without a space.
func TestCellMagic(t *testing.T) {
	for line, want := range map[string]bool{"%%bash": true, "%%writefile x": true, "%%": false, "%% -n 3": false, "%%\tx": false, "%main": false, "": false, "a%%b": false} {
		testkit.Equal(t, isCellMagic(line), want, line)
	}
}

// TestDeclarationsOnOneLine checks that a semicolon between two declarations on a line stays, also with statements between them, and no other.
func TestDeclarationsOnOneLine(t *testing.T) {
	for cell, want := range map[string]string{
		"type A int; const B = 1; x := B":         "type A int; const B = 1          ",
		"x := 1; type A int /* ; */; func f() {}": "        type A int /* ; */; func f() {}",
		"type A int; var a A; const B = 1;":       "type A int         ; const B = 1 ",
		"type A int; x := 1; y := 2; func f() {}": "type A int                ; func f() {}",
		"type A int\nx := 1; const B = 1":         "type A int\n        const B = 1",
	} {
		l := Split(cell)
		l.Divide(false)
		if got := l.TextOfClass(Declaration); strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%q: declarations %q, want %q", cell, got, want)
		}
	}
}

// TestSplitKeepsItsShape splits random texts, most of them no valid Go. The code is as long as the cell and has as many lines; pieces are
// in order, do not overlap, and leave out no word or number; special lines are in order.
func TestSplitKeepsItsShape(t *testing.T) {
	parts := []string{"a", " ", "\n", "\n", ";", "{", "}", "(", ")", "\"", "`", "//", "/*", "*/", "if ", "for ", "func ", "import ", "var ",
		"%", "%%", "!ls", "\\", "\r\n", "ü", "\x00", "1", ":=", "'", "//gonb:%%"}
	rng := rand.New(rand.NewPCG(11, 1))
	for range 3000 {
		var b strings.Builder
		for range rng.IntN(14) {
			b.WriteString(parts[rng.IntN(len(parts))])
		}
		cell := b.String()
		l := Split(cell)
		if len(l.Code) != len(cell) || strings.Count(l.Code, "\n") != strings.Count(cell, "\n") || !slices.IsSorted(l.SpecialLines) {
			t.Fatalf("%q becomes %q, special lines %v", cell, l.Code, l.SpecialLines)
		}
		if l.MainLine >= 0 && !slices.Contains(l.SpecialLines, l.MainLine) || l.Body > len(cell) || l.Body >= 0 && l.MainLine < 0 {
			t.Fatalf("%q: main on line %d, its body at %d", cell, l.MainLine, l.Body)
		}
		end := 0 // of the last piece
		for _, p := range l.Pieces {
			if p.From < end || p.To <= p.From || p.To > len(l.Code) {
				t.Fatalf("%q: a piece from %d to %d, after %d", cell, p.From, p.To, end)
			}
			if gap := Tokens(l.Code[end:p.From]); slices.ContainsFunc(gap, func(t Token) bool { return t.Text == "a" || t.Text == "1" }) {
				t.Fatalf("%q: %q belongs to no piece", cell, l.Code[end:p.From])
			}
			end = p.To
		}
	}
}
