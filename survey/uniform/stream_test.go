package uniform

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/where"
	"chesscensus/survey/internal/toy"
)

// An entry is a setup of a listed space with its weight and its number of elements.
type entry struct {
	fen           string
	times, weight int
}

func newListedSpace(t *testing.T, entries []entry) toy.Listed {
	t.Helper()
	l := toy.Listed{Label: "listed"}
	for _, e := range entries {
		f := testkit.Must(chess.ParseFEN(e.fen))(t)
		for i := range e.times {
			l.Draws = append(l.Draws, sampler.Draw{Setup: f.Setup, Index: i, Equivalents: e.times, Multiplicity: e.times, Weight: e.weight})
		}
	}
	return l
}

// collect returns the first n positions of a stream and the tally of the draws until then.
func collect(t testing.TB, o Options, n int) (list []Position, tally Tally) {
	t.Helper()
	s := testkit.Must(New(o))(t)
	for p, err := range s.Positions(t.Context(), &tally) {
		testkit.OK(t, err)
		if list = append(list, p); len(list) == n {
			break
		}
	}
	return list, tally
}

// entries are those of a small space: legal setups, which occur one to seven times, illegal ones, and one of weight 0.
var entries = []entry{
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 1, 1},
	{"rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq -", 2, 1},
	{"rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq -", 3, 1},
	{"rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/R1BQKBNR b KQkq -", 4, 1},
	{"rnbqkbnr/1ppppppp/8/p7/P7/8/1PPPPPPP/RNBQKBNR w KQkq -", 5, 1},
	{"r1bqkbnr/pppppppp/2n5/8/8/N7/PPPPPPPP/R1BQKBNR w KQkq -", 6, 1},
	{"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", 7, 1},
	{"4k3/8/8/8/8/8/4P3/4K2P w - -", 9, 1}, // a pawn on row 1
	{"kK6/8/8/8/8/8/8/8 w - -", 2, 1},      // neighboring kings
	{"rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/RNBQKBNR b KQkq -", 4, 0},
}

// TestEachSetupAsOften compares counts with the uniform distribution on the seven legal setups of a space, which occur one to seven times there. The
// statistic has 6 degrees of freedom and exceeds 38.3 with probability 1e-6.
func TestEachSetupAsOften(t *testing.T) {
	n := testkit.Size(1400, 7000)
	list, tally := collect(t, Options{Space: newListedSpace(t, entries), Seed: 5, Foreign: -1}, n)
	counts := map[chess.Setup]int{}
	for _, p := range list {
		counts[p.Setup]++
	}
	if len(counts) != 7 {
		t.Fatalf("%d setups, want the 7 legal ones: %v", len(counts), counts)
	}
	chi2, mean := 0.0, float64(n)/7
	for _, k := range counts {
		chi2 += (float64(k) - mean) * (float64(k) - mean) / mean
	}
	t.Logf("chi-squared %.3g", chi2)
	if chi2 > 38.3 {
		t.Errorf("chi-squared %.4g with 6 degrees of freedom: %v", chi2, counts)
	}
	if tally.Legal != uint64(n) || tally.Undecided != 0 || tally.Refuted < uint64(n)/7 || tally.Refuted+tally.Legal > tally.Draws {
		t.Errorf("tally %+v", tally)
	}
}

// TestSequenceIsFixed: the sequence does not depend on the workers and begins anew at a second call, games lead to their positions, and the number
// of a draw identifies it.
func TestSequenceIsFixed(t *testing.T) {
	testkit.Medium(t)
	space := ranked.NewRepaired()
	n := testkit.Size(20, 400)
	oneWorker, a := collect(t, Options{Space: space, Seed: 7, Foreign: 16, Workers: 1}, n)
	threeWorkers, b := collect(t, Options{Space: space, Seed: 7, Foreign: 16, Workers: 3}, n)
	if a != b {
		t.Errorf("tallies differ: %+v, %+v", a, b)
	}
	source := newSource(space, where.Condition{}, 7)
	for i, p := range oneWorker {
		if p != threeWorkers[i] {
			t.Fatalf("position %d: %v with one worker, %v with three", i, p, threeWorkers[i])
		}
		checkGame(t, p)
		var d sampler.Draw
		if !source.Redraw(&d, 0, p.Draw) || d.Setup != p.Setup {
			t.Errorf("draw %d is %v, want %v", p.Draw, d.Setup, p.Setup)
		}
	}
	other, _ := collect(t, Options{Space: space, Seed: 8, Foreign: 16, Workers: 1}, 1)
	if other[0].Setup == oneWorker[0].Setup {
		t.Error("seeds 7 and 8 begin alike")
	}
}

// checkGame replays the game of a position by the program that shares no code with the engine.
func checkGame(t *testing.T, p Position) {
	t.Helper()
	initial := chess.InitialPosition()
	moves, err := initial.ParseSANs(strings.Fields(string(p.Game)))
	if err != nil {
		t.Fatalf("%v: %v", p.Setup, err)
	}
	if final := initial.PlayAll(moves); final.Setup() != p.Setup {
		t.Errorf("the game of %v leads to %v: %s", p.Setup, final, p.Game)
	}
	if err := (&replay.Verifier{Foreign: -1}).VerifyText("", 0, string(p.Game), p.Setup.String()); err != nil {
		t.Error(err)
	}
}

