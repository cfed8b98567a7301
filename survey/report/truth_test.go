package report

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/toy"
)

// A truth has the true values of all estimates of a survey of the toy, by listing the space.
type truth struct {
	low, high map[string]float64 // by group and value
	verdicts  map[string]float64
	mult      float64
}

// judgeToy returns a function that judges setups of the toy.
func judgeToy(t *testing.T, effort verdict.Effort, stages func() []legality.Stage) func(chess.Setup) verdict.Verdict {
	t.Helper()
	e := testkit.Must(legality.New(legality.Options{Effort: effort, Stages: stages}))(t)
	return func(s chess.Setup) verdict.Verdict { return e.Judge(context.Background(), s) }
}

// listToy judges every setup of the toy.
func listToy(t *testing.T, effort verdict.Effort, stages func() []legality.Stage) truth {
	t.Helper()
	list := toy.New("toy").Elements
	judge := judgeToy(t, effort, stages)
	judgeByKernels := judge
	if effort > verdict.Kernel {
		judgeByKernels = judgeToy(t, verdict.Kernel, stages)
	}
	result := truth{low: map[string]float64{}, high: map[string]float64{}, verdicts: map[string]float64{}}
	elements, positions := 0.0, 0.0
	diagrams := map[chess.Board]bool{} // those for which a setup stands
	for i, e := range list {
		// The first setup that the second phase does not refute stands for its diagram, also if it is not counted.
		stands := effort >= verdict.Kernel && !diagrams[e.Setup.Board] && judgeByKernels(e.Setup).Outcome != verdict.Illegal
		if stands {
			diagrams[e.Setup.Board] = true
		}
		if e.Weight == 0 {
			continue
		}
		v := judge(e.Setup)
		result.verdicts[loop.JudgementOf(&v).Label.String()] += 1 / float64(len(list))
		in := v.Outcome == verdict.Legal || effort < verdict.Game && v.Outcome == verdict.Unknown
		if in {
			elements++
		}
		if i > 0 && list[i-1].Setup == e.Setup {
			continue // the setup occurs several times
		}
		var keys []string
		if v.Outcome != verdict.Illegal {
			keys = keysOf(&e.Setup)
		}
		if stands {
			keys = append(keys, "distinct diagrams all")
		}
		for _, key := range keys {
			result.high[key]++
			if in {
				result.low[key]++
			}
		}
		if in {
			positions++
		}
	}
	result.mult = elements / positions
	return result
}

// keysOf returns the groups and values of a setup.
func keysOf(s *chess.Setup) []string {
	keys := []string{"total ", "men " + strconv.Itoa(s.Board.Men()), "captures " + strconv.Itoa(32-s.Board.Men()), "castling rights " + s.Castling.String()}
	attackers := s.Board.Attackers(s.Board.King(s.Turn), s.Turn.Other(), s.Board.Occupied())
	if attackers != 0 {
		keys = append(keys, "special side to move in check")
	}
	if attackers.Many() {
		keys = append(keys, "special double check")
	}
	if s.Turn == chess.White {
		keys = append(keys, "special White to move")
	}
	if p, err := s.Position(); err == nil && len(p.Moves(nil)) == 0 {
		keys = append(keys, map[bool]string{true: "special checkmate", false: "special stalemate"}[attackers != 0])
	}
	keys = append(keys, "pawns "+strconv.Itoa((s.Board.Pieces(chess.White, chess.Pawn)|s.Board.Pieces(chess.Black, chess.Pawn)).Count()))
	if s.Castling != 0 {
		keys = append(keys, "special some castling right")
	}
	w, b := s.Board.Pieces(chess.White, chess.Queen).Count(), s.Board.Pieces(chess.Black, chess.Queen).Count()
	if w <= 1 && b <= 1 {
		keys = append(keys, "special at most one queen a side")
	}
	promoted := max(0, w-1) + max(0, b-1)
	for c := chess.White; c <= chess.Black; c++ {
		promoted += max(0, s.Board.Pieces(c, chess.Knight).Count()-2)
	}
	if promoted == 0 {
		keys = append(keys, "special no man needs to be promoted")
	}
	// The toy has no bishops and at most one rook, so only queens and knights can be promoted.
	return append(keys, "promoted men by kind alone, at least "+strconv.Itoa(promoted), "promoted men, at least "+strconv.Itoa(promoted))
}

// A toySurvey is a survey of the toy whose report is compared with the truth.
type toySurvey struct {
	program    campaign.Program
	effort     verdict.Effort
	isPlain    bool      // draws are not redrawn
	hasClasses bool      // see withClasses
	costs      []float64 // by phase, nil for those of toyRequest
}

