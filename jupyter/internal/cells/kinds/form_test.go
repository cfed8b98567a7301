package kinds

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

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
