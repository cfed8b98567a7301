package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
)

// takenAtHome refutes a setup by Lemma 13: pawns of one color took at least k men, but fewer than k missing men of the other color can have
// got out from behind pawns. It returns 0 if it does not refute the setup.
func (f *Finder) takenAtHome(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
	f.unmoved = immobile(&s.Board)
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

// keptIn returns home squares of officers of a color that are missing though no pawn of the setup can have taken them. It returns
// none if at most limit squares come into question.
func (f *Finder) keptIn(s *chess.Setup, c chess.Color, limit int) (set chess.Bitboard) {
	b := &s.Board
	captured := captureSquares(b, c.Other())
	var candidates chess.Bitboard
	for bb := initial.Colored(c) &^ initial.Of(chess.Pawn) &^ initial.Of(chess.King); bb != 0; bb &= bb - 1 {
		sq := bb.First()
		if !f.unmoved.Has(sq) && f.reachAmong(b, sq)&captured == 0 { // an unmoved man is not missing
			candidates |= sq.BB()
		}
	}
	if candidates.Count() <= limit {
		return 0
	}
	for bb := candidates; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		role := initial.RoleAt(sq)
		x := &f.retraction
		x.build(s, f.reachAmong(b, sq), role)
		x.goal, x.emptySquare = sq.BB(), chess.NoSquare
		x.entrySquares, x.unmoved = captured, f.unmoved
		if f.excludes(role, b.Pieces(c, role)) {
			set |= sq.BB()
		}
	}
	return set
}

// reachAmong returns the squares that the officer of a home square reaches among the pawns of a setup and unmoved men. It allows for castling:
// the king is no wall unless it is unmoved, and a rook that castles passes no other man.
func (f *Finder) reachAmong(b *chess.Board, home chess.Square) chess.Bitboard {
	return chess.Flood(initial.RoleAt(home), home.BB(), b.Of(chess.Pawn)|f.unmoved)
}

// captureSquares returns the squares on which a pawn of the setup of color c can have taken something: those from
// which it can have come to its square, at most one file aside for every row, except those of the pawn row.
func captureSquares(b *chess.Board, c chess.Color) (set chess.Bitboard) {
	for squares := b.Pieces(c, chess.Pawn); squares != 0; {
		squares &^= chess.RowBB(c.PawnRow())
		set |= squares
		squares = squares.Ahead(c.Other()) | chess.AllPawnAttacks(c.Other(), squares)
	}
	return set
}
