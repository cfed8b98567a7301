package rules

import (
	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// kingsRule: each side has exactly one king.
//
// Proof: this is true initially, kings are never captured, and no pawn promotes to a king.
var kingsRule = Rule{
	Name: "Kings",
	Reasons: verdict.NoWhiteKing | verdict.NoBlackKing |
		verdict.ManyWhiteKings | verdict.ManyBlackKings,
	Theorem:  "Each side has exactly one king.",
	Refuted:  "8/8/8/8/8/8/8/K7 w - - 0 1",
	Accepted: "k7/8/8/8/8/8/8/K7 b - - 0 1",
	Refute:   refuteKings,
}

// refuteKings is Refute of kingsRule.
func refuteKings(f *Facts) (verdict.Reason, verdict.Evidence) {
	if f.OneKing {
		return accept()
	}
	var r verdict.Reason
	for c := chess.White; c <= chess.Black; c++ {
		switch n := f.Setup.Board.Pieces(c, chess.King).Count(); {
		case n == 0:
			r |= verdict.NoWhiteKing << c
		case n > 1:
			r |= verdict.ManyWhiteKings << c
		}
	}
	return r, verdict.Men("kings", f.Setup.Board.Of(chess.King))
}

// endRowsRule: no pawn stands on row 1 or 8.
//
// Proof: pawns start on rows 2 and 7, never move backwards, and are replaced when they reach the last row.
var endRowsRule = Rule{
	Name:     "EndRows",
	Reasons:  verdict.PawnOnEndRow,
	Theorem:  "No pawn stands on row 1 or 8.",
	Refuted:  "k7/8/8/8/8/8/8/K6P w - - 0 1",
	Accepted: "k7/8/8/8/8/8/7P/K7 w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		if pawns := f.Setup.Board.Of(chess.Pawn) & (chess.Row1 | chess.Row8); pawns != 0 {
			return verdict.PawnOnEndRow, verdict.Men("pawns", pawns)
		}
		return accept()
	},
}

// Touching: the kings do not stand on neighboring squares.
//
// Proof: initially they do not. The king that moved next to the other would be
// attacked by it after its own move, which is not legal.
var Touching = Rule{
	Name:     "Touching",
	Reasons:  verdict.AdjacentKings,
	Theorem:  "The kings do not stand on neighboring squares.",
	Refuted:  "8/8/8/3kK3/8/8/8/8 w - - 0 1",
	Accepted: "8/8/8/3k1K2/8/8/8/8 w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		if f.OneKing && chess.KingAttacks(f.Kings[0]).Has(f.Kings[1]) {
			return verdict.AdjacentKings, verdict.Men("kings", f.Setup.Board.Of(chess.King))
		}
		return accept()
	},
}

// bothAttackedRule: not both kings are in check.
//
// Proof: the side that moved last may not have left its own king in check, see [OppositeAttacked].
var bothAttackedRule = Rule{
	Name:     "BothAttacked",
	Reasons:  verdict.BothInCheck,
	Theorem:  "Not both kings are in check.",
	Refuted:  "k6R/8/8/8/8/8/8/K6r w - - 0 1",
	Accepted: "k7/7R/8/8/8/8/8/K6r w - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		if f.Attacked[0] != 0 && f.Attacked[1] != 0 {
			return verdict.BothInCheck, verdict.Men("checkers of both kings", f.Attacked[0]|f.Attacked[1])
		}
		return accept()
	},
}

// OppositeAttacked: the king of the side not to move is not in check.
//
// Proof: initially it is not, and no legal move leaves the mover's own king in check.
var OppositeAttacked = Rule{
	Name:     "OppositeAttacked",
	Reasons:  verdict.OppositeCheck,
	Theorem:  "The king of the side not to move is not in check.",
	Refuted:  "k6R/8/8/8/8/8/8/K7 w - - 0 1",
	Accepted: "k6R/8/8/8/8/8/8/K7 b - - 0 1",
	Refute: func(f *Facts) (verdict.Reason, verdict.Evidence) {
		if f.Attacked[f.Them] != 0 {
			return verdict.OppositeCheck, verdict.Men("checkers", f.Attacked[f.Them])
		}
		return accept()
	},
}

// validityRule: castling rights come with king and rook at home, and an en passant
// square only where an en passant capture is legal.
//
// Proof: a right is lost when its king or rook moves or is captured. An en passant
// square exists only directly after the double step of an enemy pawn over it, and by the
// definition of positions only if a capture there is legal, see package chess.
var validityRule = Rule{
	Name:     "Validity",
	Reasons:  verdict.BadCastling | verdict.BadEnPassant | verdict.IdleEnPassant,
	Theorem:  "Castling rights and the en passant square fit the diagram.",
	Refuted:  "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
	Accepted: "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
	Refute:   refuteValidity,
}

// refuteValidity is Refute of validityRule.
func refuteValidity(f *Facts) (verdict.Reason, verdict.Evidence) {
	s := &f.Setup
	if s.Castling == 0 && s.EP == chess.NoSquare {
		return accept()
	}
	var r verdict.Reason
	var e verdict.Evidence
	v := s.Violations()
	if v&chess.IdleEnPassant != 0 {
		r, e = r|verdict.IdleEnPassant, verdict.Men("en passant square", s.EP.BB())
	}
	if v&chess.BadEnPassant != 0 {
		r, e = r|verdict.BadEnPassant, verdict.Men("en passant square", s.EP.BB())
	}
	if v&chess.BadCastling != 0 {
		r = r | verdict.BadCastling
		e = verdict.Men("kings and rooks", s.Board.Of(chess.King)|s.Board.Of(chess.Rook))
	}
	return r, e
}
