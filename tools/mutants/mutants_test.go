package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
		if _, err := Parse("t", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
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
