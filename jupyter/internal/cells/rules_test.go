package cells

import (
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/internal/cells/kinds"
)

// body returns the lines of a program after the line "%%", without braces and the line that is always there.
func body(c *Cell) string {
	_, after, _ := strings.Cut(c.Code, "%%\n")
	after = strings.TrimPrefix(after, "defer cell.Begin()()\n")
	return strings.TrimSuffix(strings.TrimPrefix(after, "{\n"), "\n}")
}

// TestMust checks that Must is put around a call at the top of a cell whose value and error are assigned to one variable, or are shown: Go
// does not compile that. Calls with other results get no Must, and neither do calls in blocks and functions.
func TestMust(t *testing.T) {
	testkit.Medium(t)
	n := New(t.TempDir(), packages())
	for cell, want := range map[string]string{
		`x := strconv.Atoi("3")`:                                `x := cell.Must(strconv.Atoi("3")); defer cell.KeepSmall("x", &x)`,
		`x := strconv.Atoi("3"); y := strconv.Atoi("4"); x + y`: `x := cell.Must(strconv.Atoi("3")); defer cell.KeepSmall("x", &x); y := cell.Must(strconv.Atoi("4")); defer cell.KeepSmall("y", &y); cell.Show(x + y)`,
		"x := strconv.Atoi(\n\t\"3\", // three\n)":              "x := cell.Must(strconv.Atoi(\n\t\"3\", // three\n)); defer cell.KeepSmall(\"x\", &x)",
		"var x int\nx = strconv.Atoi(\"3\")":                    "var x int; defer cell.Keep(\"x\", &x)\nx = cell.Must(strconv.Atoi(\"3\"))",
		`_ = strconv.Atoi("3")`:                                 `_ = cell.Must(strconv.Atoi("3"))`,
		`strconv.Atoi("3")`:                                     `cell.Show(cell.Must(strconv.Atoi("3")))`,
		`func() (int, string, error) { return 1, "a", nil }()`:  `cell.Show(cell.MustAll(func() (int, string, error) { return 1, "a", nil }())...)`,
		`os.Remove("nowhere")`:                                  `cell.Check(os.Remove("nowhere"))`,
		`x := os.Remove("nowhere")`:                             `x := os.Remove("nowhere"); defer cell.Keep("x", &x)`, // an error is a value, too
		"x, err := strconv.Atoi(\"3\")\nerr":                    "x, err := strconv.Atoi(\"3\"); defer cell.KeepSmall(\"x\", &x); defer cell.KeepSmall(\"err\", &err)\ncell.Show(err)",
		`x := strings.Cut("a b", " ")`:                          `x := strings.Cut("a b", " "); _ = x`, // three values: an error of the compiler
		`x := func() (int, error, int) { return 1, nil, 2 }()`:  `x := func() (int, error, int) { return 1, nil, 2 }(); _ = x`,
		"if true {\n\tx := strconv.Atoi(\"3\")\n}":              "if true {\n\tx := strconv.Atoi(\"3\")\n}",
	} {
		if c := n.Rewrite(cell, 1); c.Refused != "" || body(c) != want {
			t.Errorf("%q (refused: %q) becomes\n%s\nwant\n%s", cell, c.Refused, body(c), want)
		}
	}
	const function = "func f() int { x := strconv.Atoi(\"3\"); return x }"
	if c := n.Rewrite(function, 1); c.Code != function {
		t.Errorf("a function becomes\n%s", c.Code)
	}
}

// TestMustInAChain checks that four calls get Must of which each uses the variable that the one before has set.
func TestMustInAChain(t *testing.T) {
	n := New(t.TempDir(), packages())
	cell := "x0 := strconv.Atoi(\"3\")"
	for i := 1; i <= 3; i++ {
		cell += fmt.Sprintf("\nx%d := strconv.Atoi(strconv.Itoa(x%d))", i, i-1)
	}
	c := n.Rewrite(cell, 1)
	if got := strings.Count(c.Code, "cell.Must("); c.Refused != "" || got != 4 {
		t.Errorf("%d calls of 4 (%s):\n%s", got, c.Refused, c.Code)
	}
	checkLines(t, "a chain", cell, c)
}

