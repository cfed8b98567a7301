package lookup

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// source is the package zoo, with documentation of all kinds of declarations.
const source = `// Package zoo has animals.
//
// It is about [Animal].
package zoo

// Limits of the zoo.
const (
	// Cages is how many there are.
	Cages = 3
	Small, Large = 1, 2 // sizes
	hidden = 4
)

// Gate is open.
var Gate = true

// An Animal lives.
type Animal struct {
	// Name is what it is called.
	Name, Nick string
	Age int // in years
	secret int
}

// NewAnimal catches one.
func NewAnimal(name string) *Animal { return &Animal{Name: name} }

// Eat makes it older.
func (a *Animal) Eat(food ...Food) (full bool) { a.Age++; return true }

// Food is eaten.
type Food interface {
	// Taste is how it tastes.
	Taste(deep bool) int
}

// Kind is of an animal.
type Kind int

// Kinds.
const (
	Cat Kind = iota // purrs
	Dog
)

// Feed feeds all.
func Feed() { panic(Gate) }
`

// library returns a library of the package zoo alone, whose source is text, and fails the test if the package is read twice.
func library(t *testing.T, text string) *Library {
	t.Helper()
	dir := t.TempDir()
	testkit.OK(t, os.WriteFile(filepath.Join(dir, "zoo.go"), []byte(text), 0o600))
	reads := 0
	return &Library{Sources: func(path string) (string, []string, error) {
		if reads++; reads > 1 && path == "zoo" {
			t.Error("the package is read twice")
		}
		if path != "zoo" {
			return "", nil, errors.New("no such package")
		}
		return dir, []string{"zoo.go"}, nil
	}}
}

// TestFind checks the declaration and the comment of exported names, and the error for other names.
func TestFind(t *testing.T) {
	l := library(t, source)
	for name, want := range map[string][2]string{
		"":            {`package zoo // import "zoo"`, "Package zoo has animals.\n\nIt is about Animal."},
		"Animal":      {"type Animal struct {", "An Animal lives."},
		"Animal.Name": {"Name, Nick string", "Name is what it is called."},
		"Animal.Nick": {"Name, Nick string", "Name is what it is called."},
		"Animal.Age":  {"Age int", "in years"},
		"Animal.Eat":  {"func (a *Animal) Eat(food ...Food) (full bool)", "Eat makes it older."},
		"Food.Taste":  {"Taste(deep bool) int", "Taste is how it tastes."},
		"NewAnimal":   {"func NewAnimal(name string) *Animal", "NewAnimal catches one."},
		"Feed":        {"func Feed()", "Feed feeds all."},
		"Cages":       {"const Cages = 3", "Limits of the zoo.\n\nCages is how many there are."},
		"Large":       {"const Small, Large = 1, 2", "Limits of the zoo.\n\nsizes"},
		"Gate":        {"var Gate = true", "Gate is open."},
		"Cat":         {"const Cat Kind = iota", "Kinds.\n\npurrs"},
		"Dog":         {"const Dog", "Kinds."},
	} {
		first, member, _ := strings.Cut(name, ".")
		text, err := l.Find("zoo", first, member)
		if err != nil || !strings.HasPrefix(text.Declaration, want[0]) || strings.TrimSpace(text.Comment) != want[1] {
			t.Errorf("%q: %q, %q, %v; want %q", name, text.Declaration, text.Comment, err, want)
		}
		if strings.Contains(text.Declaration, "panic") || strings.Contains(text.Declaration, "secret") {
			t.Errorf("%q shows a function body or an unexported field: %s", name, text.Declaration)
		}
	}
	for _, name := range []string{"hidden", "NoSuch", "Animal.NoSuch", "Animal.secret", "NoSuch.Name", "Kind.Name", "Feed.Name"} {
		first, member, _ := strings.Cut(name, ".")
		testkit.Fails(l.Find("zoo", first, member))(t, "package zoo has no "+name, name)
	}
}

// TestForms checks both forms of a text.
func TestForms(t *testing.T) {
	text := testkit.Must(library(t, source).Find("zoo", "Animal", ""))(t)
	if got := text.Plain(); !strings.HasPrefix(got, "type Animal struct {\n") || !strings.HasSuffix(got, "\n\nAn Animal lives.") {
		t.Errorf("plain %q, want the declaration and the comment", got)
	}
	if got := text.HTML(); !strings.HasPrefix(got, "<pre>type Animal struct {") || !strings.Contains(got, "<p>An Animal lives.") {
		t.Errorf("HTML %q, want the declaration and the comment", got)
	}
	testkit.Equal(t, (Text{Declaration: "var a chan<- int"}).HTML(), "<pre>var a chan&lt;- int</pre>\n")
}

// TestUnreadable checks that a package that cannot be read is an error and is not kept.
func TestUnreadable(t *testing.T) {
	l := library(t, "package zoo\nfunc (")
	testkit.Fails(l.Find("zoo", "Feed", ""))(t, "zoo.go:2")
	testkit.Fails(l.Find("circus", "", ""))(t, "", "no such package")
	if len(l.loaded) > 0 {
		t.Error("a package with errors was kept")
	}
	l = &Library{Sources: func(string) (string, []string, error) { return t.TempDir(), []string{"missing.go"}, nil }}
	testkit.Fails(l.Find("zoo", "", ""))(t, "", "a missing file")
}

// TestOwner checks that methods and fields have their type as owner and that other objects have none.
func TestOwner(t *testing.T) {
	fset := token.NewFileSet()
	file := testkit.Must(parser.ParseFile(fset, "zoo.go", source+"var Food1 Food\nvar anonymous struct{ X int }\n", 0))(t)
	pkg := testkit.Must((&types.Config{}).Check("zoo", fset, []*ast.File{file}, nil))(t)
	animal := pkg.Scope().Lookup("Animal").Type().(*types.Named)
	for o, want := range map[types.Object]string{
		animal.Method(0): "Animal", animal.Underlying().(*types.Struct).Field(2): "Animal", pkg.Scope().Lookup("Animal"): "", pkg.Scope().Lookup("Gate"): "", pkg.Scope().Lookup("Feed"): "",
		pkg.Scope().Lookup("Food").Type().Underlying().(*types.Interface).Method(0):  "Food",
		pkg.Scope().Lookup("anonymous").Type().Underlying().(*types.Struct).Field(0): "",
	} {
		testkit.Equal(t, Owner(o), want, o)
	}
}
