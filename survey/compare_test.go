package survey

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/rndfen"
	"chesscensus/sampler/spaces"
	"chesscensus/stats"
	"chesscensus/stats/compare"
	"chesscensus/survey/internal/toy"
)

func newDraw(t *testing.T, fen string, weight int) sampler.Draw {
	t.Helper()
	f := testkit.Must(chess.ParseFEN(fen))(t)
	return sampler.Draw{Setup: f.Setup, Equivalents: 1, Multiplicity: 1, Weight: weight}
}

const (
	start    = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	touching = "8/8/8/8/8/8/8/6Kk w - - 0 1"
	endgame  = "4k3/8/8/8/8/8/8/4K2R w - - 0 1"
	manyMen  = "rnbqkbnr/p1pppppp/8/8/8/8/PPPPPPPP/RNBQKBQN b - - 0 1"
)

// TestWithinCountsTheClassOnly compares a space within a class with the setups that both lists have.
func TestWithinCountsTheClassOnly(t *testing.T) {
	space := toy.Listed{Label: "all", Draws: []sampler.Draw{newDraw(t, start, 1), newDraw(t, endgame, 1), newDraw(t, touching, 0), newDraw(t, manyMen, 1)}}
	class := toy.Listed{Label: "class", Draws: []sampler.Draw{newDraw(t, endgame, 1), newDraw(t, manyMen, 0)}}
	w := Within(space, class)
	if w.Name() != "all|in class" || w.Size().Int64() != 4 {
		t.Errorf("name %q, size %v", w.Name(), w.Size())
	}
	for i, want := range []int{0, 1, 0, 0} {
		var d sampler.Draw
		w.Unrank(&d, uint256.NewInt(uint64(i)))
		if d.Weight != want || d.Setup != space.Draws[i].Setup {
			t.Errorf("element %d has weight %d, want %d", i, d.Weight, want)
		}
		switch rank, err := w.Rank(&d); {
		case want == 0 && !errors.Is(err, sampler.ErrNotInSpace):
			t.Errorf("element %d has rank %v, %v, want %v", i, &rank, err, sampler.ErrNotInSpace)
		case want > 0 && (err != nil || rank.Uint64() != uint64(i)):
			t.Errorf("element %d has rank %v, %v", i, &rank, err)
		}
	}
	foreign := newDraw(t, "8/8/8/8/8/8/8/K1k5 w - - 0 1", 1)
	testkit.Fails(w.Rank(&foreign))(t, sampler.ErrNotInSpace, "rank of a setup of neither")
}

// TestPropertiesOfKnownSetups compares properties with values by hand.
func TestPropertiesOfKnownSetups(t *testing.T) {
	for _, c := range []struct {
		fen                       string
		men, captures, promotions int
	}{
		{start, 32, 0, 0},
		{endgame, 3, 15, 0},
		{manyMen, 31, 1, 1},
		{"NNNQkqqq/8/8/8/8/8/BBB5/KRRR4 w - - 0 1", 15, 12, 1 + 1 + 1 + 2},
	} {
		s := newDraw(t, c.fen, 1).Setup
		if m, k, p := men.Of(&s), captures.Of(&s), Promotions.Of(&s); m != c.men || k != c.captures || p != c.promotions {
			t.Errorf("%s: men %d, captures %d, promotions %d, want %d, %d, %d", c.fen, m, k, p, c.men, c.captures, c.promotions)
		}
	}
}

// TestWeightZeroIsOut: a draw of weight 0 is Out in every tally, whatever its verdict.
func TestWeightZeroIsOut(t *testing.T) {
	space := toy.Listed{Label: "none", Draws: []sampler.Draw{newDraw(t, endgame, 0)}}
	r := mustRun(t, Config{Space: space, Draws: 50, Effort: verdict.Kernel, Properties: comparedProperties})
	if r.Tally.OpenCount() != 0 || r.Tally.Draws() != 50 || r.Properties[1].Draws() != 50 {
		t.Errorf("open %d of %d draws, %d by property, want 0 of 50 and 50", r.Tally.OpenCount(), r.Tally.Draws(), r.Properties[1].Draws())
	}
	if len(r.Men.Bins()) > 0 || len(r.Properties[0].Bins()) > 0 {
		t.Errorf("bins %v and %v, want none", r.Men.Bins(), r.Properties[0].Bins())
	}
}

