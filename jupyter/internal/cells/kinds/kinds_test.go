package kinds

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/internal/cells/lookup"
)

// A test binary of go test -trimpath does not know where Go is, and the importers need it.
func init() {
	if root, err := exec.Command("go", "env", "GOROOT").Output(); err == nil && build.Default.GOROOT == "" {
		build.Default.GOROOT = strings.TrimSpace(string(root))
	}
}

// typesOf checks a program and returns the types of its variables by name.
func typesOf(t *testing.T, src string) map[string]types.Type {
	t.Helper()
	goTool := testkit.Must(exec.LookPath("go"))(t)
	fset := token.NewFileSet()
	file := testkit.Must(parser.ParseFile(fset, "", src, 0))(t)
	conf := types.Config{Importer: &lookup.Packages{Dir: filepath.Join("..", "..", "..", ".."), Go: goTool, Env: os.Environ()}}
	pkg := testkit.Must(conf.Check(Main, fset, []*ast.File{file}, nil))(t)
	all := make(map[string]types.Type)
	for _, name := range pkg.Scope().Names() {
		if v, ok := pkg.Scope().Lookup(name).(*types.Var); ok {
			all[name] = v.Type()
		}
	}
	return all
}

// variables is a program with variables of many types.
const variables = `package main

import (
	"errors"
	"time"

	"github.com/go-gota/gota/dataframe"
)

type tree struct {
	kids []*tree
	name string
}

type loop []loop

type holder struct{ f func() }

type alias = []tree

var (
	number   int
	text     string
	list     []map[string][3]float64
	forest   *tree
	endless  loop
	when     time.Time
	wait     time.Duration
	problem  error
	other    alias
	anything any
	stringer interface{ String() string }
	function func()
	hidden   holder
	channel  chan int
	channels []chan int
	byName   map[string]chan int
	timer    *time.Timer
	address  uintptr
	frame    dataframe.DataFrame
	frames   []dataframe.DataFrame
	err2     = errors.New("x")
	local    = func() any { type inner struct{}; return inner{} }
)
`

// TestStorable checks which types are storable and the reasons why others are not.
func TestStorable(t *testing.T) {
	testkit.Medium(t)
	all := typesOf(t, variables)
	for name, want := range map[string]string{
		"number": "", "text": "", "list": "", "forest": "", "endless": "", "when": "", "wait": "", "problem": "", "other": "", "err2": "", "frame": "", "frames": "a value that holds an interface",
		"anything": "an interface", "stringer": "an interface", "function": "a function", "hidden": "a value that holds a function", "channel": "a channel",
		"channels": "a value that holds a channel", "timer": "a value that holds a channel", "address": "a resource of its process",
	} {
		if ok, why := Storable(all[name]); ok != (want == "") || why != want {
			t.Errorf("%s %s: %v, %q; want %q", name, all[name], ok, why, want)
		}
	}
	for name, want := range map[string]bool{"channel": true, "channels": true, "byName": true, "number": false, "endless": false, "hidden": false} {
		testkit.Equal(t, IsChannel(all[name]), want, name)
	}
}

// TestNameable checks which types another cell can write.
func TestNameable(t *testing.T) {
	testkit.Medium(t)
	all := typesOf(t, variables)
	for name, want := range map[string]bool{
		"number": true, "list": true, "forest": true, "when": true, "problem": true, "other": true, "anything": true,
		"function": true, "channel": true, "stringer": false,
	} {
		testkit.Equal(t, Nameable(all[name]), want, name, all[name])
	}
	foreign := types.NewPackage("example.com/p", "p")
	for name, want := range map[string]bool{"Exported": true, "hidden": false} {
		named := types.NewNamed(types.NewTypeName(0, foreign, name, nil), types.Typ[types.Int], nil)
		for _, typ := range []types.Type{named, types.NewPointer(named), types.NewSlice(named), types.NewMap(types.Typ[types.Int], named), types.NewArray(named, 2), types.NewChan(types.SendRecv, named)} {
			if Nameable(typ) != want {
				t.Errorf("Nameable(%s) = %v", typ, !want)
			}
		}
	}
}

