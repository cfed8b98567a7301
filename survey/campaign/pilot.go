package campaign

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"math/big"
	"slices"

	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// pilotShards is the largest number of shards of a pilot, and pilotPiece the least number of draws of each if there are several, since
// every shard looks for at least two games in every stratum and class. The number of shards changes the pilot, so it does not depend
// on the workers.
const (
	pilotShards = 8
	pilotPiece  = 100_000
)

// pilotGames is the share of the draws that kernels do not refute that enters the last phase of a pilot, beyond the least number in every
// shard and stratum. It is large enough to estimate the risk to find no game. If this risk is known, pilotGamesKnown is enough to
// estimate the cost of a game.
const (
	pilotGames      = 1.0 / 64
	pilotGamesKnown = 1.0 / 256
)

// pilotSeed returns the seed of the pilot of a survey, which is unrelated to the seed of its draws.
func pilotSeed(seed uint64) uint64 {
	h := sha256.Sum256(binary.LittleEndian.AppendUint64([]byte("chesscensus pilot 1\x00"), seed))
	return binary.LittleEndian.Uint64(h[:])
}

// A pilot is a small survey before the survey.
type pilot struct {
	plan   *plan.Plan
	sample *design.Sample
	// costs are those of one judgement in seconds by phase. The first one includes making the draw.
	costs []float64
	// judged counts the draws that entered each phase.
	judged []uint64
	// strataCPU is the processor time in seconds and strataJudged the number of draws, by stratum and phase.
	strataCPU    [][]float64
	strataJudged [][]uint64
	// levels is the number of levels of redrawn draws.
	levels int
}

// cpuAt returns the processor time in seconds that a pilot takes at the given costs.
func (pl *pilot) cpuAt(costs []float64) (s float64) {
	for k, n := range pl.judged {
		s += float64(n) * costs[k]
	}
	return s
}

// pilotPlan returns the plan of a pilot with about the number draws, in proportion to the strata, with a least number in each. Every draw
// that a phase does not refute enters the next one, but only the share games enters the search for games, since one search costs
// as much as thousands of draws. The pilot counts no diagrams.
func pilotPlan(p *plan.Plan, draws uint64, games float64) *plan.Plan {
	small := *p
	small.Seed, small.Known = pilotSeed(p.Seed), nil
	small.Shards = int(min(max(draws/pilotPiece, 1), pilotShards))
	small.Strata = nil
	n := p.N()
	for h := range p.Strata {
		s := plan.Stratum{Name: p.Strata[h].Name, Size: p.Strata[h].Size}
		share := new(big.Int).Mul(s.N(), new(big.Int).SetUint64(draws))
		s.Draws = max(draws/uint64(20*len(p.Strata)), 4*uint64(small.Shards), share.Div(share, n).Uint64())
		for k := 1; k < len(p.Phases); k++ {
			f := laterShare(p, k, 1, games)
			if p.Classes != "" && k == len(p.Phases)-1 {
				s.Classes = slices.Repeat([]float64{f}, shards.RiskClasses)
			} else {
				s.Fractions = append(s.Fractions, f)
			}
		}
		small.Strata = append(small.Strata, s)
	}
	return &small
}

// laterShare returns the share of draws that enters phase k, from 1 on, of a small survey: kernels for the second phase, games for a
// later phase that looks for games, and 1 for other phases.
func laterShare(p *plan.Plan, k int, kernels, games float64) float64 {
	switch {
	case k == 1:
		return kernels
	case shards.IsGame(&p.Phases[k]):
		return games
	}
	return 1
}

// runPilot does a pilot with the plan of [pilotPlan]. The counts depend on the plan alone; the costs are measured.
func runPilot(ctx context.Context, p *plan.Plan, pool Pool, progress func(done, all int)) (*pilot, error) {
	pl := &pilot{plan: p, sample: design.NewSample(len(p.Strata)), costs: make([]float64, len(p.Phases)), judged: make([]uint64, len(p.Phases))}
	done := 0
	err := pool.Run(ctx, func(yield func(Job) bool) {
		for s := range p.Shards {
			if !yield(Job{Shard: s}) {
				return
			}
		}
	}, func(r Result) error {
		shard, err := record.Decode(r.Data)
		if err != nil {
			return err
		}
		for k, s := range r.CPU {
			pl.costs[k] += s
			pl.judged[k] += r.Judged[k]
		}
		if done++; progress != nil {
			progress(done, p.Shards)
		}
		pl.addStrata(&r)
		pl.levels = max(pl.levels, shards.LevelsOf(shard.Rows))
		shards.AddRows(pl.sample, p, shard.Rows, shards.IsAll)
		return nil
	})
	for k := range pl.costs {
		if shards.IsGame(&p.Phases[k]) {
			pl.capGames(k)
		}
		pl.costs[k] = max(pl.costs[k]/max(float64(pl.judged[k]), 1), 1e-9)
	}
	return pl, err
}

// maxOverMedian is the largest mean cost of the games of a stratum that is used, in medians over the strata.
const maxOverMedian = 4

// capGames limits the mean cost of the games of phase k in each stratum to [maxOverMedian]. One search in 3000, without success, takes a
// thousand times the mean. A pilot of some hundred searches that has such a one would overestimate the cost by a factor of three; a
// pilot without one underestimates it by 7 %. The second error is the smaller one.
func (pl *pilot) capGames(k int) {
	var means []float64
	for h := range pl.strataCPU {
		if n := pl.strataJudged[h][k]; n > 0 {
			means = append(means, pl.strataCPU[h][k]/float64(n))
		}
	}
	if len(means) < 3 {
		return // no stratum stands out
	}
	slices.Sort(means)
	maxMean := maxOverMedian * means[len(means)/2]
	pl.costs[k] = 0
	for h := range pl.strataCPU {
		pl.strataCPU[h][k] = min(pl.strataCPU[h][k], maxMean*float64(pl.strataJudged[h][k]))
		pl.costs[k] += pl.strataCPU[h][k]
	}
}

// addStrata adds the processor times and draws of a shard by stratum.
func (pl *pilot) addStrata(r *Result) {
	for h := range r.StrataCPU {
		if h == len(pl.strataCPU) {
			pl.strataCPU = append(pl.strataCPU, make([]float64, len(pl.costs)))
			pl.strataJudged = append(pl.strataJudged, make([]uint64, len(pl.costs)))
		}
		for k := range pl.costs {
			pl.strataCPU[h][k] += r.StrataCPU[h][k]
			pl.strataJudged[h][k] += r.StrataJudged[h][k]
		}
	}
}

// priorJudged is the number of judgements at the mean cost of their phase that are added to those of every stratum, since a few
// judgements in a stratum are a poor estimate of its cost. priorGames is the same for games: one search in 3000 takes a thousand times
// the mean, and must not take all draws from its stratum, while true means of strata differ by a factor of two.
const (
	priorJudged = 50
	priorGames  = 2000
)

// strataCosts returns the cost in seconds of one judgement by stratum and phase.
func (pl *pilot) strataCosts() [][]float64 {
	var costs [][]float64
	for h := range pl.strataCPU {
		list := make([]float64, len(pl.costs))
		for k, mean := range pl.costs {
			prior := float64(priorJudged)
			if shards.IsGame(&pl.plan.Phases[k]) {
				prior = priorGames
			}
			list[k] = (pl.strataCPU[h][k] + prior*mean) / (float64(pl.strataJudged[h][k]) + prior)
		}
		costs = append(costs, list)
	}
	return costs
}
