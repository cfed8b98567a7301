package campaign

import (
	"context"

	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/loop"
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
)

// A note is what a worker remembers of a candidate from phase to phase.
type note struct {
	props properties
	// diagram says that the draw is among those that count diagrams.
	diagram bool
	// all and stands say in which samples the draw enters the phase in hand: that of all draws, that of those which may
	// stand for their diagram.
	all, stands bool
}

type candidate = loop.Candidate[note]

// samples are the choices of one stratum and shard: who goes on to which phase.
type samples struct {
	phase   [plan.MaxPhases]design.SystematicSample // the first is not used
	diagram [plan.MaxPhases]design.SystematicSample // likewise
}

func newSamples(s *plan.Stratum) (t samples) {
	for k, f := range s.Fractions {
		t.phase[k+1] = design.NewSystematicSample(f)
		t.diagram[k+1] = design.NewSystematicSample(f)
	}
	t.diagram[1] = design.NewSystematicSample(s.Diagrams)
	return t
}

// Enters implements loop.Tally.
func (w *Worker) Enters(k int, c *candidate) bool {
	n := &c.Note
	if k == 1 {
		n.all = w.samples.phase[1].Next()
		n.stands = n.all && w.samples.diagram[1].Next()
		return n.all
	}
	// Each of the two samples is drawn from what it had before.
	n.all = n.all && w.samples.phase[k].Next()
	n.stands = n.stands && n.diagram && w.samples.diagram[k].Next()
	return n.all || n.stands
}

// Count implements loop.Tally.
func (w *Worker) Count(ctx context.Context, k int, c *candidate, j loop.Judgement) error {
	if k == 0 {
		w.countFirst(c, j)
		return nil
	}
	n := &c.Note
	if n.all && k == w.keepAt && w.kept != nil {
		w.kept.add(&c.Draw, j.Verdict) // before others are judged
	}
	if n.stands {
		if err := w.countDiagram(ctx, c, k, j.Outcome); err != nil {
			return err
		}
	}
	if n.all {
		w.judged[k]++
		w.tallies[k].verdict(j.Label, j.Outcome, &c.Draw)
		w.tallies[k].add(n.props[:diagramAt], j.Outcome, c.Draw.Weight, c.Draw.Multiplicity)
	}
	if n.all && k == len(w.tallies)-1 {
		w.reached = append(w.reached, record.Reached{Stratum: int32(c.Stratum), Draw: int64(c.Index), Outcome: outcomeNames[j.Outcome]})
	}
	if k == len(w.tallies)-1 && j.Outcome == stats.Open && w.open != nil {
		w.open = (&OpenDraw{Stratum: c.Stratum, Index: c.Index, Draw: c.Draw, All: n.all, Diagram: n.stands}).append(w.open)
	}
	return nil
}

// countFirst counts what the first phase has found.
func (w *Worker) countFirst(c *candidate, j loop.Judgement) {
	w.judged[0]++
	t := &w.tallies[0]
	if j.Outcome == stats.Out {
		if t.levels > 1 {
			j.Label = loop.Filtered
		}
		t.outs[j.Label]++
		return
	}
	t.verdict(j.Label, j.Outcome, &c.Draw)
	c.Note.props.classify(&c.Draw.Setup)
	t.add(c.Note.props[:], j.Outcome, c.Draw.Weight, c.Draw.Multiplicity)
}
