package loop

import (
	"context"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/stats"
)

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
		j := testkit.Must(judge.Judge(context.Background(), d))(t)
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
