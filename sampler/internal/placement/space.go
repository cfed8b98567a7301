package placement

import (
	"math/big"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
)

// A Space is the space of a table. It is safe for use by several goroutines and never changes once made.
type Space struct {
	name     string
	table    *Table
	stops    Stops
	diagrams bool                   // rights and en passant square are not part of an element
	weigh    func(*chess.Setup) int // the weight of an element, nil for 1
}

var _ sampler.Direct = (*Space)(nil)

// NewSpace returns the space of the positions within limits, with castling rights and en passant square as parts of
// the elements. If cases are given, only their positions are elements. The stops apply to direct draws.
func NewSpace(name string, l Limits, stops Stops, only ...Case) *Space {
	if len(only) == 0 {
		only = cases(true)
	}
	return &Space{name: name, table: NewTable(name, only, l), stops: stops}
}

// Name returns the name that the space was made with, and the conditions of a restricted space.
func (s *Space) Name() string { return s.name }

// Size returns the number of elements.
func (s *Space) Size() *big.Int { return s.table.Size() }

// Unrank sets d to the element with the given rank; see [sampler.Space]. It
// allocates nothing and costs about a microsecond.
func (s *Space) Unrank(d *sampler.Draw, rank *uint256.Int) {
	setup, from := s.table.Unrank(rank)
	s.fill(d, &setup, from)
}

// fill sets d to the element of a setup with the given capturing pawn.
func (s *Space) fill(d *sampler.Draw, setup *chess.Setup, from chess.Square) {
	Fill(d, setup, from)
	if s.weigh != nil {
		d.Weight = s.weigh(&d.Setup)
	}
}

// Rank returns the rank of an element; see [sampler.Space]. Errors name the first condition that fails.
func (s *Space) Rank(d *sampler.Draw) (rank uint256.Int, err error) {
	if s.diagrams && d.Setup.Castling != 0 {
		return rank, sampler.NotInSpace(s.name, "castling rights are no part of an element; leave them out (they enter by the weight)")
	}
	if s.diagrams && d.Setup.EP != chess.NoSquare {
		return rank, sampler.NotInSpace(s.name, "an en passant square is no part of an element; leave it out (it enters by the weight)")
	}
	c, err := CaseOfDraw(d)
	if err != nil {
		return rank, sampler.NotInSpace(s.name, "%v", err)
	}
	if rank, err = s.table.Rank(&d.Setup, c); err != nil {
		return rank, err
	}
	setup := d.Setup
	s.fill(d, &setup, c.From)
	return rank, nil
}

// Sample sets d to a uniform element, unless one of the stops ends the draw early; see [sampler.Direct].
func (s *Space) Sample(d *sampler.Draw, words *sampler.Words) bool {
	var setup chess.Setup
	from, ok := s.table.Sample(&setup, words, s.stops)
	if ok {
		s.fill(d, &setup, from)
	}
	return ok
}

// Restrict returns the part of the space in which a predicate holds, with its exact size; see [sampler.Restrict].
func (s *Space) Restrict(name string, p sampler.Predicate) (sampler.Space, bool) {
	table, ok := s.table.Restrict(name, p)
	if !ok {
		return nil, false
	}
	smaller := *s
	smaller.name, smaller.table = name, table
	return &smaller, true
}
