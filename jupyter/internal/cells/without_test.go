package cells

import (
	"strings"
	"testing"

	"chesscensus/jupyter/internal/cells/lookup"
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
	for _, want := range []string{"var offset = cell.Find[int](\"offset\")", "cell.Show(x.Get())"} {
		if !strings.Contains(c.Code, want) {
			t.Errorf("the program lacks %s:\n%s", want, c.Code)
		}
	}
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
