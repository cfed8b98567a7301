package main

import (
	"errors"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"chesscensus/internal/testing/testkit"
)

// TestTable: every mistake of the table can be made, and is caught by an existing short test. If a line has changed, change the table, and
// try the mutant again: go run ./tools/mutants -only NAME -write.
func TestTable(t *testing.T) {
	names, packages := map[string]bool{}, map[string]int{}
	for _, m := range Table() {
		if names[m.Name] {
			t.Errorf("two mutants are called %q", m.Name)
		}
		names[m.Name] = true
		packages[filepath.Dir(m.File)]++
		source, err := os.ReadFile(filepath.Join("..", "..", m.File))
		if err != nil {
			t.Error(err)
			continue
		}
		if changed, err := m.Apply(string(source)); err != nil || changed == string(source) {
			t.Errorf("%s: cannot be made any more: %v", m.Name, err)
		}
		if m.Caught == "" {
			t.Errorf("%s (%s): no short test is known to catch it", m.Name, m.Effect)
			continue
		}
		pkg, test, _ := strings.Cut(m.Caught, " ")
		switch body, ok := testBody(t, pkg, test); {
		case !ok:
			t.Errorf("%s: caught by %s, but there is no such test", m.Name, m.Caught)
		case strings.Contains(body, "testkit.Medium(") || strings.Contains(body, "testkit.Long(") || strings.Contains(body, "t.Skip"):
			t.Errorf("%s: caught by %s, which is left out with -short", m.Name, m.Caught)
		}
	}
	if len(names) < 60 {
		t.Errorf("%d mutants, want at least 60", len(names))
	}
	for _, dir := range []string{"rules", "internal/parity", "proofkernel", "proofkernel/search", "retro", "internal/bound", "cage"} {
		if packages["legality/"+dir] < 2 {
			t.Errorf("%d mutants in legality/%s, want at least 2", packages["legality/"+dir], dir)
		}
	}
}

// testBody returns the text of the test with a name in a package, and whether there is one.
func testBody(t *testing.T, pkg, test string) (body string, ok bool) {
	t.Helper()
	if strings.HasPrefix(test, "every test") {
		return "", true // the package fails before any test
	}
	name, _, _ := strings.Cut(test, " ")
	files := testkit.Must(filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(pkg), "*_test.go")))(t)
	for _, file := range files {
		text := testkit.Must(os.ReadFile(file))(t)
		if _, rest, found := strings.Cut(string(text), "func "+name+"("); found {
			body, _, _ = strings.Cut(rest, "\n}\n")
			return body, true
		}
	}
	return "", false
}

// TestTableIsWrittenAsItIsRead: writing the parsed table gives the same text.
func TestTableIsWrittenAsItIsRead(t *testing.T) {
	var b strings.Builder
	testkit.OK(t, Write(&b, Head(table), Table()))
	if b.String() != table {
		t.Error("the table is written in another way: go run ./tools/mutants -only '^$' -write")
	}
}

// goodMutant is a mutant without optional lines.
const goodMutant = `mutant a
file   x.go
old    n > 1
new    n > 2
effect legal
why    because
tests  ./x ./y
`

// TestParse reads two mutants, and tells what is wrong with others.
func TestParse(t *testing.T) {
	list, err := Parse("t", "# for people\n"+goodMutant+"caught x TestY\n\n\n"+strings.Replace(goodMutant, "old ", "after  func f\nold ", 1))
	if err != nil || len(list) != 2 {
		t.Fatalf("%d mutants, %v", len(list), err)
	}
	m := list[0]
	if m.Name != "a" || m.File != "x.go" || m.Old != "n > 1" || m.New != "n > 2" || len(m.Tests) != 2 || m.Caught != "x TestY" || list[1].After != "func f" {
		t.Errorf("%+v, %+v", m, list[1])
	}
	for text, want := range map[string]string{
		strings.Replace(goodMutant, "old ", "odd ", 1):                       `t:3: "odd" begins no line`,
		strings.Replace(goodMutant, "file   x.go\n", "", 1):                  "has no line file",
		strings.Replace(goodMutant, "tests  ./x ./y\n", "", 1):               "has no line tests",
		strings.Replace(goodMutant, "effect legal", "effect bad", 1):         `effect "bad"`,
		strings.Replace(goodMutant, "n > 2", "n > 1", 1):                     "changes nothing",
		goodMutant + "mutant b\n":                                            "out of order",
		"why    because\n":                                                   "t:1: why out of order",
		strings.Replace(goodMutant, "why    because", "file   y.go", 1):      "out of order",
		strings.Replace(goodMutant, "effect legal\n", "", 1) + "effect none": "out of order",
	} {
		testkit.Fails(Parse("t", text))(t, want, text)
	}
}

