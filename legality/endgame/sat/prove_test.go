package sat

import (
	"context"
	"testing"
	"time"

	"chesscensus/chess"
)

func TestScratch(t *testing.T) {
	m, _ := ParseMaterial("KRK")
	M := Measure{{Target: 36, Chebyshev: 2, Manhattan: 1}, {Target: 7, Moves: 1}, {Target: 34, Chebyshev: 2, Manhattan: 1}}
	for _, c := range []*Claim{
		{Material: m, Given: 1, From: 0, Plies: 4, Measure: M},
		{Material: m, Given: 1, From: 0, Plies: 4, Tail: 1, Measure: M},
		{Material: m, Given: 1, From: 1, Plies: 1},
		{Material: m, Given: 1, From: 1, Plies: 1, Lawless: true},
		{Material: m, Given: 1, From: 0, Plies: 2},
		{Material: m, Given: 1, From: 0, Plies: 2, Measure: M},
	} {
		for _, turn := range []chess.Color{chess.White, chess.Black} {
			t0 := time.Now()
			p, err := Prove(context.Background(), c, turn, Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%+v %v: proven %v patterns %d calls %d vars %d clauses %d; witness %d %d; %v", *c, turn, p.Proven, len(p.Patterns), p.Calls, p.Formula.Vars, len(p.Formula.Clauses), p.WitnessVars, p.WitnessClauses, time.Since(t0))
			for _, x := range p.Counterexample {
				t.Log(m.Setup(x))
			}
		}
	}
}
