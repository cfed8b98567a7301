package draws

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/holiman/uint256"
	"gonum.org/v1/gonum/stat"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
	"chesscensus/stats"
	"chesscensus/survey"
)

// open returns the space with a name.
func open(t testing.TB, name string) sampler.Space {
	t.Helper()
	return testkit.Must(spaces.Open(name))(t)
}

// TestFrameIsTheSurvey: size times the mean of the column "value", and its standard error, are equal to the estimate of package survey, which shares no
// code for tallies. So are the numbers of legal and open draws.
func TestFrameIsTheSurvey(t *testing.T) {
	draws := uint64(testkit.Raced(200, testkit.Size(200, 1000)))
	space := open(t, spaces.Default)
	df := testkit.Must(Frame(t.Context(), Config{Space: space, Seed: 3, Draws: draws, Effort: verdict.Game}))(t)
	r := testkit.Must(survey.Run(t.Context(), survey.Config{Space: space, Seed: 3, Draws: draws, Effort: verdict.Game}))(t)
	values := df.Col("value").Float()
	mean, deviation := stat.MeanStdDev(values, nil)
	n, _ := new(big.Float).SetInt(space.Size()).Float64()
	value, stdErr := n*mean, n*deviation/math.Sqrt(float64(draws))
	if want := r.Estimate.Low; math.Abs(value/want.Value-1) > 1e-12 || math.Abs(stdErr/want.StdErr-1) > 1e-9 {
		t.Errorf("from the frame %g +- %g, from the survey %g +- %g", value, stdErr, want.Value, want.StdErr)
	}
	counts := map[string]int{}
	for _, v := range df.Col("verdict").Records() {
		counts[v]++
	}
	if counts["legal"] != int(r.Tally.InCount()) || counts["unknown"] != int(r.Tally.OpenCount()) {
		t.Errorf("verdicts %v, in the survey %d legal, %d open", counts, r.Tally.InCount(), r.Tally.OpenCount())
	}
}

// TestColumns compares the columns of a frame with values from the text of the FEN record. Illegal draws have a reason, and only these.
func TestColumns(t *testing.T) {
	df := testkit.Must(Frame(t.Context(), Config{Space: open(t, spaces.Default), Seed: 1, Draws: 400, Effort: verdict.Kernel}))(t)
	if df.Nrow() != 400 || df.Ncol() != len(columns) {
		t.Fatalf("%d rows and %d columns", df.Nrow(), df.Ncol())
	}
	col := func(name string) []string { return df.Col(name).Records() }
	for i, fen := range col("fen") {
		f := strings.Fields(fen)
		men := 0
		pawns, rights := strings.Count(strings.ToLower(f[0]), "p"), len(strings.Trim(f[2], "-"))
		for _, r := range f[0] {
			if r > '9' { // a letter: digits are empty squares, and '/' is below them
				men++
			}
		}
		got := []string{col("number")[i], col("men")[i], col("pawns")[i], col("captures")[i], col("side")[i][:1], col("rights")[i], col("en_passant")[i]}
		want := []string{fmt.Sprint(i), fmt.Sprint(men), fmt.Sprint(pawns), fmt.Sprint(32 - men), f[1], fmt.Sprint(rights), fmt.Sprint(f[3] != "-")}
		if !slices.EqualFunc(got, want, strings.EqualFold) {
			t.Fatalf("%s: %v, want %v", fen, got, want)
		}
		s := testkit.Must(chess.ParseFEN(fen + " 0 1"))(t)
		if p, err := s.Setup.Position(); err == nil && col("check")[i] != fmt.Sprint(p.Checkers() != 0) {
			t.Errorf("%s: check %s", fen, col("check")[i])
		}
		if (col("verdict")[i] == "illegal") != (col("reason")[i] != "" && col("reason")[i] != "not refuted") {
			t.Errorf("%s: %s, %s", fen, col("verdict")[i], col("reason")[i])
		}
	}
}

