package play

import (
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/plantest"
	"chesscensus/legality/proofgame/internal/schedule"
	"chesscensus/legality/proofkernel/search"
)

// A goalCase is a goal with a kernel.
type goalCase struct {
	goal   chess.Setup
	kernel search.Kernel
}

var cachedCases []*goalCase

// special holds goals in which kings have castled, and bare ones with all rights, to which a last officer has to capture and pawns have to
// wait so that they do not shut an officer out.
var special = []string{
	"r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq -",
	"2kr1bnr/pppqpppp/2n5/3p1b2/3P1B2/2N5/PPPQPPPP/2KR1BNR w - -",
	"r4rk1/pppppppp/8/8/8/8/PPPPPPPP/2KR3R w - -",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
	"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -",
	"r3k2r/p7/8/8/8/8/8/R3K2R w KQkq -",
}

// goalCases returns goals with kernels: every third of the list and all with castling rights, and four times those with men behind pawns
// that came last and those of special.
func goalCases(t testing.TB) []*goalCase {
	t.Helper()
	if cachedCases != nil {
		return cachedCases
	}
	for _, fen := range slices.Concat(plantest.Closing, plantest.Crowded, special) {
		goal := testkit.Setup(t, fen)
		if kernel, ok := plantest.Kernel(t, &goal, 0); ok {
			gc := &goalCase{goal, kernel}
			cachedCases = append(cachedCases, gc, gc, gc, gc) // each is played with other random numbers
		}
	}
	for i, g := range plantest.Goals(t) {
		if i%3 != 0 && g.Class != "castling" {
			continue
		}
		goal := g.Position.Setup()
		if kernel, ok := plantest.Kernel(t, &goal, 0); ok && g.Position != chess.InitialPosition() {
			cachedCases = append(cachedCases, &goalCase{goal, kernel})
		}
	}
	return cachedCases
}

// problem returns the problem of a case, with its RNG keyed by a seed.
func (gc *goalCase) problem(seed uint64, revise bool) *Problem {
	start := chess.InitialPosition()
	rng := new(base.RNG)
	rng.Key(base.Hash(&gc.goal), seed, 1)
	return &Problem{Start: &start, Goal: &gc.goal, Kernel: &gc.kernel, RNG: rng, Options: schedule.Options{Revise: revise}}
}

// prepare prepares a player for a restart without limit, and reports whether the kernel fits.
func prepare(p *Player, problem *Problem) bool {
	return p.prepare(problem, &Budget{Limit: 1 << 40}) == nil
}

// duringPath plays all cases to their last captures and calls check on every seventh ply, before the move. What check changes affects the
// rest of the game.
func duringPath(t *testing.T, check func(*path)) {
	t.Helper()
	var p Player
	checked := 0
	for i, gc := range goalCases(t) {
		if !prepare(&p, gc.problem(uint64(i), i%2 == 1)) {
			continue
		}
		path := &p.path
		for ply := range 250 {
			if path.update(); path.pending == 0 {
				break
			}
			if ply%7 == i%7 {
				path.chooseMen()
				check(path)
				checked++
				if t.Failed() {
					t.Fatalf("on the way to %v, after %d plies of seed %d: %v", gc.goal, ply, i, path.Pos)
				}
			}
			m := path.nextMove()
			if m == 0 {
				break
			}
			path.make(m)
			path.markDone(m, ply)
		}
	}
	if checked < 300 {
		t.Errorf("looked at %d positions only", checked)
	}
}
