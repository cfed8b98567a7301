package cells

import (
	"fmt"
	"go/types"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// fragments holds pieces of cells, each with the kind of variable that it needs and the kind that it defines. In the text A stands for
// the name of the variable that it needs, N for the one that it defines.
var fragments = []struct{ text, needs, defines, typ string }{
	{"N := 3", "", "number", "int"},
	{"var N = 3", "", "number", "int"},
	{"N := A * 2 // twice", "number", "number", "int"},
	{"N := \"a\"", "", "text", "string"},
	{"N := strings.Repeat(A, 3)", "text", "text", "string"},
	{"N := []int{1,\n\t2}", "", "list", "[]int"},
	{"N := len(A)", "list", "number", "int"},
	{"A = append(A, 4)", "list", "", ""},
	{"A[0]++", "list", "", ""},
	{"A++", "number", "", ""},
	{"for i := range 3 {\n\tA += i\n}", "number", "", ""},
	{"N := func() int { return 7 }", "", "function", "func() int"},
	{"N := A()", "function", "number", "int"},
	{"N := strconv.Itoa(A)", "number", "text", "string"},
	{"N := strconv.Atoi(A)", "text", "number", "int"},
	{"N := chess.InitialPosition()", "", "position", "chesscensus/chess.Position"},
	{"N := A.Turn().String()", "position", "text", "string"},
	{"fmt.Println(A)", "number", "", ""},
	{"if A > 2 {\n\tA = 0\n}", "number", "", ""},
	{"N := map[string]int{A: 1}", "text", "table", "map[string]int"},
	{"A[\"k\"] = 5", "table", "", ""},
}

// needed and named match the placeholders A and N of fragments.
var needed, named = regexp.MustCompile(`\bA\b`), regexp.MustCompile(`\bN\b`)

// A session is a notebook of random cells, with the expected kinds and types of its variables.
type session struct {
	*Notebook
	rng   *rand.Rand
	kinds map[string]string // by variable, as in fragments
	types map[string]string // by variable
}

// cell returns a random cell of valid Go (for this kernel, which puts Must around calls), and records its variables.
func (s *session) cell() string {
	var lines []string
	defined := make(map[string]bool) // a name is defined once in a cell
	for len(lines) < 1+s.rng.IntN(5) {
		f := fragments[s.rng.IntN(len(fragments))]
		text := f.text
		if f.needs != "" {
			var names []string
			for name, kind := range s.kinds {
				if kind == f.needs {
					names = append(names, name)
				}
			}
			if len(names) == 0 {
				continue
			}
			slices.Sort(names) // the choice must not depend on the order of the map
			text = needed.ReplaceAllString(text, names[s.rng.IntN(len(names))])
		}
		if f.defines != "" {
			name := fmt.Sprintf("v%d", s.rng.IntN(6))
			if defined[name] || strings.Contains(strings.Join(append(lines, text), "\n"), name) {
				continue // a cell does not define a name that it has used
			}
			defined[name] = true
			text = named.ReplaceAllString(text, name)
			s.kinds[name], s.types[name] = f.defines, f.typ
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

// TestRandomNotebooks runs notebooks of random valid cells. Each cell becomes a program without type errors, its lines have the right
// origin, and the notebook knows the type of every variable.
func TestRandomNotebooks(t *testing.T) {
	testkit.Medium(t)
	for seed := range uint64(12) {
		s := &session{New(t.TempDir(), packages()), rand.New(rand.NewPCG(seed, 1)), map[string]string{}, map[string]string{}}
		for number := 1; number <= 8; number++ {
			cell := s.cell()
			c := s.Rewrite(cell, number)
			if c.Refused != "" {
				t.Fatalf("seed %d: refused: %s\n%s", seed, c.Refused, cell)
			}
			for _, problem := range problems(s.Notebook, c.Code) {
				t.Fatalf("seed %d, cell %d: %s\n%s\nbecomes\n%s", seed, number, problem, cell, c.Code)
			}
			checkLines(t, fmt.Sprintf("seed %d, cell %d", seed, number), cell, c)
			run(t, s.Notebook, c, number)
			for name, want := range s.types {
				if v := s.vars[name]; v == nil || types.TypeString(v.typ, nil) != want {
					t.Fatalf("seed %d, cell %d: %s is %+v, want %s\n%s", seed, number, name, v, want, cell)
				}
			}
		}
	}
}

// TestNeeded checks that the variables on which a remade value depends, also indirectly, come before it in the order of their definitions,
// and no others come.
func TestNeeded(t *testing.T) {
	n := New(t.TempDir(), packages())
	for i, cell := range []string{"a := 2", "b := func() int { return a }", "c := func() int { return b() + a }", "other := 5", "d := c"} {
		run(t, n, n.Rewrite(cell, i+1), i+1)
	}
	var names []string
	for _, v := range n.needed([]string{"d", "nosuch"}) {
		names = append(names, v.name)
	}
	testkit.Equal(t, strings.Join(names, " "), "a b c d")
	c := n.Rewrite("d()", 9)
	last := -1
	for _, want := range []string{"a := cell.Load", "b := func", "c := func", "d := c", "cell.Show(d())"} {
		place := strings.Index(c.Code, want)
		if place <= last {
			t.Errorf("%q is missing or out of order in\n%s", want, c.Code)
		}
		last = place
	}
	if strings.Contains(c.Code, "other") {
		t.Errorf("a variable that is not needed is loaded:\n%s", c.Code)
	}
}

// TestCommit checks that a cell that does not compile defines nothing, that one that fails defines the variables whose values were written,
// and that a variable that was too large to write is remade.
func TestCommit(t *testing.T) {
	write := func(n *Notebook, name string, data ...byte) { // as a cell does that stores a value
		testkit.OK(t, os.WriteFile(filepath.Join(n.Values, name), data, 0o600))
	}
	n := New(t.TempDir(), packages())
	c := n.Rewrite("a := 1\nb := 2\nf := strings.ToUpper\n_ = f", 1)
	n.Done(c, false, false)
	if len(n.vars) > 0 {
		t.Errorf("a cell that did not compile left %s", n.variables())
	}
	c = n.Rewrite("a := 1\nb := 2\nf := strings.ToUpper\n_ = f", 2)
	write(n, "a", 1)
	n.Done(c, true, false)
	if n.vars["a"].way != stored || n.vars["b"].way != lost || n.vars["f"].way != lost {
		t.Errorf("a cell that failed after a left %s", n.variables())
	}
	c = n.Rewrite("b := make([]int, 9)", 3)
	write(n, "b")
	n.Done(c, true, true)
	if b := n.vars["b"]; b == nil || b.way != remade || b.why != "too large to store" {
		t.Errorf("an empty file: %+v, want it remade as too large to store", b)
	}
	c = n.Rewrite("a := \"anew\"", 4)
	n.Done(c, true, true)
	testkit.Equal(t, types.TypeString(n.vars["a"].typ, nil), "int")
}

// TestDescribe checks that the variables whose values a definition reads are separate from those that only a function in it mentions, and that
// a changed value of a read variable is noticed.
func TestDescribe(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("a := 1\nb := 2\nc := 3", 1), 1)
	run(t, n, n.Rewrite("f := []any{a, func(c int) int { return b + c }, struct{ c int }{c: 1}}", 2), 2)
	def := n.vars["f"].def
	if strings.Join(def.free, " ") != "a b c" && strings.Join(def.free, " ") != "a b" || strings.Join(def.inputs, " ") != "a" {
		t.Errorf("mentions %q, reads %q, want it to mention a, b and perhaps c, and to read a", def.free, def.inputs)
	}
	if len(def.inputPrints) != 1 || def.inputPrints["a"] == "" {
		t.Errorf("fingerprints %v, want one, of a", def.inputPrints)
	}
	if names := n.changedInputs(def); len(names) > 0 {
		t.Errorf("%v have changed at once", names)
	}
	testkit.OK(t, os.WriteFile(filepath.Join(n.Values, "a"), []byte("another value"), 0o600))
	if names := n.changedInputs(def); len(names) != 1 || names[0] != "a" {
		t.Errorf("after a change of a %v have changed, want a", names)
	}
	lines, want := n.changeNotices("cell", []*binding{n.vars["f"], n.vars["a"]}), `cell.Changed("f", []string{"a"}...)`
	if len(lines) != 1 || lines[0] != want {
		t.Errorf("notices %q, want %q", lines, want)
	}
}

// TestImportsOfOneName checks that a cell may use two packages of one name, of which one is only in the definition of a remade variable.
func TestImportsOfOneName(t *testing.T) {
	testkit.Medium(t)
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("import crand \"crypto/rand\"\nr := rand.New(rand.NewPCG(1, 2))\nk := crand.Reader\n_ = k", 1), 1)
	c := n.Rewrite("crand.Text()\nr.IntN(3)", 2)
	for _, want := range []string{"import crand \"crypto/rand\"", "rand.New(rSource)"} { // GoNB adds the other
		testkit.Contains(t, c.Code, want)
	}
	for _, problem := range problems(n, c.Code) {
		t.Errorf("%s\n%s", problem, c.Code)
	}
}

// TestKeys checks that a variable that is a key of a map or list is loaded, and that a struct field of its name does not load it.
func TestKeys(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("type table map[int]string\ntype box struct{ k int }\nk := 3\nlist := make(chan int)\n_ = list", 1), 1)
	for cell, want := range map[string]bool{
		"map[int]string{k: \"a\"}": true, "table{k: \"a\"}": true, "[]int{k: 1}": true, "[...]int{k: 1}": true, "[]map[int]int{{k: 1}}": true, "map[box]int{{k: 1}: 2}": false,
		"box{k: 1}": false, "&box{k: 1}": false, "[]box{{k: 1}}": false, "struct{ list int }{list: 1}": false, "box{k: k}": true,
	} {
		c := n.Rewrite(cell, 2)
		if c.Refused != "" || strings.Contains(c.Code, "k := cell.Load[int](\"k\")") != want {
			t.Errorf("%s (%s) becomes\n%s", cell, c.Refused, c.Code)
		}
	}
}
