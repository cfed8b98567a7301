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

// columns are the truth tables of six inputs: bit i is the value in assignment i.
var columns = [6]uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000}

// A checked is a literal with the truth table that it should have.
type checked struct {
	l     lit
	table uint64
}

// randomGates adds gates over six inputs to a circuit, and returns all literals with their tables.
func randomGates(rng *rand.Rand, c *circuit, n int) (inputs, all []checked) {
	for _, column := range columns {
		inputs = append(inputs, checked{c.input(), column})
	}
	all = append([]checked{{yes, ^uint64(0)}, {no, 0}}, inputs...)
	for range n {
		var of []lit
		and, or := ^uint64(0), uint64(0)
		for range rng.IntN(4) {
			k := all[rng.IntN(len(all))]
			if rng.IntN(2) == 0 {
				k = checked{k.l.not(), ^k.table}
			}
			of = append(of, k.l)
			and, or = and&k.table, or|k.table
		}
		if rng.IntN(2) == 0 {
			all = append(all, checked{c.and(of...), and})
		} else {
			all = append(all, checked{c.or(of...), or})
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
			values[in.l.node()] = in.table
		}
		c.eval(values, 1)
		for _, k := range all {
			if got := word(values, k.l); got != k.table {
				t.Fatalf("literal %d has table %016x, want %016x", k.l, got, k.table)
			}
		}
	}
}

// TestGatesAreShared: what is plainly the same is one gate, and what is plainly true or false is none.
func TestGatesAreShared(t *testing.T) {
	c := newCircuit()
	a, b, d := c.input(), c.input(), c.input()
	ab := c.and(a, b)
	n := len(c.gates)
	for name, pair := range map[string][2]lit{
		"order":                   {c.and(b, a), ab},
		"twice":                   {c.and(a, b, a, yes), ab},
		"de Morgan":               {c.or(a.not(), b.not()), ab.not()},
		"contradiction":           {c.and(a, d, a.not()), no},
		"excluded middle":         {c.or(a, d, a.not()), yes},
		"with false":              {c.and(a, no), no},
		"with true":               {c.or(a, yes), yes},
		"one alone":               {c.and(d), d},
		"none of a conjunction":   {c.and(), yes},
		"none of a disjunction":   {c.or(), no},
		"negated twice":           {ab.not().not(), ab},
		"constants, negated":      {yes.not(), no},
		"a disjunction of one":    {c.or(d, no), d},
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

// TestTranslationKeepsModels asserts literals of random circuits, some of them twice, and asks for each assignment of the inputs
// whether the clauses leave it: exactly those remain of which all that was asserted is true.
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
				k = checked{k.l.not(), ^k.table}
			}
			if k.table == 0 && rng.IntN(8) > 0 {
				continue // leave some models
			}
			tr.assert(k.l)
			want &= k.table
		}
		// Literals that are needed but not asserted change nothing.
		tr.need(all[rng.IntN(len(all))].l)
		var assume []int
		for _, in := range inputs {
			assume = append(assume, tr.variable(in.l))
		}
		s := newSolver()
		s.Add(tr.copy())
		for i := range 64 {
			signed := slices.Clone(assume)
			for k := range signed {
				if columns[k]>>i&1 == 0 {
					signed[k] = -signed[k]
				}
			}
			is := want>>i&1 == 1
			models[is]++
			if got := s.Solve(signed...); got != is {
				t.Fatalf("assignment %d of %v: a model %v, want %v", i, tr.Clauses, got, is)
			}
		}
	}
	if models[true] < 500 || models[false] < 500 {
		t.Errorf("models %v", models)
	}
}

func TestWriteDIMACS(t *testing.T) {
	f := &formula{3, [][]int{{1, -2}, {3}, {}, {-1, 2, -3}}}
	var out bytes.Buffer
	testkit.OK(t, f.writeDIMACS(&out, "a formula", "of four clauses"))
	const want = "c a formula\nc of four clauses\np cnf 3 4\n1 -2 0\n3 0\n0\n-1 2 -3 0\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	broken := errors.New("disk full")
	for _, left := range []int{0, 20, 5000} {
		big := &formula{1, slices.Repeat([][]int{{1}}, 5000)}
		if err := big.writeDIMACS(&fullWriter{left, broken}); !errors.Is(err, broken) {
			t.Errorf("after %d bytes: %v", left, err)
		}
	}
}

// A fullWriter takes some bytes and then fails.
type fullWriter struct {
	left int
	err  error
}

func (w *fullWriter) Write(p []byte) (int, error) {
	if len(p) > w.left {
		return 0, w.err
	}
	w.left -= len(p)
	return len(p), nil
}

// TestCertifyAndCheckErrors: writers and readers that fail say so, and the text around a refutation matters.
func TestCertifyAndCheckErrors(t *testing.T) {
	testkit.Medium(t)
	f := &formula{2, [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}}}
	broken := errors.New("disk full")
	if err := certify(&fullWriter{0, broken}, f, nil); !errors.Is(err, broken) {
		t.Errorf("a full disk: %v", err)
	}
	var out bytes.Buffer
	testkit.OK(t, certify(&out, f, [][]int{{1}, {-1}}))
	lines := out.String()
	if n, err := checkRUP(f, strings.NewReader(lines)); err != nil || n == 0 || !strings.HasSuffix(lines, "\n0\n") {
		t.Errorf("%q: %d lines, %v", lines, n, err)
	}
	if _, err := checkRUP(f, strings.NewReader("1 2 0 "+strings.Repeat(" ", 1<<25))); err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("a line of 32 MB: %v", err)
	}
	// A case that is left out is noticed.
	testkit.OK(t, certify(&out, f, [][]int{{1, 2}, {1, -2}, {-1, 2}}))
	g := &formula{3, [][]int{{1, 2, 3}, {1, 2, -3}, {1, -2, 3}, {1, -2, -3}, {-1, 2, 3}, {-1, 2, -3}}} // has models: 1 and 2
	out.Reset()
	testkit.OK(t, certify(&out, g, [][]int{{-1}}))
	if _, err := checkRUP(g, &out); err == nil {
		t.Error("half of the cases pass for a refutation")
	}
	if n, err := checkRUP(&formula{1, [][]int{{1}, {-1}}}, strings.NewReader("")); n != 0 || err != nil {
		t.Errorf("a formula that contradicts itself at once: %d, %v", n, err)
	}
}
