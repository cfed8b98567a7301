package campaign

import (
	"context"
	"fmt"

	"chesscensus/chess"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/loop"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// A note is the information about a candidate that a worker needs in later phases.
type note struct {
	props shards.Properties
	// mayStand says that the second phase has counted the draw as one that stands for its diagram.
	mayStand bool
	// inAll says that the draw enters the current phase in the sample of all draws, inDiagrams in the sample of draws that
	// count diagrams.
	inAll, inDiagrams bool
	// class is the class in which the draw enters the last phase, 0 before the phase before the last.
	class int
}

type candidate = loop.Candidate[note]

// samples choose the draws of one stratum and shard that enter each phase, by phase and class: phase chooses among all draws, diagram
// among those that count diagrams. Index 0, the first phase, is not used, and only the last phase has more than one class.
type samples struct {
	phase, diagram [plan.MaxPhases][]design.SystematicSample
	// class returns the class in which a setup enters the last phase.
	class func(*chess.Setup) int
	// countsDiagrams says whether the plan counts diagrams.
	countsDiagrams bool
}

// newSamples returns the samples of stratum h.
func newSamples(p *plan.Plan, h int) (t samples) {
	t.class, t.countsDiagrams = shards.ClassOf(p), p.CountsDiagrams()
	for k := 1; k < len(p.Phases); k++ {
		for class := range shards.ClassesIn(p, k) {
			f := shards.ShareOf(p, h, k, class)
			t.phase[k] = append(t.phase[k], design.NewSystematicSample(f))
			if k == 1 {
				f = p.Strata[h].Diagrams
			}
			t.diagram[k] = append(t.diagram[k], design.NewSystematicSample(f))
		}
	}
	return t
}

// Enters implements loop.Tally.
func (w *Worker) Enters(k int, c *candidate) bool {
	n := &c.Note
	if k == 1 {
		n.inAll = w.samples.phase[1][n.class].Next()
		n.inDiagrams = n.inAll && w.samples.countsDiagrams && w.samples.diagram[1][n.class].Next()
		return n.inAll
	}
	// Each of the two samples is drawn from its own draws in the phase before.
	n.inAll = n.inAll && w.samples.phase[k][n.class].Next()
	n.inDiagrams = n.inDiagrams && n.mayStand && w.samples.diagram[k][n.class].Next()
	return n.inAll || n.inDiagrams
}

// Count implements loop.Tally.
func (w *Worker) Count(ctx context.Context, k int, c *candidate, j loop.Judgement) error {
	n := &c.Note
	if k == len(w.tallies)-2 && j.Outcome == stats.Open {
		n.class = w.samples.class(&c.Draw.Setup)
	}
	if k == 0 {
		return w.countFirst(c, j)
	}
	if n.inAll && k == w.keptPhase && w.kept != nil {
		w.kept.add(&c.Draw, j.Verdict) // now, since the next judgement overwrites the verdict
	}
	if n.inDiagrams {
		if err := w.countDiagram(ctx, c, k, j.Outcome); err != nil {
			return err
		}
	}
	if n.inAll {
		w.judged[k]++
		t := w.tally(k, n.class, j.Outcome)
		t.AddVerdict(j.Label, j.Outcome, &c.Draw)
		if err := t.Add(n.props[:shards.DiagramAt], j.Outcome, c.Draw.Weight, c.Draw.Multiplicity); err != nil {
			return err
		}
	}
	if n.inAll && k == len(w.tallies)-1 {
		w.reached = append(w.reached, record.Reached{Stratum: int32(c.Stratum), Draw: int64(c.Index), Outcome: shards.OutcomeNames[j.Outcome]})
	}
	if k == len(w.tallies)-1 && j.Outcome == stats.Open && w.open != nil {
		w.open = (&shards.OpenDraw{Stratum: c.Stratum, Index: c.Index, Draw: c.Draw, All: n.inAll, Diagram: n.inDiagrams}).Append(w.open)
	}
	return nil
}

// tally returns the tally of phase k for draws of a class with an outcome. The last phase counts every class by itself, and the phase
// before its undecided draws of every class.
func (w *Worker) tally(k, class int, o stats.Outcome) *shards.PhaseTally {
	if k < len(w.tallies)-1 && o != stats.Open {
		class = 0
	}
	return &w.tallies[k][class]
}

// countFirst counts a judgement of the first phase.
func (w *Worker) countFirst(c *candidate, j loop.Judgement) error {
	w.judged[0]++
	t := w.tally(0, c.Note.class, j.Outcome)
	if j.Outcome == stats.Out {
		t.AddRefuted(j.Label)
		return nil
	}
	t.AddVerdict(j.Label, j.Outcome, &c.Draw)
	c.Note.props.Classify(&c.Draw.Setup)
	if err := t.Add(c.Note.props[:], j.Outcome, c.Draw.Weight, c.Draw.Multiplicity); err != nil {
		return fmt.Errorf("draw %d of stratum %d: %w", c.Index, c.Stratum, err)
	}
	return nil
}