// TestRowsStop: a loop over the rows of 2^40 draws can be left, and ends with the context's error after that is canceled. A frame of so many rows,
// or of no space, is an error.
func TestRowsStop(t *testing.T) {
	c := Config{Space: open(t, spaces.Default), Draws: 1 << 40, Effort: verdict.Static}
	next := uint64(0)
	for r, err := range All(t.Context(), c) {
		if err != nil || r.Number != next {
			t.Fatalf("row %d, error %v, want row %d", r.Number, err, next)
		}
		if next++; next == 1234 {
			break
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	rows := 0
	for _, err := range All(ctx, c) {
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			break
		}
		if rows++; rows == 10 {
			stop()
		}
	}
	if rows < 10 {
		t.Errorf("%d rows", rows)
	}
	testkit.Fails(Frame(t.Context(), c))(t, "at most 1000000", "a frame of 2^40 rows")
	testkit.Fails(Frame(t.Context(), Config{Draws: 1}))(t, "", "a frame without a space")
}

// TestTabulate compares the engine with a judge that only knows that kings must not touch, and that panics at one draw: the counts of pairs of answers are
// those of a simple loop, and some differences are kept. Legal against illegal is a contradiction.
func TestTabulate(t *testing.T) {
	c := Config{Space: open(t, spaces.Default), Seed: 1, Draws: 2000, Effort: verdict.Kernel}
	var panicSetup chess.Setup
	for r := range All(t.Context(), c) {
		if r.Number == 777 {
			panicSetup = r.Draw.Setup
		}
	}
	kingsJudge := func(s chess.Setup) Answer {
		switch white, black := s.Board.King(chess.White), s.Board.King(chess.Black); {
		case s == panicSetup:
			panic("my rule has a hole")
		case chess.KingAttacks(white).Has(black):
			return Answer{Outcome: verdict.Illegal, Reason: "kings touch"}
		}
		return Answer{}
	}
	got := testkit.Must(Tabulate(t.Context(), c, kingsJudge, 2))(t)
	var want [numKinds][numKinds]uint64
	for r := range All(t.Context(), c) {
		kind := numKinds - 1 // the judge failed
		if r.Draw.Setup != panicSetup {
			kind = int(kingsJudge(r.Draw.Setup).Outcome)
		}
		want[kind][r.Outcome]++
	}
	if got.Counts != want || got.Draws != 2000 || got.Contradicted != 0 {
		t.Errorf("%v\nwant %v", got, want)
	}
	if got.Counts[numKinds-1] == [numKinds]uint64{} {
		t.Error("the panic is not counted")
	}
	for _, d := range got.Differences {
		if d.Mine.Stage == Failed && (d.Number != 777 || !strings.Contains(d.Mine.Reason, "my rule has a hole")) {
			t.Errorf("row %d: %v", d.Number, d.Mine)
		}
	}
	if n := len(got.Differences); n < 2 || n > 2*numKinds*numKinds {
		t.Errorf("%d differences are kept", n)
	}
	c.Judge = func(chess.Setup) Answer { return Answer{Outcome: verdict.Legal} }
	if got, err := Tabulate(t.Context(), c, kingsJudge, 2); err != nil || got.Contradicted == 0 {
		t.Errorf("legal against illegal: %v, %v", got, err)
	}
}

// twoKings is the space of all 64*63 setups of two kings on different squares, White to move.
type twoKings struct{}

func (twoKings) Name() string   { return "two kings" }
func (twoKings) Size() *big.Int { return big.NewInt(64 * 63) }
func (twoKings) Unrank(d *sampler.Draw, rank *uint256.Int) {
	r := rank.Uint64()
	if r >= 64*63 {
		panic("rank beyond the size")
	}
	white, black := r/63, r%63
	if black >= white {
		black++
	}
	s := chess.EmptySetup()
	s.Board.Put(chess.Square(white), chess.NewPiece(chess.White, chess.King))
	s.Board.Put(chess.Square(black), chess.NewPiece(chess.Black, chess.King))
	*d = sampler.Draw{Setup: s, Equivalents: 1, Multiplicity: 1, Weight: 1}
}
func (s twoKings) Rank(d *sampler.Draw) (uint256.Int, error) {
	b := &d.Setup.Board
	if b.Pieces(chess.White, chess.King).Count() != 1 || b.Pieces(chess.Black, chess.King).Count() != 1 || b.Men() != 2 ||
		d.Setup.Turn != chess.White || d.Setup.Castling != 0 || d.Setup.EP != chess.NoSquare {
		return uint256.Int{}, sampler.NotInSpace(s.Name(), "not two kings, White to move")
	}
	white, black := uint64(b.King(chess.White)), uint64(b.King(chess.Black))
	if black > white {
		black--
	}
	rank := uint256.NewInt(63*white + black)
	s.Unrank(d, rank)
	return *rank, nil
}

// A brokenSpace is a space with one method replaced.
type brokenSpace struct {
	sampler.Space
	size   func() *big.Int
	unrank func(*sampler.Draw, *uint256.Int)
	rank   func(*sampler.Draw) (uint256.Int, error)
}

func (b brokenSpace) Size() *big.Int {
	if b.size != nil {
		return b.size()
	}
	return b.Space.Size()
}
func (b brokenSpace) Unrank(d *sampler.Draw, r *uint256.Int) {
	if b.unrank != nil {
		b.unrank(d, r)
		return
	}
	b.Space.Unrank(d, r)
}
func (b brokenSpace) Rank(d *sampler.Draw) (uint256.Int, error) {
	if b.rank != nil {
		return b.rank(d)
	}
	return b.Space.Rank(d)
}

// TestCheckSpace: the spaces of this module and two kings pass, and each broken space fails with an error that says what is wrong.
func TestCheckSpace(t *testing.T) {
	for _, s := range []sampler.Space{twoKings{}, open(t, spaces.Default), open(t, "ranked"), open(t, "material"), open(t, "rndfen"), open(t, "ranked|men<=4")} {
		c, err := CheckSpace(s, 10) // with this seed an element of space ranked has no index 1 of 2
		if err != nil {
			t.Errorf("%s: %v", s.Name(), err)
		} else if c.Ranks < 4000 || c.Inside == 0 {
			t.Errorf("%v", c)
		}
	}
	sound := twoKings{} // 64*63 = 4032 elements
	one := big.NewInt(1)
	for what, b := range map[string]struct {
		space brokenSpace
		want  string // a part of the error
	}{
		"size too large": {brokenSpace{Space: sound, size: func() *big.Int { return big.NewInt(64 * 64) }}, "rank beyond the size"},
		"size too small": {brokenSpace{Space: sound, size: func() *big.Int { return big.NewInt(64 * 62) }}, "not below the size"},
		"size 0":         {brokenSpace{Space: sound, size: func() *big.Int { return new(big.Int) }}, "want 1 to 2^256-1"},
		"no size":        {brokenSpace{Space: sound, size: func() *big.Int { return nil }}, "Size is nil, want"},
		"size shared":    {brokenSpace{Space: sound, size: func() *big.Int { return one }}, "the caller's own"},
		"off by one": {brokenSpace{Space: sound, unrank: func(d *sampler.Draw, r *uint256.Int) { sound.Unrank(d, uint256.NewInt((r.Uint64()+1)%4032)) }},
			"Rank gives 1 for"},
		"random":           {brokenSpace{Space: sound, unrank: func(d *sampler.Draw, r *uint256.Int) { sound.Unrank(d, uint256.NewInt(rand.Uint64N(4032))) }}, "and then"},
		"rank spoiled":     {brokenSpace{Space: sound, unrank: func(d *sampler.Draw, r *uint256.Int) { sound.Unrank(d, r); r.AddUint64(r, 1) }}, "changes the rank"},
		"weight negative":  {brokenSpace{Space: sound, unrank: func(d *sampler.Draw, r *uint256.Int) { sound.Unrank(d, r); d.Weight = -1 }}, "weight -1"},
		"multiplicity two": {brokenSpace{Space: sound, unrank: func(d *sampler.Draw, r *uint256.Int) { sound.Unrank(d, r); d.Multiplicity = 2 }}, "Rank sets"},
		"all equal":        {brokenSpace{Space: sound, unrank: func(d *sampler.Draw, r *uint256.Int) { sound.Unrank(d, new(uint256.Int)) }}, "whose rank is 0"},
		"twice and once": {brokenSpace{Space: sound, rank: func(d *sampler.Draw) (uint256.Int, error) {
			r, err := sound.Rank(d)
			d.Multiplicity = 2
			return r, err
		}, unrank: func(d *sampler.Draw, r *uint256.Int) { sound.Unrank(d, r); d.Multiplicity = 2 }}, "is there 1 times"},
		"rank forgets the side": {brokenSpace{Space: sound, rank: func(d *sampler.Draw) (uint256.Int, error) {
			e := *d
			e.Setup.Turn = chess.White
			r, err := sound.Rank(&e)
			if d.Setup.Turn == chess.White {
				*d = e
			}
			return r, err
		}}, "but that rank is"},
		"refuses some": {brokenSpace{Space: sound, rank: func(d *sampler.Draw) (uint256.Int, error) {
			if d.Setup.Board.King(chess.White) == chess.H8 {
				return uint256.Int{}, errors.New("no king on h8")
			}
			return sound.Rank(d)
		}}, "which Rank refuses"},
		"panics": {brokenSpace{Space: sound, rank: func(d *sampler.Draw) (uint256.Int, error) { panic("boom") }}, "panics: boom"},
	} {
		testkit.Fails(CheckSpace(b.space, 1))(t, b.want, what)
	}
	testkit.Fails(CheckSpace(nil, 1))(t, "", "nil is a space")
}

// TestWeighted: Weighted is equal to gonum's weighted mean, and its intervals cover the true mean almost as often as their level.
func TestWeighted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const runs, n = 1000, 400
	covered := 0
	for range runs {
		values, weights := make([]float64, n), make([]float64, n)
		for i := range values {
			values[i] = rng.NormFloat64() + 1 // the distribution of interest is normal with mean 0
			weights[i] = math.Exp(-values[i])
		}
		e := testkit.Must(Weighted(values, weights, stats.Options{}))(t)
		if m := stat.Mean(values, weights); math.Abs(m-e.Value) > 1e-12 {
			t.Fatalf("%g, gonum says %g", e.Value, m)
		}
		if e.Lo <= 0 && 0 <= e.Hi {
			covered++
		}
		if f := Effective(weights); f < 1 || f > n {
			t.Fatalf("%g effective draws of %d", f, n)
		}
	}
	if covered < 905 || covered > 965 { // 950 are nominal, and the skewness of the weights costs about 2 %
		t.Errorf("the mean is in %d of %d intervals", covered, runs)
	}
}