// TestOneNameOfTwoTypes checks that a redefined name has its new type, also as a global variable of the program, which a function mentions.
func TestOneNameOfTwoTypes(t *testing.T) {
	n := New(t.TempDir(), packages())
	for i, step := range []struct{ cell, has, not string }{
		{"a, b := 1, strings.ToUpper", `defer cell.KeepSmall("a", &a); _ = b`, `"b", &b`},
		{"b := 7\nb", `b := 7; defer cell.KeepSmall("b", &b)`, "strings"},
		{"a", `a := cell.Load[int]("a"); defer cell.Keep("a", &a)`, "strings"}, // b of the first cell is gone
		{"func g() int { return a }", `var a = cell.Find[int]("a")`, "defer"},
		{"g()", `defer cell.Keep("a", &a)`, "a := cell.Load"},
		{"func g() string { return a }\na := \"new\"\ng()", `var a = cell.Find[string]("a")`, "a := "},
		{"a + \"er\"", `var a = cell.Find[string]("a")`, "[int]"},
	} {
		c := n.Rewrite(step.cell, i+1)
		if c.Refused != "" || !strings.Contains(c.Code, step.has) || strings.Contains(c.Code, step.not) {
			t.Errorf("%q (%s) becomes\n%s\nwant %s and no %s", step.cell, c.Refused, c.Code, step.has, step.not)
		}
		run(t, n, c, i)
	}
}

// TestOneOfSeveralNamesIsGone checks that if one name of a definition of functions is redefined, that definition is run again for the other
// names only.
func TestOneOfSeveralNamesIsGone(t *testing.T) {
	n := New(t.TempDir(), packages())
	for i, cell := range []string{"f, g, h := strings.ToUpper, strings.ToLower, strings.TrimSpace", "g := 1"} {
		run(t, n, n.Rewrite(cell, i+1), i)
	}
	c := n.Rewrite("h(\"A\")", 3)
	if want := "f, _, h := strings.ToUpper, strings.ToLower, strings.TrimSpace; _, _ = f, h"; c.Refused != "" || !strings.Contains(c.Code, want) {
		t.Errorf("refused %q, becomes\n%s\nwant %s", c.Refused, c.Code, want)
	}
	for _, problem := range problems(n, c.Code) {
		t.Errorf("%s in\n%s", problem, c.Code)
	}
	// The same holds if the new definition of g is remade, too.
	run(t, n, n.Rewrite("g := strings.ToTitle\n_ = g", 4), 4)
	c = n.Rewrite("h(g(\"A\"))", 5)
	if !strings.Contains(c.Code, "f, _, h := strings.ToUpper") || !strings.Contains(c.Code, "g := strings.ToTitle; _ = g") {
		t.Errorf("g is made twice, or not at all:\n%s", c.Code)
	}
	run(t, n, n.Rewrite("g := 1", 6), 6)
	if c = n.Rewrite("g", 7); strings.Contains(c.Code, "strings") || !strings.Contains(c.Code, `cell.Load[int]("g")`) {
		t.Errorf("a stored g needs no other definition:\n%s", c.Code)
	}
}

// TestRefusedNames checks that a cell that mentions a lost variable, here a channel, is refused with the reason, unless it redefines the name.
// A name in a text, a comment or a struct does not mention the variable.
func TestRefusedNames(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("c := make(chan int)\nk := 1", 1), 1)
	for cell, isRefused := range map[string]bool{
		"close(c)":                 true,
		"k\nlen(c)":                true,
		"%%\nclose(c)":             true,
		"c := 3\nc":                false,
		"func() { c := 1; _ = c }": false,
		"k":                        false,
		"struct{ c int }{c: 1}":    false,
		"\"c\" // c":               false,
	} {
		c := n.Rewrite(cell, 2)
		namesReason := strings.Contains(c.Refused, "c ") && strings.Contains(c.Refused, "channel")
		if (c.Refused != "") != isRefused || isRefused && !namesReason {
			t.Errorf("%q: refused %q, want it: %v", cell, c.Refused, isRefused)
		}
	}
}

