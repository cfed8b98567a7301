package kings_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/kings"
	"chesscensus/sampler/ranked"
)

// A scriptedSource is a source of words for which sampler.Below returns given numbers in turn.
type scriptedSource struct {
	steps []step
	next  int
	t     *testing.T
}

// A step is a call of sampler.Below(below) and the result that it must have.
type step struct{ below, want int }

// Uint64 returns the middle of the interval of words for which the next step has its result.
func (s *scriptedSource) Uint64() uint64 {
	if s.next == len(s.steps) {
		s.t.Fatal("more words are drawn than the law has choices")
	}
	step := s.steps[s.next]
	s.next++
	width := ^uint64(0) / uint64(step.below)
	return uint64(step.want)*width + uint64(step.want) + width/2
}

// sumWeights goes through all random choices of Redraw except rounding, for a setup that is counted by c. For every
// placement it returns the sum over all choices of the weight times the probability, in units of 1/(N1 N2 a). After
// the first two choices, n placements can be legal; each of the n choices that follow has probability 1/n and
// counts n/a. The n choices are three runs, by number of checkers. They are all tried for the first pair of
// placements with checks, and only the ends of each run for the other pairs.
func sumWeights(t *testing.T, c *kings.Counter, s chess.Setup, canBeLegal func(*chess.Setup) bool) map[chess.Setup]int {
	sums := map[chess.Setup]int{}
	placement := func(k, i int) (p chess.Setup, ok bool) {
		p = s
		c.Place(&p, k, i)
		return p, canBeLegal == nil || canBeLegal(&p)
	}
	pairs := 0
	for one := range max(c.Numbers()[1], 1) {
		for two := range max(c.Numbers()[2], 1) {
			pairs++
			tried, tries := [3]int{0, one, two}, []step(nil)
			n := [3]int{c.Numbers()[0]}
			var wanted [3]chess.Setup
			for k := 1; k <= 2; k++ {
				if c.Numbers()[k] == 0 {
					continue
				}
				tries = append(tries, step{c.Numbers()[k], tried[k]})
				p, ok := placement(k, tried[k])
				if wanted[k] = p; ok {
					n[k] = c.Numbers()[k]
					sums[p] += n[k]
				}
			}
			total := n[0] + n[1] + n[2]
			run := func(x, k int) {
				p := s
				src := &scriptedSource{steps: append(slices.Clone(tries), step{total, x}, step{c.All(), 0}), t: t}
				if k == 0 {
					wanted[0], _ = placement(0, x)
				}
				level := c.Choose(&p, src, canBeLegal)
				if up := (kings.Levels*total + c.All() - 1) / c.All(); level != up || p != wanted[k] {
					t.Fatalf("%v: tries %d, choice %d: %v at level %d of %d/%d, want %v, %d", s, tried, x, p, level, total, c.All(), wanted[k], up)
				}
			}
			first := 0
			for k, n := range n {
				for x := first; x < first+n; x++ {
					if one+two == 0 || x == first || x == first+n-1 {
						run(x, k)
					}
				}
				first += n
			}
			if p := s; total == 0 && c.Choose(&p, &scriptedSource{steps: tries, t: t}, canBeLegal) != 0 {
				t.Fatalf("%v: something counts where nothing may be legal", s)
			}
		}
	}
	for i := range c.Numbers()[0] {
		p, _ := placement(0, i)
		sums[p] += pairs
	}
	return sums
}

