package loop

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/stats"
)

// A numberSource is a source of draws without setups: the weight is 1 + stratum, and Index the index of the draw. With several
// levels there is nothing to judge in the redraws of every fifth draw.
type numberSource struct{ levels int }

func (n numberSource) Draw(d *sampler.Draw, h int, i uint64) {
	*d = sampler.Draw{Index: int(i), Weight: 1 + h, Multiplicity: 1}
}

func (n numberSource) Redraw(d *sampler.Draw, h int, i uint64) bool {
	n.Draw(d, h, i)
	d.Multiplicity = n.levels
	return n.levels == 1 || i%5 != 0
}
func (n numberSource) Levels(int) int { return n.levels }

// A multiplesJudge refutes draws whose index is a multiple of the divisor, and proves others whose index is 1 modulo 7.
type multiplesJudge struct{ divisor int }

func (m multiplesJudge) Judge(_ context.Context, d *sampler.Draw) (Judgement, error) {
	switch {
	case d.Index%m.divisor == 0:
		return Judgement{Outcome: stats.Out, Label: Refuted(verdict.TripleCheck)}, nil
	case d.Index%7 == 1:
		return Judgement{Outcome: stats.In, Label: Legal}, nil
	}
	return Judgement{Outcome: stats.Open, Label: Unknown}, nil
}

// A recordingTally records its calls as lines, and lets every second candidate enter a later phase.
type recordingTally struct {
	lines   []string
	entered [4]int // candidates by phase
	fail    error  // returned by Count in phase 1, if not nil
}

func (r *recordingTally) Enters(k int, c *Candidate[int]) bool {
	r.entered[k]++
	c.Note = 100*k + r.entered[k]
	return r.entered[k]%2 == 1
}

func (r *recordingTally) Count(_ context.Context, k int, c *Candidate[int], j Judgement) error {
	r.lines = append(r.lines, fmt.Sprintf("%d: %d/%d %v %v note %d", k, c.Stratum, c.Index, j.Outcome, j.Label, c.Note))
	if r.fail != nil && k == 1 {
		return r.fail
	}
	return nil
}

// runRecording runs two strata through three phases, and returns the tally and the plain judgements.
func runRecording(t *testing.T, block uint64, levels int) (*recordingTally, []string) {
	t.Helper()
	d := new(recordingTally)
	var plain []string
	l := Loop[int]{Source: numberSource{levels}, Phases: []Judge{multiplesJudge{2}, multiplesJudge{3}, multiplesJudge{5}}, Tally: d, Block: block,
		Plain: func(h int, j Judgement) { plain = append(plain, fmt.Sprint(h, j.Outcome, j.Label)) }}
	for h := range 2 {
		testkit.OK(t, l.Run(context.Background(), h, 10, 300))
	}
	return d, plain
}

// TestPhasesByHand follows the first draws of a stratum through three phases.
func TestPhasesByHand(t *testing.T) {
	d := new(recordingTally)
	l := Loop[int]{Source: numberSource{1}, Phases: []Judge{multiplesJudge{2}, multiplesJudge{3}, multiplesJudge{5}}, Tally: d}
	testkit.OK(t, l.Run(context.Background(), 0, 0, 16))
	triple := verdict.TripleCheck.String()
	want := []string{
		"0: 0/0 out " + triple + " note 0",
		"0: 0/1 open Legal note 0", // only the last phase proves
		"0: 0/2 out " + triple + " note 0",
		"0: 0/3 open Unknown note 0",
	}
	if !slices.Equal(d.lines[:4], want) {
		t.Errorf("first phase:\n%s\nwant\n%s", strings.Join(d.lines[:4], "\n"), strings.Join(want, "\n"))
	}
	// The first phase leaves 1 3 5 7 9 11 13 15 undecided, of which 1 5 9 13 enter the second. It leaves 1 5 13, of which 1 13 enter the third.
	want = []string{"1: 0/1 open Legal note 101", "1: 0/5 open Unknown note 103", "1: 0/9 out " + triple + " note 105", "1: 0/13 open Unknown note 107",
		"2: 0/1 in Legal note 201", "2: 0/13 open Unknown note 203"}
	if !slices.Equal(d.lines[16:], want) {
		t.Errorf("later phases:\n%s\nwant\n%s", strings.Join(d.lines[16:], "\n"), strings.Join(want, "\n"))
	}
}

// TestBlocksDoNotMatter: the judgements do not depend on the size of the blocks.
func TestBlocksDoNotMatter(t *testing.T) {
	for _, levels := range []int{1, 16} {
		oneBlock, plain := runRecording(t, 0, levels)
		slices.Sort(oneBlock.lines)
		for _, block := range []uint64{1, 7, 64, 299, 1000} {
			blocks, p := runRecording(t, block, levels)
			slices.Sort(blocks.lines)
			if !slices.Equal(blocks.lines, oneBlock.lines) || !slices.Equal(p, plain) {
				t.Errorf("blocks of %d draws, %d levels: other judgements", block, levels)
			}
		}
	}
}