// TestFingerprints checks that a stored value has the fingerprint of its file, and a remade one that of its definition, which changes with it.
// Unknown names and values without a file have none.
func TestFingerprints(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("a := 1\nb := 2\nf := strings.ToUpper\n_ = f", 1), 1)
	testkit.OK(t, os.Remove(filepath.Join(n.Values, "b")))
	first := n.fingerprints([]string{"a", "b", "f", "nosuch"})
	if len(first) != 2 || len(first["a"]) != 64 || !strings.HasPrefix(first["f"], "definition ") {
		t.Errorf("fingerprints %q, want 64 characters for a and a definition for f", first)
	}
	run(t, n, n.Rewrite("f := strings.ToLower\n_ = f", 2), 1)
	second := n.fingerprints([]string{"a", "f"})
	if second["a"] != first["a"] || second["f"] == first["f"] {
		t.Errorf("after a new definition of f: %q, before %q, want another one for f alone", second, first)
	}
}

// TestMisspeltMembers checks that a cell of declarations stays unchanged, unless a known package lacks a member that it names: then the
// package is imported, as GoNB would report it as undefined.
func TestMisspeltMembers(t *testing.T) {
	testkit.Medium(t)
	n := New(t.TempDir(), packages())
	for cell, importLines := range map[string]string{
		"func f(s string) int { return chess.Nosuch(s) }":       "import \"chesscensus/chess\"\n",
		"type t struct{ a chess.Nope }":                         "import \"chesscensus/chess\"\n",
		"import \"fmt\"\nfunc f() { fmt.Println(rand.Nope()) }": "import rand \"math/rand/v2\"\n",
		"func f() { strings.Cut(\"a\", \"b\") }":                "",
		"func f() { nosuch.Cut() }":                             "",
		"func f() { fmt.Nosuch(scanner.Nosuch) }":               "import \"fmt\"\nimport \"go/scanner\"\n",
	} {
		if c := n.Rewrite(cell, 1); c.Code != importLines+cell {
			t.Errorf("%q becomes %q, want %q before it", cell, c.Code, importLines)
		}
	}
}

// TestCommandsOfGoNB checks that commands of GoNB, and words that only begin like a command of this kernel, are not taken for its commands.
// Before GoNB has run %reset, and after %source, the notebook has the same variables as before.
func TestCommandsOfGoNB(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("a := 1", 1), 1)
	for _, cell := range []string{"%sources", "%Reset", "%env A=1", "!ls", "%forgetting a", "// %reset\n", "", " ", "%", "%% %reset"} {
		if c := n.command(cell, 2); c != nil {
			t.Errorf("%q is taken for a command of this kernel: %+v", cell, c)
		}
	}
	if c := n.Rewrite("%reset", 2); c.Code != "%reset" || n.vars["a"] == nil {
		t.Errorf("reset before GoNB has run it: %q, %s", c.Code, n.variables())
	}
	n.Rewrite("%source\nb := 2", 3)
	if n.vars["b"] != nil || len(n.vars) != 1 {
		t.Errorf("%%source has run the cell: %s", n.variables())
	}
}

// TestUnalias checks that aliases, which later cells do not know, are replaced by their types in all composite types.
func TestUnalias(t *testing.T) {
	main := types.NewPackage(mainPath, "main")
	tree := types.NewNamed(types.NewTypeName(0, main, "tree", nil), types.NewStruct(nil, nil), nil)
	alias := types.NewAlias(types.NewTypeName(0, main, "alias", nil), types.NewSlice(tree)) // type alias = []tree
	q := qualifier(map[string]string{})
	for typ, want := range map[types.Type]string{
		alias:                   "[]tree",
		types.NewPointer(alias): "*[]tree",
		types.NewMap(types.Typ[types.String], alias): "map[string][]tree",
		types.NewArray(types.NewSlice(alias), 3):     "[3][][]tree",
		types.NewPointer(tree):                       "*tree",
	} {
		testkit.Equal(t, types.TypeString(kinds.Unalias(typ), q), want, typ)
	}
}

// TestQualifier checks that two packages of one name get different names.
func TestQualifier(t *testing.T) {
	names := make(map[string]string)
	q := qualifier(names)
	a, b := types.NewPackage("example.com/a/rand", "rand"), types.NewPackage("example.com/b/rand", "rand")
	if q(a) != "rand" || q(b) != "rand_" || q(a) != "rand" || q(types.NewPackage(mainPath, "main")) != "" || names["rand_"] != "example.com/b/rand" {
		t.Errorf("names %v, want rand and rand_, and none for main", names)
	}
}

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