// TestApply: the text is replaced behind "after", and is there once without it.
func TestApply(t *testing.T) {
	const source = "func f() { return n > 1 }\nfunc g() { return n > 1 }\n"
	for _, c := range []struct{ after, old, want string }{
		{"", "func g", "func f() { return n > 1 }\nX() { return n > 1 }\n"},
		{"func g", "n > 1", "func f() { return n > 1 }\nfunc g() { return X }\n"},
		{"", "n > 1", "2 times"},
		{"", "n > 3", "is not there"},
		{"func h", "n > 1", "is not there"},
		{"func g", "func f", "is not there"},
	} {
		m := Mutant{After: c.after, Old: c.old, New: "X"}
		if got, err := m.Apply(source); err == nil && got != c.want || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q after %q: %q, %v; want %q", c.old, c.after, got, err, c.want)
		}
	}
}

// TestTry: a mistake that the tests do not survive is caught, and one that does not compile, or is not in the source, is an error.
func TestTry(t *testing.T) {
	testkit.Medium(t)
	root := smallModule(t)
	for _, c := range []struct{ old, new, caught, fails string }{
		{"return b", "return c", "", "does not compile"},
		{"a > b", "a >= b", "", ""}, // the same function
		{"return b", "panic(b)", "x TestMax", ""},
		{"return c", "return b", "", "is not there"},
	} {
		m := Mutant{Name: c.new, File: "x/x.go", Old: c.old, New: c.new, Tests: []string{"./x"}}
		caught, err := m.Try(t.Context(), root)
		if caught != c.caught || (err != nil) != (c.fails != "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s for %s: caught by %q, %v; want %q, %q", c.new, c.old, caught, err, c.caught, c.fails)
		}
	}
}

