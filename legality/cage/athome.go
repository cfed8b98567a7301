package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
)

// takenAtHome refutes a setup by Lemma 13: the pawns of one color took men, and those of the other that pawns let out are fewer. It
// returns 0 if it does not.
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

// keptIn returns squares on which officers of a color started that are gone, though no pawn of the setup
// has taken them. If there are at most enough of these, it returns none.
func (f *Finder) keptIn(s *chess.Setup, c chess.Color, enough int) (set chess.Bitboard) {
	b := &s.Board
	captureSquares := captureSquares(b, c.Other())
	var candidates chess.Bitboard
	for bb := initial.Colored(c) &^ initial.Of(chess.Pawn) &^ initial.Of(chess.King); bb != 0; bb &= bb - 1 {
		sq := bb.First()
		if !f.unmoved.Has(sq) && f.reachAmong(b, sq)&captureSquares == 0 { // those that never moved are there
			candidates |= sq.BB()
		}
	}
	if candidates.Count() <= enough {
		return 0
	}
	for bb := candidates; bb != 0; bb &= bb - 1 {
		sq := bb.First()
		role := initial.RoleAt(sq)
		f.retraction.build(s, f.reachAmong(b, sq), role)
		f.retraction.goal, f.retraction.emptySquare, f.retraction.entrySquares, f.retraction.unmoved = sq.BB(), chess.NoSquare, captureSquares, f.unmoved
		if f.excludes(role, b.Pieces(c, role)) {
			set |= sq.BB()
		}
	}
	return set
}

// reachAmong returns the squares that the officer that starts on a square reaches among the pawns of a setup and men that never moved. A rook
// castles over no more than the king, whom this leaves out.
func (f *Finder) reachAmong(b *chess.Board, home chess.Square) chess.Bitboard {
	return chess.Flood(initial.RoleAt(home), home.BB(), b.Of(chess.Pawn)|f.unmoved)
}

// captureSquares returns the squares on which pawns of a color that the setup shows can have taken
// something: those from which each can have come to its square, at most one file aside for every row.
// Squares of the pawn row are left out.
func captureSquares(b *chess.Board, c chess.Color) (set chess.Bitboard) {
	for squares := b.Pieces(c, chess.Pawn); squares != 0; {
		squares &^= chess.RowBB(c.PawnRow())
		set |= squares
		squares = squares.Ahead(c.Other()) | chess.AllPawnAttacks(c.Other(), squares)
	}
	return set
}
