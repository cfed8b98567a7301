package rndfen

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// assumed returns the number of legal positions that texelutil assumes in order to print about n of them, 4.8e44.
func assumed() *big.Int {
	x := new(big.Int).Exp(big.NewInt(10), big.NewInt(43), nil)
	return x.Mul(x, big.NewInt(48))
}

// A Plan holds the numbers by which a list with about n legal candidates is made; see the package documentation.
type Plan struct {
	// Raw is T, the number of raw draws for which the list stands.
	Raw *big.Int
	// Multiplier is S/T, the number of legal positions for which a legal one of the list stands.
	Multiplier *big.Rat
	// Draws is K, the number of draws from the conditioned set.
	Draws uint64
	// Seed is the seed of the list, any 64 bits.
	Seed uint64
}

// NewPlan returns the plan for n, at least 1, and a seed. If the space is a part of the
// conditioned set, the list has only elements of this part.
func NewPlan(space *Conditioned, n, seed uint64) (*Plan, error) {
	if n == 0 {
		return nil, errors.New("rndfen: want at least 1 position")
	}
	raw := new(big.Int).Mul(rawSize.ToBig(), new(big.Int).SetUint64(n))
	raw.Div(raw, assumed())
	return newPlan(space.Size(), rawSize.ToBig(), raw, seed)
}

// newPlan returns the plan for t raw draws from a set of s elements, of which c are in the conditioned set.
func newPlan(c, s, t *big.Int, seed uint64) (*Plan, error) {
	k, up := expectedDraws(c, s, t)
	rest, over := uint256.FromBig(up)
	size, overSize := uint256.FromBig(s)
	if !k.IsUint64() || k.Uint64() >= 1<<63 || over || overSize {
		return nil, fmt.Errorf("rndfen: %v draws are too many", k)
	}
	p := &Plan{Raw: t, Multiplier: new(big.Rat).SetFrac(s, t), Draws: k.Uint64(), Seed: seed}
	key := [32]byte{}
	copy(key[:], "rndfen plan")
	binary.LittleEndian.PutUint64(key[24:], seed)
	if u := sampler.Uniform(rand.NewChaCha8(key), size); u.Lt(rest) {
		p.Draws++
	}
	return p, nil
}

// expectedDraws returns t*c/s as a whole number k and a number of s-ths. If this many of s
// equally likely values round up, the mean is exact.
func expectedDraws(c, s, t *big.Int) (k, up *big.Int) {
	return new(big.Int).DivMod(new(big.Int).Mul(t, c), s, new(big.Int))
}

// Blocks returns the number of blocks of candidates.
func (p *Plan) Blocks() uint64 { return (p.Draws + sampler.BulkBlock - 1) / sampler.BulkBlock }

// Candidates calls f for the candidates of a block, in order: valid setups, each of which is one element of the raw
// set. The pointer is the same each time. The list is that of all blocks in order, and depends on plan and space alone.
func (p *Plan) Candidates(space *Conditioned, block uint64, f func(s *chess.Setup)) {
	bulk := sampler.NewBulk(space, p.Seed)
	bulk.Seek(block)
	var d sampler.Draw
	for range min(sampler.BulkBlock, p.Draws-block*sampler.BulkBlock) {
		if bulk.Next(&d) && d.Index == 0 && d.Setup.Violations() == 0 {
			f(&d.Setup)
		}
	}
}

// String returns "multiplier: M" with ten significant digits, as texelutil prints it.
func (p *Plan) String() string {
	m, _ := p.Multiplier.Float64()
	return fmt.Sprintf("multiplier: %.10g", m)
}
