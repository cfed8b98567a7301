package campaign

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
)

// A countingStage counts its calls and decides nothing.
type countingStage struct {
	name      string
	calls     int
	forgotten bool
}

func (r *countingStage) Name() string           { return r.name }
func (r *countingStage) Effort() verdict.Effort { return verdict.Kernel }
func (r *countingStage) Judge(context.Context, chess.Setup, verdict.Budget) (verdict.Verdict, bool) {
	r.calls++
	return verdict.Verdict{}, false
}
func (r *countingStage) Forget() { r.forgotten = true }

// TestSelectStages selects stages by name, some of them for positions in check only, and names a missing stage.
func TestSelectStages(t *testing.T) {
	a, b := &countingStage{name: "a"}, &countingStage{name: "b"}
	stages := []legality.Stage{a, b}
	if list, err := selectStages(stages, nil); err != nil || len(list) != 2 || list[0] != stages[0] {
		t.Errorf("no names: %v, %v", list, err)
	}
	list, err := selectStages(stages, []string{"b/check", "a"})
	if err != nil || len(list) != 2 || list[0].Name() != "b" || list[1] != stages[0] {
		t.Fatalf("b/check, a: %v, %v", list, err)
	}
	for fen, asked := range map[string]int{
		"4k3/8/8/8/8/8/8/4K2R w - - 0 1":    0,
		"4k2R/8/8/8/8/8/8/4K3 b - - 0 1":    1,
		"4k2R/8/8/8/8/8/8/4K3 w - - 0 1":    0, // it is not Black's move
		"8/8/8/8/8/8/8/7R b - - 0 1":        0,
		"4k3/8/8/8/8/8/8/4K2R b K - 0 1":    1, // rights
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1": 1, // en passant
	} {
		f := testkit.Must(chess.ParseFEN(fen))(t)
		b.calls = 0
		if _, decided := list[0].Judge(context.Background(), f.Setup, verdict.Budget{}); decided || b.calls != asked {
			t.Errorf("%s: asked %d times, want %d", fen, b.calls, asked)
		}
	}
	if list[0].Forget(); !b.forgotten {
		t.Error("the stage behind is not asked to forget")
	}
	testkit.Fails(selectStages(stages, []string{"a", "c/check"}))(t, `"c/check", want one of a, b`, "c/check")
}

// TestLeanOrderRefutesNothingMore judges candidates by the lean phases and by all stages: all stages refute everything that the lean
// phases refute, and little more.
func TestLeanOrderRefutesNothingMore(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	engine := func(names []string) *legality.Engine {
		stages := testkit.Must(phaseStages(nil, &plan.Phase{Stages: names}))(t)
		return testkit.Must(legality.New(legality.Options{Effort: verdict.Kernel, Stages: stages}))(t)
	}
	n := uint64(20_000)
	if testing.Short() {
		n = 2000
	}
	lean, allStages := engine(slices.Concat([]string{"rules"}, leanKernelPhases[0].Stages, leanKernelPhases[1].Stages)), engine(nil)
	testkit.Equal(t, strings.Join(lean.Stages(), " "), "rules retro kernel")
	source := loop.Kings(ranked.NewRepaired().Within(6, 8), 4)
	var d sampler.Draw
	refuted, missed := 0, 0
	for i := range n {
		if !source.Redraw(&d, int(i%40), i) {
			continue
		}
		v, w := lean.Judge(context.Background(), d.Setup), allStages.Judge(context.Background(), d.Setup)
		switch {
		case v.Outcome == verdict.Illegal && w.Outcome != verdict.Illegal:
			t.Fatalf("%v is refuted by %s and not by all stages", d.Setup, v.Stage)
		case w.Outcome == verdict.Illegal && v.Outcome != verdict.Illegal:
			missed++
		case w.Outcome == verdict.Illegal:
			refuted++
		}
	}
	t.Logf("%d refuted, %d missed by the lean order", refuted, missed)
	if refuted == 0 || missed > refuted/100 {
		t.Errorf("%d refuted, %d missed by the lean order", refuted, missed)
	}
}

