package campaign

import (
	"chesscensus/sampler"

	"chesscensus/survey/internal/shards"
)

// keyOfRisk names the key of strata by which their risk to have no game differs: each pawn on the board makes a draw
// without a game 1.7 times as frequent in the first record, from none in 81 109 games where 11 or more have
// promoted to 1 in 200 with 7 pawns or more.
const keyOfRisk = "pawns"

// know says what is known of the strata of a plan before its pilot: the number of pawns, and from it the risks to have no
// game, of their classes if the budget is one for classes; nothing if the strata do not tell or the plan looks for no games.
func (c *Campaign) know(space sampler.Set, r *Request) {
	p, k := c.Plan, &r.known
	k.Covariate = pawnsOf(space, p.Stratification)
	if k.Covariate == nil || len(p.Phases) < 2 || !shards.Proves(p) {
		return
	}
	if r.seconds() >= classSeconds {
		p.Classes = shards.RiskName
	}
	for _, pawns := range k.Covariate {
		if p.Classes == "" {
			k.Last = append(k.Last, []float64{shards.MeanRisk(pawns)})
			continue
		}
		var classes []float64
		for class := range shards.RiskClasses {
			classes = append(classes, shards.RiskOfLoss(pawns, class))
		}
		k.Last = append(k.Last, classes)
	}
}

// pawnsOf returns the number of pawns in each stratum, on which the risk to have no game depends, nil if the strata do not
// tell. A range of the key is replaced by a value near its lower end, where most elements are.
func pawnsOf(space sampler.Set, stratification string) (list []float64) {
	set, ok := space.(interface{ Strata() []sampler.Stratum })
	if stratification != shards.Finest || !ok {
		return nil
	}
	for h, s := range set.Strata() {
		for _, k := range s.Keys {
			if k.Name == keyOfRisk {
				list = append(list, float64(k.Lo)+float64(min(k.Hi-k.Lo, 4))/3)
			}
		}
		if len(list) != h+1 {
			return nil
		}
	}
	return list
}
