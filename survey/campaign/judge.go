package campaign

import (
	"context"

	"chesscensus/legality/verdict"
	"chesscensus/sampler"
)

// filter makes draws first to first+n-1 of stratum h and leaves those that the first
// phase does not refute in w.left.
func (w *Worker) filter(h int, first, n uint64) {
	start := cpuSeconds()
	w.left = w.left[:0]
	w.judged[0] += n
	t, last := &w.tallies[0], len(w.engines) == 1
	var d sampler.Draw
	for i := first; i < first+n; i++ {
		if t.levels > 1 && i%plainEvery == 0 {
			w.source.Draw(&d, h, i)
			if v := w.engines[0].Judge(context.Background(), d.Setup); d.Weight == 0 {
				w.plain[labelFiltered][out]++
			} else {
				w.plain[label(&v)][outcomeOf(&v, last)]++
			}
		}
		// Elements of no interest have no weight, see sampler.Draw.
		if !w.source.Recast(&d, h, i) || d.Weight == 0 {
			t.outs[labelFiltered]++
			continue
		}
		// The rules look at no context.
		v := w.engines[0].Judge(context.Background(), d.Setup)
		o, l := outcomeOf(&v, last), label(&v)
		if o == out {
			if t.levels > 1 {
				l = labelFiltered
			}
			t.outs[l]++
			continue
		}
		t.verdict(l, o, &d)
		w.left = append(w.left, candidate{draw: d, index: i})
		c := &w.left[len(w.left)-1]
		c.props.classify(&d.Setup)
		t.add(c.props[:], o, d.Weight, d.Multiplicity)
	}
	w.cost[0] += cpuSeconds() - start
}

// judge has phase k, at least 1, judge its share of w.left, draws of stratum h, and
// leaves there what it does not refute.
func (w *Worker) judge(ctx context.Context, t *takes, k, h int) {
	start := cpuSeconds()
	last := k == len(w.engines)-1
	n := 0
	for i := range w.left {
		if ctx.Err() != nil {
			return
		}
		c := &w.left[i]
		chosen, diagram := t.phase[k].Next(), false
		switch {
		case k == 1:
			diagram = chosen && t.diagram.Next()
		case c.diagram:
			diagram = t.diagramGame.Next()
		}
		if !chosen && !diagram {
			continue
		}
		v := w.engines[k].Judge(ctx, c.draw.Setup)
		o := outcomeOf(&v, last)
		if diagram {
			w.countDiagram(ctx, c, k, o)
		}
		if chosen {
			w.judged[k]++
			w.tallies[k].verdict(label(&v), o, &c.draw)
			w.tallies[k].add(c.props[:diagramAt], o, c.draw.Weight, c.draw.Multiplicity)
			if w.kept != nil && k == 1 {
				w.kept.add(&c.draw, &v)
			}
		}
		if o == out {
			continue
		}
		if last && o == pass && w.open != nil {
			w.open = (&OpenDraw{Stratum: h, Index: c.index, Draw: c.draw, All: chosen, Diagram: diagram}).append(w.open)
		}
		w.left[n] = *c
		n++
	}
	w.left = w.left[:n]
	w.cost[k] += cpuSeconds() - start
}

// outcomeOf returns how a verdict is counted. Only the last phase settles what is
// legal: before that the draw goes on, and will be found legal again.
func outcomeOf(v *verdict.Verdict, last bool) int {
	switch {
	case v.Outcome == verdict.Illegal:
		return out
	case v.Outcome == verdict.Legal && last:
		return in
	}
	return pass
}
