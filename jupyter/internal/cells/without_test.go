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

// TestDeclaredAnew checks that a declaration replaces the variable of its name, and the other way round.
func TestDeclaredAnew(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("x := 1", 1), 1)
	run(t, n, n.Rewrite("var x = 2\n\nfunc f() int { return x }", 2), 2)
	if n.vars["x"] != nil || n.decls["x"] == nil {
		t.Errorf("x is still a variable of the notebook:\n%s", n.variables())
	}
	run(t, n, n.Rewrite("x := 3\nx", 3), 3)
	if n.vars["x"] == nil || n.decls["x"] != nil {
		t.Error("x is not a variable of the notebook again")
	}
}
