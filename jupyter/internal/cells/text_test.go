package cells

import (
	"strings"
	"testing"
)

// TestSyntaxErrors checks the message about a cell that cannot be parsed: its line, what is wrong there in words about the cell and not about
// the program that the kernel makes of it, and the text of the line as the user wrote it.
func TestSyntaxErrors(t *testing.T) {
	n := New(t.TempDir(), packages())
	for cell, want := range map[string]string{
		"x := 1\n\nfoo(\n\n":               "line 3: the bracket ( is not closed\n    foo(",
		"a := 1\nb := 2\nif a > b {\n":     "line 3: the bracket { is not closed\n    if a > b {",
		"for i := range 3 { print(i)":      "line 1: the bracket { is not closed\n    for i := range 3 { print(i)",
		"x := 1\nx +\n\n":                  "line 2: the cell ends within an expression\n    x +",
		"x := 1\n}\n":                      "line 2: no bracket is open that this } could close\n    }",
		"x := := 3":                        "line 1: expected operand, found ':='\n    x := := 3",
		"1\n\"abc":                         "line 2: string literal not terminated\n    \"abc",
		"s := `a\n\nb`\nx := := `c\nd`\n_": "line 4: expected operand, found ':='\n    x := := `c",
	} {
		if c := n.Rewrite(cell, 1); c.Refused != want {
			t.Errorf("%q: refused %q, want %q", cell, c.Refused, want)
		}
	}
}

// TestRawStrings checks that a raw string of several lines comes into the program as it is, with its blank lines, the blanks at the ends of
// its lines, and lines that look like commands: in statements, in functions and in cells with a main line, with each line in its place.
func TestRawStrings(t *testing.T) {
	n := New(t.TempDir(), packages())
	const raw = "`[Event \"?\"]\n\n%eval\n!!  \n1. e4`"
	for _, cell := range []string{
		"s := " + raw + "\nlen(s)", "func pgn() string {\n\treturn " + raw + "\n}", "const pgn = " + raw + "\nlen(pgn)", "%%\nfmt.Println(" + raw + ")",
	} {
		c := n.Rewrite(cell, 1)
		want := "(\"[Event \\\"?\\\"]\\n\" +\n\"\\n\" +\n\"%eval\\n\" +\n\"!!  \\n\" +\n\"1. e4\")"
		if c.Refused != "" || !strings.Contains(c.Code, want) || len(c.Lines) != strings.Count(c.Code, "\n")+1 {
			t.Errorf("%q (refused: %q) becomes\n%s", cell, c.Refused, c.Code)
		}
	}
	if c := n.Rewrite("%%time\n1 + 1", 1); c.Refused != "%%time is no word of this kernel (%help lists them)" {
		t.Errorf("a word that nobody knows: refused %q", c.Refused)
	}
	if c := n.Rewrite("%%bash\necho `\n\n`", 1); c.Code != "%%bash\necho `\n\n`" {
		t.Errorf("a cell for another program becomes\n%s", c.Code)
	}
	if c := n.Rewrite("\ufeff1 + 1", 1); c.Refused != "" || strings.Contains(c.Code, "\ufeff") {
		t.Errorf("a byte order mark (refused: %q):\n%s", c.Refused, c.Code)
	}
}
