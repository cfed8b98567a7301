package cells

import (
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/internal/cells/syntax"
)

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
	fset, file, err := parse([]byte(src))
	testkit.OK(t, err)
	n.remember(fset, file, []byte(src))
	if got, want := strings.Join(slices.Sorted(maps.Keys(n.decls)), " "), "T T.m U V c d f v w"; got != want {
		t.Errorf("remembered are %s, want %s", got, want)
	}
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
	_, file, err := parse([]byte("package p\nfunc a(x int) { y := x + z; { q := 1; _ = q }; b(len(w)) }\nfunc b(int) { _ = other }\n"))
	testkit.OK(t, err)
	for i, want := range []string{"int len w z", "int other"} {
		if got := strings.Join(syntax.Free(file, file.Decls[i].(*ast.FuncDecl)), " "); got != want {
			t.Errorf("function %d: %s, want %s", i, got, want)
		}
	}
}
