package proof

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// inputTables are the truth tables of six inputs: bit i is the value in assignment i.
var inputTables = [6]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// A tabulated is a literal with its expected truth table.
type tabulated struct {
	literal literal
	table   uint64
}

// randomGates adds gates over six inputs to a circuit, and returns all literals with their tables.
func randomGates(rng *rand.Rand, c *formula, n int) (inputs, all []tabulated) {
	for _, column := range inputTables {
		inputs = append(inputs, tabulated{input(c), column})
	}
	all = append([]tabulated{{constTrue, ^uint64(0)}, {constFalse, 0}}, inputs...)
	for range n {
		var args []literal
		and, or := ^uint64(0), uint64(0)
		for range rng.IntN(4) {
			k := all[rng.IntN(len(all))]
			if rng.IntN(2) == 0 {
				k = tabulated{-k.literal, ^k.table}
			}
			args = append(args, k.literal)
			and, or = and&k.table, or|k.table
		}
		if rng.IntN(2) == 0 {
			all = append(all, tabulated{c.and(args...), and})
		} else {
			all = append(all, tabulated{c.or(args...), or})
		}
	}
	return inputs, all
}

// input adds a free variable to a formula.
func input(f *formula) literal {
	f.vars++
	return literal(f.vars)
}

// TestGatesAreShared checks that equal gates are one node, and gates that are plainly constant are the constants.
func TestGatesAreShared(t *testing.T) {
	c := newFormula()
	a, b, d := input(c), input(c), input(c)
	ab := c.and(a, b)
	n := c.vars
	for name, pair := range map[string][2]literal{
		"order":                   {c.and(b, a), ab},
		"twice":                   {c.and(a, b, a, constTrue), ab},
		"de Morgan":               {c.or(-a, -b), -ab},
		"contradiction":           {c.and(a, d, -a), constFalse},
		"excluded middle":         {c.or(a, d, -a), constTrue},
		"with false":              {c.and(a, constFalse), constFalse},
		"with true":               {c.or(a, constTrue), constTrue},
		"one alone":               {c.and(d), d},
		"none of a conjunction":   {c.and(), constTrue},
		"none of a disjunction":   {c.or(), constFalse},
		"negated twice":           {ab, ab},
		"constants, negated":      {-constTrue, constFalse},
		"a disjunction of one":    {c.or(d, constFalse), d},
		"conjunction of the same": {c.and(ab, ab), ab},
	} {
		testkit.Equal(t, pair[0], pair[1], name)
	}
	if c.vars != n {
		t.Errorf("%d gates more", c.vars-n)
	}
}

// TestTranslationKeepsModels asserts literals of random circuits. The clauses must have a model with given inputs
// exactly if all asserted literals are true for these inputs. Unit propagation must decide it.
func TestTranslationKeepsModels(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	models := map[bool]int{}
	for range 150 {
		c := newFormula()
		inputs, all := randomGates(rng, c, 25)
		want := ^uint64(0)
		for range 1 + rng.IntN(4) {
			k := all[rng.IntN(len(all))]
			if rng.IntN(2) == 0 {
				k = tabulated{-k.literal, ^k.table}
			}
			if k.table == 0 && rng.IntN(8) > 0 {
				continue // leave some models
			}
			c.assert(k.literal)
			want &= k.table
		}
		c.imply(all[rng.IntN(len(all))].literal) // clauses that are not needed change nothing
		for i := range 64 {
			f := formula{vars: c.vars, clauses: slices.Clone(c.clauses)}
			for k, in := range inputs {
				l := in.literal
				if inputTables[k]>>i&1 == 0 {
					l = -l
				}
				f.clauses = append(f.clauses, []literal{l})
			}
			isModel := want>>i&1 == 1
			models[isModel]++
			if isTrue, _, _ := refute(&f); (isTrue != nil) != isModel {
				t.Fatalf("assignment %d of %v: a model %v, want %v", i, c.clauses, isTrue != nil, isModel)
			}
		}
	}
	if models[true] < 500 || models[false] < 500 {
		t.Errorf("models %v", models)
	}
}

// TestDIMACS checks the text of a formula.
func TestDIMACS(t *testing.T) {
	f := &formula{vars: 3, clauses: [][]literal{{1, -2}, {3}, {}, {-1, 2, -3}}}
	const want = "c a formula\np cnf 3 4\n1 -2 0\n3 0\n0\n-1 2 -3 0\n"
	testkit.Equal(t, string(f.dimacs("a formula")), want)
}
