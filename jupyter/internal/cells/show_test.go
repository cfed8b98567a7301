package cells

import (
	"go/ast"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/internal/cells/syntax"
)

// lastLine returns the last line of the statements that a cell becomes.
func lastLine(c *Cell) string {
	lines := strings.Split(strings.TrimSpace(c.Code), "\n")
	return lines[len(lines)-2] // the last one closes main's block
}

// TestLastExpression checks that the last expression of a cell is shown by the package that knows its form. Without a value or before a
// semicolon it is left alone, and an error ends the cell.
func TestLastExpression(t *testing.T) {
	testkit.Medium(t)
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("k := 3\ngame := census.Play(\"e4\")", 1), 1)
	for cell, want := range map[string]string{
		"k":                           "cell.Show(k)",
		"k + 1":                       "cell.Show(k + 1)",
		"(k)":                         "cell.Show((k))",
		"k;":                          "_ = k;",
		"\"text\"":                    "cell.Show(\"text\")",
		"1 << 100":                    "cell.Show(\"1267650600228229401496703205376\")",
		"-1 << 63":                    "cell.Show(-1 << 63)",
		"1.5":                         "cell.Show(1.5)",
		"nil":                         "cell.Show(nil)",
		"game":                        "census.Show(game)",
		"game.Final()":                "census.Show(cell.Must(game.Final()))",
		"strconv.Atoi(\"7\")":         "cell.Show(cell.Must(strconv.Atoi(\"7\")))",
		"os.Remove(\"x\")":            "cell.Check(os.Remove(\"x\"))",
		"fmt.Println(k)":              "fmt.Println(k)",
		"fmt.Println(k);":             "fmt.Println(k);",
		"panic(k)":                    "panic(k)",
		"func() {}()":                 "func() {}()",
		"k++":                         "k++",
		"strings.Cut(\"a=b\", \"=\")": "cell.Show(strings.Cut(\"a=b\", \"=\"))",
		"[]int{1, 2}":                 "cell.Show([]int{1, 2})",
		"x := 1\nx":                   "cell.Show(x)",
		"time.Now()":                  "cell.Show(time.Now())",
		"chess.White":                 "cell.Show(chess.White)",
		"[]chess.Setup{}":             "census.Show([]chess.Setup{})",
		"&[]chess.Setup{}":            "census.Show(&[]chess.Setup{})",
		"new(chess.Setup)":            "census.Show(new(chess.Setup))",
		"census.Interval{}":           "census.Show(census.Interval{})",
		"dataframe.New()":             "census.Show(dataframe.New())",
	} {
		c := n.Rewrite(cell, 2)
		if c.Refused != "" || lastLine(c) != want {
			t.Errorf("%q ends in %q (%s), want %q", cell, lastLine(c), c.Refused, want)
		}
	}
}

// TestByteCountsNeedNoImport checks that a program that shows nothing does not import package cell: Go refuses an unused import.
func TestByteCountsNeedNoImport(t *testing.T) {
	for _, cell := range []string{"fmt.Println(1)", "fmt.Print(1, 2)", "os.Stdout.Write(nil)"} {
		if c := New(t.TempDir(), packages()).Rewrite(cell, 1); c.Refused != "" || strings.Contains(c.Code, helperPath) {
			t.Errorf("%q becomes %s%s", cell, c.Code, c.Refused)
		}
	}
}

// TestNamesOfTheKernelMayBeTaken checks that variables may have the names of packages whose calls the kernel writes.
func TestNamesOfTheKernelMayBeTaken(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("cell := 1\ncensus := \"mine\"", 1), 1)
	testkit.Equal(t, lastLine(n.Rewrite("cell", 2)), "cell_.Show(cell)")
	if got := lastLine(n.Rewrite("chess.InitialPosition()", 3)); got != "cell_.Show(chess.InitialPosition())" && got != "cell.Show(chess.InitialPosition())" {
		t.Errorf("shown by %q, want package cell, by its name or as cell_", got)
	}
}

