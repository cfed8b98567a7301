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

// A note is what a worker remembers of a candidate from phase to phase.
type note struct {
	props shards.Properties
	// mayStand says that the draw is among those that count diagrams.
	mayStand bool
	// inAll and stands say in which samples the draw enters the phase in hand: that of all draws, that of those which may
	// stand for their diagram.
	inAll, inDiagrams bool
	// class in which the draw enters the last phase; 0 until the phase before has left it.
	class int
}

type candidate = loop.Candidate[note]

// samples are the choices of one stratum and shard: who goes on to which phase, by phase and class. The first phase is not
// used, and only the last has more than one class.
type samples struct {
	phase, diagram [plan.MaxPhases][]design.SystematicSample
	// class in which a setup enters the last phase
	class func(*chess.Setup) int
	// countsDiagrams says whether the plan counts any.
	countsDiagrams bool
}

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
	// Each of the two samples is drawn from what it had before.
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
		w.kept.add(&c.Draw, j.Verdict) // before others are judged
	}
	if n.inDiagrams {
		if err := w.countDiagram(ctx, c, k, j.Outcome); err != nil {
			return err
		}
	}
	if n.inAll {
		w.judged[k]++
		t := w.tally(k, n.class, j.Outcome)
		t.addVerdict(j.Label, j.Outcome, &c.Draw)
		if err := t.add(n.props[:shards.DiagramAt], j.Outcome, c.Draw.Weight, c.Draw.Multiplicity); err != nil {
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

// tally returns the counts of phase k for draws of a class with an outcome: the last phase counts every class by itself,
// the one before what it leaves of every class.
func (w *Worker) tally(k, class int, o stats.Outcome) *phaseTally {
	if k < len(w.tallies)-1 && o != stats.Open {
		class = 0
	}
	return &w.tallies[k][class]
}

// countFirst counts what the first phase has found.
func (w *Worker) countFirst(c *candidate, j loop.Judgement) error {
	w.judged[0]++
	t := w.tally(0, c.Note.class, j.Outcome)
	if j.Outcome == stats.Out {
		if t.levels > 1 {
			j.Label = loop.Filtered
		}
		t.refuted[j.Label]++
		t.used = true
		return nil
	}
	t.addVerdict(j.Label, j.Outcome, &c.Draw)
	c.Note.props.Classify(&c.Draw.Setup)
	if err := t.add(c.Note.props[:], j.Outcome, c.Draw.Weight, c.Draw.Multiplicity); err != nil {
		return fmt.Errorf("draw %d of stratum %d: %w", c.Index, c.Stratum, err)
	}
	return nil
}
