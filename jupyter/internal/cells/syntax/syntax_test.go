package syntax

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestHabits checks which functions draw random numbers, and which make functions that remember something.
func TestHabits(t *testing.T) {
	for text, want := range map[string][2]bool{
		"func f() int { return rand.Int() }":                                        {true, false},
		"func f(r *rand.Rand) int { return 1 }":                                     {true, false},
		"func f(n N) float64 { return n.Rand() }":                                   {true, false},
		"func f() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }":                {false, false},
		"func f() { random() }":                                                     {false, false},
		"func f() func() int { k := 0; return func() int { k++; return k } }":       {false, true},
		"func f() func() int { k := 0; return func() int { k = k + 1; return k } }": {false, true},
		"func f() func() int { return func() int { k := 0; k++; return k } }":       {false, false},
		"func f() { total++; func() { total++ }() }":                                {false, false}, // of the notebook
		"func f() func() int { k := 0; return func() int { k := k; return k } }":    {false, false},
		"func f(k int) func() { return func() { k -= 1 } }":                         {false, true},
	} {
		file := testkit.Must(parser.ParseFile(token.NewFileSet(), "", "package p\n"+text, 0))(t)
		d := file.Decls[0].(*ast.FuncDecl)
		if got := [2]bool{DrawsRandom(d), Remembers(d)}; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
