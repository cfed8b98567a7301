package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"

	"chesscensus/internal/testing/testkit"
)

// loadTyped type-checks the packages of a pattern, imported ones first. It reads imports from other packages as the compiler has
// stored them.
func loadTyped(t *testing.T, fset *token.FileSet, dir string, patterns ...string) (list []typedPackage) {
	t.Helper()
	roots := testkit.Must(packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir, Fset: fset}, patterns...))(t)
	if packages.PrintErrors(roots) > 0 {
		t.Fatal("the packages have errors")
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if slices.Contains(roots, p) {
			list = append(list, typedPackage{p.Syntax, p.TypesInfo})
		}
	})
	return list
}

// audited are the findings of the checker that were examined, each with the reason why it is no mistake.
var audited = map[string]string{
	"(*chesscensus/chess.Position).perft: top":                                    "deeper calls append behind the part that is ranged over, and only read it",
	"(chesscensus/chess/notation.Notation).Append: buf":                           "the inner call has returned what it appended before the outer one copies it to dst",
	"(*chesscensus/legality/retro.search).advance: stack":                         "the frame is taken anew in every round, and after push only the new one is used",
	"(*chesscensus/legality/proofgame/internal/schedule.list).shortenPush: Tasks": "moveCapture ends the function",
	"(*chesscensus/legality/proofgame/internal/schedule.list).splitPush: Tasks":   "the insertion ends the loop, and the task is not used after it",
	"(*chesscensus/sampler/ranked.caseTable).findBlock: stats":                    "the stats are complete when the table is made",
	"(*chesscensus/sampler/ranked.caseTable).blockOf: stats":                      "the stats are complete when the table is made",
	"chesscensus/legality/certificate.appendNodes: list":                          "the list only gets shorter at the front; what is appended to is the text",
	"chesscensus/plots/internal/drawing.open: ttf":                                "Clip does not append, and comes before",
	"chesscensus/legality/internal/lemmatest.parse: lemmas":                       "the pointer is set to nil with every append",
}

// TestModule: the checker finds the audited places in this module and no others.
func TestModule(t *testing.T) {
	testkit.Long(t) // checks the types of all packages from source
	fset := token.NewFileSet()
	found := map[string]bool{}
	for _, f := range findAliases(loadTyped(t, fset, filepath.Join("..", ".."), "./...")) {
		found[f.Name] = true
		if audited[f.Name] == "" {
			t.Errorf("%v: %s: a pointer or subslice may be alive across an append; use an index, or say in the list of audited places why it is right",
				fset.Position(f.Pos), f.Name)
		}
	}
	for name := range audited {
		if !found[name] {
			t.Errorf("%s is not found any more: remove it from the list", name)
		}
	}
}

// TestExamples: the checker finds the lines marked "want" in the examples and no others. The first example is the function that
// lost states.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.go"))
	if err != nil || len(files) < 2 {
		t.Fatalf("examples in testdata: %v, want at least 2, error %v", files, err)
	}
	for _, name := range files {
		fset := token.NewFileSet()
		file := testkit.Must(parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution))(t)
		p := typedPackage{[]*ast.File{file}, &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
			Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}}
		testkit.Must((&types.Config{}).Check(file.Name.Name, fset, p.Files, p.Info))(t, name)
		want, got := map[int]bool{}, map[int]bool{} // line numbers
		for _, comment := range file.Comments {
			if comment.Text() == "want\n" {
				want[fset.Position(comment.Pos()).Line] = true
			}
		}
		for _, f := range findAliases([]typedPackage{p}) {
			got[fset.Position(f.Pos).Line] = true
		}
		if !maps.Equal(got, want) || len(want) == 0 {
			t.Errorf("%s: found in lines %v, want %v", name, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
	}
}
