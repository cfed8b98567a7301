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

// A Law is the distribution of a property over the legal positions.
type Law struct {
	// Name and Text of the property.
	Name string `json:"property"`
	Text string `json:"text"`
	// Mean of the property over the legal positions, with its interval.
	Mean stats.Estimate `json:"mean"`
	// Draws is the number of draws that are proven legal.
	Draws uint64 `json:"draws"`
	// Values are the values of the property, ascending, with the shares of the legal positions that have them: those of some draw, and
	// those below [Property].Numbers. They are nil if only the mean was asked for.
	Values []LawItem `json:"values,omitempty"`
}

// A LawItem is one value of a law.
type LawItem struct {
	Value int            `json:"value"`
	Draws uint64         `json:"draws"`
	Share stats.Estimate `json:"share"`
}

// Laws estimates the laws of properties from the draws of the last phase, which it makes again, see [LastPhase.Laws]. It returns
// nil if the survey does not look for games or no shard has a list of these draws.
func (rd *Reader) Laws(ctx context.Context, space Spaces, properties []Property, shares bool) ([]Law, error) {
	if !shards.Proves(rd.Plan) {
		return nil, nil
	}
	l, err := rd.LastPhase(space, properties...)
	if errors.Is(err, errNoLists) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return l.Laws(ctx, properties, shares)
}

// Laws estimates the mean of each property over the legal positions, and the shares of its values if shares is set, in one pass over
// the draws that are proven legal. Undecided draws count as illegal. Shares and means are ratios of unbiased estimates, with the
// error of all phases, see [design.Design.Share] and [design.Design.Mean]. They do not use the coefficients of the plan, since the
// property is known only for these draws. Means are fast; shares take a tenth of a second for each value and million draws. It is
// an error if a draw that is proven legal has no value of a property.
func (l *LastPhase) Laws(ctx context.Context, properties []Property, shares bool) ([]Law, error) {
	d := shards.DesignOf(l.plan)
	d.Known = nil
	counted, err := l.countProperties(ctx, properties)
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
		law, err := l.lawOf(ctx, d, parts, shares)
		if err != nil {
			return nil, err
		}
		law.Name, law.Text = properties[i].Name, properties[i].Text
		laws = append(laws, law)
	}
	return laws, nil
}

// lawOf estimates the law of a property from the samples of its values.
func (l *LastPhase) lawOf(ctx context.Context, d *design.Design, parts map[int]*design.Sample, shares bool) (law Law, err error) {
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
