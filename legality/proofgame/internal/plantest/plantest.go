// Package plantest provides goals, and kernels to them, for the tests of the planner's packages.
package plantest

import (
	_ "embed"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofkernel/named"
	"chesscensus/legality/proofkernel/search"
)

// goalList has a class and a FEN of a legal position in each line, with a tab between. Lines that begin with # name the sources.
//
//go:embed goals.tsv
var goalList string

// A Goal is a position that some game leads to.
type Goal struct {
	Class    string // "candidates", "men17", "castling" and so on
	Position chess.Position
}

// Goals returns the goals of the classes, or all goals if no class is given.
func Goals(tb testing.TB, classes ...string) (goals []Goal) {
	tb.Helper()
	for line := range strings.Lines(goalList) {
		class, fen, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok || class[0] == '#' || len(classes) > 0 && !slices.Contains(classes, class) {
			continue
		}
		goals = append(goals, Goal{class, testkit.Position(tb, fen)})
	}
	if len(goals) == 0 {
		tb.Fatalf("no goal of the classes %v", classes)
	}
	return goals
}

// Kernel returns a kernel from the initial position to a goal: one that depends on the goal alone if the seed is 0, otherwise a random one
// that depends on seed and goal. It reports whether one was found within a budget that suffices for nearly all goals.
func Kernel(tb testing.TB, goal *chess.Setup, seed uint64) (search.Kernel, bool) {
	tb.Helper()
	namer := named.Namer{Nodes: 50_000, States: 2_000_000}
	var random rand.Source // nil means none
	if seed > 0 {
		random = rand.NewPCG(seed, base.Hash(goal))
	}
	kernel, err := namer.Name(tb.Context(), *goal, random)
	return kernel, err == nil
}

// Replay fails the test if moves from a setup are not legal or do not lead to a goal.
func Replay(tb testing.TB, from chess.Setup, moves []chess.Move, goal chess.Position) {
	tb.Helper()
	p, err := from.Position()
	if err != nil {
		tb.Fatalf("%v: %v", from, err)
	}
	for i, m := range moves {
		parsed, err := p.ParseUCI(m.String()) // from its text, since the planner made the move without one
		if err != nil || parsed != m {
			tb.Fatalf("move %d, %v, is not legal in %v: %v", i+1, m, p, err)
		}
		p = p.Play(m)
	}
	if p != goal {
		tb.Errorf("the moves lead to %v, not to %v", p, goal)
	}
}

// Crowded holds goals with men caged behind pawns, where the pawns closed the cage last.
var Crowded = []string{
	"8/3R1pRb/3nk1PP/bbb3pQ/K4Rr1/B1NQN3/3B1pB1/3rBrN1 w - -",
	"6N1/r1B3nq/1b2R3/BB3Brk/qQpN2q1/rP1bnR2/prP1q2b/K7 b - -",
	"4nN2/2bBQpbQ/n2P1r2/r3P3/2r5/N2bB1QR/bK2RPpP/1R4bk w - -",
}

// Closing holds goals whose kernels mostly close squares that some officer still has to enter or to leave.
var Closing = []string{
	"1rb1r1q1/B5N1/2kr1BPN/4R1p1/r2B2p1/1Rp4B/BNbK2Pp/1q1n4 w - -",
	"2bn2rQ/Nr4p1/Rq2Bk1b/1N2n3/1Nrb4/3Q2Pb/pB2P1p1/1nqNK3 w - -",
	"r4B1K/3kBq1R/1rp2nbp/2P5/1b1N4/1Bb1N1P1/1P3QpN/bb1N2nq w - -",
}
