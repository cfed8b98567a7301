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
		t.Errorf("%+v", c)
	}
}

// TestRemember checks that the declarations that GoNB remembers are recorded by name, methods with their type.
func TestRemember(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("import r \"math/rand/v2\"\n\ntype T struct{ n int }\n\nfunc (t *T) Get() int { return t.n + offset }\n\nconst a, b = 1, 2\n\nfunc init() {}", 1), 1)
	for _, key := range []string{"T", "T.Get", "a", "b"} {
		if n.decls[key] == nil {
			t.Errorf("%s is not remembered", key)
		}
	}
	if n.decls["init"] != nil || n.imports["r"] != "math/rand/v2" || !n.namesInFunctions()["offset"] || strings.Contains(n.decls["T.Get"].text, "return") {
		t.Errorf("%v, %v, %v", n.decls, n.imports, n.namesInFunctions())
	}
	c := n.Rewrite("offset := 5\nx := T{r.IntN(3)}\nx.Get()", 2)
	if !strings.Contains(c.Code, "var offset = cell.Find[int](\"offset\")") || !strings.Contains(c.Code, "cell.Show(x.Get())") {
		t.Errorf("becomes\n%s", c.Code)
	}
	run(t, n, n.Rewrite("%rm T.Get a", 3), 3)
	if n.decls["T.Get"] != nil || n.decls["a"] != nil {
		t.Error("removed, and still remembered")
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