// TestReportAgreesWithListing runs surveys of one, two and three phases and compares
// all figures with those of the whole space. 5 standard errors for some 250 figures is
// a false alarm in 7000 seeds; the seed is fixed.
func TestReportAgreesWithListing(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, effort := range []verdict.Effort{verdict.Static, verdict.Kernel, verdict.Game} {
		if effort == verdict.Kernel && testing.Short() {
			continue
		}
		tr := listToy(t, effort, toy.Stages(effort))
		for _, plain := range []bool{true, false} {
			if testing.Short() && plain != (effort == verdict.Static) {
				continue // one way of drawing each
			}
			t.Run(fmt.Sprintf("effort=%v/plain=%v", effort, plain), func(t *testing.T) {
				checkAgainstTruth(t, &tr, &toySurvey{program: toyProgram(effort), effort: effort, isPlain: plain})
			})
		}
	}
}

// TestLeanReportAgreesWithListing is [TestReportAgreesWithListing] for the four phases of a divided set, without classes and with three classes that
// have very different shares.
func TestLeanReportAgreesWithListing(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	tr := listToy(t, verdict.Game, toy.LeanStages)
	program := campaign.Program{Space: func(string) (sampler.Set, error) { return toy.NewDivided(), nil }, Stages: toy.LeanStages, Build: "toy build"}
	for _, hasClasses := range []bool{false, true} {
		t.Run(fmt.Sprintf("classes=%v", hasClasses), func(t *testing.T) {
			checkAgainstTruth(t, &tr, &toySurvey{program: program, effort: verdict.Game, isPlain: true, hasClasses: hasClasses,
				costs: []float64{2e-6, 4e-6, 1e-5, 1e-4}})
		})
	}
}

// run plans the survey, does it, and returns its report.
func (s *toySurvey) run(t *testing.T) *Report {
	t.Helper()
	request := toyRequest(s.effort)
	request.Plain = s.isPlain
	if s.effort == verdict.Game {
		request.Budget = toy.Budget(8)
	}
	if s.costs != nil {
		request.Costs = s.costs
	}
	c := testkit.Must(campaign.Make(context.Background(), s.program, t.TempDir(), request))(t)
	if c.Plan.Redraw == s.isPlain || len(c.Plan.Phases) != len(request.Costs) {
		t.Fatalf("plan with redraw %v and phases %v, want redraw %v and %d phases", c.Plan.Redraw, c.Plan.Phases, !s.isPlain, len(request.Costs))
	}
	if s.hasClasses {
		c = withClasses(t, c)
	}
	testkit.Must(c.Run(context.Background(), s.program, campaign.Options{}))(t)
	r, problems, err := readerOf(t, c).Report(context.Background())
	if err != nil || len(problems) > 0 {
		t.Fatalf("%v, problems %v", err, problems)
	}
	if r.UpperBound != (s.effort != verdict.Game) || r.Done != 12 || r.Draws != c.Plan.Draws() {
		t.Errorf("upper bound %v, %d shards, %d draws, want %v, 12 and %d", r.UpperBound, r.Done, r.Draws, s.effort != verdict.Game, c.Plan.Draws())
	}
	return r
}

// checkAgainstTruth runs a survey and compares all figures of its report with the truth.
func checkAgainstTruth(t *testing.T, tr *truth, s *toySurvey) {
	t.Helper()
	r := s.run(t)
	compared := 0
	check := func(name string, got, se, want float64) {
		t.Helper()
		compared++
		if math.IsNaN(got) || math.Abs(got-want) > 5*se+1e-9 {
			t.Errorf("%s is %.6g +- %.2g, want %.6g", name, got, se, want)
		}
	}
	check("total", r.Estimate.Low.Value, r.Estimate.Low.StdErr, tr.low["total "])
	check("total high", r.Estimate.High.Value, r.Estimate.High.StdErr, tr.high["total "])
	check("multiplicity", r.Multiplicity.Value, r.Multiplicity.StdErr, tr.mult)
	for _, g := range r.Groups {
		for _, item := range g.Items {
			name := g.Name + " " + item.Value
			switch {
			case name == "distinct diagrams all":
				check(name, item.Low.Value, item.Low.StdErr, tr.low[name])
				if item.High.Value+5*item.High.StdErr < tr.high[name] { // the upper bound may be higher
					t.Errorf("at most %.6g +- %.2g diagrams, want at least %.6g", item.High.Value, item.High.StdErr, tr.high[name])
				}
			case g.Name != "distinct diagrams":
				check(name, item.Low.Value, item.Low.StdErr, tr.low[name])
				check(name+" high", item.High.Value, item.High.StdErr, tr.high[name])
			}
		}
	}
	checkPartitions(t, r)
	sum, se, want := 0.0, 0.0, 0.0
	for _, v := range r.Verdicts {
		check("verdict "+v.Label, v.Share, v.StdErr, tr.verdicts[v.Label])
		sum, se, want = sum+v.Share, se+v.StdErr, want+tr.verdicts[v.Label]
	}
	if math.Abs(sum-want) > 5*se+1e-9 || want > 0.9 || len(r.Verdicts) != len(tr.verdicts) {
		t.Errorf("shares of %d verdicts add up to %v, want %v, less than 1 by those of no interest, %v", len(r.Verdicts), sum, want, tr.verdicts)
	}
	if ratio := r.Replicated / r.Estimate.Low.StdErr; ratio < 0.4 || ratio > 2 {
		t.Errorf("standard error %.4g, from the shards %.4g", r.Estimate.Low.StdErr, r.Replicated)
	}
	for _, w := range r.Estimate.Low.Warnings {
		t.Errorf("warning: %v", w)
	}
	t.Logf("%d draws, %d figures compared, half-width %.2g", r.Draws, compared, r.Estimate.Low.Relative())
}

