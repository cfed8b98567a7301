package campaign

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// errResult is wrapped by the error of a result that cannot be that of its shard. A pool may have the shard done again by another worker.
var errResult = errors.New("this is no result of the shard")

// Verify reads the tallies of the result and returns an error if they are of another plan, program, shard or number of draws, or if
// counts or lists contradict each other ([shards.Consistent]). Only doing the shard again shows whether the counts are right. It costs
// 0.2 s for a shard of 280 kB, 160 000 rows. A campaign verifies all results that are not verified yet; a pool may verify them on many
// processors. Data must not be changed after that.
func (r *Result) Verify(p *plan.Plan) error {
	if len(r.Judged) != len(p.Phases) || len(r.CPU) != len(p.Phases) {
		return fmt.Errorf("shard %d: found counts and times of %d and %d phases, want %d", r.Shard, len(r.Judged), len(r.CPU), len(p.Phases))
	}
	if i := slices.IndexFunc(r.CPU, func(s float64) bool { return !(s >= 0 && s <= math.MaxFloat64) }); i >= 0 {
		return fmt.Errorf("shard %d: %v s of processor time", r.Shard, r.CPU[i])
	}
	shard, err := shards.Decode(p, r.Shard, r.Draws, r.Data)
	if err != nil {
		return err
	}
	if err = shards.Consistent(p, shard, r.Judged, r.Open, r.Reached); err == nil {
		r.tallies = shard
	}
	return err
}
