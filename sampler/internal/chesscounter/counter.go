package chesscounter

import (
	"math/big"

	"github.com/holiman/uint256"

	"chesscensus/chess"
	"chesscensus/sampler"
	"chesscensus/sampler/internal/placement"
)

// A Base is one of ChessCounter's four spaces.
type Base uint8

// The bases; the zero value is General.
const (
	General        Base = iota // up to 30 men of any kind and color
	Split                      // up to 15 men a side
	Restricted                 // counts of the initial position, but up to 3 queens
	VeryRestricted             // counts of the initial position
)

// A Level says how much of what is impossible is left out.
type Level uint8

// The levels, each a subset of the one before; the zero value is Plain.
const (
	Plain       Level = iota // as ChessCounter has it
	Conditioned              // no pawn on row 1 or 8
	Feasible                 // and material that can have come about
	Positions                // and castling rights and en passant as parts of an element
)

// Bases and Levels are the numbers of bases and levels.
const (
	Bases  = int(VeryRestricted) + 1
	Levels = int(Positions) + 1
)

var (
	baseNames  = [Bases]string{"general", "split", "restricted", "very-restricted"}
	levelNames = [Levels]string{"", "-conditioned", "-feasible", "-positions"}
)

// String returns the name of the base, such as "very-restricted".
func (b Base) String() string { return baseNames[b] }

// String returns the suffix that the level gives to a name, such as "-feasible".
func (l Level) String() string { return levelNames[l] }

// A Space is one of the sixteen spaces. It is safe for use by several goroutines and
// never changes once made.
type Space struct {
	base  Base
	level Level
	name  string
	table *placement.Table
	stop  placement.Stops
}

var (
	_ sampler.Direct     = (*Space)(nil)
	_ sampler.Restricter = (*Space)(nil)
)

// New returns the space. Making it takes 5 to 150 ms and up to 25 MB. It panics if
// base or level are none.
func New(base Base, level Level) *Space {
	s := &Space{base: base, level: level, name: "counter-" + base.String() + level.String()}
	l := limits(base, level)
	cases := placement.Diagrams()
	if level == Positions {
		cases = placement.Positions()
	}
	s.stop = placement.Stops{OuterPawns: true, Doubled: level >= Feasible, AlikeBishops: level >= Feasible && base >= Restricted}
	s.table = placement.NewTable(s.name, cases, l)
	return s
}

// limits returns the armies of a space.
func limits(base Base, level Level) placement.Limits {
	const any = 30
	l := placement.Limits{PawnSquares: ^chess.Bitboard(0), Side: 15, Both: 30, Pawns: any, Most: placement.Officers{Knights: any, Bishops: any, Rooks: any, Queens: any}}
	switch base {
	case General:
		l.Side = any
	case Restricted, VeryRestricted:
		l.Pawns = 8
		l.Most = placement.Officers{Knights: 2, Bishops: 2, Rooks: 2, Queens: 3}
		if base == VeryRestricted {
			l.Most.Queens = 1
		}
	}
	if level >= Conditioned {
		l.PawnSquares &^= chess.Row1 | chess.Row8
	}
	if level >= Feasible {
		l.Side, l.Pawns, l.Balanced = 15, 8, true
	}
	return l
}

// Name returns a name such as "counter-split" or "counter-restricted-feasible".
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
	placement.Fill(d, setup, from)
	switch {
	case s.level >= Feasible && s.base >= Restricted && promotedBishop(&setup.Board):
		d.Weight = 0
	case s.level < Positions:
		d.Weight = weight(setup)
	}
}

// Rank returns the rank of an element; see [sampler.Space]. Errors name the first
// condition that fails.
func (s *Space) Rank(d *sampler.Draw) (rank uint256.Int, err error) {
	if s.level < Positions {
		if d.Setup.Castling != 0 {
			return rank, sampler.NotInSpace(s.name, "castling rights are no part of an element; leave them out (they enter by the weight)")
		}
		if d.Setup.EP != chess.NoSquare {
			return rank, sampler.NotInSpace(s.name, "an en passant square is no part of an element; leave it out (it enters by the weight)")
		}
	}
	c, err := placement.CaseOfDraw(d)
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

// Sample sets d to a uniform element; see [sampler.Direct]. It ends a draw early,
//
//	at every level                         if a pawn stands on row 1 or 8
//	from Feasible on                       if pawns of a side share files more often
//	                                       than enemy men are missing
//	from Feasible on, restricted spaces    if the two bishops of a side stand on
//	                                       squares of one color, so that Weight is 0
func (s *Space) Sample(d *sampler.Draw, words *sampler.Words) bool {
	var setup chess.Setup
	from, ok := s.table.Sample(&setup, words, s.stop)
	if ok {
		s.fill(d, &setup, from)
	}
	return ok
}

// Restrict returns the part of the space in which a predicate holds, with its exact
// size; see [sampler.Restrict].
func (s *Space) Restrict(name string, p sampler.Predicate) (sampler.Space, bool) {
	table, ok := s.table.Restrict(name, p)
	if !ok {
		return nil, false
	}
	smaller := *s
	smaller.name, smaller.table = name, table
	return &smaller, true
}