// TestConditionsHold: all positions meet the condition, part of which restricts the space, and do not depend on the number of workers.
func TestConditionsHold(t *testing.T) {
	testkit.Medium(t)
	for text, name := range map[string]string{
		"men<=8 and check":            "ranked-repaired|men<=8",
		"white.queens>=4":             "ranked-repaired|white.queens>=4",
		"en-passant and men<=20":      "ranked-repaired|men<=20|en-passant",
		"mate and men<=12":            "ranked-repaired|men<=12",
		"not check and castling":      "ranked-repaired|rights>=1",
		"promotions=0 and moves=1..5": "ranked-repaired|knights<=2|bishops<=2|rooks<=2|queens<=1",
	} {
		if testing.Short() && !strings.Contains(text, "check and") {
			continue
		}
		c := testkit.Must(where.Parse(text))(t)
		list, tally := collect(t, Options{Space: ranked.NewRepaired(), Where: c, Seed: 2, Foreign: -1}, 4)
		for _, p := range list {
			if checkGame(t, p); !c.Holds(&p.Setup) {
				t.Errorf("%s does not hold of %v", text, p.Setup)
			}
		}
		t.Logf("%s: %+v", text, tally)
		s, err := New(Options{Space: ranked.NewRepaired(), Where: c})
		if err != nil || s.Space().Name() != name {
			t.Errorf("%s is drawn from %s, want %s; %v", text, s.Space().Name(), name, err)
		}
	}
}

// TestNothingToDrawFrom: a condition that no element of the space can meet is an error of New.
func TestNothingToDrawFrom(t *testing.T) {
	testkit.Medium(t)
	c, err := where.Parse("men=32 and white.queens=2") // no promotion without a capture
	testkit.OK(t, err)
	if _, err = New(Options{Space: ranked.NewRepaired(), Where: c}); !errors.Is(err, sampler.ErrEmpty) {
		t.Error(err)
	}
}

// TestGoldenSequence: the positions of a seed never change.
func TestGoldenSequence(t *testing.T) {
	testkit.Medium(t)
	list, _ := collect(t, Options{Space: ranked.NewRepaired(), Seed: 1, Foreign: 16}, 2)
	for i, want := range []string{"2nb4/pB3P1n/N4q2/PRB2b2/P1PnQ1nk/3Rp2P/N1r3p1/rR3KR1 w - -", "6RK/1r2qrRP/2PQB3/1rBnB1Nn/B4RNn/2R2P2/2bk3q/r1b4r b - -"} {
		if got := list[i].Setup.String(); !strings.HasPrefix(got, want) {
			t.Errorf("position %d is %s, want %s", i, got, want)
		}
	}
}

func TestBadOptions(t *testing.T) {
	space := newListedSpace(t, entries)
	testkit.Fails(New(Options{Space: space, Effort: verdict.Kernel}))(t, "proves nothing legal", "effort kernel")
	double := newListedSpace(t, []entry{{entries[0].fen, 1, 2}})
	s := testkit.Must(New(Options{Space: double}))(t)
	for p, err := range s.Positions(t.Context(), nil) {
		if err == nil || !strings.Contains(err.Error(), "stands for 2 positions") {
			t.Errorf("%v, %v", p, err)
		}
	}
}

// TestEnds: the error of the context, or of Watch, ends the sequence.
func TestEnds(t *testing.T) {
	space := newListedSpace(t, entries[7:]) // without legal setups, so that the sequence yields no position
	enough := errors.New("enough")
	for name, o := range map[string]Options{
		"watch": {Space: space, Watch: func(t Tally) error {
			if t.Draws > 2000 {
				return enough
			}
			return nil
		}},
		"context": {Space: space},
	} {
		ctx, stop := context.WithCancelCause(t.Context())
		want := enough
		if name == "context" {
			want = context.Canceled
			o.Watch = func(Tally) error { stop(nil); return nil }
		}
		s := testkit.Must(New(o))(t, name)
		calls := 0
		for p, err := range s.Positions(ctx, nil) {
			if calls++; !errors.Is(err, want) || p.Game != "" {
				t.Errorf("%s: %v, %v", name, p, err)
			}
		}
		if calls != 1 {
			t.Errorf("%s: %d errors, want 1", name, calls)
		}
		stop(nil)
	}
}

// TestLacking compares limits with closed forms: without a failure in n trials the upper limit is 1 - 0.025^(1/n), and without a success it is 1.
func TestLacking(t *testing.T) {
	for _, c := range []struct {
		tally       Tally
		share, most float64
	}{
		{Tally{}, 0, 1},
		{Tally{Draws: 9, Refuted: 9}, 0, 1},
		{Tally{Legal: 100}, 0, 1 - math.Pow(0.025, 0.01)},
		{Tally{Legal: 1, Draws: 5}, 0, 0.975},
		{Tally{Undecided: 3}, 1, 1},
		{Tally{Legal: 999, Undecided: 1}, 0.001, 0.005558924}, // 0.975 quantile of Beta(2, 999)
	} {
		share, most := c.tally.Lacking()
		if math.Abs(share-c.share) > 1e-9 || math.Abs(most-c.most) > 1e-6 {
			t.Errorf("%+v: %v, %v, want %v, %v", c.tally, share, most, c.share, c.most)
		}
	}
}

func TestTalliesAdd(t *testing.T) {
	a, b := Tally{Draws: 10, Refuted: 3, Undecided: 2, Legal: 1}, Tally{Draws: 5, Legal: 4}
	if sum := a.plus(&b); sum != (Tally{Draws: 15, Refuted: 3, Undecided: 2, Legal: 5}) {
		t.Errorf("%+v", sum)
	}
}
