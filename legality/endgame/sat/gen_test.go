package sat

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
)

func TestGen(t *testing.T) {
	spec := strings.Fields(os.Getenv("SPEC")) // material given plies tail, then per man target:cheb:manh:moves
	if len(spec) == 0 {
		t.Skip()
	}
	m, err := ParseMaterial(spec[0])
	if err != nil {
		t.Fatal(err)
	}
	num := func(s string) int { return int(s[0] - '0') }
	c := &Claim{Material: m, Given: num(spec[1]), Plies: num(spec[2]), Tail: num(spec[3])}
	for _, x := range spec[4:] {
		sq, _ := chess.ParseSquare(x[:2])
		c.Measure = append(c.Measure, Term{sq, num(x[2:]), num(x[3:]), num(x[4:])})
	}
	t.Log(m, c)
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Second)
	defer cancel()
	for _, turn := range []chess.Color{chess.White, chess.Black} {
		t0 := cputime.Used()
		p, err := Prove(ctx, c, turn, Options{Cubes: 1 << (6 * len(os.Getenv("CUBES")))})
		if err != nil {
			t.Fatal(err, cputime.Used()-t0)
		}
		t.Logf("%v: proven %v patterns %d calls %d vars %d clauses %d; witness %d %d; %v", turn, p.Proven, len(p.Patterns), p.Calls, p.Formula.Vars, len(p.Formula.Clauses), p.WitnessVars, p.WitnessClauses, cputime.Used()-t0)
		for _, x := range p.Counterexample {
			t.Log(m.Setup(x))
		}
	}
}
