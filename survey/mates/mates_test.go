package mates

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/chess/mate"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/chesscounter"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/spaces"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/toy"
)

// knownClasses are positions with their classes, and the outcomes that listJudge gives them.
var knownClasses = []struct {
	fen, class   string
	weight, mult int
	outcome      stats.Outcome
}{
	{"7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "mated", 1, 1, stats.In},
	{"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "stalemate", 2, 1, stats.In},
	{"7k/5K2/6Q1/8/8/8/8/8 w - - 0 1", "mate in 1", 1, 2, stats.Open},
	{"6R1/3P1k2/3B1N2/1p2K3/pP6/P7/8/8 w - - 0 1", "mate in 1", 1, 1, stats.In},
	{"8/8/5B2/8/5R2/6k1/8/4K2R w K - 0 1", "mate in 2", 1, 3, stats.In},
	{"6rk/q3N1p1/4b1pp/2pn4/5N2/3B4/PPP5/K7 w - - 0 1", "mate in 3", 1, 1, stats.Open},
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "none of these", 1, 1, stats.In},
	{"7k/8/8/8/8/8/8/K7 w - - 0 1", "none of these", 1, 1, stats.Out},
	{"6rk/q3N1p1/4b1pp/2pn4/5N2/3B4/PPP5/K7 b - - 0 1", "none of these", 3, 1, stats.In},
}

// newListedSpace returns the space of the setups in knownClasses.
func newListedSpace(t *testing.T) toy.Listed {
	t.Helper()
	s := toy.Listed{Label: "tiny"}
	for i, k := range knownClasses {
		f := testkit.Must(chess.ParseFEN(k.fen))(t)
		s.Draws = append(s.Draws, sampler.Draw{Setup: f.Setup, Index: i, Multiplicity: k.mult, Weight: k.weight})
	}
	return s
}

// A listJudge judges draws of newListedSpace by the outcomes in knownClasses.
type listJudge struct{}

func (listJudge) String() string { return "list" }
func (listJudge) NewJudge() (loop.Judge, error) {
	return loop.JudgeFunc(func(_ context.Context, d *sampler.Draw) (loop.Judgement, error) {
		return loop.Judgement{Outcome: knownClasses[d.Index].outcome}, nil
	}), nil
}

// open returns a space by its name.
func open(t *testing.T, name string) sampler.Direct {
	t.Helper()
	s := testkit.Must(spaces.Open(name))(t)
	return s.(sampler.Direct)
}

// runListed makes a run in the tiny space.
func runListed(t *testing.T, seed, n uint64, nodes int64) *Report {
	t.Helper()
	return testkit.Must(Run(context.Background(), Config{Space: newListedSpace(t), Seed: seed, Draws: n, Judge: listJudge{}, Moves: 3, Nodes: nodes, Workers: 3}))(t)
}

// shareByHand returns share and standard error of a class from the list of draws, by the definition: R = sum of y in the class / sum of y, with the
// error of the mean of y (1 - R) in the class and -y R outside.
func shareByHand(t *testing.T, seed, n uint64, class string) (share, stdErr float64) {
	t.Helper()
	var ys []float64
	var in []bool
	var part, total float64
	for _, d := range sampler.NewStream(newListedSpace(t), seed).Draws(0, n) {
		k := knownClasses[d.Index]
		y := float64(k.weight) / float64(k.mult)
		if k.outcome == stats.Out {
			y = 0
		}
		ys, in = append(ys, y), append(in, k.class == class)
		if total += y; k.class == class {
			part += y
		}
	}
	share = part / total
	sum := 0.0
	for i, y := range ys {
		z := -share * y
		if in[i] {
			z += y
		}
		sum += z * z
	}
	variance := sum / float64(n-1) / float64(n)
	return share, math.Sqrt(variance) / (total / float64(n))
}

// TestIntervalsCover repeats a small run and counts how often the interval of each class holds
// the true share: 95 % of 400 with a binomial bound of five standard errors, so that coverage below 89 % would show; in the 120 of make test below 85 %.
func TestIntervalsCover(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	truth := map[string]float64{}
	total := 0.0
	for _, k := range knownClasses {
		if k.outcome != stats.Out {
			truth[k.class] += float64(k.weight) / float64(k.mult)
			total += float64(k.weight) / float64(k.mult)
		}
	}
	runs := testkit.LongSizes(40, 120, 400)
	covered := map[string]int{}
	for seed := range uint64(runs) {
		for _, row := range runListed(t, seed, 300, 0).Rows() {
			if x := truth[row.Class] / total; row.Low.Lo <= x && x <= row.High.Hi {
				covered[row.Class]++
			}
		}
	}
	for class := range truth {
		if least := 0.95*float64(runs) - 5*math.Sqrt(float64(runs)*0.95*0.05); float64(covered[class]) < least {
			t.Errorf("%s: %d of %d intervals cover", class, covered[class], runs)
		}
	}
}

// TestUndecidedWidensTheShares: for every budget the truth lies between the low and the high share, which for a large budget are equal and have the
// standard error of shareByHand.
func TestUndecidedWidensTheShares(t *testing.T) {
	testkit.Medium(t)
	anyUndecided := false
	for _, nodes := range []int64{1, 40, 100, 1000, 10000, 1e6} {
		r := runListed(t, 1, 2000, nodes)
		for _, row := range r.Rows() {
			share, stdErr := shareByHand(t, 1, 2000, row.Class)
			if row.Class == "in check" {
				continue
			}
			if row.Low.Value > share+1e-12 || row.High.Value < share-1e-12 {
				t.Errorf("%d nodes, %s: %g to %g, in truth %g", nodes, row.Class, row.Low.Value, row.High.Value, share)
			}
			anyUndecided = anyUndecided || row.High.Value > row.Low.Value
			if nodes == 1e6 && (row.High.Value != row.Low.Value || math.Abs(row.Low.StdErr-stdErr) > 1e-9) {
				t.Errorf("%s: undecided with %d nodes, or +- %g, by hand %g", row.Class, nodes, row.Low.StdErr, stdErr)
			}
		}
	}
	if !anyUndecided {
		t.Error("nothing was ever undecided")
	}
}

// TestLegalBounds: the limits of the share among legal positions, which allow for open draws that are legal or not, contain the share among those that
// are not refuted.
func TestLegalBounds(t *testing.T) {
	testkit.Medium(t)
	r := runListed(t, 2, 4000, 0)
	for _, row := range r.Rows() {
		if row.Legal[0] > row.Low.Value+1e-12 || row.Legal[1] < row.High.Value-1e-12 {
			t.Errorf("%s: bounds %v around %g", row.Class, row.Legal, row.Low.Value)
		}
	}
	for _, row := range r.Rows() {
		if row.Class == "mate in 3" && (row.Legal[0] != 0 || row.Legal[1] < row.High.Value) {
			t.Errorf("a class of which nothing is proven has bounds %v", row.Legal)
		}
	}
}

// TestWorkersDoNotChangeTheReport compares the JSON of a report by one worker with that by five.
func TestWorkersDoNotChangeTheReport(t *testing.T) {
	testkit.Medium(t)
	var texts [][]byte
	for _, workers := range []int{1, 5} {
		r := testkit.Must(Run(context.Background(), Config{Space: ranked.NewRepaired(), Seed: 3, Draws: 5000,
			Judge: Engine{Effort: verdict.Kernel}, Moves: 2, Workers: workers}))(t)
		text := testkit.Must(json.Marshal(r))(t)
		texts = append(texts, text)
	}
	if !bytes.Equal(texts[0], texts[1]) {
		t.Errorf("1 worker:\n%s\n5 workers:\n%s", texts[0], texts[1])
	}
}

// TestChessCounterJudge compares a run with the rules and weights applied draw by draw.
func TestChessCounterJudge(t *testing.T) {
	space := open(t, "counter-split-feasible")
	const n = 3000
	r := testkit.Must(Run(context.Background(), Config{Space: space, Seed: 1, Draws: n, Judge: ChessCounter{chesscounter.Split}, Moves: 1}))(t)
	var weight, mated float64
	for _, d := range sampler.NewStream(space, 1).Draws(0, n) {
		v := chesscounter.Options{}.Judge(&d.Setup, chesscounter.Split)
		weight += float64(v.Weight)
		if p, err := d.Setup.Position(); err == nil && v.Accepted() && p.IsCheckmate() {
			mated += float64(v.Weight)
		}
	}
	if row := r.Rows()[0]; mated == 0 || math.Abs(row.Low.Value-mated/weight) > 1e-12 {
		t.Errorf("mated: %g, by hand %g", row.Low.Value, mated/weight)
	}
}

// TestFeasibleHoldsWhatChessCounterAccepts: each draw of the larger space that ChessCounter accepts is also in the space of feasible materials, so that
// shares of that space miss none.
func TestFeasibleHoldsWhatChessCounterAccepts(t *testing.T) {
	testkit.Medium(t)
	wide, narrow := open(t, "counter-split-conditioned"), open(t, "counter-split-feasible")
	bulk := sampler.NewBulk(wide, 1)
	accepted := 0
	draws := testkit.Size(300_000, 2_000_000)
	for range draws {
		var d sampler.Draw
		if !bulk.Next(&d) || !(chesscounter.Options{}).Judge(&d.Setup, chesscounter.Split).Accepted() {
			continue
		}
		accepted++
		if _, err := narrow.Rank(&d); err != nil {
			t.Errorf("%v: %v", d.Setup, err)
		}
	}
	if accepted < draws/100_000 {
		t.Errorf("only %d accepted", accepted)
	}
}

// TestPublished compares z of a report against the published shares with the formula, and the published shares with the published numbers.
func TestPublished(t *testing.T) {
	r := runListed(t, 4, 2000, 0)
	list := r.Compare(Published)
	if len(list) != 4 {
		t.Fatalf("%d comparisons, want those up to mate in 3", len(list))
	}
	for _, c := range list {
		if c.Row.Class != c.Claim.Class || !c.Decided {
			t.Errorf("%s beside %s, decided %v", c.Row.Class, c.Claim.Class, c.Decided)
		}
		z := (c.Row.Low.Value - c.Claim.Share) / math.Hypot(c.Row.Low.StdErr, c.Claim.Rounding/math.Sqrt(3))
		if math.Abs(z-c.Z) > 1e-9 {
			t.Errorf("%s: z = %g, want %g", c.Claim.Class, c.Z, z)
		}
	}
	for _, c := range Published {
		// Both are rounded to two digits.
		if n := c.Share * 8.7e45; math.Abs(c.Positions-n) > c.Rounding*8.7e45+0.05e44 {
			t.Errorf("%s: %g positions are not %g of 8.7e45", c.Class, c.Positions, c.Share)
		}
	}
}

// TestInterrupted: a run whose context ends reports the draws until there, and that it is interrupted; a run to the end does not.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	config := Config{Space: newListedSpace(t), Draws: 50 * blockSize, Judge: listJudge{}, Moves: 1, Workers: 1, Progress: func(uint64) { cancel() }}
	r, err := Run(ctx, config)
	if !errors.Is(err, context.Canceled) || r.Draws == 0 || r.Draws >= r.Requested || !r.Interrupted() {
		t.Errorf("%v, %d of %d draws, interrupted %v", err, r.Draws, r.Requested, r.Interrupted())
	}
	config.Draws = 10
	if r := testkit.Must(Run(t.Context(), config))(t); r.Interrupted() {
		t.Error("a run to the end says that it is interrupted")
	}
}

