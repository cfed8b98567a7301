package sat

import (
	"context"
	"os"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
)

func TestGen2(t *testing.T) {
	name := os.Getenv("MAT")
	if name == "" {
		t.Skip()
	}
	th, err := NewTheorem(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range th.Assertions() {
		for _, turn := range []chess.Color{chess.White, chess.Black} {
			t0 := cputime.Used()
			p, err := Prove(context.Background(), &a.Claim, turn, Options{Cubes: 1 << (6 * len(os.Getenv("CUBES"))), Progress: func(d, n int) {
				if (d&255 == 1 || n < 100) && n > 1 {
					println(d, n, cputime.Used().String())
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s, %v: proven %v (want %v) patterns %d calls %d vars %d clauses %d; witness %d %d; %v", a.Name, turn, p.Proven, a.Holds, len(p.Patterns), p.Calls, p.Formula.Vars, len(p.Formula.Clauses), p.WitnessVars, p.WitnessClauses, cputime.Used()-t0)
			for _, x := range p.Counterexample {
				t.Log(th.Material.Setup(x))
			}
		}
	}
}