// sameSpaces returns spaces that hold the same legal positions.
var sameSpaces = sync.OnceValue(func() []sampler.Space {
	split, err := spaces.Open("counter-split-positions")
	if err != nil {
		panic(err)
	}
	return []sampler.Space{ranked.NewRepaired(), rndfen.NewConditioned(), split}
})

// smallComparison returns a comparison of [sameSpaces] with n draws each.
func smallComparison(n uint64) Comparison {
	return Comparison{Spaces: slices.Clone(sameSpaces()),
		Draws: n, Seed: 5, Effort: verdict.Kernel, Tests: compare.Options{Level: 1e-6}}
}

// TestCompareAgrees: the comparison agrees at level 1e-6, and its reports are equal to those of single runs.
func TestCompareAgrees(t *testing.T) {
	testkit.Medium(t)
	n := uint64(60_000)
	if testing.Short() {
		n = 10_000
	}
	c := smallComparison(n)
	used := time.Duration(0)
	c.CPU = func() time.Duration { used += time.Second; return used }
	progress := uint64(0) // the largest number of draws reported
	c.Progress = func(done uint64) { progress = max(progress, done) }
	r := testkit.Must(Compare(context.Background(), c))(t)
	if !r.Agree() || r.Proven != nil || len(r.Shares) != 3 || len(r.NotRefuted.Pairs) != 3 || progress != 3*n {
		t.Errorf("agree %v (p = %v), %d distributions, %d pairs, progress to %d", r.Agree(), r.NotRefuted.P, len(r.Shares), len(r.NotRefuted.Pairs), progress)
	}
	for i, s := range c.Spaces {
		single := mustRun(t, Config{Space: s, Draws: n, Seed: 5, Effort: verdict.Kernel})
		if !single.Tally.Equal(&r.Reports[i].Tally) || r.Seconds[i] != 1 || r.NotRefuted.Samples[i].Estimate.Value != single.Estimate.High.Value {
			t.Errorf("%s: the comparison has another sample than a run, or %v s", s.Name(), r.Seconds[i])
		}
	}
	if got := r.Shares[1]; got.Property != captures.Name || math.Abs(sharedLevel(r)-1e-6) > 1e-20 {
		t.Errorf("second distribution: %s; the levels of all tests add up to %v", got.Property, sharedLevel(r))
	}
}

// sharedLevel returns the sum of the levels of all tests of [Compared.Agree]. By Bonferroni's inequality it is at least the probability that one
// of them rejects by chance.
func sharedLevel(r *Compared) (sum float64) {
	sum = r.NotRefuted.Level
	if r.Proven != nil {
		sum += r.Proven.Level
	}
	for _, s := range r.Shares {
		sum += s.Level
	}
	return sum
}

// TestLevelIsSharedWhereGamesAreFound: if there is a test of proven positions, too, all tests together have the level, also the default one.
func TestLevelIsSharedWhereGamesAreFound(t *testing.T) {
	var r Compared
	for k, name := range []string{"a", "b"} {
		report := &Report{Space: name}
		report.Size = big.NewInt(1000)
		report.Men.Add(20, stats.In, 1, 1)
		for i := range 2 {
			report.Properties = append(report.Properties, stats.Histogram{})
			report.Properties[i].Add(3, stats.In, 1, 1)
		}
		report.Estimate = stats.Result{InCount: 50, Low: stats.Estimate{Value: 500 + float64(k), StdErr: 10, Hits: 50},
			High: stats.Estimate{Value: 500, StdErr: 10, Hits: 50}}
		r.Reports, r.Seconds = append(r.Reports, report), append(r.Seconds, 0)
	}
	for _, level := range []float64{0, 0.06} {
		r.Shares = nil
		testkit.OK(t, r.testAgreement(compare.Options{Level: level}))
		if want := cmp.Or(level, compare.DefaultLevel); r.Proven == nil || len(r.Shares) != 3 || math.Abs(sharedLevel(&r)-want) > 1e-12 {
			t.Errorf("level %v: the tests have %v together", level, sharedLevel(&r))
		}
	}
}

// TestCompareSeesAMissingPart compares all positions with those of at most 27 men, two in five: estimates and distributions must both be
// rejected.
func TestCompareSeesAMissingPart(t *testing.T) {
	testkit.Medium(t)
	part := testkit.Must(sampler.Restrict(ranked.NewRepaired(), "men<=27"))(t)
	c := Comparison{Spaces: []sampler.Space{sameSpaces()[0], part}, Draws: 10_000, Effort: verdict.Static}
	r := testkit.Must(Compare(context.Background(), c))(t)
	if r.NotRefuted.Agree || r.Shares[0].Agree || !r.NotRefuted.Pairs[0].Rejected || r.Agree() {
		t.Errorf("estimates agree: %v, men agree: %v", r.NotRefuted.Agree, r.Shares[0].Agree)
	}
}

