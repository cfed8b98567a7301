package kinds

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

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
