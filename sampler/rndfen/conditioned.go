package rndfen

import (
	"math/big"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/placement"
)

// Conditioned is the conditioned set. It is safe for use by several goroutines and
// never changes once made.
type Conditioned struct {
	name  string
	table *placement.Table
}

var (
	_ sampler.Direct     = (*Conditioned)(nil)
	_ sampler.Restricter = (*Conditioned)(nil)
)

// NewConditioned returns the conditioned set. Making it takes about 0.15 s and 25 MB.
func NewConditioned() *Conditioned {
	const name, any = "rndfen-conditioned", 30
	return &Conditioned{name, placement.NewTable(name, placement.Positions(), placement.Limits{
		PawnSquares: ^(chess.Row1 | chess.Row8), Side: 15, Both: slots, Pawns: 8, Balanced: true,
		Most: placement.Officers{Knights: any, Bishops: any, Rooks: any, Queens: any},
	})}
}

// Name returns "rndfen-conditioned", with the conditions of a restricted space.
func (s *Conditioned) Name() string { return s.name }

// Size returns the number of elements.
func (s *Conditioned) Size() *big.Int { return s.table.Size() }

// Unrank sets d to the element with the given rank; see [sampler.Space]. It
// allocates nothing and costs about a microsecond.
func (s *Conditioned) Unrank(d *sampler.Draw, rank *uint256.Int) {
	setup, from := s.table.Unrank(rank)
	placement.Fill(d, &setup, from)
}

// Rank returns the rank of an element; see [sampler.Space].
func (s *Conditioned) Rank(d *sampler.Draw) (rank uint256.Int, err error) {
	c, err := placement.CaseOfDraw(d)
	if err != nil {
		return rank, sampler.NotInSpace(s.name, "%v", err)
	}
	if rank, err = s.table.Rank(&d.Setup, c); err == nil {
		setup := d.Setup
		placement.Fill(d, &setup, c.From)
	}
	return rank, err
}

// Sample sets d to a uniform element; see [sampler.Direct]. It ends a draw early if
// pawns of a side share files more often than enemy men are missing, which no
// legal position has.
func (s *Conditioned) Sample(d *sampler.Draw, words *sampler.Words) bool {
	var setup chess.Setup
	from, ok := s.table.Sample(&setup, words, placement.Stops{Doubled: true})
	if ok {
		placement.Fill(d, &setup, from)
	}
	return ok
}

// Restrict returns the part of the space in which a predicate holds, with its exact
// size; see [sampler.Restrict].
func (s *Conditioned) Restrict(name string, p sampler.Predicate) (sampler.Space, bool) {
	table, ok := s.table.Restrict(name, p)
	if !ok {
		return nil, false
	}
	return &Conditioned{name, table}, true
}
