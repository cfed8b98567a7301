package plots

import (
	"math"
	"math/big"
	"math/rand/v2"

	"gonum.org/v1/plot/vg"

	"chesscensus/chess"
	"chesscensus/plots/boards"
	"chesscensus/plots/internal/drawing"
	"chesscensus/stats"
)

// testSize is near the size of the ranked set.
var testSize = new(big.Int).Mul(big.NewInt(8726713169886222032), new(big.Int).Exp(big.NewInt(10), big.NewInt(27), nil))

// testSource is the line below figures with made-up numbers.
const testSource = "chesscensus, space test, n = 20 000, seed 1"

// A sample holds invented judged draws: about 5.5 % candidates with near 26 men, of
// which a share is undecided, and refuted ones of four kinds.
type sample struct {
	hist  stats.Histogram
	table *stats.Table
	trace stats.Trace
}

// testReasons are the categories of a sample: four kinds of refuted draws, then the candidates.
var testReasons = []string{"Both Kings in Check", "Side not to move in Check", "Adjacent Kings", "Double Knight Check", "undecided", "legal"}

// newSample returns a sample of n draws. open is the share of undecided candidates.
func newSample(n int, open float64) *sample {
	rng := rand.New(rand.NewPCG(1, 2))
	s := &sample{table: stats.NewTable(testReasons...), trace: stats.Trace{Size: testSize}}
	var tally stats.Tally
	for range n {
		if rng.Float64() >= 0.055 {
			s.hist.AddOut(1)
			tally.AddOut(1)
			u := rng.Float64()
			s.table.Add(testReasons[int(3.2*u*u)], 1, 1)
		} else {
			o, mult := stats.In, uint64(1+rng.IntN(33)/32)
			if rng.Float64() < open {
				o = stats.Open
			}
			s.hist.Add(min(26+int(2.2*rng.NormFloat64()), 32), o, 1, mult)
			tally.Add(o, 1, mult)
			s.table.Add(map[stats.Outcome]string{stats.In: "legal", stats.Open: "undecided"}[o], 1, mult)
		}
		s.trace.Observe(&tally)
	}
	s.trace.Finish(&tally)
	return s
}

// testSetup is a middle-game position with men of every kind.
func testSetup() chess.Setup {
	f, err := chess.ParseFEN("r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R b KQkq - 0 7")
	if err != nil {
		panic(err)
	}
	return f.Setup
}

// must returns f and panics on an error.
func must(f *Figure, err error) *Figure {
	if err != nil {
		panic(err)
	}
	return f
}

// small returns options for golden images.
func small() Options { return Options{Source: testSource, Width: 320, Height: 200} }

// testPictures returns all kinds of figures and boards, by name.
func testPictures() map[string]drawing.Encoder {
	s, decided := newSample(20000, 0.6), newSample(20000, 0)
	bins := s.hist.Estimate(testSize, stats.Options{})
	curves, marks, plies := testSpent()
	return map[string]drawing.Encoder{
		"histogram":         must(PieceHistogram(bins, HistogramOptions{Options: small()})),
		"histogram-log":     must(PieceHistogram(bins, HistogramOptions{Options: small(), Log: true})),
		"histogram-decided": must(PieceHistogram(decided.hist.Estimate(testSize, stats.Options{}), HistogramOptions{Options: small()})),
		"cascade":           must(Cascade(s.table, CascadeOptions{Options: small(), Legal: []string{"legal"}, Undecided: []string{"undecided"}})),
		"convergence":       must(Convergence(&decided.trace, Published, ConvergenceOptions{Options: small()})),
		"convergence-open":  must(Convergence(&s.trace, Published, ConvergenceOptions{Options: small()})),
		"survival":          must(Survival(curves, SurvivalOptions{Options: small(), XLabel: "time (ms)", Marks: marks})),
		"survival-log":      must(Survival(curves, SurvivalOptions{Options: small(), XLabel: "time (ms)", Log: true})),
		"distribution":      must(Distribution(plies, DistributionOptions{Options: small(), XLabel: "plies", YLabel: "games", Marks: marks[:1]})),
		"dots":              must(DotPlot(testDots, DotOptions{Options: Options{Source: testSource}, Reference: testPooled})),
		"dots-log":          must(DotPlot(testSpread, DotOptions{Log: true, XLabel: "elements"})),
		"shares":            must(SharesPlot(testSeries, SharesOptions{Options: Options{Source: testSource}})),
		"board": boards.Print([]boards.Diagram{{Setup: testSetup(), Marks: []chess.Square{chess.E8, chess.G8, chess.NoSquare}, Caption: "7...O-O is possible"}},
			boards.PrintOptions{Width: 2.4 * vg.Inch, Title: testSetup().String()}),
		"board-bare": boards.Print([]boards.Diagram{{Setup: testSetup()}}, boards.PrintOptions{NoTurn: true, NoCoordinates: true}),
		"gallery": boards.Print([]boards.Diagram{{Setup: testSetup(), Caption: "a caption that is much too long for the board above it, and so on"},
			{Setup: chess.InitialSetup(), Caption: "short"}, {Setup: chess.EmptySetup()}}, boards.PrintOptions{Columns: 2}),
	}
}

// testSpent invents two series of times, the second with cases that are never solved, two marks, and lengths of games in plies.
func testSpent() (curves []Curve, marks []Mark, plies []int) {
	rng := rand.New(rand.NewPCG(3, 4))
	curves = []Curve{{Label: "first method"}, {Label: "second method"}}
	for i := range 300 {
		curves[0].Values = append(curves[0].Values, 8*math.Exp(rng.NormFloat64()))
		v := 60 * math.Exp(1.5*rng.NormFloat64())
		if i%20 == 0 {
			v = math.Inf(1)
		}
		curves[1].Values = append(curves[1].Values, v)
		plies = append(plies, 260+int(50*rng.NormFloat64()))
	}
	return curves, []Mark{{Value: 171, Label: "other games, mean 171"}, {Value: 9700, Label: "a reference, 9.7 s"}}, plies
}
