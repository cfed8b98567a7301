package shards

import (
	"fmt"

	"chesscensus/survey/internal/record"
	"chesscensus/survey/plan"
)

// Decode reads the tallies of the shard of a plan with a number and a claimed number of draws. It is an error if they are of another plan,
// program, shard or number of draws, or if their counts contradict each other.
func Decode(p *plan.Plan, number int, draws uint64, data []byte) (*record.Shard, error) {
	if number < 0 || number >= p.Shards {
		return nil, fmt.Errorf("found shard %d, want one of %d", number, p.Shards)
	}
	shard, err := record.Decode(data)
	if err != nil {
		return nil, err
	}
	if shard.Number != number || shard.Identity != IdentityOf(p) {
		return nil, fmt.Errorf("shard %d: the tallies are those of shard %d of %+v, want %+v", number, shard.Number, shard.Identity,
			IdentityOf(p))
	}
	want := uint64(0)
	for _, n := range spanOf(p, number) {
		want += n
	}
	if draws != want {
		return nil, fmt.Errorf("shard %d: found %d draws, want %d", number, draws, want)
	}
	return shard, Verify(p, shard)
}
