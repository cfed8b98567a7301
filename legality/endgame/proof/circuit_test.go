package proof

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
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
func randomGates(rng *rand.Rand, c *circuit, n int) (inputs, all []tabulated) {
	for _, column := range inputTables {
		inputs = append(inputs, tabulated{c.input(), column})
	}
	all = append([]tabulated{{constTrue, ^uint64(0)}, {constFalse, 0}}, inputs...)
	for range n {
		var args []literal
		and, or := ^uint64(0), uint64(0)
		for range rng.IntN(4) {
			k := all[rng.IntN(len(all))]
			if rng.IntN(2) == 0 {
				k = tabulated{k.literal.not(), ^k.table}
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

// TestCircuitsCompute compares random circuits with truth tables, all 64 assignments of six inputs at once.
func TestCircuitsCompute(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	for range 300 {
		c := newCircuit()
		inputs, all := randomGates(rng, c, 40)
		values := make([]uint64, len(c.gates))
		for _, in := range inputs {
			values[in.literal.node()] = in.table
		}
		c.eval(values, 1)
		for _, k := range all {
			if got := word(values, k.literal); got != k.table {
				t.Fatalf("literal %d has table %016x, want %016x", k.literal, got, k.table)
			}
		}
	}
}

// TestGatesAreShared checks that equal gates are one node, and gates that are plainly constant are the constants.
func TestGatesAreShared(t *testing.T) {
	c := newCircuit()
	a, b, d := c.input(), c.input(), c.input()
	ab := c.and(a, b)
	n := len(c.gates)
	for name, pair := range map[string][2]literal{
		"order":                   {c.and(b, a), ab},
		"twice":                   {c.and(a, b, a, constTrue), ab},
		"de Morgan":               {c.or(a.not(), b.not()), ab.not()},
		"contradiction":           {c.and(a, d, a.not()), constFalse},
		"excluded middle":         {c.or(a, d, a.not()), constTrue},
		"with false":              {c.and(a, constFalse), constFalse},
		"with true":               {c.or(a, constTrue), constTrue},
		"one alone":               {c.and(d), d},
		"none of a conjunction":   {c.and(), constTrue},
		"none of a disjunction":   {c.or(), constFalse},
		"negated twice":           {ab.not().not(), ab},
		"constants, negated":      {constTrue.not(), constFalse},
		"a disjunction of one":    {c.or(d, constFalse), d},
		"conjunction of the same": {c.and(ab, ab), ab},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %d, want %d", name, pair[0], pair[1])
		}
	}
	if len(c.gates) != n {
		t.Errorf("%d gates more", len(c.gates)-n)
	}
}

// TestTranslationKeepsModels asserts literals of random circuits. The clauses must have a model with given inputs
// exactly if all asserted literals are true for these inputs.
func TestTranslationKeepsModels(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	models := map[bool]int{}
	for range 150 {
		tr := &translator{circuit: newCircuit()}
		inputs, all := randomGates(rng, tr.circuit, 25)
		want := ^uint64(0)
		for range 1 + rng.IntN(4) {
			k := all[rng.IntN(len(all))]
			if rng.IntN(2) == 0 {
				k = tabulated{k.literal.not(), ^k.table}
			}
			if k.table == 0 && rng.IntN(8) > 0 {
				continue // leave some models
			}
			tr.assert(k.literal)
			want &= k.table
		}
		// Literals that are needed but not asserted change nothing.
		tr.define(all[rng.IntN(len(all))].literal)
		var assume []int
		for _, in := range inputs {
			assume = append(assume, tr.variable(in.literal))
		}
		s := newSolver()
		s.Add(tr.copy())
		for i := range 64 {
			signed := slices.Clone(assume)
			for k := range signed {
				if inputTables[k]>>i&1 == 0 {
					signed[k] = -signed[k]
				}
			}
			isModel := want>>i&1 == 1
			models[isModel]++
			if got := s.Solve(signed...); got != isModel {
				t.Fatalf("assignment %d of %v: a model %v, want %v", i, tr.Clauses, got, isModel)
			}
		}
	}
	if models[true] < 500 || models[false] < 500 {
		t.Errorf("models %v", models)
	}
}

// TestWriteDIMACS checks the text of a formula, and that errors of the writer are returned.
func TestWriteDIMACS(t *testing.T) {
	f := &formula{3, [][]int{{1, -2}, {3}, {}, {-1, 2, -3}}}
	var out bytes.Buffer
	testkit.OK(t, f.writeDIMACS(&out, "a formula", "of four clauses"))
	const want = "c a formula\nc of four clauses\np cnf 3 4\n1 -2 0\n3 0\n0\n-1 2 -3 0\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	diskFull := errors.New("disk full")
	for _, accepted := range []int{0, 20, 5000} {
		big := &formula{1, slices.Repeat([][]int{{1}}, 5000)}
		if err := big.writeDIMACS(&fullWriter{accepted, diskFull}); !errors.Is(err, diskFull) {
			t.Errorf("after %d bytes: %v", accepted, err)
		}
	}
}

// A fullWriter accepts some bytes and then fails.
type fullWriter struct {
	accepts int
	err     error
}

func (w *fullWriter) Write(p []byte) (int, error) {
	if len(p) > w.accepts {
		return 0, w.err
	}
	w.accepts -= len(p)
	return len(p), nil
}

// TestCertifyAndCheckErrors checks that errors of writers and readers are returned, and an incomplete refutation
// is rejected.
func TestCertifyAndCheckErrors(t *testing.T) {
	testkit.Medium(t)
	f := &formula{2, [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}}
	diskFull := errors.New("disk full")
	if err := writeRefutation(&fullWriter{0, diskFull}, f, nil); !errors.Is(err, diskFull) {
		t.Errorf("a full disk: %v", err)
	}
	var out bytes.Buffer
	testkit.OK(t, writeRefutation(&out, f, [][]int{{1}, {-1}}))
	lines := out.String()
	if n, err := checkRUP(f, strings.NewReader(lines)); err != nil || n == 0 || !strings.HasSuffix(lines, "\n0\n") {
		t.Errorf("%q: %d lines, %v", lines, n, err)
	}
	if _, err := checkRUP(f, strings.NewReader("1 2 0 "+strings.Repeat(" ", 1<<25))); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("a line of 32 MB: %v", err)
	}
	// A case that is missing is noticed.
	testkit.OK(t, writeRefutation(&out, f, [][]int{{1, 2}, {1, -2}, {-1, 2}}))
	g := &formula{3, [][]int{{1, 2, 3}, {1, 2, -3}, {1, -2, 3}, {1, -2, -3}, {-1, 2, 3}, {-1, 2, -3}}} // has models: 1 and 2
	out.Reset()
	testkit.OK(t, writeRefutation(&out, g, [][]int{{-1}}))
	if _, err := checkRUP(g, &out); err == nil {
		t.Error("half of the cases pass for a refutation")
	}
	if n, err := checkRUP(&formula{1, [][]int{{1}, {-1}}}, strings.NewReader("")); n != 0 || err != nil {
		t.Errorf("a formula that contradicts itself at once: %d, %v", n, err)
	}
}
