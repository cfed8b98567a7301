package proof

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestCheck checks that the checker accepts lines that follow by unit propagation, and no others.
func TestCheck(t *testing.T) {
	all := [][]literal{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}} // no model
	for _, c := range []struct {
		clauses    [][]literal
		refutation string
		lines      int
		want       string // in the error
	}{
		{all, "1 0\n0\n", 1, ""}, // after 1 the clauses contradict each other
		{all, "c words\n\nd 1 2 0\n2 0\n", 1, ""},
		{all, "0\n", 0, "line 1"}, // true, but it takes more than units
		{all, "1 2 0\n0\n", 1, "line 2"},
		{all, "", 0, "ends without the empty clause"},
		{all[:3], "1 0\n2 0\n0\n", 2, "line 3"},
		{all[:3], "-1 0\n", 0, "line 1"},
		{[][]literal{{1}, {-1}}, "nonsense", 0, ""}, // contradictory as it stands
		{all, "1\n", 0, "ends in 0"}, {all, "1 0 2 0\n", 0, "ends in 0"},
		{all, "3 0\n", 0, "over 2 variables"}, {all, "-3 0\n", 0, "over 2 variables"}, {all, "x 0\n", 0, "no clause"},
		{all, "-9223372036854775808 0\n", 0, "over 2 variables"}, {all, "-2147483648 0\n", 0, "over 2 variables"},
	} {
		lines, err := checkRUP(&formula{vars: 2, clauses: c.clauses}, []byte(c.refutation))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) || lines != c.lines {
			t.Errorf("%v, refutation %q: %d lines, %v, want %d, %q", c.clauses, c.refutation, lines, err, c.lines, c.want)
		}
	}
}

// TestModelsAreNeverRefuted checks that with random clauses and random lines, every accepted line holds in all
// models of the clauses, so that clauses with a model are never refuted.
func TestModelsAreNeverRefuted(t *testing.T) {
	const vars = 6
	rnd := rand.New(rand.NewPCG(1, 2))
	draw := func() literal { return literal((1 + rnd.IntN(vars)) * (1 - 2*rnd.IntN(2))) }
	isTrue := func(clause []literal, model int) bool {
		for _, v := range clause {
			if v > 0 == (model>>max(v, -v)&1 == 1) {
				return true
			}
		}
		return false
	}
	accepted := 0
	for range 2000 {
		var clauses [][]literal
		for range 4 + rnd.IntN(12) {
			clauses = append(clauses, []literal{draw(), draw(), draw()})
		}
		var models []int
		for m := range 2 << vars {
			ok := m&1 == 0
			for _, c := range clauses {
				ok = ok && isTrue(c, m)
			}
			if ok {
				models = append(models, m)
			}
		}
		c := newPropagator(&formula{vars: vars})
		for _, clause := range clauses {
			c.add(clause)
		}
		for range 20 {
			line := []literal{draw(), draw()}[:rnd.IntN(3)]
			if c.contradictory || !c.follows(line) {
				continue
			}
			accepted++
			for _, m := range models {
				if !isTrue(line, m) {
					t.Fatalf("%v: the line %v was taken, and does not hold in a model", clauses, line)
				}
			}
			c.add(line)
		}
		if c.contradictory && len(models) > 0 {
			t.Fatalf("%v: refuted with %d models", clauses, len(models))
		}
	}
	if accepted < 1000 {
		t.Errorf("only %d lines were taken", accepted)
	}
}

// propagateSlowly performs unit propagation without watched literals: it goes over all clauses until no literal
// follows any more. It reports whether there is a contradiction.
func propagateSlowly(clauses [][]literal, assumed []literal) bool {
	truth := map[literal]bool{}
	set := func(v literal) bool { truth[v] = true; return truth[-v] }
	for _, v := range assumed {
		if set(v) {
			return true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, clause := range clauses {
			candidates, satisfied := map[literal]bool{}, false
			for _, v := range clause {
				satisfied = satisfied || truth[v]
				if !truth[-v] {
					candidates[v] = true
				}
			}
			switch {
			case satisfied || len(candidates) > 1:
			case len(candidates) == 0:
				return true
			default:
				for v := range candidates {
					if set(v) {
						return true
					}
				}
				changed = true
			}
		}
	}
	return false
}

// TestWatchesChangeNothing checks that with watched literals the same clauses follow as without, before and after
// other calls. The random clauses can contain a literal twice or with both signs.
func TestWatchesChangeNothing(t *testing.T) {
	const vars = 8
	rnd := rand.New(rand.NewPCG(3, 4))
	randomClause := func(most int) []literal {
		list := make([]literal, 1+rnd.IntN(most))
		for i := range list {
			list[i] = literal((1 + rnd.IntN(vars)) * (1 - 2*rnd.IntN(2)))
		}
		return list
	}
	following := 0
	for range 1500 {
		c, clauses := newPropagator(&formula{vars: vars}), [][]literal(nil)
		for range 3 + rnd.IntN(14) {
			clause := randomClause(5)
			clauses = append(clauses, clause)
			if c.add(clause); c.contradictory {
				break
			}
			line := randomClause(7)
			var negation []literal
			for _, v := range line {
				negation = append(negation, -v)
			}
			want := propagateSlowly(clauses, negation)
			for range 2 { // the first call must undo its assumptions
				if got := c.follows(line); got != want {
					t.Fatalf("%v: %v follows: %v, want %v", clauses, line, got, want)
				}
			}
			if want {
				following++
			}
		}
		if c.contradictory != propagateSlowly(clauses, nil) {
			t.Fatalf("%v: contradictory: %v", clauses, c.contradictory)
		}
	}
	if following < 500 {
		t.Errorf("only %d lines follow", following)
	}
}