// TestWords checks the commands of the kernel: their answers, refusals, and the variables that remain.
func TestWords(t *testing.T) {
	n := New(t.TempDir(), packages())
	testkit.Equal(t, n.Rewrite("%source", 1).Answer, "no cell has run yet\n")
	run(t, n, n.Rewrite("a := 1\nb := 2", 1), 1)
	for _, step := range []struct {
		cell, answer, refused string
		left                  []string // variables after the cell
	}{
		{cell: "%words", answer: "%forget [NAME]", left: []string{"a", "b"}},
		{cell: "%help", answer: "?NAME, NAME?", left: []string{"a", "b"}},
		{cell: "%ls", answer: "a            int ", left: []string{"a", "b"}},
		{cell: "?strings.Cut", answer: "func Cut(s, sep string)", left: []string{"a", "b"}},
		{cell: "strings.Cut? ", answer: "func Cut(s, sep string)", left: []string{"a", "b"}},
		{cell: "??a", answer: "var a int", left: []string{"a", "b"}},
		{cell: "nosuch.Name?", refused: "nothing is known of nosuch.Name", left: []string{"a", "b"}},
		{cell: "  %who", answer: "int", left: []string{"a", "b"}},
		{cell: "%source", answer: "a := 1", left: []string{"a", "b"}},
		{cell: "%source\n2+2", answer: "cell.Show(2+2)", left: []string{"a", "b"}},
		{cell: "%source\nx := (", refused: "line 1", left: []string{"a", "b"}},
		{cell: "%forget c", refused: "no variable c", left: []string{"a", "b"}},
		{cell: "%forget a c", refused: "no variable c", left: []string{"b"}},
		{cell: "%forget", left: nil},
	} {
		c := n.Rewrite(step.cell, 2)
		n.Done(c, true, true)
		if !strings.Contains(c.Answer, step.answer) || !strings.Contains(c.Refused, step.refused) || step.refused == "" && c.Refused != "" {
			t.Errorf("%q: answer %q, refused %q; want %q and %q in them", step.cell, c.Answer, c.Refused, step.answer, step.refused)
		}
		if got := sortedKeys(present(n)); !slices.Equal(got, step.left) {
			t.Errorf("after %q there are %q, want %q", step.cell, got, step.left)
		}
	}
}

// TestWordsThatGoOn checks what GoNB runs for a command of the kernel.
func TestWordsThatGoOn(t *testing.T) {
	n := New(t.TempDir(), packages())
	for cell, want := range map[string]string{"%ls": "", "%help gonb": "%help", "%help": "", "?fmt.Println": ""} {
		if c := n.Rewrite(cell, 1); c.Code != want {
			t.Errorf("%q: GoNB runs %q, want %q", cell, c.Code, want)
		}
	}
}

// present returns the names of the notebook's variables.
func present(n *Notebook) map[string]bool {
	set := make(map[string]bool)
	for name := range n.vars {
		set[name] = true
	}
	return set
}

// TestForgettingWithGoNB checks that the notebook forgets what GoNB's commands forget, once they have run.
func TestForgettingWithGoNB(t *testing.T) {
	n := New(t.TempDir(), packages())
	run(t, n, n.Rewrite("func f() int { return 1 }\na, b := 1, 2", 1), 1)
	c := n.Rewrite("%rm f a", 2)
	if n.decls["f"] == nil || n.vars["a"] == nil {
		t.Error("forgotten before GoNB has run the cell")
	}
	n.Done(c, true, true)
	if n.decls["f"] != nil || n.vars["a"] != nil || n.vars["b"] == nil {
		t.Errorf("after %%rm f a there are %v and %q, want b alone", n.decls, sortedKeys(present(n)))
	}
	n.Done(n.Rewrite("%reset", 3), true, true)
	if len(n.vars)+len(n.decls)+len(n.imports) > 0 {
		t.Error("something is left after reset")
	}
}

// TestFuncKey checks the keys of functions and methods for all forms of receivers.
func TestFuncKey(t *testing.T) {
	_, file, err := syntax.Parse([]byte("package p\nfunc f() {}\nfunc (t T) a() {}\nfunc (t *T) b() {}\nfunc (T) c() {}\nfunc (t G[K]) d() {}\n" +
		"func (t *G[K, V]) e() {}\nfunc (t *(T)) g() {}\nfunc () h() {}"))
	if err != nil && file == nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			got = append(got, syntax.FuncKey(f))
		}
	}
	if want := "f T.a T.b T.c G.d G.e T.g h"; strings.Join(got, " ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " "), want)
	}
}

// TestReplayable checks that a value is remade only if its expression mentions no file, clock, network or channel.
func TestReplayable(t *testing.T) {
	testkit.Medium(t)
	for cell, want := range map[string]bool{
		"f := strings.ToUpper":                             true,
		"f := func() int { return os.Getpid() }":           true, // defined, not called
		"f := []any{os.Args}":                              false,
		"f := []any{time.Now()}":                           false,
		"f := []any{bufio.NewReader(nil)}":                 false,
		"c := make(chan int, 1); c <- 1; f := []any{<-c}":  false,
		"f := []any{strings.Repeat(\"a\", 3), math.Sqrt2}": true,
		"f := []any{http.DefaultClient}":                   false,
	} {
		n := New(t.TempDir(), packages())
		run(t, n, n.Rewrite(cell+"\n_ = f", 1), 1)
		v := n.vars["f"]
		if v == nil || (v.way == remade) != want || !want && v.way != lost {
			t.Errorf("%q: %+v, want it made again: %v", cell, v, want)
		}
	}
}
