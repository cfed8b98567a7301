package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
)

// takenAtHome refutes a setup by Lemma 13: the pawns of one color took men, and those of the other that pawns let out are fewer. It
// returns 0 if it does not.
func (f *Finder) takenAtHome(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
	f.still = closed(&s.Board)
	for c := chess.White; c <= chess.Black; c++ {
		least, ok := proofkernel.LeastCaptures(s, c.Other())
		missing := 16 - s.Board.Colored(c).Count()
		if !ok || least == 0 || least > missing {
			continue // nothing to refute, or another theorem does
		}
		if set := f.keptIn(s, c, missing-least); least > missing-set.Count() {
			return verdict.TakenAtHome, verdict.Men("pawns never let out the men of these squares, which are gone; too few others are, for what pawns have taken", set)
		}
	}
	return 0, verdict.Evidence{}
}

// keptIn returns squares on which officers of a color started whom no pawn of the setup has taken, though they are gone; none if these
// can be no more than few.
func (f *Finder) keptIn(s *chess.Setup, c chess.Color, few int) (set chess.Bitboard) {
	b := &s.Board
	reach := taking(b, c.Other())
	var candidates chess.Bitboard
	for bb := initial.Colored(c) &^ initial.Of(chess.Pawn) &^ initial.Of(chess.King); bb != 0; bb &= bb - 1 {
		sq := bb.First()
		if !f.still.Has(sq) && f.around(b, sq)&reach == 0 { // those that never moved are there
			candidates |= sq.BB()
		}
	}
	if candidates.Count() <= few {
		return 0
	}
	for bb := candidates; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		role := initial.RoleAt(sq)
		f.x.build(s, f.around(b, sq), role)
		f.x.want, f.x.clear, f.x.anywhere, f.x.still = sq.BB(), chess.NoSquare, reach, f.still
		if f.ask(role, b.Pieces(c, role)) {
			set |= sq.BB()
		}
	}
	return set
}

// around returns the squares that the officer that starts on a square reaches among the pawns of a setup and men that never moved. A rook
// castles over no more than the king, whom this leaves out.
func (f *Finder) around(b *chess.Board, sq chess.Square) chess.Bitboard {
	return chess.Flood(initial.RoleAt(sq), sq.BB(), b.Of(chess.Pawn)|f.still)
}

// taking returns the squares on which pawns that the setup shows of a color can have taken something: those from which each can have come
// to its square, by one file at most for every row, but for its pawn row.
func taking(b *chess.Board, c chess.Color) (set chess.Bitboard) {
	for cone := b.Pieces(c, chess.Pawn); cone != 0; {
		cone &^= chess.RowBB(c.PawnRow())
		set |= cone
		cone = cone.Ahead(c.Other()) | chess.AllPawnAttacks(c.Other(), cone)
	}
	return set
}
