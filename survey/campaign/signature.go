package campaign

import (
	"cmp"
	"context"
	"math/big"
	"sync"

	"chesscensus/legality"
	"chesscensus/sampler"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// Default number of draws and shares of the sample of a signature.
const (
	signatureDraws    = 10_000
	signatureFraction = 0.2
	signatureGames    = 0.02
)

// Signatures store the signatures of a program, which cost half a second of processor time each. The zero value is empty. Several
// goroutines may use it.
type Signatures struct {
	mu   sync.Mutex
	made map[string]string // by the plan of the sample
}

// signature returns the signature of the program for a plan, the stored one if there is one for the same sample.
func (prog *Program) signature(space sampler.Set, p *plan.Plan) (string, error) {
	if prog.Signature != "" {
		return prog.Signature, nil
	}
	small := samplePlan(p, cmp.Or(prog.Probe, signatureDraws))
	if prog.Signatures == nil {
		return signature(space, small, prog.Stages)
	}
	prog.Signatures.mu.Lock()
	defer prog.Signatures.mu.Unlock()
	key := string(small.Append(nil))
	if s, ok := prog.Signatures.made[key]; ok {
		return s, nil
	}
	s, err := signature(space, small, prog.Stages)
	if err != nil {
		return "", err
	}
	if prog.Signatures.made == nil {
		prog.Signatures.made = map[string]string{}
	}
	prog.Signatures.made[key] = s
	return s, nil
}

// samplePlan returns the plan of a fixed small survey with about the number draws and the space, strata and phases of a plan, without classes.
func samplePlan(p *plan.Plan, draws uint64) *plan.Plan {
	small := plan.Plan{Format: plan.Format, Space: p.Space, Size: p.Size, Stratification: p.Stratification, Redraw: p.Redraw, Shards: 1,
		Phases: p.Phases}
	n := p.N()
	for h := range p.Strata {
		s := plan.Stratum{Name: p.Strata[h].Name, Size: p.Strata[h].Size, Diagrams: 0.5}
		part := new(big.Int).Mul(p.Strata[h].N(), new(big.Int).SetUint64(draws))
		s.Draws = 8 + part.Div(part, n).Uint64()
		for k := range len(p.Phases) - 1 {
			s.Fractions = append(s.Fractions, laterShare(p, k+1, signatureFraction, signatureGames))
		}
		small.Strata = append(small.Strata, s)
	}
	return &small
}

// signature returns a hash of the tallies of a sample. It takes some tenths of a second for the default number of draws.
func signature(space sampler.Set, small *plan.Plan, stages func() []legality.Stage) (string, error) {
	source, err := shards.NewSource(space, small)
	if err != nil {
		return "", err
	}
	w, err := newWorker(small, source, stages)
	if err != nil {
		return "", err
	}
	r, err := w.Do(context.Background(), Job{})
	if err != nil {
		return "", err
	}
	return record.Sum(r.Data)[:16], nil
}
