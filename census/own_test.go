package census

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/holiman/uint256"
	"gonum.org/v1/gonum/stat"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// kings is a space that a user writes, the same as in notebook 10: two kings on any two squares, White to move.
type kings struct{}

func (kings) Name() string   { return "two kings" }
func (kings) Size() *big.Int { return big.NewInt(64 * 63) }
func (kings) Unrank(d *Draw, rank *uint256.Int) {
	w, b := rank.Uint64()/63, rank.Uint64()%63
	if b >= w {
		b++
	}
	*d = Draw{Setup: chess.EmptySetup(), Equivalents: 1, Multiplicity: 1, Weight: 1}
	d.Setup.Board.Put(Square(w), chess.NewPiece(chess.White, chess.King))
	d.Setup.Board.Put(Square(b), chess.NewPiece(chess.Black, chess.King))
}
func (k kings) Rank(d *Draw) (rank uint256.Int, err error) {
	for i := range uint64(64 * 63) {
		var e Draw
		if k.Unrank(&e, uint256.NewInt(i)); e.Setup == d.Setup {
			*d = e
			return *uint256.NewInt(i), nil
		}
	}
	return rank, sampler.NotInSpace(k.Name(), "not two kings, White to move")
}

// touching is a judge with one rule: kings on neighboring squares are illegal.
func touching(s Setup) Verdict {
	if chess.KingAttacks(s.Board.King(chess.White)).Has(s.Board.King(chess.Black)) {
		return Verdict{Outcome: Illegal, Why: "the kings touch"}
	}
	return Verdict{}
}

// TestOwnSpaceAndJudge estimates the legal placements of two kings, which are 3612 (64*63 less 420 that touch), by the engine and by a
// rule.
func TestOwnSpaceAndJudge(t *testing.T) {
	testkit.Medium(t)
	useFreshCache(t)
	if _, err := CheckSpace(kings{}); err != nil {
		t.Errorf("the space does not obey the law: %v", err)
	}
	s := Sample{Set: kings{}, Draws: testkit.Raced(2000, 20_000), Effort: Kernel}
	r := testkit.Must(Survey(s))(t)
	if e := r.Estimate.High; math.Abs(e.Value-3612) > 4*e.StdErr || !(e.StdErr > 0) {
		t.Errorf("estimate %v, want 3612 within four standard errors", e)
	}
	s.Judge = touching
	if own, err := Survey(s); err != nil || own.Estimate.High.Value != r.Estimate.High.Value {
		t.Errorf("by the rule %v, error %v, by the engine %v", own, err, r.Estimate.High)
	}
	s.Judge = nil
	tab, err := Tabulate(s, touching, nil)
	if err != nil || tab.Contradicted != 0 || len(tab.Differences) != 0 || tab.Draws != uint64(s.Draws) {
		t.Errorf("rule and engine: %v, error %v, want no difference", tab, err)
	}
	contrary := func(s Setup) Verdict { return Verdict{Outcome: Legal} }
	s.Judge = touching
	if tab, err = Tabulate(s, touching, contrary); err != nil || tab.Contradicted == 0 {
		t.Errorf("a rule, and another that calls all legal, in place of the sample's: %v, error %v, want contradictions", tab, err)
	}
	tab, err = Tabulate(Sample{Draws: testkit.Raced(1000, 3000), Effort: Kernel}, touching, nil)
	if err != nil || len(tab.Differences) != 3 {
		t.Errorf("in the ranked set: %v, error %v, want three differences", tab, err)
	}
	form, ok := rich(tab)
	if !ok || strings.Count(form.HTML, "other: illegal, ") < 3 || !strings.Contains(form.Text, "one says legal and the other illegal: 0") {
		t.Errorf("the form lacks the differences: %s", form.Text)
	}
	s.Judge = func(s Setup) Verdict { panic("no idea") }
	if _, err := Survey(s); err == nil || !strings.Contains(err.Error(), "no idea") || !strings.Contains(err.Error(), "w - -") {
		t.Errorf("a judge that panics: error %v, want one that says so and names the setup", err)
	}
	if c, err := CompareSpaces(2000, kings{}, Must(OpenSpace(""))); err != nil || len(c.Reports) != 2 {
		t.Errorf("comparison %v, error %v, want two reports", c, err)
	}
}