// TestRedrawWeighsEveryPlacementAlike goes through the random choices for some setups, with functions
// canBeLegal by which all placements with checks can be legal, some and none. Every placement that can
// be legal must have the mean weight 1/a, as in a plain draw, and no other may occur.
func TestRedrawWeighsEveryPlacementAlike(t *testing.T) {
	testkit.Medium(t)
	n := testkit.Size(5, 8)
	functions := map[string]func(*chess.Setup) bool{
		"nil":  nil,
		"some": func(s *chess.Setup) bool { return (s.Board.King(0)+s.Board.King(1)+chess.Square(s.Turn))%3 > 0 },
		"none": func(*chess.Setup) bool { return false },
	}
	tested := 0
	setups(2, n, func(s chess.Setup) {
		var c kings.Counter
		c.Count(&s.Board)
		unit := max(c.Numbers()[1], 1) * max(c.Numbers()[2], 1)
		if unit > 60_000 {
			return
		}
		tested++
		want := placements(s)
		for name, canBeLegal := range functions {
			sums := sumWeights(t, &c, s, canBeLegal)
			for k, list := range want[:kings.MostCheckers+1] {
				for p := range list {
					weight := unit
					if k > 0 && canBeLegal != nil && !canBeLegal(&p) {
						weight = 0
					}
					if sums[p] != weight {
						t.Fatalf("%v, canBeLegal %s: %v with %d checkers has weight %d, want %d", s, name, p, k, sums[p], weight)
					}
					delete(sums, p)
				}
			}
			if len(sums) > 0 {
				t.Fatalf("%v, canBeLegal %s: %d setups that are no placements have a weight", s, name, len(sums))
			}
			want = placements(s)
		}
	})
	t.Logf("%d setups", tested)
	if tested < 3 {
		t.Errorf("only %d setups were tested", tested)
	}
}

// TestRoundKeepsMeans goes through all outcomes of round: each must be a neighbor of the fraction, and their mean the fraction.
func TestRoundKeepsMeans(t *testing.T) {
	for den := 1; den < 60; den++ {
		for num := range 3 * den {
			sum := 0
			for x := range den {
				n := kings.Round(&scriptedSource{steps: []step{{den, x}}, t: t}, num, den)
				if n != num/den && n != num/den+1 {
					t.Fatalf("%d/%d is rounded to %d", num, den, n)
				}
				sum += n
			}
			if sum != num {
				t.Fatalf("%d/%d is rounded to a sum of %d, want %d", num, den, sum, num)
			}
		}
	}
}

// TestRedrawAsksWithChecksOnly checks that Redraw calls canBeLegal with complete setups that have one or two checkers.
func TestRedrawAsksWithChecksOnly(t *testing.T) {
	testkit.Medium(t)
	var c kings.Counter
	src := rand.NewPCG(1, 1)
	var seen [kings.MostCheckers + 1]int
	setups(3, 300, func(s chess.Setup) {
		var checkers []int
		p := s
		c.Redraw(&p, src, func(q *chess.Setup) bool {
			b := &q.Board
			if b.Men() != s.Board.Men() || b.Attackers(b.King(q.Turn.Other()), q.Turn, b.Occupied()) != 0 {
				t.Fatalf("canBeLegal is called with %v, which is no safe placement of all men", q)
			}
			k := b.Attackers(b.King(q.Turn), q.Turn.Other(), b.Occupied()).Count()
			checkers = append(checkers, k)
			seen[k]++
			return true
		})
		if !slices.IsSorted(checkers) || len(slices.Compact(checkers)) > 2 {
			t.Fatalf("%v: canBeLegal is called with %d checkers, want ascending numbers", s, checkers)
		}
	})
	if seen[0] > 0 || seen[1] < 100 || seen[2] < 100 {
		t.Errorf("calls of canBeLegal by number of checkers: %d, want none without and 100 or more with one and with two", seen)
	}
}

