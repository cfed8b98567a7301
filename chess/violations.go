package chess

import "strings"

// Violations is the set of rules that a setup breaks. The zero value is none: the setup is valid. Each rule is a necessary
// condition of a legal position.
type Violations uint16

// The rules of [Setup.Violations]. It does not stop at the first broken one. But OppositeCheck is tested only with one king a side, and
// IdleEnPassant only if no other rule is broken. A rule about Black's kings follows that about White's, as kingViolations shifts by color.
const (
	// NoWhiteKing: White has no king.
	NoWhiteKing Violations = 1 << iota
	// NoBlackKing: Black has no king.
	NoBlackKing
	// ManyWhiteKings: White has more than one king.
	ManyWhiteKings
	// ManyBlackKings: Black has more than one king.
	ManyBlackKings
	// PawnOnEndRow: a pawn stands on row 1 or 8.
	PawnOnEndRow
	// OppositeCheck: the side not to move is in check, for example by an adjacent king.
	OppositeCheck
	// BadCastling: a castling right without its king and rook at home.
	BadCastling
	// BadEnPassant: no enemy pawn can have passed over the en passant square with its last move. The square is on the wrong row, there is
	// no such pawn, or the square or that behind it is occupied.
	BadEnPassant
	// IdleEnPassant: a pawn can have passed over the en passant square, but no capture there is legal. A position is written without such a
	// square, see [Setup.Canonical].
	IdleEnPassant
)

// violationTexts are the rules in words, in the order of their bits.
var violationTexts = [...]string{
	"white has no king",
	"black has no king",
	"white has more than one king",
	"black has more than one king",
	"a pawn stands on row 1 or 8",
	"the side not to move is in check",
	"a castling right without king and rook at home",
	"no pawn can just have passed over the en passant square",
	"an en passant square without a legal en passant capture",
}

// String lists the broken rules in words, or returns "valid".
func (v Violations) String() string {
	if v == 0 {
		return "valid"
	}
	var parts []string
	for i, t := range violationTexts {
		if v>>i&1 != 0 {
			parts = append(parts, t)
		}
	}
	return strings.Join(parts, "; ")
}

// An InvalidError says why a setup is not a valid position.
type InvalidError struct {
	Setup      Setup
	Violations Violations
}

// Error names the setup and all broken rules.
func (e *InvalidError) Error() string {
	return "chess: not a valid position: " + e.Setup.String() + ": " + e.Violations.String()
}

// Violations returns the set of the rules that the setup breaks.
func (s Setup) Violations() Violations {
	v := s.kingViolations()
	if s.Board.Of(Pawn)&(Row1|Row8) != 0 {
		v |= PawnOnEndRow
	}
	if v&(NoWhiteKing|NoBlackKing|ManyWhiteKings|ManyBlackKings) == 0 {
		them := s.Turn.Other()
		if s.Board.Attackers(s.Board.King(them), s.Turn, s.Board.Occupied()) != 0 {
			v |= OppositeCheck
		}
	}
	if s.Castling != 0 && s.Castling&^s.Board.CastlingAtHome() != 0 {
		v |= BadCastling
	}
	if s.EP != NoSquare {
		v |= s.epViolation()
		if v == 0 && s.epCapturers() == 0 {
			v |= IdleEnPassant
		}
	}
	return v
}

// Position returns the setup as a position if it is valid, and an [*InvalidError] with all violations otherwise. It is the only way
// from a setup to a position.
func (s Setup) Position() (Position, error) {
	if v := s.Violations(); v != 0 {
		return Position{}, &InvalidError{s, v}
	}
	return Position{s}, nil
}

// kingViolations returns the violations by the numbers of kings.
func (s *Setup) kingViolations() (v Violations) {
	for c := White; c <= Black; c++ {
		switch n := s.Board.Pieces(c, King).Count(); {
		case n == 0:
			v |= NoWhiteKing << c // NoBlackKing for Black
		case n > 1:
			v |= ManyWhiteKings << c // ManyBlackKings for Black
		}
	}
	return v
}

// epViolation returns BadEnPassant if no pawn can just have passed over the en passant square, which must not be NoSquare, and else
// 0.
func (s *Setup) epViolation() Violations {
	them := s.Turn.Other()
	if !s.EP.Valid() || s.EP.Row() != them.PawnRow()+them.Forward() {
		return BadEnPassant
	}
	pawn, from := s.EP.Ahead(them), s.EP.Ahead(s.Turn)
	if !s.Board.Pieces(them, Pawn).Has(pawn) || s.Board.Occupied()&(s.EP.BB()|from.BB()) != 0 {
		return BadEnPassant
	}
	return 0
}