// checkPartitions checks that every property divides low and high estimate, and the draws behind them.
func checkPartitions(t *testing.T, r *Report) {
	t.Helper()
	for _, g := range r.Groups {
		if g.Name == "special" || g.Name == "distinct diagrams" {
			continue
		}
		low, high, draws := 0.0, 0.0, make([]uint64, len(r.Phases))
		for _, item := range g.Items {
			low, high = low+item.Low.Value, high+item.High.Value
			for k, n := range item.Draws {
				draws[k] += n
			}
		}
		if math.Abs(low/r.Estimate.Low.Value-1) > 1e-12 || math.Abs(high/r.Estimate.High.Value-1) > 1e-12 {
			t.Errorf("%s: the parts add up to %v and %v, want %v and %v", g.Name, low, high, r.Estimate.Low.Value, r.Estimate.High.Value)
		}
		for k, ph := range r.Estimate.Phases {
			want := ph.Judged
			if k == 0 {
				want = ph.Judged - ph.Out
			}
			if draws[k] != want {
				t.Errorf("%s: %d draws of phase %d in the parts, want %d", g.Name, draws[k], k+1, want)
			}
		}
	}
}

// TestPlansPredictTheHalfWidth compares the half-width and gain that plans expect with those of their surveys, for several seeds. With pilots as
// small as those of the toy a single ratio has a standard deviation of about 0.11, the mean of eight one of 0.04. The pilot has 12 000 draws: one
// of 3000 has so few games of this space without known risks that the expected half-widths are 13 % too small (32 seeds).
func TestPlansPredictTheHalfWidth(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	seeds, minRatio, maxRatio := 8, 0.88, 1.12
	if testkit.Brief() {
		seeds, minRatio, maxRatio = 1, 0.64, 1.55 // four standard deviations of one ratio
	}
	if !testkit.Brief() && testkit.Stride() > 3 {
		seeds, minRatio, maxRatio = 2, 0.73, 1.37 // four standard deviations of the mean of two
	}
	for _, plain := range []bool{true, false} {
		if plain && testkit.Brief() {
			continue
		}
		sum, gain := 0.0, 0.0
		for seed := range uint64(seeds) {
			request := toyRequest(verdict.Game)
			request.Plain, request.Seed = plain, seed
			request.PilotDraws, request.Budget = 12_000, 2*request.Budget
			c := testkit.Must(campaign.Make(context.Background(), toyProgram(verdict.Game), t.TempDir(), request))(t)
			runToy(t, c, verdict.Game, campaign.Options{})
			r, _, err := readerOf(t, c).Report(context.Background())
			testkit.OK(t, err)
			e := &c.Plan.Expected
			sum += math.Log(r.Estimate.Low.Relative() / e.Relative)
			gain += math.Log(r.Gain / math.Pow(e.SimpleRelative/e.Relative, 2))
		}
		if mean := math.Exp(sum / float64(seeds)); mean < minRatio || mean > maxRatio {
			t.Errorf("plain %v: half-widths are %.3f of what was expected", plain, mean)
		} else {
			t.Logf("plain %v: half-widths are %.3f of what was expected", plain, mean)
		}
		if mean := math.Exp(gain / float64(seeds)); mean < 0.75*minRatio || mean > 1.33*maxRatio {
			t.Errorf("plain %v: gains over simple sampling are %.3f of what was expected", plain, mean)
		} else {
			t.Logf("plain %v: gains over simple sampling are %.3f of what was expected", plain, mean)
		}
	}
}