// TestLastMovesShowThemselves checks the forms of last moves: a board for a possible one, a table for refuted ones; and the cases of a
// diagram.
func TestLastMovesShowThemselves(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	list, err := LastMoves("8/8/8/8/1k6/P7/1K6/8 b - -")
	if err != nil || len(list) != 1 || list[0].Text != "a2-a3" || list[0].Verdict.Outcome != Legal {
		t.Fatalf("last moves %v, error %v, want a2-a3 alone from a legal position", list, err)
	}
	form, _ := rich(list)
	if !strings.Contains(form.HTML, "a2-a3: before it, legal") || !strings.Contains(form.Text, "last moves: 1, refuted: 0") {
		t.Errorf("no board of a2-a3, or no count: %s", form.Text)
	}
	forced, err := ForcedMoves("8/8/8/8/1k6/P7/1K6/8 b - -", 2)
	if err != nil || len(forced) != 1 || forced[0].Before != list[0].Before {
		t.Errorf("forced: %v, error %v, want a2-a3", forced, err)
	}
	none, err := LastMoves("8/8/8/8/8/8/1P6/B3K2k b - -", Kernel)
	if form, _ := rich(none); err != nil || strings.Contains(form.HTML, ": before it, ") || !strings.Contains(form.Text, "illegal") {
		t.Errorf("error %v, want a table without a board: %s", err, form.Text)
	}
	cases, err := Cases("r3k2r/8/8/8/8/8/8/R3K2R")
	if err != nil || len(cases.Rows) != 32 {
		t.Errorf("%d cases, error %v, want 32", len(cases.Rows), err)
	}
	testkit.Fails(Cases("9/8"))(t, "", "no diagram, no error")
}

// TestLastMovesOfMany checks that moves beyond the boards that are shown do not count as refuted.
func TestLastMovesOfMany(t *testing.T) {
	list := make([]LastMove, mostBoards+3)
	for i := range list {
		list[i].Before = Must(FEN("4k3/8/8/8/8/8/8/4K3 w - -"))
	}
	list[0].Verdict.Outcome = Illegal
	if form, want := lastMovesForm(list), "last moves: 27, refuted: 1\n"; !strings.HasPrefix(form.Text, want) {
		t.Errorf("%s, want it to begin with %s", form.Text, want)
	}
}

// TestFrameHasTheEstimate checks that size times the mean of the column value is the estimate of Survey, that a mean of positions is near what
// is known, and the shares in the frame of a record.
func TestFrameHasTheEstimate(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	useFreshCache(t)
	s := Sample{Draws: 2000, Seed: 4}
	df := testkit.Must(Frame(s))(t)
	r := testkit.Must(Survey(s))(t)
	n, _ := new(big.Float).SetInt(Must(Size(s.Space))).Float64()
	if got, want := n*stat.Mean(df.Col("value").Float(), nil), r.Estimate.Low.Value; !(want > 0) || math.Abs(got/want-1) > 1e-12 {
		t.Errorf("%g, the survey says %g", got, want)
	}
	men, err := Mean(s, func(r Row) float64 { return float64(r.Draw.Setup.Board.Men()) })
	if err != nil || men.Value < 26 || men.Value > 29 {
		t.Errorf("mean number of men %v, error %v, want 26 to 29", men, err)
	}
	e := Must(Record("../records/unpromoted-second"))
	sum := 0.0
	for _, share := range e.Frame("men").Col("share").Float() {
		sum += share
	}
	if math.Abs(sum-1) > 1e-9 || e.Frame("men").Nrow() != len(e.By("men").Rows) {
		t.Errorf("shares by men add up to %g in %d rows, want 1 in %d", sum, e.Frame("men").Nrow(), len(e.By("men").Rows))
	}
	if _, err := Frame(Sample{Draws: 100_000_000}); err == nil || !strings.Contains(err.Error(), "at most 1000000") {
		t.Errorf("a hundred million rows: error %v, want one that names the most", err)
	}
	if _, err := Frame(Sample{Space: "rank"}); err == nil {
		t.Error("no such space, no error")
	}
}
