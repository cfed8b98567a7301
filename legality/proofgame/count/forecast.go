package count

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"chesscensus/chess"
)

// A Plan estimates the work of a count as if equal positions were not merged.
type Plan struct {
	Plies     int
	Positions float64       // estimate of the positions if equal ones were not merged
	Time      time.Duration // time that they would take
}

// Forecast estimates how many positions [Games] would have in its layers if equal positions were not merged, which is more than it will
// have. That is the number of nodes of a tree, estimated by random walks through it (Knuth 1975, Estimating the efficiency of backtrack
// programs). A walk that finds d1, d2, ... children from which the bound allows the goal stands for 1 + d1 + d1*d2 + ... nodes. The
// mean over the walks is an unbiased estimate, and few walks mostly fall short of it. Estimates too large for a float64 become
// [math.MaxFloat64]. Each walk costs some 30 bounds a ply. The time of a position is that of a step of the walks.
//
// Errors: those of [Games] but for the limit.
func Forecast(ctx context.Context, start chess.Position, goals []chess.Position, plies, walks int, seed uint64) (Plan, error) {
	plan := Plan{Plies: plies}
	c, err := newCounter(start, goals, plies)
	if err != nil {
		return plan, err
	}
	if !c.mayReach(&start, plies) {
		return plan, ctx.Err()
	}
	random, begin, steps := rand.New(rand.NewPCG(seed, 0)), time.Now(), 0
	for range walks {
		p, weight := start, 1.0
		plan.Positions += 1 / float64(walks)
		for remaining := plies - 1; remaining >= 0; remaining-- {
			if err := ctx.Err(); err != nil {
				return plan, err
			}
			moves := p.Moves(c.moves[:0])
			c.moves = moves[:0]
			for _, m := range moves {
				if next := p.Play(m); c.mayReach(&next, remaining) {
					c.moves = append(c.moves, m)
				}
			}
			steps++
			if len(c.moves) == 0 {
				break
			}
			weight *= float64(len(c.moves))
			plan.Positions += weight / float64(walks)
			p = p.Play(c.moves[random.IntN(len(c.moves))])
		}
	}
	plan.Positions = min(plan.Positions, math.MaxFloat64) // a product of 400 numbers of moves may be too large
	perStep := time.Since(begin).Seconds() / float64(max(steps, 1))
	plan.Time = time.Duration(min(plan.Positions*perStep*1e9, math.MaxInt64/2))
	return plan, nil
}
