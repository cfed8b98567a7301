package cells

import (
	"flag"
	"fmt"
	"go/ast"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/internal/cells/lookup"
	"chesscensus/jupyter/internal/cells/syntax"
)

var update = flag.Bool("update", false, "write testdata/cells.golden")

// packages returns the packages that a cell of this project can import. They are searched for once.
var packages = sync.OnceValue(func() *lookup.Packages {
	goTool, err := exec.LookPath("go")
	if err != nil {
		panic(err)
	}
	return &lookup.Packages{Dir: filepath.Join("..", "..", ".."), Go: goTool, Env: os.Environ()}
})

// keeps matches a call that stores a variable, with its name.
var keeps = regexp.MustCompile(`Keep(?:Small)?\("(\w+)"`)

// run simulates the run of a cell that succeeds: it writes a file for each variable, whose size is serial+1, and calls Done.
func run(t testing.TB, n *Notebook, c *Cell, serial int) {
	t.Helper()
	for _, m := range keeps.FindAllStringSubmatch(c.Code, -1) {
		testkit.OK(t, os.WriteFile(filepath.Join(n.Values, m[1]), make([]byte, serial+1), 0o600))
	}
	n.Done(c, c.Refused == "", c.Refused == "")
}

// TestGolden compares the programs that the cells of testdata/cells.txt become, one after the other in one notebook, with the golden file.
// Cells without type errors become programs without type errors.
func TestGolden(t *testing.T) {
	testkit.Medium(t)
	n := New(t.TempDir(), packages())
	var got strings.Builder
	for i, section := range sections(t) {
		name, cell, _ := strings.Cut(section, "\n")
		cell = strings.TrimSuffix(cell, "\n")
		c := n.Rewrite(cell, i+1)
		fmt.Fprintf(&got, "== %s\n%s\n", name, cell)
		switch {
		case c.Refused != "":
			fmt.Fprintf(&got, "-- refused\n%s\n\n", c.Refused)
		case c.Code == cell:
			got.WriteString("-- untouched\n\n")
		default:
			fmt.Fprintf(&got, "-- becomes\n%s\n\n", c.Code)
		}
		checkLines(t, name, cell, c)
		isGo := !strings.HasPrefix(cell, "%%bash") && !strings.HasPrefix(cell, "package")
		if c.Refused == "" && isGo && !strings.Contains(name, "type error") {
			for _, problem := range problems(n, c.Code) {
				t.Errorf("%s: %s\n%s", name, problem, c.Code)
			}
		}
		run(t, n, c, i)
	}
	golden := filepath.Join("testdata", "cells.golden")
	if *update {
		testkit.OK(t, os.WriteFile(golden, []byte(got.String()), 0o644))
	}
	want := testkit.Must(os.ReadFile(golden))(t)
	if got.String() != string(want) {
		t.Errorf("the programs differ from the golden file; -update writes them:\n%s", firstDifference(got.String(), string(want)))
	}
}

// sections returns the cells of testdata/cells.txt, each with its name on the first line.
func sections(t testing.TB) []string {
	t.Helper()
	data := testkit.Must(os.ReadFile(filepath.Join("testdata", "cells.txt")))(t)
	list := strings.Split(string(data), "\n== ")[1:]
	for i := range list {
		list[i] = strings.TrimSuffix(list[i], "\n")
	}
	return list
}

// firstDifference describes the first line in which two texts differ.
func firstDifference(got, want string) string {
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(gotLines), len(wantLines)) {
		if gotLines[i] != wantLines[i] {
			return fmt.Sprintf("line %d: got %q, want %q", i+1, gotLines[i], wantLines[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(gotLines), len(wantLines))
}

// checkLines checks that a line of the program with an origin begins with the same word as that line of the cell,
// apart from the calls that were put around it.
func checkLines(t *testing.T, name, cell string, c *Cell) {
	t.Helper()
	if c.Refused != "" || c.Answer != "" {
		return
	}
	lines, original := strings.Split(c.Code, "\n"), strings.Split(cell, "\n")
	if len(lines) != len(c.Lines) {
		t.Errorf("%s: %d lines, with %d origins", name, len(lines), len(c.Lines))
		return
	}
	for i, from := range c.Lines {
		if from < 0 {
			continue
		}
		word, _, _ := strings.Cut(strings.TrimSpace(lines[i]), " ")
		word = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(word, "cell.Show("), "cell.Check("), "census.Show(")
		word = strings.Replace(word, "_", "", 1)
		hasWord := from < len(original) && strings.Contains(original[from], strings.TrimRight(word, ");"))
		isOurs := from < len(original) && strings.Contains(lines[i], "cell") // the kernel has put a call before the word
		if !hasWord && !isOurs {
			t.Errorf("%s: line %q is said to be line %d", name, lines[i], from)
		}
	}
}

