package report

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/internal/shards"
)

// A Law is how a property divides the legal positions.
type Law struct {
	// Name and Text of the property.
	Name string `json:"property"`
	Text string `json:"text"`
	// Mean of the property over the legal positions, with its interval.
	Mean stats.Estimate `json:"mean"`
	// Draws that are proven legal behind the shares.
	Draws uint64 `json:"draws"`
	// Values of the property that were met, or of which it is known that there are no others, ascending, with the share of the legal positions that
	// have it; nil if only the mean was asked for.
	Values []LawItem `json:"values,omitempty"`
}

// A LawItem is one value of a law.
type LawItem struct {
	Value int            `json:"value"`
	Draws uint64         `json:"draws"`
	Share stats.Estimate `json:"share"`
}

// Laws reads the draws of the last phase and estimates the laws of properties from them, see [LastPhase.Laws]. It returns
// nil if the survey does not look for games or no shard has a list of these draws. The set of the space makes the draws again.
func (c *Reader) Laws(ctx context.Context, space Spaces, properties []Property, shares bool) ([]Law, error) {
	if !shards.Proves(c.Plan) {
		return nil, nil
	}
	l, err := c.LastPhase(space, properties...)
	if errors.Is(err, errNoLists) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return l.Laws(ctx, properties, shares)
}

// Laws estimates which shares of the legal positions have which value of each property, and its mean, from the draws that are proven
// legal, in one pass over them. Shares and means are ratios of unbiased estimates, with the error of all phases, see
// [design.Design.Share] and [design.Design.Mean]; the coefficients of the plan are of no use here, as the property is known
// of these draws only. Means are fast; shares take a tenth of a second for each value and million draws. What is neither proven nor refuted counts as illegal. It is an error if a draw that counts as
// legal has no such number.
func (l *LastPhase) Laws(ctx context.Context, properties []Property, shares bool) ([]Law, error) {
	d := shards.DesignOf(l.plan)
	d.Known = nil
	counted, err := l.count(ctx, properties)
	if err != nil {
		return nil, err
	}
	var laws []Law
	for i := range properties {
		parts := counted.parts(d, i)
		for v := range properties[i].Numbers {
			if parts[v] == nil {
				parts[v] = design.NewSample(len(d.Strata))
			}
		}
		law, err := l.law(ctx, d, parts, shares)
		if err != nil {
			return nil, err
		}
		law.Name, law.Text = properties[i].Name, properties[i].Text
		laws = append(laws, law)
	}
	return laws, nil
}

// law estimates the law of a property from the draws of every value.
func (l *LastPhase) law(ctx context.Context, d *design.Design, parts map[int]*design.Sample, shares bool) (law Law, err error) {
	opt := l.opt
	if law.Mean, err = d.Mean(l.whole, parts, opt); err != nil {
		return law, err
	}
	law.Draws = law.Mean.Hits
	if !shares {
		return law, nil
	}
	for v, part := range parts {
		if ctx.Err() != nil {
			return law, ctx.Err()
		}
		item := LawItem{Value: v}
		if item.Share, err = d.Share(l.whole, part, opt); err != nil {
			return law, err
		}
		item.Draws = item.Share.Hits
		law.Values = append(law.Values, item)
	}
	slices.SortFunc(law.Values, func(a, b LawItem) int { return cmp.Compare(a.Value, b.Value) })
	return law, nil
}