// TestNodes: the nodes of a report are those of all its blocks, as the solver counts them position by position.
func TestNodes(t *testing.T) {
	const n = 3 * blockSize
	config := Config{Space: newListedSpace(t), Draws: n, Judge: listJudge{}, Moves: 1, Workers: 2}
	r := testkit.Must(Run(t.Context(), config))(t)
	solver, want := mate.New(mate.Options{Nodes: DefaultNodes, TableBits: 14}), int64(0)
	for _, d := range sampler.NewStream(config.Space, config.Seed).Draws(0, n) {
		if knownClasses[d.Index].outcome == stats.Out {
			continue
		}
		p := testkit.Must(d.Setup.Position())(t, d.Setup)
		if c := solver.Classify(t.Context(), p, 1); c.Kind != mate.Checkmated && c.Kind != mate.Stalemated {
			want += solver.Nodes()
		}
	}
	if r.Nodes != want {
		t.Errorf("%d nodes, want %d", r.Nodes, want)
	}
}

// TestRunErrors: each wrong field of a Config has its error, and too many moves are a DepthError.
func TestRunErrors(t *testing.T) {
	valid := Config{Space: newListedSpace(t), Draws: 10, Judge: listJudge{}, Moves: 1}
	for want, spoil := range map[string]func(*Config){
		"no space":                       func(c *Config) { c.Space = nil },
		"mate in 0 moves: want a number": func(c *Config) { c.Moves = 0 },
		"from 1 to 30":                   func(c *Config) { c.Moves = 50 },
		"budget of -1 nodes":             func(c *Config) { c.Nodes = -1 },
		"confidence":                     func(c *Config) { c.Options.Confidence = 2 },
	} {
		c := valid
		spoil(&c)
		testkit.Fails(Run(context.Background(), c))(t, want)
	}
	var depth *mate.DepthError
	c := valid
	c.Moves = 31
	if _, err := Run(context.Background(), c); !errors.As(err, &depth) {
		t.Errorf("%T", err)
	}
}