// problems returns the type errors of a program with the imports that GoNB adds.
func problems(n *Notebook, code string) (list []string) {
	w := &rewriter{notebook: New("", n.Packages), text: code, Layout: syntax.Split(code)}
	w.notebook.decls, w.notebook.imports = n.decls, n.imports
	w.Divide(false)
	if err := w.parse(); err != nil {
		return []string{err.Error()}
	}
	w.newImports = w.notebook.resolve(w.file)
	if err := w.parse(); err != nil {
		return []string{err.Error()}
	}
	conf := types.Config{Importer: n.Packages, DisableUnusedImportCheck: true, Error: func(err error) { list = append(list, err.Error()) }}
	files := []*ast.File{w.file}
	if earlier := w.notebook.earlierFile(w.fset, w.file); earlier != nil {
		files = append(files, earlier)
	}
	info := types.Info{Defs: map[*ast.Ident]types.Object{}}
	types.NewChecker(&conf, w.fset, types.NewPackage(mainPath, "main"), &info).Files(files)
	return list
}

// TestVariablesAreListedAndForgotten checks what %variables says of stored, remade and lost variables, and that %forget removes the file.
func TestVariablesAreListedAndForgotten(t *testing.T) {
	n := New(t.TempDir(), packages())
	for i, cell := range []string{"n := 3\nf := func() int { return n }", "ch := make(chan int)"} {
		run(t, n, n.Rewrite(cell, i+1), i)
	}
	list := n.Rewrite("%variables", 3).Answer
	testkit.Contains(t, list,
		"n            int", "stored, 1 bytes", "f            func() int", "made again", "by func() int { return n }", "ch ", "not kept (a channel)")
	n.Rewrite("%forget n", 4)
	if _, err := os.Stat(filepath.Join(n.Values, "n")); err == nil || n.vars["n"] != nil {
		t.Error("n is still there")
	}
}

// TestLargeValuesAreMadeAgain checks that a variable whose file is empty, which means too large to store, is remade by its expression.
func TestLargeValuesAreMadeAgain(t *testing.T) {
	n := New(t.TempDir(), packages())
	c := n.Rewrite("table := make([]int, 1e7)", 1)
	if !strings.Contains(c.Code, `cell.KeepSmall("table", &table)`) {
		t.Fatalf("no KeepSmall in what it becomes:\n%s", c.Code)
	}
	os.WriteFile(filepath.Join(n.Values, "table"), nil, 0o600)
	n.Done(c, true, true)
	testkit.Contains(t, n.Rewrite("len(table)", 2).Code, "table := make([]int, 1e7); _ = table")
}

// TestChangedValuesAreStored checks that a variable that its own cell changes is stored however large it is, by Keep: its expression alone
// would give another value without a warning.
func TestChangedValuesAreStored(t *testing.T) {
	testkit.Medium(t)
	for cell, keep := range map[string]string{
		"v := make([]int, 1e7)":                                         "KeepSmall",
		"v := make([]int, 1e7)\nlen(v)":                                 "KeepSmall",
		"v := make([]int, 1e7)\nv[3]":                                   "KeepSmall",
		"v := make([]int, 1e7)\nn := 0\nfor _, x := range v { n += x }": "KeepSmall",
		"v := map[int]int{}\nv":                                         "KeepSmall",
		"v := [3]int{1}\nu := v\nu[0]++":                                "KeepSmall",
		"v := make([]int, 1e7)\nv[3] = 1":                               "Keep",
		"v := make([]int, 1e7)\nfor i := range v { v[i] = i }":          "Keep",
		"v := make([]int, 1e7)\nv[0]++":                                 "Keep",
		"var v []int\nfor i := range 10 { v = append(v, i) }":           "Keep",
		"v := make([]int, 1e7)\nsort.Ints(v)":                           "Keep",
		"v := make([]int, 1e7)\nu := v\nu[0] = 1":                       "Keep",
		"v := make([]int, 1e7)\nset := func() { v[1] = 2 }\nset()":      "Keep",
		"v := [3]int{1}\nu := v[:]\nu[0]++":                             "Keep",
		"v := [3]int{1}\nu := &v\nu[0]++":                               "Keep",
		"v := struct{ a int }{1}\nv.a = 2":                              "Keep",
		"v := make([][]int, 9)\nrow := v[0]\nrow[0] = 1":                "Keep",
		"var v strings.Builder\nv.WriteByte(65)":                        "Keep",
		"v := new(strings.Builder)\nv.Len()":                            "KeepSmall",
		"v := map[int]int{}\nclear(v)":                                  "Keep",
	} {
		c := New(t.TempDir(), packages()).Rewrite(cell, 1)
		if want := "cell." + keep + `("v", &v)`; !strings.Contains(c.Code, want) {
			t.Errorf("no %s in what becomes of\n%s\n\n%s", want, cell, c.Code)
		}
	}
}

