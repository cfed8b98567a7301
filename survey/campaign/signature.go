package campaign

import (
	"context"
	"math/big"

	"chesscensus/legality"
	"chesscensus/sampler"
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
)

// Draws and shares of the sample under a signature.
const (
	signatureDraws    = 10_000
	signatureFraction = 0.2
	signatureGames    = 0.02
)

// signature returns a hash of what the program makes of a fixed small survey with
// the space, strata and phases of a plan. It takes some tenths of a second.
func signature(space sampler.Set, p *plan.Plan, stages func() []legality.Stage) (string, error) {
	small := plan.Plan{Format: plan.Format, Space: p.Space, Size: p.Size, Stratification: p.Stratification, Redraw: p.Redraw, Shards: 1, Phases: p.Phases}
	n := p.N()
	for h := range p.Strata {
		s := plan.Stratum{Name: p.Strata[h].Name, Size: p.Strata[h].Size, Diagrams: 0.5}
		part := new(big.Int).Mul(p.Strata[h].N(), big.NewInt(signatureDraws))
		s.Draws = 8 + part.Div(part, n).Uint64()
		for k := range len(p.Phases) - 1 {
			s.Fractions = append(s.Fractions, laterShare(p, k+1, signatureFraction, signatureGames))
		}
		small.Strata = append(small.Strata, s)
	}
	source, err := newSource(space, &small)
	if err != nil {
		return "", err
	}
	w, err := newWorker(&small, source, stages)
	if err != nil {
		return "", err
	}
	r, err := w.Do(context.Background(), Job{})
	if err != nil {
		return "", err
	}
	return record.Sum(r.Data)[:16], nil
}
