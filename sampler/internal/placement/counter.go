package placement

import "chesscensus/chess"

// A Base is one of ChessCounter's four spaces.
type Base uint8

// The bases; the zero value is General.
const (
	General        Base = iota // up to 30 men of any kind and color
	Split                      // up to 15 men a side
	Restricted                 // counts of the initial position, but up to 3 queens
	VeryRestricted             // counts of the initial position
)

// A Level tells which impossible elements are left out.
type Level uint8

// The levels, each a subset of the one before; the zero value is Plain.
const (
	Plain       Level = iota // as ChessCounter has it
	Conditioned              // no pawn on row 1 or 8
	Feasible                 // and material that can have come about
	Positions                // and castling rights and en passant as parts of an element
)

// The numbers of bases and of levels.
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

// NewCounter returns one of the sixteen spaces. Making it takes 5 to 150 ms and up to 25 MB. It
// panics if the base or the level does not exist.
//
// [Space.Sample] ends a draw early,
//
//	at every level                         if a pawn stands on row 1 or 8
//	from Feasible on                       if pawns of a side share files more often
//	                                       than enemy men are missing
//	from Feasible on, restricted spaces    if the two bishops of a side stand on
//	                                       squares of one color, so that Weight is 0
func NewCounter(base Base, level Level) *Space {
	screened := level >= Feasible && base >= Restricted
	s := &Space{name: "counter-" + base.String() + level.String(), diagrams: level < Positions,
		stops: Stops{OuterPawns: true, Doubled: level >= Feasible, AlikeBishops: screened}}
	s.weigh = func(setup *chess.Setup) int {
		switch {
		case screened && promotedBishop(&setup.Board):
			return 0
		case s.diagrams:
			return weight(setup)
		}
		return 1
	}
	s.table = NewTable(s.name, cases(!s.diagrams), limits(base, level))
	return s
}

// limits returns the limits of a space.
func limits(base Base, level Level) Limits {
	const most = 30 // men of both sides besides the kings
	l := Limits{PawnSquares: ^chess.Bitboard(0), Side: 15, Both: most, Pawns: most,
		Most: Officers{Knights: most, Bishops: most, Rooks: most, Queens: most}}
	switch base {
	case General:
		l.Side = most
	case Restricted, VeryRestricted:
		l.Pawns = 8
		l.Most = Officers{Knights: 2, Bishops: 2, Rooks: 2, Queens: 3}
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