// TestHasForm checks that variables whose names begin with yes have a rich form, and those that begin with no have none.
func TestHasForm(t *testing.T) {
	const source = `package p
import ("image"; "math/big"; "time")
type point struct{ X int }
type html struct{}
func (html) HTML() string { return "" }
type pointed struct{}
func (*pointed) SVG() string { return "" }
type matrix interface { Dims() (int, int); At(i, j int) float64 }
type field struct{ HTML string }
type small int
var (
	yesStructs []point
	yesPointers []*point
	yesArray [2]point
	yesMap map[string]int
	yesRows [][]float64
	yesMethod html
	yesPointed pointed
	yesMatrix matrix
	yesImage *image.Gray
	noBig *big.Int
	noInts []int
	noBytes [][]byte
	noText string
	noStruct point
	noField field
	noTime time.Duration
	noSmall []small
	noFunc func()
	noError error
	noEmpty []struct{}
)
func yesBoth() ([]point, error) { return nil, nil }
func noBoth() (int, error) { return 0, nil }
`
	set := token.NewFileSet()
	file := testkit.Must(parser.ParseFile(set, "p.go", source, 0))(t)
	p := testkit.Must((&types.Config{Importer: importer.ForCompiler(set, "source", nil)}).Check("p", set, []*ast.File{file}, nil))(t)
	for _, name := range p.Scope().Names() {
		typ := p.Scope().Lookup(name).Type()
		if f, ok := typ.(*types.Signature); ok && strings.HasSuffix(name, "Both") {
			typ = f.Results()
		}
		if yes := strings.HasPrefix(name, "yes"); (yes || strings.HasPrefix(name, "no")) && HasForm(typ) != yes {
			t.Errorf("%s, a %v, has a form: %v, want %v", name, typ, !yes, yes)
		}
	}
	for path, want := range map[string]bool{"github.com/go-gota/gota/dataframe": true, "github.com/go-gota/gota/series": true, "gonum.org/v1/plot": true, "math/rand": false} {
		name := types.NewTypeName(token.NoPos, types.NewPackage(path, "p"), "T", nil)
		if HasForm(types.NewNamed(name, types.NewStruct(nil, nil), nil)) != want {
			t.Errorf("a struct of %s: %v", path, !want)
		}
	}
	if HasForm(nil) || HasForm(types.Typ[types.Invalid]) {
		t.Error("a missing type has a form")
	}
}

// TestSuggestions checks which errors of the type checker lead to a suggestion.
func TestSuggestions(t *testing.T) {
	for code, want := range map[string]map[string]string{
		"_ = math.Sqtr(2)":                {"Sqtr": "; did you mean Sqrt?"},
		"_ = math.Nonsense(2)":            {},
		"_ = point{Hight: 1}":             {"Hight": "; did you mean Height?"},
		"_ = point{Height: 1}.Hieght":     {"Hieght": "; did you mean Height?"},
		"var p *point; p.Arae()":          {"Arae": "; did you mean Area?"},
		"_ = point{Height: math.Sqtr}":    {"Sqtr": "; did you mean Sqrt?"},
		"_ = map[string]int{undefind: 1}": {},
		"var x int = \"Sqtr\"":            {},
		"_ = math.Sqrt(2)":                nil,
		"_ = math.sqrt(2)":                {"sqrt": "; did you mean Sqrt?", "math": ": math.sqrt is not exported; did you mean Sqrt?"},
		"_ = math.pi":                     {"pi": "; did you mean Pi?", "math": ": math.pi is not exported; did you mean Pi?"},
		"Judge(3)":                        {"Judge": "; did you mean root.Judge?"},
		"judge(3)":                        {},
		"_ = point{}.Judge":               {},
	} {
		fset := token.NewFileSet()
		src := "package main\nimport \"math\"\ntype point struct { Height int }\nfunc (point) Area() {}\nvar _ = math.Pi\nfunc main() {\n" + code + "\n}"
		file := testkit.Must(parser.ParseFile(fset, "", src, 0))(t)
		var errors []token.Pos
		info := types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
		conf := types.Config{Importer: importer.Default(), Error: func(err error) { errors = append(errors, err.(types.Error).Pos) }}
		conf.Check(Main, fset, []*ast.File{file}, &info)
		root := types.NewPackage("chesscensus/root", "root")
		root.Scope().Insert(types.NewTypeName(token.NoPos, root, "Judge", nil))
		if got := Suggestions(file, &info, errors, root); !maps.Equal(got, want) {
			t.Errorf("%s: %v, want %v", code, got, want)
		}
	}
}

