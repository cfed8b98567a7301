package cells

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/internal/cells/lookup"
	"chesscensus/jupyter/internal/cells/syntax"
)

// TestWithoutPackages checks that cells run without a go tool, though no type is known.
func TestWithoutPackages(t *testing.T) {
	n := New(t.TempDir(), &lookup.Packages{Go: "/nowhere/go"})
	c := n.Rewrite("x := strings.Repeat(\"a\", 3)\nx", 1)
	if c.Refused != "" || !strings.Contains(c.Code, "x := strings.Repeat(\"a\", 3); _ = x") {
		t.Errorf("%+v, want a program that uses x", c)
	}
}

// TestEarlierDeclarations checks that a cell can use the import, type and method of an earlier cell, and that the variable that the method
// mentions becomes one of the program.
func TestEarlierDeclarations(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("import r \"math/rand/v2\"\n\ntype T struct{ n int }\n\nfunc (t *T) Get() int { return t.n + offset }", 1), 1)
	c := n.Rewrite("offset := 5\nx := T{r.IntN(3)}\nx.Get()", 2)
	testkit.Contains(t, c.Code, "var offset = cell.Find[int](\"offset\")", "cell.Show(x.Get())")
}

// TestVariablesBesideFunctions checks that a variable that is declared in a cell with functions and types alone is kept, as in any other
// cell: as a declaration of GoNB's its value would be made anew in every cell, and changes of it lost.
func TestVariablesBesideFunctions(t *testing.T) {
	n := New(t.TempDir(), packages())
	c := n.Rewrite("var total, calls int\n\nfunc add(x int) { total += x; calls++ }", 1)
	run(t, n, c, 1)
	for _, problem := range problems(n, c.Code) {
		t.Errorf("%s\n%s", problem, c.Code)
	}
	c = n.Rewrite("add(5)\ntotal", 2)
	for _, want := range []string{"var total = cell.Find[int](\"total\")", "defer cell.Keep(\"total\", &total)", "defer cell.Keep(\"calls\", &calls)"} {
		if c.Refused != "" || !strings.Contains(c.Code, want) {
			t.Errorf("lacks %s (refused: %q):\n%s", want, c.Refused, c.Code)
		}
	}
	if c := n.Rewrite("var x = 1\nfunc main() { fmt.Println(x) }", 3); c.Refused != "" || !strings.HasPrefix(c.Code, "var x = 1\nfunc main()") {
		t.Errorf("a cell with a function main (refused: %q) becomes\n%s", c.Refused, c.Code)
	}
}

// TestSeveralNames checks that all variables of a statement are variables of the program if a function mentions one of them, and that how to
// make values again is not known of several definitions in brackets.
func TestSeveralNames(t *testing.T) {
	n := New(t.TempDir(), packages())
	c := n.Rewrite("a, b := 1, 2\nfunc get() int { return a }\na + b", 1)
	testkit.Contains(t, c.Code, "\na, b = 1, 2; defer cell.KeepSmall(\"a\", &a); defer cell.KeepSmall(\"b\", &b)")
	for _, problem := range problems(n, c.Code) {
		t.Errorf("%s\n%s", problem, c.Code)
	}
	run(t, n, n.Rewrite("var (\n\tf = strings.ToUpper\n\tg = strings.ToLower\n)\n_, _ = f, g", 2), 2)
	for _, name := range []string{"f", "g"} {
		if v := n.vars[name]; v == nil || v.way != lost {
			t.Errorf("%s: %+v, want it lost", name, v)
		}
	}
}

// TestDeclaredAnew checks that a declaration replaces the variable of its name, and the other way round.
func TestDeclaredAnew(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("x := 1", 1), 1)
	run(t, n, n.Rewrite("var x = 2\n\nfunc f() int { return x }\n%%", 2), 2)
	if n.vars["x"] != nil || n.decls["x"] == nil {
		t.Errorf("x is still a variable of the notebook:\n%s", n.variables())
	}
	run(t, n, n.Rewrite("x := 3\nx", 3), 3)
	if n.vars["x"] == nil || n.decls["x"] != nil {
		t.Error("x is not a variable of the notebook again")
	}
}

// TestVariablesBelowImports checks that the declarations of variables that a cell of functions mentions come after its imports, as Go wants.
func TestVariablesBelowImports(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("n := 3", 1), 1)
	c := n.Rewrite("import (\n\t\"os\"\n)\nfunc f() int { _ = os.Args; return n }", 2)
	want := "import \"chesscensus/jupyter/cell\"\nimport (\n\t\"os\"\n)\nvar n = cell.Find[int](\"n\")\nfunc f() int {"
	if c.Refused != "" || !strings.HasPrefix(c.Code, want) {
		t.Errorf("refused %q, becomes\n%s\nwant\n%s", c.Refused, c.Code, want)
	}
	checkLines(t, "imports", "import (\n\t\"os\"\n)\nfunc f() int { _ = os.Args; return n }", c)
}