// golden lists the first redraws of draws of the repaired set, with the words of PCG(7, 7),
// printed by this package in November 2026. A change here is a breaking one.
var golden = []struct {
	level int
	fen   string
}{
	{7, "3KR1rN/n1N4p/1RN3NB/5b1P/b2B1rn1/1NQ1n3/1p2r1k1/rrN1bQ2 b - -"},
	{10, "b7/2pB1pK1/B1Rp3Q/4N1bn/pnrP3B/2n1kP2/1RP2N1b/qR1bN2q w - -"},
	{2, "r1N1R2q/bP2N3/r4RNQ/1k3PKq/2q3r1/nqB4B/b3N1b1/Q2qnb2 w - -"},
	{6, "2KQb1Qn/Nb3R2/1Qnp1rQ1/BN2pP1b/2bb2B1/5r2/2qR2q1/q2b2k1 w - -"},
	{3, "5nq1/R2rN1R1/1B1bp1q1/1pb2rQ1/R6n/K1N1nkNB/Q1n2r1Q/3qR3 w - -"},
	{5, "2B1q1nN/1pBrb1Rn/3B4/2pbnqQ1/1Prn3K/2PB2nR/NP4k1/2r1Q3 b - -"},
	{7, "KR4b1/1p2n2R/1b1B1Rr1/kRqRBQ2/2p1N1N1/5b2/1bP3BR/1b2QrQ1 b - -"},
	{3, "1Q1NQb1k/3R4/n2R3b/2rpPBpq/1Q3B2/1rr5/KrnQ1NQ1/1Q5q w - -"},
	{5, "4nN2/1q1r1B2/n2N1qR1/n2P4/1B1pb1q1/pnQP2N1/k3q2K/n3B1bB w - -"},
	{10, "2bB2R1/Kb2k3/B1Ppp3/n1N4Q/1P1PPbr1/2B1n3/3NpqpN/2nb4 b - -"},
	{2, "1Q2R3/BbN1Bk2/1RN1n1r1/1p1q4/QP3B1b/Rb1Qr1p1/2r3n1/BK2B2R b - -"},
	{4, "b1q1R3/1N1Np1n1/2p4q/NN1rb1B1/B1qB4/2N3r1/3qPP2/1RrBQK1k w - -"},
	{9, "BN5r/1Bp1K3/P1rN2N1/1rP4q/Q3R2P/P2prbN1/3k1bNb/n3R1B1 w - -"},
	{4, "6NN/krQb2N1/q2n3n/1r2BQnN/r3B1r1/K3Pn1P/nb4rb/3B4 w - -"},
	{5, "7K/2q1bkQp/1b2q2B/RN2NB2/P1N2r1R/BPB3n1/Q2nQ2r/2n1Q1n1 b - -"},
	{5, "3B2Q1/3r4/q1brNbBq/2b5/rnb1BRp1/2RNk1b1/3Q2qB/n1bK2B1 b - -"},
	{8, "3k1b2/p1R3n1/bBP3p1/B1P4B/3Knrrb/PQRNQ3/PRN1b3/3R1q2 w - -"},
	{8, "2R5/1N1Rr1N1/2BBqPP1/r2p1q2/1pP2p2/n3P1Q1/3B1K2/nqQ1n1Nk w - -"},
	{7, "kBB1qb2/n1Qr2Rn/4rP2/6P1/3P2Bq/4rbPn/1r2Pr1r/K5QR w - -"},
	{5, "q1bq1bRB/2n4n/RqkN1RQ1/7B/pb5Q/7K/nNBb2R1/1Rr1N3 w - -"},
	{6, "rr1b4/2P2Q2/1b2bPNR/k1nN2qN/2KB3R/1BnRpbn1/2Qq4/1Q1r4 w - -"},
	{10, "Rbrqr1r1/r1p2NP1/QP6/2PpR1qN/1NB3B1/b1KP4/np5p/1Nk2n2 w - -"},
	{7, "2RnKn1n/4B1NR/1P1B4/1pr2b1B/1BQnr2N/8/2bNnk2/rqN1N2b b - -"},
	{5, "6Nb/5PqR/2Q2nr1/B1bkqPRn/1rN3B1/1BBb1bQ1/2R2QR1/n1K5 b - -"},
}

// TestGoldenStream compares redraws with golden.
func TestGoldenStream(t *testing.T) {
	stream, next := sampler.NewStream(ranked.NewRepaired(), 1<<64-1), uint64(0)
	src := rand.NewPCG(7, 7)
	var c kings.Counter
	for i, want := range golden {
		s := drawWithoutRights(stream, &next)
		canBeLegal := func(s *chess.Setup) bool { return (s.Board.King(0)+s.Board.King(1))%3 > 0 }
		if level := c.Redraw(&s, src, canBeLegal); level != want.level || level > 0 && s.String() != want.fen {
			t.Errorf("redraw %d: %d, %q, want %d, %q", i, level, s.String(), want.level, want.fen)
		}
	}
}