// plotType declares a stand-in for a plot: a value with parts, methods that change it, and some that do not.
const plotType = `
type axis struct{ Label string }
type plot struct { Title string; X axis; Legend []any }
func (p *plot) Add(items ...any) {}
func (p *plot) Nominal(names ...string) {}
func (p *plot) Save(file string) error { return nil }
func (p *plot) Draw(canvas any) {}
func (p *plot) Max() float64 { return 0 }
func addLines(p *plot, values ...float64) error { return nil }
func show(p *plot) {}
func setTheme(p *plot) {}
func measure(p *plot) (float64, error) { return 0, nil }
`

// TestChangesOf checks the statements that change the variable p in many cells.
func TestChangesOf(t *testing.T) {
	for _, test := range []struct {
		cell  string
		want  string // the statements that change p, divided by "; "
		names string // other variables in them
		lost  bool
	}{
		{cell: "p := new(plot)\np.Title = `a`\np.X.Label = `b`\np.Add(1)", want: "p.Title = `a`; p.X.Label = `b`; p.Add(1)"},
		{cell: "p := new(plot)\nx := 3\np.Add(x, x)\np.Nominal()", want: "p.Add(x, x); p.Nominal()", names: "x"},
		{cell: "p := new(plot)\np.Save(`f`)\np.Draw(1)\nshow(p)\n_ = p.Max()\nm, err := measure(p)\n_, _ = m, err"},
		{cell: "p := new(plot)\naddLines(p, 1)\nerr := addLines(p, 2)\nsetTheme(p)\n_ = err", want: "addLines(p, 1); _ = addLines(p, 2); setTheme(p)"},
		{cell: "p := new(plot)\nif err := addLines(p, 1); err != nil { panic(err) }", want: "if err := addLines(p, 1); err != nil { panic(err) }"},
		{cell: "p := new(plot)\nfor i := range 3 { p.Add(i) }", want: "for i := range 3 { p.Add(i) }"},
		{cell: "p := new(plot)\nlist := []int{1}\nfor _, v := range list { s := v; s++; p.Add(s) }", want: "for _, v := range list { s := v; s++; p.Add(s) }", names: "list"},
		{cell: "p := new(plot)\nn := 0\nfor range 3 { p.Add(n); n++ }", lost: true},
		{cell: "p := new(plot)\nfor range 3 { p.Add(1); p.Save(`f`) }", lost: true},
		{cell: "p := new(plot)\nif p.Max() > 0 { p.Add(1); return }", lost: true},
		{cell: "p := new(plot)\nfor range 3 { p.Add(func() { return }) }", want: "for range 3 { p.Add(func() { return }) }"},
		{cell: "p := new(plot)\nf := func() { p.Title = `a` }\nf()", lost: true},
		{cell: "p := new(plot)\nf := func() { p.Add(1) }\nf()"},
		{cell: "p := new(plot)\nq := &p.Title\n*q = `a`", lost: true},
		{cell: "p := new(plot)\nn := 0\np.Add(func() { n++ })"},
		{cell: "p, n := new(plot), 1\np.Title, n = `a`, 2\n_ = n", lost: true},
		{cell: "p := new(plot)\ngo p.Add(1)\ndefer p.Add(2)", lost: true},
		{cell: "p := new(plot)\nq := new(plot)\nq.Add(1)\nq.Title = `b`\n_ = p"},
	} {
		src := "package main\n" + plotType + "func main() {\n" + test.cell + "\n}\n"
		fset := token.NewFileSet()
		file := testkit.Must(parser.ParseFile(fset, "", src, 0))(t)
		info := &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object)}
		if _, err := (&types.Config{Importer: importer.Default()}).Check("main", fset, []*ast.File{file}, info); err != nil {
			t.Fatalf("%s: %v", test.cell, err)
		}
		main := file.Decls[len(file.Decls)-1].(*ast.FuncDecl)
		got := ChangesOf(file, main, info, "p", func(n ast.Node) string { return src[fset.Position(n.Pos()).Offset:fset.Position(n.End()).Offset] },
			func(ast.Node) bool { return false })
		if got.Lost != test.lost || !test.lost && (strings.Join(got.Statements, "; ") != test.want || !slices.Equal(got.Variables, strings.Fields(test.names))) {
			t.Errorf("%s\ngives %+v, want %q, variables %q, lost %v", test.cell, got, test.want, test.names, test.lost)
		}
	}
}
