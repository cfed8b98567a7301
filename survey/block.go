package survey

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/rules"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
)

// A block holds the tallies of up to blockSize draws, all judged in one phase.
type block struct {
	loop.OnePhase
	config     *Config
	draws      uint64
	tally      stats.Tally
	men        stats.Histogram
	properties []stats.Histogram
	verdicts   *stats.Table
	prefilter  *stats.Table
}

func newBlock(c *Config) *block {
	return &block{config: c,
		verdicts: stats.NewTable(verdictLabels()...), prefilter: stats.NewTable(prefilterLabels()...),
		properties: make([]stats.Histogram, len(c.Properties))}
}

// Count counts one draw.
func (b *block) Count(_ context.Context, _ int, c *loop.Candidate[struct{}], j loop.Judgement) error {
	b.draws++
	d := &c.Draw
	weight, mult := uint64(d.Weight), uint64(d.Multiplicity)
	if category := rules.Prefilter(&d.Setup); category != rules.NoCategory {
		b.prefilter.Add(category.String(), weight, mult)
	}
	b.verdicts.Add(j.Label.String(), weight, mult)
	if weight == 0 {
		j.Outcome = stats.Out // it contributes nothing, whatever the verdict
	}
	b.tally.Add(j.Outcome, weight, mult)
	addTo(&b.men, men, &d.Setup, j.Outcome, weight, mult)
	for i, p := range b.config.Properties {
		addTo(&b.properties[i], p, &d.Setup, j.Outcome, weight, mult)
	}
	return nil
}

// addTo counts one draw in the histogram of a property.
func addTo(h *stats.Histogram, p Property, s *chess.Setup, o stats.Outcome, weight, mult uint64) {
	if o == stats.Out {
		h.AddOut(1)
		return
	}
	h.Add(p.Of(s), o, weight, mult)
}
