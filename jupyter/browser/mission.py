"""The mission, typed into an empty notebook: what a statistician does with these sets, a cell for each of six tasks."""

# Of each cell: the task, the most lines that it may take, the text, what must be shown (texts, and selectors with the least number of each).
MISSION = (
    ("three spaces drawn, judged, estimated with variance, and their histograms", 8, """\
for _, name := range []string{"ranked-repaired", "kernel-5-6", "material"} {
s := census.Must(census.Survey(census.Sample{Space: name, Draws: 3000, Effort: census.Kernel}))
fmt.Println(name, "variance of the estimate:", s.Estimate.High.Variance)
census.Show(s, census.Must(plots.PieceHistogram(census.ByMen(s), plots.HistogramOptions{})))
}""",
     ("ranked-repaired variance of the estimate:", "material variance of the estimate:", "±"), {".cc-figure svg": 3}),
    ("the three compared", 2, """\
census.Compare(3000, "ranked-repaired", "kernel-5-6", "material")""",
     ("ranked-repaired", "kernel-5-6", "material"), {"table": 1}),
    ("two panels saved as PDF", 6, """\
one := plots.PieceHistogram(census.ByMen(census.Must(census.Survey(census.Sample{Draws: 3000}))), plots.HistogramOptions{})
frame := census.Frame(census.Sample{Space: "kernel-5-6", Draws: 2000})
both := plots.Panels(2, one, census.Must(plots.Of(frame, "men", "value")))
both.Save(".", "two-panels")""",
     ("two-panels.pdf",), {}),
    ("a frame grouped by men, a statistic of one's own with its bootstrap, a plot of gonum", 10, """\
census.Show(frame.GroupBy("men").Aggregation([]dataframe.AggregationType{dataframe.Aggregation_MEAN}, []string{"value"}))
x, rng := frame.Col("value").Float(), rand.New(rand.NewPCG(1, 2))
means := make(plotter.Values, 1000)
for i := range means {
for range x { means[i] += x[rng.IntN(len(x))] / float64(len(x)) }
}
fmt.Println("mean", stat.Mean(x, nil), "standard error by bootstrap", stat.StdDev(means, nil))
p := plot.New()
p.Add(census.Must(plotter.NewHist(means, 30)))
p""",
     ("value_MEAN", "standard error by bootstrap"), {"table": 1, "svg": 1}),
    ("a space of one's own", 15, """\
type Corner struct{}
func (Corner) Name() string { return "a king in the corner" }
func (Corner) Size() *big.Int { return big.NewInt(63) }
func (Corner) Unrank(d *census.Draw, rank *uint256.Int) {
*d = census.Draw{Setup: chess.EmptySetup(), Equivalents: 1, Multiplicity: 1, Weight: 1}
d.Setup.Board.Put(chess.H8, chess.NewPiece(chess.Black, chess.King))
d.Setup.Board.Put(chess.Square(rank.Uint64()%63), chess.NewPiece(chess.White, chess.King))
}
func (s Corner) Rank(d *census.Draw) (rank uint256.Int, err error) {
given := d.Setup
s.Unrank(d, rank.SetUint64(uint64(given.Board.King(chess.White))))
if d.Setup != given { err = sampler.NotInSpace(s.Name(), "another setup") }
return rank, err
}
census.CheckSpace(Corner{})""",
     ("obeys the law of a space: size 63",), {}),
    ("a rule of one's own against the engine, with the disagreements", 8, """\
rule := func(s census.Setup) census.Verdict {
if s.Board.Occupied().Count() > 27 {
return census.Verdict{Outcome: census.Illegal, Why: "more than 27 men"}
}
return census.Verdict{}
}
census.Tabulate(census.Sample{Space: "kernel-5-6", Draws: 300}, rule, nil)""",
     ("yours says", "illegal"), {"table": 1, "svg, img": 2}),
)
