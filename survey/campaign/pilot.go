package campaign

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"math/big"
	"slices"

	"chesscensus/stats/design"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/plan"

	"chesscensus/survey/internal/shards"
)

// pilotShards is the largest number of pieces in which a pilot is done, and pilotPiece the number of draws from which on
// there is more than one: every piece looks for two games at least in every stratum and class. It decides what the
// pilot is, so it does not depend on the workers.
const (
	pilotShards = 8
	pilotPiece  = 100_000
)

// pilotGames is the share of what the kernels leave that enters the last phase, beyond the least number that every shard takes
// of every stratum: as many as a plan needs to learn the risk to have no game; if it is known, fewer to learn what a game costs.
const (
	pilotGames      = 1.0 / 64
	pilotGamesKnown = 1.0 / 256
)

// pilotSeed is the seed of the pilot of a survey: unrelated to that of its draws.
func pilotSeed(seed uint64) uint64 {
	h := sha256.Sum256(binary.LittleEndian.AppendUint64([]byte("chesscensus pilot 1\x00"), seed))
	return binary.LittleEndian.Uint64(h[:])
}

// A pilot is a small survey before the survey.
type pilot struct {
	plan   *plan.Plan
	sample *design.Sample
	// costs in seconds of one judgement by phase, that of the first with the draw.
	costs []float64
	// judged counts the draws that entered each phase.
	judged []uint64
	// strataCPU and strataJudged are processor time and draws by stratum and phase.
	strataCPU    [][]float64
	strataJudged [][]uint64
	// levels of redrawn draws.
	levels int
}

// cpuAt is the processor time in seconds that a pilot takes at the given costs.
func (pl *pilot) cpuAt(costs []float64) (s float64) {
	for k, n := range pl.judged {
		s += float64(n) * costs[k]
	}
	return s
}

// pilotPlan returns the plan of a pilot of some draws: in proportion to the strata,
// with a least number in each; every survivor enters the phases before the last and a small
// share of the rest the games, since one costs what thousands of draws do. No diagrams are counted.
func pilotPlan(p *plan.Plan, draws uint64, games float64) *plan.Plan {
	small := *p
	small.Seed, small.Known = pilotSeed(p.Seed), nil
	small.Shards = int(min(max(draws/pilotPiece, 1), pilotShards))
	small.Strata = nil
	n := p.N()
	for h := range p.Strata {
		s := plan.Stratum{Name: p.Strata[h].Name, Size: p.Strata[h].Size}
		part := new(big.Int).Mul(s.N(), new(big.Int).SetUint64(draws))
		s.Draws = max(draws/uint64(20*len(p.Strata)), 4*uint64(small.Shards), part.Div(part, n).Uint64())
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

// laterShare returns the share for phase k, from 1 on, of a small survey: that of kernels for
// the second phase, all that is left of it for others that look for no games, and that
// of games for a phase of games behind one of kernels.
func laterShare(p *plan.Plan, k int, kernels, games float64) float64 {
	switch {
	case k == 1:
		return kernels
	case shards.IsGame(&p.Phases[k]):
		return games
	}
	return 1
}

// runPilot does the pilot of a plan, for which the risks of the last phase may be known. Its counts depend on the plan and the number of
// draws alone; the costs are measured.
func runPilot(ctx context.Context, c *Campaign, known bool, workers func(*plan.Plan) (*Worker, error), pool localPool, draws uint64, progress func(done, all int)) (*pilot, error) {
	games := pilotGames
	if known {
		games = pilotGamesKnown
	}
	pl := &pilot{plan: pilotPlan(c.Plan, draws, games), sample: design.NewSample(len(c.Plan.Strata)), costs: make([]float64, len(c.Plan.Phases)), judged: make([]uint64, len(c.Plan.Phases))}
	pool.New = func() (*Worker, error) { return workers(pl.plan) }
	done := 0
	err := pool.Run(ctx, func(yield func(Job) bool) {
		for s := range pl.plan.Shards {
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
			progress(done, pl.plan.Shards)
		}
		pl.addStrata(&r)
		pl.levels = max(pl.levels, shards.LevelsOf(shard.Rows))
		shards.AddRows(pl.sample, pl.plan, shard.Rows, shards.IsAll)
		return nil
	})
	for k := range pl.costs {
		if shards.IsGame(&pl.plan.Phases[k]) {
			pl.capGames(k)
		}
		pl.costs[k] = max(pl.costs[k]/max(float64(pl.judged[k]), 1), 1e-9)
	}
	return pl, err
}

// maxOverMedian bounds what the games of a stratum are taken to cost on average, in medians over the strata.
const maxOverMedian = 4

// capGames leaves out what the games of phase k in a stratum cost beyond [mostOfMedian]. One game in 3000, without success,
// takes a thousand times the mean: a pilot of some hundred that meets one would take games for three times as expensive as they are, and
// one that does not for 7 % cheaper. The second error is the smaller one.
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
	most := maxOverMedian * means[len(means)/2]
	pl.costs[k] = 0
	for h := range pl.strataCPU {
		pl.strataCPU[h][k] = min(pl.strataCPU[h][k], most*float64(pl.strataJudged[h][k]))
		pl.costs[k] += pl.strataCPU[h][k]
	}
}

// addStrata adds what a shard has used by stratum.
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

// priorJudged is the number of judgements at the mean cost of their phase that are mixed
// into those of every stratum: a phase of few judgements of a stratum says little of their cost.
// Costs of draws vary little. Of games one in 3000 takes a thousand times the mean, and a stratum that had
// one in the pilot must not be starved for it; true means of games differ by a factor of two.
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