// TestChangedToolsAreNotKept checks that the next cell is refused if it mentions a value that can neither be stored nor be remade from its
// expression, instead of getting the value from before the change.
func TestChangedToolsAreNotKept(t *testing.T) {
	testkit.Medium(t)
	for cell, want := range map[string]way{
		"v := map[string]any{}\nw := v\nw[\"a\"], v[\"b\"] = 1, 2":        lost,
		"var v []any\nn := 0\nfor i := range 3 { v = append(v, i); n++ }": lost,
		"v := []any{1}\nf := func() { v[0] = 2 }\nf()":                    lost,
		"v := []any{1}\nn := 1\nv[0] = n\nn++":                            lost,
		"c := make(chan int)\nv := func() { <-c }":                        lost,
		"v := map[string]any{}\nv[\"a\"] = 1":                             remade,
		"var v func(int) int\nv = func(n int) int { return v(n) }":        remade,
		"v := []func(){}\nlen(v)":                                         remade,
		"v := []any{1}\nfmt.Println(v)":                                   remade,
		"v := func() {}\nv()":                                             remade,
	} {
		n := New(t.TempDir(), packages())
		n.Done(n.Rewrite(cell, 1), true, true)
		if b := n.vars["v"]; b == nil || b.way != want {
			t.Errorf("%s\n\n%v, want %v", cell, n.variables(), want)
			continue
		}
		if refused := n.Rewrite("_ = v", 2).Refused; (refused != "") != (want == lost) {
			t.Errorf("%s\n\nthe next cell is refused: %q", cell, refused)
		}
	}
}

// FuzzRewrite checks that no cell makes the rewriter panic, and that a cell with a main line or for another program stays unchanged.
func FuzzRewrite(f *testing.F) {
	testkit.Medium(f)
	for _, section := range sections(f) {
		_, cell, _ := strings.Cut(section, "\n")
		f.Add(cell)
	}
	f.Add("x := 1;;\n\"\n`")
	f.Add("func (")
	f.Add("%%\nfunc")
	f.Fuzz(func(t *testing.T, cell string) {
		n := New(t.TempDir(), &lookup.Packages{Go: "/nowhere/go"})
		c := n.Rewrite(cell, 1)
		l := syntax.Split(cell)
		if (l.Magic || l.MainLine >= 0) && c.Answer == "" && c.Refused == "" && c.Code != cell {
			t.Errorf("%q was touched:\n%q", cell, c.Code)
		}
		if c.Refused == "" && c.Answer == "" && strings.Count(c.Code, "\n")+1 != len(c.Lines) {
			t.Errorf("%q: %d origins for\n%q", cell, len(c.Lines), c.Code)
		}
		n.Done(c, true, true)
		n.Rewrite(cell, 2)
	})
}

// TestChangedValuesAreTold checks that a value that is remade from other values than before is reported with their names. A function reads
// variables when it is called, so it is not reported.
func TestChangedValuesAreTold(t *testing.T) {
	n := New(t.TempDir(), packages())
	values := map[string]string{}
	step := func(cell string) (program string) {
		c := n.Rewrite(cell, 1)
		if c.Refused != "" {
			t.Fatalf("%s: refused: %s", cell, c.Refused)
		}
		for _, m := range keeps.FindAllStringSubmatch(c.Code, -1) {
			testkit.OK(t, os.WriteFile(filepath.Join(n.Values, m[1]), []byte(values[m[1]]), 0o600))
		}
		n.Done(c, true, true)
		return c.Code
	}
	unchanged := func(why, cell string) {
		t.Helper()
		if program := step(cell); strings.Contains(program, "Changed") {
			t.Errorf("%s, and the program says that something has changed:\n%s", why, program)
		}
	}
	values["size"], values["other"], values["table"] = "7", "1", "" // an empty file: too large to store
	step("size, other := 7, 1\nother++")
	step("table := make([]int, size)\nf := func() int { return size }")
	unchanged("nothing has changed", "fmt.Println(len(table), f())")
	values["other"] = "2"
	step("other = 2")
	unchanged("table does not depend on other", "len(table)")
	values["size"] = "8"
	step("size = 8")
	testkit.Contains(t, step("len(table)"), `cell.Changed("table", []string{"size"}...)`)
	unchanged("f reads size only when it is called", "f()")
	step("table := make([]int, size)")
	unchanged("table was defined with the present size", "len(table)")
}
