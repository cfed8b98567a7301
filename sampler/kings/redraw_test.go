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

// TestGoldenStream compares the first redraws of draws of the repaired set with those of November 2026.
func TestGoldenStream(t *testing.T) {
	stream, next := sampler.NewStream(ranked.NewRepaired(), 1<<64-1), uint64(0)
	src := rand.NewPCG(7, 7)
	var c kings.Counter
	for i, want := range testkit.Table[struct {
		Level int
		FEN   string
	}](t, "golden.tsv") {
		s := drawWithoutRights(stream, &next)
		canBeLegal := func(s *chess.Setup) bool { return (s.Board.King(0)+s.Board.King(1))%3 > 0 }
		if level := c.Redraw(&s, src, canBeLegal); level != want.Level || level > 0 && s.String() != want.FEN {
			t.Errorf("redraw %d: %d, %q, want %d, %q", i, level, s.String(), want.Level, want.FEN)
		}
	}
}
