package loop

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/stats"
)

// numbers is a source of draws that carry their own stratum and index: the weight is 1 + stratum, the index is that of
// the draw. Redraws of every fifth draw leave nothing.
type numbers struct{ levels int }

func (n numbers) Draw(d *sampler.Draw, h int, i uint64) {
	*d = sampler.Draw{Index: int(i), Weight: 1 + h, Multiplicity: 1}
}

func (n numbers) Redraw(d *sampler.Draw, h int, i uint64) bool {
	n.Draw(d, h, i)
	d.Multiplicity = n.levels
	return n.levels == 1 || i%5 != 0
}
func (n numbers) Levels(int) int { return n.levels }

// multiples refutes the multiples of a number, and proves what leaves remainder 1 modulo 7.
type multiples struct{ of int }

func (m multiples) Judge(_ context.Context, d *sampler.Draw) (Judgement, error) {
	switch {
	case d.Index%m.of == 0:
		return Judgement{Outcome: stats.Out, Label: Refuted(verdict.TripleCheck)}, nil
	case d.Index%7 == 1:
		return Judgement{Outcome: stats.In, Label: Legal}, nil
	}
	return Judgement{Outcome: stats.Open, Label: Unknown}, nil
}

// diary is a tally that writes down what it is told, and lets every second candidate enter a later phase.
type diary struct {
	lines   []string
	entered [4]int
	fail    error
}

func (t *diary) Enters(k int, c *Candidate[int]) bool {
	t.entered[k]++
	c.Note = 100*k + t.entered[k]
	return t.entered[k]%2 == 1
}

func (t *diary) Count(_ context.Context, k int, c *Candidate[int], j Judgement) error {
	t.lines = append(t.lines, fmt.Sprintf("%d: %d/%d %v %v note %d", k, c.Stratum, c.Index, j.Outcome, j.Label, c.Note))
	if t.fail != nil && k == 1 {
		return t.fail
	}
	return nil
}

func runDiary(t *testing.T, block uint64, levels int) (*diary, []string) {
	t.Helper()
	d := new(diary)
	var plain []string
	l := Loop[int]{Source: numbers{levels}, Phases: []Judge{multiples{2}, multiples{3}, multiples{5}}, Tally: d, Block: block,
		Plain: func(h int, j Judgement) { plain = append(plain, fmt.Sprint(h, j.Outcome, j.Label)) }}
	for h := range 2 {
		testkit.OK(t, l.Run(context.Background(), h, 10, 300))
	}
	return d, plain
}

// TestPhasesByHand follows the first draws of a stratum through three phases.
func TestPhasesByHand(t *testing.T) {
	d := new(diary)
	l := Loop[int]{Source: numbers{1}, Phases: []Judge{multiples{2}, multiples{3}, multiples{5}}, Tally: d}
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
	// Left by the first: 1 3 5 7 9 11 13 15. Enter the second: 1 5 9 13. Left: 1 5 13. Enter the third: 1 13.
	want = []string{"1: 0/1 open Legal note 101", "1: 0/5 open Unknown note 103", "1: 0/9 out " + triple + " note 105", "1: 0/13 open Unknown note 107",
		"2: 0/1 in Legal note 201", "2: 0/13 open Unknown note 203"}
	if !slices.Equal(d.lines[16:], want) {
		t.Errorf("later phases:\n%s\nwant\n%s", strings.Join(d.lines[16:], "\n"), strings.Join(want, "\n"))
	}
}

// TestBlocksDoNotMatter: the same judgements, phase by phase, whatever the size of the blocks.
func TestBlocksDoNotMatter(t *testing.T) {
	for _, levels := range []int{1, 16} {
		whole, plain := runDiary(t, 0, levels)
		slices.Sort(whole.lines)
		for _, block := range []uint64{1, 7, 64, 299, 1000} {
			parts, p := runDiary(t, block, levels)
			slices.Sort(parts.lines)
			if !slices.Equal(parts.lines, whole.lines) || !slices.Equal(p, plain) {
				t.Errorf("blocks of %d draws, %d levels: other judgements", block, levels)
			}
		}
	}
}

// TestPlainDraws: every 64th draw is judged as it was, and only where draws are redrawn.
func TestPlainDraws(t *testing.T) {
	if _, plain := runDiary(t, 0, 1); plain != nil {
		t.Errorf("plain draws without redraws: %v", plain)
	}
	d, plain := runDiary(t, 0, 16) // 64, 128, 192, 256 of each stratum are even
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

// failing is a judge with an error at one draw.
type failing struct{ at int }

func (f failing) Judge(_ context.Context, d *sampler.Draw) (j Judgement, err error) {
	if d.Index == f.at {
		err = errors.New("contradiction")
	}
	j.Outcome = stats.Open
	return j, err
}

// TestErrorsEndTheSurvey: those of judges in every phase, of plain draws, of the tally, and of the context.
func TestErrorsEndTheSurvey(t *testing.T) {
	for name, l := range map[string]Loop[int]{
		"first": {Source: numbers{1}, Phases: []Judge{failing{64}}},
		"later": {Source: numbers{1}, Phases: []Judge{failing{-1}, failing{64}}},
		"plain": {Source: numbers{16}, Phases: []Judge{failing{64}}, Plain: func(int, Judgement) {}},
	} {
		l.Tally = new(diary)
		if err := l.Run(context.Background(), 0, 0, 200); err == nil || !strings.HasSuffix(err.Error(), "contradiction") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	full := errors.New("the disk is full")
	l := Loop[int]{Source: numbers{1}, Phases: []Judge{failing{-1}, failing{-1}}, Tally: &diary{fail: full}}
	if err := l.Run(context.Background(), 0, 0, 10); err != full {
		t.Errorf("error %v, want that of the tally", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	l.Tally = new(diary)
	if err := l.Run(ctx, 0, 0, 10); err != context.Canceled {
		t.Errorf("error %v, want that of the context", err)
	}
}

// TestCosts: the clock is asked by stratum and phase.
func TestCosts(t *testing.T) {
	now := 0.0
	l := Loop[int]{Source: numbers{1}, Phases: []Judge{multiples{2}, multiples{3}}, Tally: new(diary),
		CPU: func() float64 { now++; return now }, Cost: [][]float64{{0, 0}, {0, 0}}, Block: 10}
	for h := range 3 { // there is no room for the third stratum
		testkit.OK(t, l.Run(context.Background(), h, 0, 100))
	}
	if want := [][]float64{{10, 10}, {10, 10}}; !reflect.DeepEqual(l.Cost, want) {
		t.Errorf("costs %v, want %v", l.Cost, want)
	}
}