// TestStoredRecords checks the records of the notebook: shares and counts add up, and the numbers of mated positions are the known ones. Damaged
// records are errors.
func TestStoredRecords(t *testing.T) {
	for _, c := range []struct {
		name  string
		moves int
		mated uint64
	}{
		{"ranked-repaired-3.json", 3, 2115},
		{"ranked-repaired-4.json", 4, 104},
		{"counter-general-feasible-3.json", 3, 3788},
		{"counter-general-feasible-4.json", 4, 164},
	} {
		f := testkit.Must(os.Open(filepath.Join("testdata", c.name)))(t)
		r, err := Read(f)
		f.Close()
		testkit.OK(t, err)
		sum, draws := 0.0, uint64(0)
		rows := r.Rows()
		for _, row := range rows[:len(rows)-1] {
			sum += row.Low.Value
			draws += row.Draws
		}
		if draws != r.Solved || math.Abs(sum-1) > 1e-9 || r.Interrupted() || r.Moves != c.moves {
			t.Errorf("%s: %d of %d positions, shares add up to %g", c.name, draws, r.Solved, sum)
		}
		if rows[0].Draws != c.mated {
			t.Errorf("%s: %d are mated, want %d", c.name, rows[0].Draws, c.mated)
		}
	}
	for _, bad := range []string{"", "{}", `{"size":"x"}`, `{"size":"-1"}`, `{"size":"5","draws":3}`} {
		testkit.Fails(Read(strings.NewReader(bad)))(t, "", bad)
	}
}