// TestDotImports checks that the names of a package that a cell has imported with a dot stand in later cells, too, where their values are
// shown, and that a cell that uses none of them still compiles: GoNB repeats the import in every program, and Go refuses an unused one. So
// such an import cannot be removed alone.
func TestDotImports(t *testing.T) {
	n := New(t.TempDir(), packages())
	c := n.Rewrite("import . \"strings\"\n1 + 1", 1)
	testkit.Contains(t, c.Code, "\nvar _ = Clone\n%%\n")
	run(t, n, c, 1)
	c = n.Rewrite("ToUpper(\"abc\")", 2)
	if want := "cell.Show(ToUpper(\"abc\"))"; c.Refused != "" || !strings.Contains(c.Code, want) || strings.Contains(c.Code, "var _") {
		t.Errorf("refused %q, becomes\n%s\nwant %s", c.Refused, c.Code, want)
	}
	run(t, n, c, 2)
	testkit.Contains(t, n.Rewrite("%rm .~strings", 3).Refused, `import . "strings" cannot be removed alone`)
	for cell, want := range map[string]string{
		"import . \"go/constant\"":              "var _ = BinaryOp",          // nothing but the import
		"import . \"image/color\"\nfunc f() {}": "var _ = CMYKToRGB\n",       // declarations
		"import . \"strings\"\nToLower(\"A\")":  "cell.Show(ToLower(\"A\"))", // once more
		"x := ToUpper(\"abc\")\nx":              "defer cell.KeepSmall(\"x\", &x)",
	} {
		if c := n.Rewrite(cell, 3); c.Refused != "" || !strings.Contains(c.Code, want) {
			t.Errorf("%q (refused: %q) becomes\n%s\nwant %s", cell, c.Refused, c.Code, want)
		}
	}
}

// TestWhatIsRemembered checks what remember records: declarations by name, functions without body, imports by the name in the cell; nothing
// that GoNB itself forgets, such as main, and nothing without a name.
func TestWhatIsRemembered(t *testing.T) {
	src := `package main

import (
	"strings"
	r "math/rand"
	_ "embed"
	. "math"
)

func main() { f() }
func init() {}
func f(a int) int { return a + k }
func (t *T) m() T { return *t }

type T struct{ a int }
type ( U int; V = T )
const c, d = 1, k
var v, w = f(1), Sqrt(2)
`
	n := New(t.TempDir(), packages())
	n.vars["v"], n.vars["k"] = &binding{name: "v"}, &binding{name: "k"}
	fset, file, err := syntax.Parse([]byte(src))
	testkit.OK(t, err)
	n.remember(fset, file, []byte(src))
	testkit.Equal(t, strings.Join(slices.Sorted(maps.Keys(n.decls)), " "), "T T.m U V c d f v w")
	for name, want := range map[string]string{
		"f": "func f(a int) int", "T.m": "func (t *T) m() T", "T": "type T struct{ a int }", "V": "type ( U int; V = T )", "d": "const c, d = 1, k", "w": "var v, w = f(1), Sqrt(2)",
	} {
		if got := n.decls[name]; got == nil || got.text != want {
			t.Errorf("%s: %+v, want %q", name, got, want)
		}
	}
	if want := map[string]string{"strings": "strings", "r": "math/rand"}; !maps.Equal(n.imports, want) {
		t.Errorf("imports %v, want %v", n.imports, want)
	}
	if n.vars["v"] != nil || n.vars["k"] == nil {
		t.Error("the declaration of v should have replaced the variable, and k should have stayed")
	}
	if g := n.namesInFunctions(); !g["k"] || g["a"] || g["t"] || g["T"] || g["c"] {
		t.Errorf("the names in functions are %v, want k, and neither parameters nor declarations", g)
	}
}

// TestFreeIn checks that freeIn returns the names of a node, and of no other, that nothing in the file defines.
func TestFreeIn(t *testing.T) {
	_, file, err := syntax.Parse([]byte("package p\nfunc a(x int) { y := x + z; { q := 1; _ = q }; b(len(w)) }\nfunc b(int) { _ = other }\n"))
	testkit.OK(t, err)
	for i, want := range []string{"int len w z", "int other"} {
		testkit.Equal(t, strings.Join(syntax.Free(file, file.Decls[i].(*ast.FuncDecl)), " "), want, i)
	}
}
