package rup

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestCheck: what follows by unit propagation is taken, line by line, and nothing else is.
func TestCheck(t *testing.T) {
	all := [][]int{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}} // no model
	for _, c := range []struct {
		clauses    [][]int
		refutation string
		lines      int
		want       string // in the error
	}{
		{all, "1 0\n0\n", 1, ""}, // after 1 the clauses contradict each other
		{all, "c words\n\nd 1 2 0\n2 0\n", 1, ""},
		{all, "0\n", 0, "line 1"}, // true, but it takes more than units
		{all, "", 0, "ends without the empty clause"},
		{all[:3], "1 0\n2 0\n0\n", 2, "line 3"},
		{all[:3], "-1 0\n", 0, "line 1"},
		{[][]int{{1}, {-1}}, "nonsense", 0, ""}, // contradictory as it stands
		{all, "1\n", 0, "ends in 0"}, {all, "1 0 2 0\n", 0, "ends in 0"}, {all, "3 0\n", 0, "over 2 variables"}, {all, "-3 0\n", 0, "over 2 variables"}, {all, "x 0\n", 0, "no clause"},
	} {
		lines, err := Check(2, c.clauses, strings.NewReader(c.refutation))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) || lines != c.lines {
			t.Errorf("%v, refutation %q: %d lines, %v, want %d, %q", c.clauses, c.refutation, lines, err, c.lines, c.want)
		}
	}
}

// TestModelsAreNeverRefuted: whatever is written down, clauses with a model have no refutation, and every line that is taken holds in all models.
func TestModelsAreNeverRefuted(t *testing.T) {
	const vars = 6
	rnd := rand.New(rand.NewPCG(1, 2))
	literal := func() int { return (1 + rnd.IntN(vars)) * (1 - 2*rnd.IntN(2)) }
	holds := func(clause []int, model int) bool {
		for _, v := range clause {
			if v > 0 == (model>>max(v, -v)&1 == 1) {
				return true
			}
		}
		return false
	}
	taken := 0
	for range 2000 {
		var clauses [][]int
		for range 4 + rnd.IntN(12) {
			clauses = append(clauses, []int{literal(), literal(), literal()})
		}
		var models []int
		for m := range 2 << vars {
			ok := m&1 == 0
			for _, c := range clauses {
				ok = ok && holds(c, m)
			}
			if ok {
				models = append(models, m)
			}
		}
		c := newChecker(vars)
		for _, clause := range clauses {
			c.add(clause)
		}
		for range 20 {
			line := []int{literal(), literal()}[:rnd.IntN(3)]
			if c.refuted || !c.follows(line) {
				continue
			}
			taken++
			for _, m := range models {
				if !holds(line, m) {
					t.Fatalf("%v: the line %v was taken, and does not hold in a model", clauses, line)
				}
			}
			c.add(line)
		}
		if c.refuted && len(models) > 0 {
			t.Fatalf("%v: refuted with %d models", clauses, len(models))
		}
	}
	if taken < 1000 {
		t.Errorf("only %d lines were taken", taken)
	}
}