// TestPlainDraws: every 64th draw is judged as it was before the redraw, but only in sources that redraw.
func TestPlainDraws(t *testing.T) {
	if _, plain := runRecording(t, 0, 1); plain != nil {
		t.Errorf("plain draws without redraws: %v", plain)
	}
	d, plain := runRecording(t, 0, 16) // 64, 128, 192, 256 of each stratum are even
	if len(plain) != 8 || plain[0] != fmt.Sprint(0, stats.Out, Refuted(verdict.TripleCheck)) {
		t.Errorf("plain draws: %v", plain)
	}
	filtered := 0
	for _, line := range d.lines {
		if strings.Contains(line, "out Filtered") {
			filtered++
		}
	}
	if filtered != 120 {
		t.Errorf("%d draws that redraws leave nothing of, want 120", filtered)
	}
}

// A failingJudge fails at the draw with an index.
type failingJudge struct{ index int }

func (f failingJudge) Judge(_ context.Context, d *sampler.Draw) (j Judgement, err error) {
	if d.Index == f.index {
		err = errors.New("contradiction")
	}
	j.Outcome = stats.Open
	return j, err
}

// TestErrorsEndTheSurvey: errors of judges in every phase and of plain draws, of the tally and of the context end a run.
func TestErrorsEndTheSurvey(t *testing.T) {
	for name, l := range map[string]Loop[int]{
		"first": {Source: numberSource{1}, Phases: []Judge{failingJudge{64}}},
		"later": {Source: numberSource{1}, Phases: []Judge{failingJudge{-1}, failingJudge{64}}},
		"plain": {Source: numberSource{16}, Phases: []Judge{failingJudge{64}}, Plain: func(int, Judgement) {}},
	} {
		l.Tally = new(recordingTally)
		if err := l.Run(context.Background(), 0, 0, 200); err == nil || !strings.HasSuffix(err.Error(), "contradiction") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	full := errors.New("the disk is full")
	l := Loop[int]{Source: numberSource{1}, Phases: []Judge{failingJudge{-1}, failingJudge{-1}}, Tally: &recordingTally{fail: full}}
	if err := l.Run(context.Background(), 0, 0, 10); err != full {
		t.Errorf("error %v, want that of the tally", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	l.Tally = new(recordingTally)
	if err := l.Run(ctx, 0, 0, 10); err != context.Canceled {
		t.Errorf("error %v, want that of the context", err)
	}
}

// TestCosts: the costs are differences of the clock, by stratum and phase.
func TestCosts(t *testing.T) {
	now := 0.0
	l := Loop[int]{Source: numberSource{1}, Phases: []Judge{multiplesJudge{2}, multiplesJudge{3}}, Tally: new(recordingTally),
		CPU: func() float64 { now++; return now }, Cost: [][]float64{{0, 0}, {0, 0}}, Block: 10}
	for h := range 3 { // there is no room for the third stratum
		testkit.OK(t, l.Run(context.Background(), h, 0, 100))
	}
	if want := [][]float64{{10, 10}, {10, 10}}; !reflect.DeepEqual(l.Cost, want) {
		t.Errorf("costs %v, want %v", l.Cost, want)
	}
}

// TestInOrderLeavesNoGap: after a block that was given up or is incomplete, no block is merged, also if later ones are done.
func TestInOrderLeavesNoGap(t *testing.T) {
	for i := range 40 { // whether later blocks are begun depends on chance
		cut := []error{nil, errCut}[i%2] // the end of block 1: given up, or incomplete
		ctx, stop := context.WithCancel(context.Background())
		var merged []uint64
		err := inOrder(ctx, []int{0}, 4, func(_ context.Context, _ int, n uint64) (*uint64, error) {
			if n == 1 {
				stop()
				return nil, cut
			}
			return &n, nil
		}, func(n *uint64) { merged = append(merged, *n) })
		if want := []uint64{0}; !slices.Equal(merged, want) || !errors.Is(err, context.Canceled) {
			t.Errorf("block 1 ends with %v: merged %v, %v, want %v and %v", cut, merged, err, want, context.Canceled)
		}
	}
}

// TestSourcesAreTheStreams compares the sources with the streams, which have golden vectors.
func TestSourcesAreTheStreams(t *testing.T) {
	testkit.Medium(t)
	whole := ranked.NewRepaired()
	space := whole.Stratify().(Redrawer)
	stream, dividedStream := sampler.NewStream(whole, 7), sampler.NewDividedStream(space, 7)
	wholeSource, plainSource, redrawnSource := Whole(whole, 7), Plain(space, 7), Conditional(space, 7)
	if redrawnSource.Levels(0) != 16 || plainSource.Levels(0) != 1 || wholeSource.Levels(0) != 1 {
		t.Fatal("wrong number of levels")
	}
	judged := 0
	for i := range uint64(500) {
		h := int(i) % len(space.Strata())
		var got, want sampler.Draw
		check := func(what string) {
			t.Helper()
			if got.Setup != want.Setup || got.Weight != want.Weight || got.Multiplicity != want.Multiplicity {
				t.Errorf("%s, draw %d of stratum %d: %v, want %v", what, i, h, got.Setup, want.Setup)
			}
		}
		stream.Draw(&want, i)
		wholeSource.Draw(&got, 0, i)
		check("whole")
		if !wholeSource.Redraw(&got, 0, i) {
			t.Error("a plain draw is not to be judged")
		}
		check("whole, as judged")
		dividedStream.Draw(&want, h, i)
		plainSource.Redraw(&got, h, i)
		check("plain")
		redrawnSource.Draw(&got, h, i)
		check("before the redraw")
		ok := dividedStream.DrawThen(&want, h, i, func(d *sampler.Draw, src rand.Source) bool {
			if !viable(d) {
				return false
			}
			level, levels := space.Redraw(d, src)
			d.Weight, d.Multiplicity = d.Weight*level, d.Multiplicity*levels
			return level > 0
		})
		if redrawnSource.Redraw(&got, h, i) != ok {
			t.Errorf("draw %d of stratum %d: something to judge: %v, want %v", i, h, !ok, ok)
		} else if ok {
			check("redrawn")
			judged++
		}
	}
	if judged < 100 {
		t.Errorf("only %d redraws left something", judged)
	}
}

// TestLabels: every label has its own name, that of its reason, and a text.
func TestLabels(t *testing.T) {
	labels := map[string]Label{}
	check := func(l Label, name string) {
		t.Helper()
		if l.String() != name || l.Text() == "" && l != Filtered {
			t.Errorf("label %d is %q, %q, want the name %q", l, l.String(), l.Text(), name)
		}
		if other, twice := labels[name]; twice {
			t.Errorf("labels %d and %d are both %q", l, other, name)
		}
		labels[name] = l
	}
	for r := range verdict.KnownReasons() {
		check(Refuted(r), r.String())
	}
	for l, name := range map[Label]string{Unknown: UnknownName, GaveUp: GaveUpName, Legal: LegalName, Filtered: filteredName} {
		check(l, name)
	}
	if int(Filtered) != Labels-1 {
		t.Errorf("%d labels, the last is %d", Labels, Filtered)
	}
}

// TestJudgementOf covers the three outcomes.
func TestJudgementOf(t *testing.T) {
	for _, c := range []struct {
		v     verdict.Verdict
		o     stats.Outcome
		label string
	}{
		{verdict.Verdict{}, stats.Open, UnknownName},
		{verdict.GaveUp("kernel", verdict.NodeLimit), stats.Open, GaveUpName},
		{verdict.Proven("game", verdict.ProofGame("")), stats.In, LegalName},
		{verdict.Refuted("rules", verdict.TripleCheck|verdict.CagedBishop, verdict.Evidence{}), stats.Out, "CagedBishop"},
	} {
		if j := JudgementOf(&c.v); j.Outcome != c.o || j.Label.String() != c.label || j.Verdict != &c.v {
			t.Errorf("%v: %v %v, want %v %s", c.v, j.Outcome, j.Label, c.o, c.label)
		}
	}
}

// TestEngineAndWeight compares a judge with its engine for draws of a space. [SkipWeightless] does not judge draws of weight 0.
func TestEngineAndWeight(t *testing.T) {
	testkit.Medium(t)
	engine := func() *legality.Engine {
		return testkit.Must(legality.New(legality.Options{}))(t)
	}
	judge, weighed, e := Engine(engine()), SkipWeightless(Engine(engine())), engine()
	outcomes := map[stats.Outcome]int{}
	for _, d := range sampler.NewStream(ranked.NewRepaired(), 4).Draws(0, 2000) {
		j := testkit.Must(judge.Judge(context.Background(), d))(t, d.Setup)
		v := e.Judge(context.Background(), d.Setup)
		if want := JudgementOf(&v); j.Outcome != want.Outcome || j.Label != want.Label || j.Verdict.Reasons != v.Reasons {
			t.Errorf("%v: %+v, want %+v", d.Setup, j, want)
		}
		outcomes[j.Outcome]++
		if w, err := weighed.Judge(context.Background(), d); err != nil || w.Outcome != j.Outcome || w.Label != j.Label {
			t.Errorf("%v: %+v with a weight, want %+v", d.Setup, w, j)
		}
		d.Weight = 0
		if w, err := weighed.Judge(context.Background(), d); err != nil || w.Outcome != stats.Out || w.Label != Filtered || w.Verdict != nil {
			t.Errorf("%v: %+v without weight", d.Setup, w)
		}
	}
	if outcomes[stats.Out] < 100 || outcomes[stats.Open] < 100 {
		t.Errorf("outcomes %v tell too little", outcomes)
	}
}
