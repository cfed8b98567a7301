package retract

import (
	"fmt"
	"hash/fnv"
	"slices"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/internal/base"
	"chesscensus/legality/proofgame/internal/plantest"
)

// tangledGoals are goals for each part of a measure: promoted men, crossed pawns, locked bishops, lost rights, kings far from home, and
// goals in which a side is in check or runs out of quiet moves to take back.
var tangledGoals = []string{
	"8/p7/8/8/5P2/1PPPkrb1/bPPR1RPN/2KR1QB1 w - -",
	"4K1Bk/ppppp1p1/4B1Bp/5Bp1/8/8/8/8 b - -",
	"1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - -",
	"rn1qkbnr/ppp1pp1b/3p2p1/7p/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
	"rn1qkbnr/pp1ppppp/8/8/8/1P6/bPPPPPPP/RNBQKBNR w KQkq -",
	"5b1r/4p1p1/4KpPp/8/4P3/1P3PpP/b3P1Pr/2q1QBBk w - -",
	"r3k3/8/8/8/8/8/P2P4/RR2K2R w - -",
	"8/8/8/8/6P1/8/k7/4K2R b K -",
	"4k1rr/8/8/8/8/8/8/4K2R w Kk -",
	"4k2r/8/8/8/8/8/8/q3K2R w Kk -",
	"r3k3/8/8/8/8/8/8/R1r1K3 w Qq -",
	"4k2r/8/8/8/8/8/8/qb2K1NR w Kk -",
}

// TestLinesStayTheSame compares a hash of what all methods take back with that of the lines that were found when the test was written:
// games stay the same from version to version (package planner), and each price, measure and choice that changes shows here.
func TestLinesStayTheSame(t *testing.T) {
	const want = 0x17e0d43eb0d038c3
	hash := fnv.New64a()
	var x Retractor
	var finder Finder
	var rng base.RNG
	for _, fen := range slices.Concat(denseGoals, tangledGoals, plantest.Crowded) {
		s := testkit.Setup(t, fen)
		write := func(line Line, ok bool) { fmt.Fprintln(hash, line, ok) }
		for seed := range uint64(2) {
			write(x.Disentangle(t.Context(), s, 10*seed, 1000, nil)) // two of its three searches
			write(x.Extract(t.Context(), s, seed, 1000, nil, seed == 1))
			write(x.Unravel(t.Context(), s, seed, 1000, nil))
			write(x.Open(t.Context(), s, Opening{Seed: seed, Depth: 6, Crowds: seed == 1, SourcePercent: 50}, nil))
		}
		rng.Key(base.Hash(&s), 1, 1)
		fmt.Fprintln(hash, x.IsTight(&s), finder.Targets(t.Context(), &s, &rng, FewTargets))
	}
	if got := hash.Sum64(); got != want {
		t.Errorf("the lines have the hash %#x, want %#x: undo the change, "+
			"or measure what it gains (BenchmarkBuild of package proofgame) and store the new hash", got, uint64(want))
	}
}
