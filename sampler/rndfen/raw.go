package rndfen

import (
	"math/big"

	"github.com/holiman/uint256"

	"chesscensus/sampler"
)

// raw is the raw set.
type raw struct{}

// New returns the raw set, "rndfen". An invalid element is drawn as the empty board with weight 0, and has no rank.
func New() sampler.Space { return raw{} }

// Name returns "rndfen".
func (raw) Name() string { return "rndfen" }

// Size returns 2*3969*2^62*2^30*5^30*6, about 2.2e53.
func (raw) Size() *big.Int { return rawSize.ToBig() }

// Unrank sets d to the element with the given rank; see [sampler.Space]. An invalid element is drawn
// as the empty board with weight 0. Unrank allocates nothing.
func (raw) Unrank(d *sampler.Draw, rank *uint256.Int) {
	e := elementAt(rank)
	s, err := e.Setup()
	*d = sampler.Draw{Setup: s, Equivalents: 1, Multiplicity: 1, Weight: 1}
	if err != nil {
		d.Weight = 0
	}
}

// Rank returns the rank of the element that stands for a setup; see [sampler.Space].
// Invalid elements have no setup, and so no rank here.
func (s raw) Rank(d *sampler.Draw) (rank uint256.Int, err error) {
	e, err := elementOf(&d.Setup)
	if err != nil {
		return rank, sampler.NotInSpace(s.Name(), "%v", err)
	}
	rank, _ = e.Rank()
	*d = sampler.Draw{Setup: d.Setup, Equivalents: 1, Multiplicity: 1, Weight: 1}
	return rank, nil
}
