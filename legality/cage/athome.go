package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
)

// refuteTakenAtHome refutes a setup by Lemma 13, or returns 0: pawns of one color took at least k men, but fewer than k missing
// men of the other color can have come out from behind pawns.
func (f *Finder) refuteTakenAtHome(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
	f.unmoved = immobileMen(&s.Board)
	for c := chess.White; c <= chess.Black; c++ {
		least, ok := proofkernel.LeastCaptures(s, c.Other())
		missing := 16 - s.Board.Colored(c).Count()
		if !ok || least == 0 || least > missing {
			continue // this lemma does not refute the setup, or another theorem does
		}
		if set := f.officersKeptHome(s, c, missing-least); least > missing-set.Count() {
			const note = "pawns never let out the men of these squares, which are gone; too few others are, for what pawns have taken"
			return verdict.TakenAtHome, verdict.Men(note, set)
		}
	}
	return 0, verdict.Evidence{}
}

// officersKeptHome returns the home squares of officers of a color that were taken at home, in the sense of Lemma 13. It returns
// none if at most limit home squares are candidates.
func (f *Finder) officersKeptHome(s *chess.Setup, c chess.Color, limit int) (set chess.Bitboard) {
	b := &s.Board
	captured := captureSquares(b, c.Other())
	var candidates chess.Bitboard
	for bb := initial.Colored(c) &^ initial.Of(chess.Pawn) &^ initial.Of(chess.King); bb != 0; bb &= bb - 1 {
		sq := bb.First()
		mayBeMissing := !f.unmoved.Has(sq)
		// Castling adds nothing to its reach: a king that has moved is no wall, and a rook that castles passes no other man.
		if mayBeMissing && f.reachFrom(b, initial.RoleAt(sq), sq)&captured == 0 {
			candidates |= sq.BB()
		}
	}
	if candidates.Count() <= limit {
		return 0
	}
	for bb := candidates; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		role := initial.RoleAt(sq)
		search := &f.retraction
		search.model = newModelAround(b, f.reachFrom(b, role, sq), role)
		search.unmoved = f.unmoved
		search.goal, search.emptySquare, search.entrySquares = sq.BB(), chess.NoSquare, captured
		if f.excludes(role, b.Pieces(c, role)) {
			set |= sq.BB()
		}
	}
	return set
}

// captureSquares returns the squares on which a pawn of the setup of color c can have taken a man: those from which it can have
// come to its square, at most one file aside for every row, except those of the pawn row.
func captureSquares(b *chess.Board, c chess.Color) (set chess.Bitboard) {
	for squares := b.Pieces(c, chess.Pawn); squares != 0; {
		squares &^= chess.RowBB(c.PawnRow())
		set |= squares
		squares = squares.Ahead(c.Other()) | chess.AllPawnAttacks(c.Other(), squares)
	}
	return set
}