// smallModule writes a module with a function and its test into a new folder.
func smallModule(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	for name, text := range map[string]string{
		"go.mod":      "module small\n\ngo 1.21\n",
		"x/x.go":      "package x\n\nfunc Max(a, b int) int {\n\tif a > b {\n\t\treturn a\n\t}\n\treturn b\n}\n",
		"x/x_test.go": "package x\n\nimport \"testing\"\n\nfunc TestMax(t *testing.T) {\n\tif Max(1, 2) != 2 {\n\t\tt.Error()\n\t}\n}\n",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		testkit.OK(t, os.MkdirAll(filepath.Dir(file), 0o755))
		testkit.OK(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return root
}

// TestRunTries tries mutants of a small module. The status is 1 if a mistake that refutes legal positions is not caught, and 0 if
// only one that refutes less is not. Results are stored one by one, so that -new tries only mutants that were not caught.
func TestRunTries(t *testing.T) {
	testkit.Medium(t)
	root := smallModule(t)
	table := filepath.Join(root, "table.txt")
	mutant := func(name, change, effect, caught string) string {
		return "mutant " + name + "\nfile   x/x.go\nold    a > b\nnew    a " + change + " b\neffect " + effect + "\nwhy    because\ntests  ./x\n" + caught
	}
	write := func(text string) { testkit.OK(t, os.WriteFile(table, []byte(text), 0o644)) }
	write("# for people\n\n" + mutant("less", "<", "legal", "") + "\n" + mutant("same", ">=", "illegal", ""))
	call := func(args ...string) (int, string) {
		var out, errs strings.Builder
		status := run(t.Context(), append([]string{"-root", root, "-table", "table.txt"}, args...), &out, &errs)
		return status, out.String() + errs.String()
	}
	if status, out := call("-write"); status != 0 || out != "less\tlegal\tx TestMax\nsame\tillegal\tLIVES\n" {
		t.Errorf("status %d, want 0; %s", status, out)
	}
	want := "# for people\n\n" + mutant("less", "<", "legal", "caught x TestMax\n") + "\n" + mutant("same", ">=", "illegal", "")
	if text, err := os.ReadFile(table); err != nil || string(text) != want {
		t.Errorf("the table is\n%s\nwant\n%s", text, want)
	}
	write(strings.Replace(want, "illegal", "legal", 1))
	if status, out := call("-new"); status != 1 || out != "same\tlegal\tLIVES\n" {
		t.Errorf("with -new: status %d, want 1; %s", status, out)
	}
	if status, out := call("-new", "-only", "less"); status != 0 || out != "" {
		t.Errorf("with -new -only less: status %d, want 0; %s", status, out)
	}
}

// mistakes returns, for each mutant of the project at root that the compiler would refuse or not read, its name and the first mistake. It loads each
// package that a mutant changes once, and then checks the types of its files again with each mutant. It compiles no mutant.
func mistakes(t *testing.T, root string, list []Mutant) (refused []string) {
	t.Helper()
	root = testkit.Must(filepath.Abs(root))(t)
	var patterns []string
	for _, m := range list {
		patterns = append(patterns, "./"+path.Dir(m.File))
	}
	slices.Sort(patterns)
	set := token.NewFileSet()
	found := testkit.Must(packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: root, Fset: set}, slices.Compact(patterns)...))(t)
	if packages.PrintErrors(found) > 0 {
		t.Fatal("the packages have mistakes without any mutant")
	}
	for i := range list {
		m := &list[i]
		name := filepath.Join(root, filepath.FromSlash(m.File))
		of := slices.IndexFunc(found, func(p *packages.Package) bool { return slices.Contains(p.CompiledGoFiles, name) })
		if of < 0 {
			refused = append(refused, m.Name+": "+m.File+" is in no package that is compiled for this system")
		} else if err := checkTypes(set, found[of], name, m); err != nil {
			refused = append(refused, m.Name+": "+strings.TrimPrefix(err.Error(), root+string(filepath.Separator)))
		}
	}
	return refused
}

// checkTypes checks the types of a package in which a mutant changes the file with a name. It returns the first mistake.
func checkTypes(set *token.FileSet, p *packages.Package, name string, m *Mutant) error {
	source, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	changed, err := m.Apply(string(source))
	if err != nil {
		return err
	}
	file, err := parser.ParseFile(set, name, changed, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	files := slices.Clone(p.Syntax)
	files[slices.Index(p.CompiledGoFiles, name)] = file
	config := types.Config{GoVersion: "go" + p.Module.GoVersion, Importer: importerFunc(func(path string) (*types.Package, error) {
		if path == "unsafe" {
			return types.Unsafe, nil
		}
		imported := p.Imports[path]
		if imported == nil {
			return nil, errors.New("the package does not import it without the mutant")
		}
		return imported.Types, nil
	})}
	_, err = config.Check(p.PkgPath, set, files, nil)
	return err
}

// An importerFunc is a [types.Importer].
type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// TestMutantsCompile: the code has correct types with each mistake of the table, so that a test catches it and not the compiler.
func TestMutantsCompile(t *testing.T) {
	testkit.Medium(t)
	for _, line := range mistakes(t, filepath.Join("..", ".."), Table()) {
		t.Error(line)
	}
}

// TestMistakes: an unknown name, a variable that is left unused, a line that is no Go, and a file that the
// package is not built from are found, and a correct mutant is not.
func TestMistakes(t *testing.T) {
	testkit.Medium(t)
	var list []Mutant
	for _, change := range [][2]string{{"return b", "return c"}, {"return b", "d := b; return a"}, {"return b", "return b b"}, {"a > b", "a >= b"}} {
		list = append(list, Mutant{Name: change[1], File: "x/x.go", Old: change[0], New: change[1]})
	}
	list = append(list, Mutant{Name: "elsewhere", File: "x/x_test.go", Old: "Max", New: "Min"})
	want := []string{"return c: x/x.go:7:9: undefined: c", "d := b; return a: x/x.go:7:2: declared and not used: d", "return b b: x/x.go:7:11: expected ';', found b (and 1 more errors)",
		"elsewhere: x/x_test.go is in no package that is compiled for this system"}
	if got := mistakes(t, smallModule(t), list); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