// TestExhaustivePhase: at effort exhaustive the game phase makes several passes, and proves positions legal.
func TestExhaustivePhase(t *testing.T) {
	list := testkit.Must(phases(nil, verdict.Exhaustive, 7))(t)
	last := list[len(list)-1]
	if len(list) != 3 || last.Name != "game" || last.Effort != "exhaustive" || last.Passes != lastPasses || last.Nodes != 7 {
		t.Errorf("phases %+v, want filter, kernel, game in %d passes", list, lastPasses)
	}
	if !shards.Proves(&plan.Plan{Phases: list}) {
		t.Error("effort exhaustive proves nothing")
	}
	// The two passes of a phase ask its stage twice.
	var passes []int
	w := &Worker{stages: func() []legality.Stage { return []legality.Stage{passStage{&passes}} }}
	judge := testkit.Must(w.newJudge(plan.Phase{Name: "game", Effort: "exhaustive", Passes: 2}))(t)
	if _, err := judge.Judge(context.Background(), &sampler.Draw{Weight: 1}); err != nil || len(passes) != 2 || passes[1] != passes[0]+1 {
		t.Errorf("%v: passes %v, want two in a row", err, passes)
	}
}

// A passStage decides nothing and records the numbers of its passes.
type passStage struct{ passes *[]int }

func (passStage) Name() string           { return "pass" }
func (passStage) Effort() verdict.Effort { return verdict.Game }
func (passStage) Forget()                {}
func (p passStage) Judge(_ context.Context, _ chess.Setup, b verdict.Budget) (verdict.Verdict, bool) {
	*p.passes = append(*p.passes, b.Pass)
	return verdict.Verdict{}, false
}

// TestLeanPhases: the lean phases replace that of effort kernel only if the program has their stages.
func TestLeanPhases(t *testing.T) {
	list := testkit.Must(phases(nil, verdict.Game, 0))(t)
	got := fmt.Sprint(leanPhases(list, nil))
	if want := "[{filter static 0 0 []} {last moves kernel 0 0 [retro/check]} {kernel kernel 0 0 [kernel]} {game game 0 0 []}]"; got != want {
		t.Errorf("phases %s, want %s", got, want)
	}
	// Without games the phase of kernels is the last. It asks all stages, so that all draws that effort kernel does not refute are counted.
	list = testkit.Must(phases(nil, verdict.Kernel, 0))(t)
	got = fmt.Sprint(leanPhases(list, nil))
	if want := "[{filter static 0 0 []} {last moves kernel 0 0 [retro/check]} {kernel kernel 0 0 []}]"; got != want {
		t.Errorf("phases %s, want %s", got, want)
	}
	list = testkit.Must(phases(toy.Stages(verdict.Game), verdict.Game, 0))(t)
	if got := leanPhases(list, toy.Stages(verdict.Game)); len(got) != len(list) || got[1].Stages != nil {
		t.Errorf("the toy has phases %v", got)
	}
	// A plan that names a stage that the program lacks is refused.
	p := *makeToy(t, verdict.Kernel).Plan
	p.Phases[1].Stages = []string{"retro"}
	if _, err := newWorker(&p, loop.Whole(toy.New("toy"), 1), toy.Stages(verdict.Kernel)); err == nil || !strings.Contains(err.Error(), `"retro"`) {
		t.Errorf("worker for a stage that is missing: %v", err)
	}
}

// TestLaterShares: the small share is that of games, whatever phases come before.
func TestLaterShares(t *testing.T) {
	for efforts, want := range map[string]string{
		"static kernel game":        "[0.2 0.02]",
		"static kernel":             "[0.2]",
		"static kernel kernel game": "[0.2 1 0.02]",
		"static kernel kernel":      "[0.2 1]",
	} {
		var p plan.Plan
		for e := range strings.FieldsSeq(efforts) {
			p.Phases = append(p.Phases, plan.Phase{Effort: e})
		}
		var got []float64
		for k := 1; k < len(p.Phases); k++ {
			got = append(got, laterShare(&p, k, 0.2, 0.02))
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: shares %v, want %s", efforts, got, want)
		}
	}
}
