package kinds

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"testing"

	"chesscensus/internal/testing/testkit"
)

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
