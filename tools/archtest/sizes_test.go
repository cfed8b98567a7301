package main

import (
	"go/ast"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// Limits of docs/ARCHITECTURE.md. Lines include comments, and those of a package are without its tests.
const (
	maxFile    = 400
	maxPackage = 2500
	maxFields  = 15
	maxMethods = 30
)

// largerPackages are the packages that may have more lines than maxPackage, with the reasons. Lower a number when a package shrinks.
var largerPackages = map[string]int{
	// The rules of a game with its texts (FEN, SAN, PGN) and attack tables, one vocabulary.
	"chess": 3350,
	// Projections of one man and of several play the same pawns at the same prices.
	"legality/cage": 3650,
	// One search in two types: chain and extension need the same events, columns and boundary words.
	"legality/proofkernel": 3950,
	// The independent checker, to be read as one: a file a theorem, a third of it proofs.
	"recheck": 3800,
	// A space with its tables: both count by the same patterns, resources and requirements.
	"sampler/kernelspace": 3500,
}

// TestSizes: files, packages, structs and sets of methods keep to the limits.
func TestSizes(t *testing.T) {
	check := func(what string, size, limit int) {
		if size > limit {
			t.Errorf("%s: %d, want %d at most", what, size, limit)
		}
	}
	lines, methods := map[string]int{}, map[string]int{}
	for _, f := range testkit.Must(sourceFiles())(t) {
		check("lines of "+f.path, f.lines, maxFile)
		if strings.HasSuffix(f.path, "_test.go") {
			continue
		}
		lines[f.folder] += f.lines
		ast.Inspect(f.File, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if n.Recv != nil {
					methods[f.folder+"."+receiverType(n)]++
				}
			case *ast.TypeSpec:
				if s, ok := n.Type.(*ast.StructType); ok {
					check("fields of "+f.folder+"."+n.Name.Name, s.Fields.NumFields(), maxFields)
				}
			}
			return true
		})
	}
	for folder, n := range lines {
		check("lines of package "+folder, n, max(maxPackage, largerPackages[folder]))
	}
	for name, n := range methods {
		check("methods of "+name, n, maxMethods)
	}
}