// TestStrata: without weights Weighted is the plain mean, and Strata adds up such means of strata, times their sizes: 10*4 + 2*0.5 = 41.
func TestStrata(t *testing.T) {
	first, second := []float64{1, 2, 4, 9}, []float64{0, 1}
	plain := testkit.Must(Weighted(first, nil))(t)
	if mean, dev := stat.MeanStdDev(first, nil); plain.Value != mean || math.Abs(plain.StdErr-dev/2) > 1e-12 {
		t.Errorf("the mean is %g +- %g, want %g +- %g", plain.Value, plain.StdErr, mean, dev/2)
	}
	both := testkit.Must(Strata([]Stratum{{10, first}, {2, second}}))(t)
	if stdErr := math.Hypot(10*plain.StdErr, 2*0.5); both.Value != 41 || math.Abs(both.StdErr-stdErr) > 1e-12 {
		t.Errorf("both strata have %g +- %g, want 41 +- %g", both.Value, both.StdErr, stdErr)
	}
}

// TestBadValues: values, weights, sizes and levels that make no sense are errors.
func TestBadValues(t *testing.T) {
	for what, err := range map[string]error{
		"NaN value":       errorOf(Weighted([]float64{1, math.NaN()}, nil, stats.Options{})),
		"negative weight": errorOf(Weighted([]float64{1, 2}, []float64{1, -1}, stats.Options{})),
		"NaN weight":      errorOf(Weighted([]float64{1, 2}, []float64{1, math.NaN()}, stats.Options{})),
		"infinite weight": errorOf(Weighted([]float64{1, 2}, []float64{1, math.Inf(1)}, stats.Options{})),
		"one value":       errorOf(Weighted([]float64{1}, nil, stats.Options{})),
		"lengths":         errorOf(Weighted([]float64{1, 2}, []float64{1}, stats.Options{})),
		"no weight":       errorOf(Weighted([]float64{1, 2}, []float64{0, 0}, stats.Options{})),
		"no strata":       errorOf(Strata(nil, stats.Options{})),
		"size":            errorOf(Strata([]Stratum{{math.NaN(), []float64{1, 2}}}, stats.Options{})),
		"level":           errorOf(Weighted([]float64{1, 2}, nil, stats.Options{Confidence: 2})),
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	for want, err := range map[string]error{
		"0 of 0 draws are legal":       errorOf(Mean(func(func(Row, error) bool) {}, nil)),
		"stratum 0 has 1 draws, want ": errorOf(Strata([]Stratum{{10, []float64{1}}})),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// errorOf returns the error of a call.
func errorOf(_ stats.Estimate, err error) error { return err }

// TestMeanIsThatOfTheHistogram: the mean number of men is equal to that of the survey's histogram. A value that is no number is an error that names
// the draw.
func TestMeanIsThatOfTheHistogram(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	space := open(t, spaces.Default)
	c := Config{Space: space, Seed: 5, Draws: uint64(testkit.Size(300, 1000)), Effort: verdict.Game}
	e := testkit.Must(Mean(All(t.Context(), c), func(r *Row) float64 { return float64(r.Draw.Setup.Board.Men()) }, stats.Options{}))(t)
	r := testkit.Must(survey.Run(t.Context(), survey.Config{Space: space, Seed: 5, Draws: c.Draws, Effort: verdict.Game}))(t)
	sum, total := 0.0, 0.0
	for _, b := range r.Men.Estimate(r.Size, stats.Options{}) {
		sum += float64(b.Key) * b.Result.Low.Value
		total += b.Result.Low.Value
	}
	if math.Abs(e.Value-sum/total) > 1e-9 || !(e.StdErr > 0) {
		t.Errorf("mean %v, by the histogram %g", e, sum/total)
	}
	testkit.Fails(Mean(All(t.Context(), c), func(r *Row) float64 { return math.NaN() }, stats.Options{}))(t, "draw ", "NaN")
}

// TestExtremes has weights whose squares overflow, and values that are all the same.
func TestExtremes(t *testing.T) {
	if f := Effective([]float64{1e200, 1e200, 3e200}); math.Abs(f-25./11) > 1e-12 || Effective([]float64{0, 0}) != 0 || Effective(nil) != 0 {
		t.Errorf("%g effective draws of huge weights, want 25/11; %g of none", f, Effective(nil))
	}
	huge, err := Weighted([]float64{1, 2, 4}, []float64{1e308, 1e308, 1e308})
	if err != nil || math.Abs(huge.Value-7./3) > 1e-12 || math.IsNaN(huge.StdErr) {
		t.Errorf("huge weights: %+v, %v", huge, err)
	}
	if same, err := Weighted([]float64{3, 3, 3}, nil); err != nil || same.StdErr != 0 || len(same.Warnings) != 1 {
		t.Errorf("equal values: %+v, %v, want a warning", same, err)
	}
}

func TestEffectiveOfBadWeights(t *testing.T) {
	for _, w := range []float64{-1, math.NaN(), math.Inf(1), math.Inf(-1)} {
		if f := Effective([]float64{1, w, 2}); !math.IsNaN(f) {
			t.Errorf("%g effective draws with a weight %g, want NaN", f, w)
		}
	}
}
