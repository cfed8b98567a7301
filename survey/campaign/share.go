package campaign

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/loop"
	"chesscensus/survey/record"
)

// A Sampled is a draw that the last phase has judged.
type Sampled struct {
	Draw    sampler.Draw
	Stratum int
	// Index of the draw in its stratum.
	Index uint64
	// Outcome is In if the draw is proven legal and Open if it is neither proven nor refuted, what was settled later
	// included.
	Outcome stats.Outcome
	// Positions is the number of legal positions that the draw stands for if it is legal. The sum over the draws
	// that are In is an unbiased estimate of the number of legal positions, and that over those with some property an
	// unbiased estimate of the number of these.
	Positions float64
}

// A LastPhase holds the draws that the last phase of a survey has judged, as far as its shards have lists of them. They
// are a sample of the legal positions, on which any property can be looked up.
type LastPhase struct {
	// Shards that have a list, Unlisted the number of those without.
	Shards, Unlisted int
	// Problems of the folder.
	Problems []record.Problem

	campaign *Campaign
	source   loop.Source
	whole    *design.Sample
	list     []record.Reached
	known    findings
}

// LastPhase reads the lists of the folder. The program makes the draws again, so only its space matters. The
// error says if no shard has a list.
func (c *Campaign) LastPhase(prog Program) (*LastPhase, error) {
	space, err := prog.Space(c.Plan.Space)
	if err != nil {
		return nil, err
	}
	l := &LastPhase{campaign: c, whole: design.NewSample(len(c.Plan.Strata))}
	if l.source, err = newSource(space, c.Plan); err != nil {
		return nil, err
	}
	if l.known, l.Problems, err = c.findings(); err != nil {
		return nil, err
	}
	inventory, err := c.Folder.Check(func(e record.Entry, s *record.Shard) error {
		list, err := c.Folder.Reached(e)
		if err != nil || e.ReachedSHA256 == "" {
			l.Unlisted++
			return err
		}
		open, err := c.openOf(e)
		if err != nil {
			return err
		}
		if err := l.known.apply(c.Plan, s, open); err != nil {
			return fmt.Errorf("%s: %w", c.Folder.OpenPath(e.Shard), err)
		}
		l.Shards++
		l.list = append(l.list, list...)
		addRows(l.whole, c.Plan, s.Rows, isAll)
		return nil
	})
	if err != nil {
		return nil, err
	}
	l.Problems = append(l.Problems, inventory.Problems...)
	if l.Shards == 0 {
		return nil, errors.New("campaign: no shard has a list of the draws that reached the last phase; surveys begun since November 2026 have them")
	}
	record.SortReached(l.list)
	return l, nil
}

// Len returns the number of draws.
func (l *LastPhase) Len() int { return len(l.list) }

// All yields the draws in the order of stratum and index. The same Sampled is used for all. It costs what making a draw
// costs, some microseconds each.
func (l *LastPhase) All() iter.Seq[*Sampled] {
	return func(yield func(*Sampled) bool) {
		var s Sampled
		h, factor := int32(-1), 0.0
		for _, r := range l.list {
			if r.Stratum != h {
				h, factor = r.Stratum, l.expansion(int(r.Stratum))
			}
			s.Stratum, s.Index = int(r.Stratum), uint64(r.Draw)
			l.source.Redraw(&s.Draw, s.Stratum, s.Index)
			s.Outcome = stats.Outcome(slices.Index(outcomeNames[:], r.Outcome))
			if f, ok := l.known[key(&s.Draw.Setup)]; ok && s.Outcome == stats.Open {
				s.Outcome = f.outcome
			}
			s.Positions = factor * float64(s.Draw.Weight) / float64(s.Draw.Multiplicity)
			if !yield(&s) {
				return
			}
		}
	}
}

// expansion returns the number of elements of stratum h for which one of its draws in the last phase stands: its size
// over the draws, times what passed each phase over what was judged in the next.
func (l *LastPhase) expansion(h int) float64 {
	node := &l.whole.Strata[h]
	factor := size(l.campaign.Plan.Strata[h].N()) / float64(node.Draws())
	for range len(l.campaign.Plan.Phases) - 1 {
		passed := node.Passed(0)
		node = node.Child(0)
		factor *= float64(passed) / float64(node.Draws())
	}
	return factor
}

// A Law is how a property divides the legal positions.
type Law struct {
	// Values of the property that were met, ascending, with the share of the legal positions that have it.
	Values []LawItem `json:"values"`
	// Draws that are proven legal behind the shares.
	Draws uint64 `json:"draws"`
}

// A LawItem is one value of a law.
type LawItem struct {
	Value int            `json:"value"`
	Draws uint64         `json:"draws"`
	Share stats.Estimate `json:"share"`
}

// Law estimates which shares of the legal positions have which value of a property, such as the number of legal moves,
// from the draws proven legal. Shares are ratios of unbiased estimates, with the error of the phases before the last, see
// [design.Design.Share]; the coefficients of the plan are of no use here, as the property is known of these draws only.
// What is neither proven nor refuted counts as illegal.
func (l *LastPhase) Law(ctx context.Context, property func(*chess.Setup) int) (*Law, error) {
	d := designOf(l.campaign.Plan)
	d.Known = nil
	domains, law := map[int]*design.Sample{}, new(Law)
	items := map[int]*LawItem{}
	n := 0
	for s := range l.All() {
		if n++; n%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s.Outcome != stats.In {
			continue
		}
		v := property(&s.Draw.Setup)
		if domains[v] == nil {
			domains[v], items[v] = design.NewSample(len(d.Strata)), &LawItem{Value: v}
		}
		node := &domains[v].Strata[s.Stratum]
		for range d.Phases - 1 {
			node = node.Child(0)
		}
		node.Add(stats.In, uint64(s.Draw.Weight), uint64(s.Draw.Multiplicity))
		items[v].Draws++
		law.Draws++
	}
	for v, domain := range domains {
		var err error
		if items[v].Share, err = d.Share(l.whole, domain, options(l.campaign.Plan)); err != nil {
			return nil, err
		}
		law.Values = append(law.Values, *items[v])
	}
	slices.SortFunc(law.Values, func(a, b LawItem) int { return cmp.Compare(a.Value, b.Value) })
	return law, nil
}

// Mean returns the mean of the property over the legal positions.
func (l *Law) Mean() (sum float64) {
	for _, v := range l.Values {
		sum += float64(v.Value) * v.Share.Value
	}
	return sum
}
