package toy

import (
	"math/big"

	"github.com/holiman/uint256"

	"chesscensus/sampler"
)

// A Listed is a space with a list of elements, in the order of their ranks.
type Listed struct {
	Label string // its name
	Draws []sampler.Draw
}

// Name implements sampler.Space.
func (l Listed) Name() string { return l.Label }

// Size implements sampler.Space.
func (l Listed) Size() *big.Int { return big.NewInt(int64(len(l.Draws))) }

// Unrank implements sampler.Space.
func (l Listed) Unrank(d *sampler.Draw, rank *uint256.Int) { *d = l.Draws[rank.Uint64()] }

// Rank implements sampler.Space, but always returns the first element with a setup.
func (l Listed) Rank(d *sampler.Draw) (rank uint256.Int, err error) {
	for i, e := range l.Draws {
		if e.Setup == d.Setup {
			*d = e
			return *uint256.NewInt(uint64(i)), nil
		}
	}
	return rank, sampler.NotInSpace(l.Label, "it is not in the list")
}