func TestBadComparisons(t *testing.T) {
	testkit.Medium(t)
	for want, change := range map[string]func(*Comparison){
		"want at least 2": func(c *Comparison) { c.Spaces = c.Spaces[:1] },
		"twice":           func(c *Comparison) { c.Spaces[1] = c.Spaces[0] },
		"no space":        func(c *Comparison) { c.Spaces[1] = nil },
		"0 draws":         func(c *Comparison) { c.Draws = 0 },
		"level 2":         func(c *Comparison) { c.Tests.Level = 2 },
		"effort":          func(c *Comparison) { c.Effort = 99 },
		"confidence":      func(c *Comparison) { c.Options.Confidence = -1 },
	} {
		c := smallComparison(10)
		change(&c)
		if _, err := Compare(context.Background(), c); err == nil || !strings.Contains(strings.ToLower(err.Error()), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// TestInterruptedComparison interrupts a comparison in the second space: the completed blocks are compared.
func TestInterruptedComparison(t *testing.T) {
	testkit.Medium(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := smallComparison(20_000)
	c.Workers = 1
	c.Progress = func(done uint64) {
		if done == 22_000 {
			cancel()
		}
	}
	r, err := Compare(ctx, c)
	if !errors.Is(err, context.Canceled) || r == nil || len(r.Reports) != 2 || r.NotRefuted == nil || r.Reports[1].Draws < 2000 || !r.Reports[1].Interrupted() {
		t.Errorf("error %v, result %+v", err, r)
	}
}

// TestTwoWaysToCountPromotions compares both numbers of promotions on some boards, and [Promotions] with the condition no-promotions on draws of a
// space with and without promotions.
func TestTwoWaysToCountPromotions(t *testing.T) {
	testkit.Medium(t)
	for _, c := range []struct {
		fen           string
		colors, kinds int
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, 0},
		{"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", 0, 0},
		{"4k3/8/8/8/8/8/8/2B1B1K1 w - - 0 1", 1, 0}, // two on dark squares
		{"4k3/8/8/8/8/8/8/BBB1K3 w - - 0 1", 1, 1},
		{"4k3/8/8/8/8/B1B5/8/B1B1K3 w - - 0 1", 3, 2},
		{"qqq1k3/8/8/8/8/8/8/NNN1K3 w - - 0 1", 3, 3},
	} {
		f := testkit.Must(chess.ParseFEN(c.fen))(t)
		if a, b := Promotions.Of(&f.Setup), PromotionsByKind.Of(&f.Setup); a != c.colors || b != c.kinds {
			t.Errorf("%s: %d promotions, %d by kind, want %d and %d", c.fen, a, b, c.colors, c.kinds)
		}
	}
	conditions := testkit.Must(sampler.ParsePredicate("no-promotions"))(t)
	counts := map[[2]bool]int{}
	space := testkit.Must(sampler.Restrict(rankedSpace(), "knights<=2", "rooks<=2", "queens<=1"))(t)
	for _, d := range sampler.NewStream(space, 8).Draws(0, 3000) {
		n, kinds := Promotions.Of(&d.Setup), PromotionsByKind.Of(&d.Setup)
		if holds := sampler.FirstBroken(conditions, &d.Setup) == nil; holds != (n == 0) || kinds > n {
			t.Errorf("%v: no-promotions %v, %d promotions, %d by kind", d.Setup, holds, n, kinds)
		}
		counts[[2]bool{n > 0, kinds > 0}]++
	}
	if len(counts) != 3 {
		t.Errorf("draws by promotions with and without colors: %v, want all three kinds", counts)
	}
}

// TestPropertiesAddUp compares the histogram of each property with the tally.
func TestPropertiesAddUp(t *testing.T) {
	testkit.Medium(t)
	one := mustRun(t, Config{Draws: 3500, Effort: verdict.Static, Properties: comparedProperties, Workers: 1})
	four := mustRun(t, Config{Draws: 3500, Effort: verdict.Static, Properties: comparedProperties, Workers: 4})
	for i := range comparedProperties {
		if !one.Properties[i].Total().Equal(&one.Tally) || !one.Properties[i].Equal(&four.Properties[i]) {
			t.Errorf("%s: the bins do not add up to the tally, or depend on the workers", comparedProperties[i].Name)
		}
	}
}
