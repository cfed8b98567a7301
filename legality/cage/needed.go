package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// neededRoles are the roles of promoted men that kernels tell apart, queens with rooks.
var neededRoles = [...]chess.Role{chess.Bishop, chess.Knight, chess.Queen}

// needed returns a promotion square of the setup that was opened without which no kernel is found, so that somebody whom the setup shows was promoted
// there, though that cannot have been: who became one of the roles that are needed did not get away before the man came that is there
// now. The setup is then illegal by Lemma 15. NoSquare is returned if there is none. Exists says of promotion squares whether there may be a kernel if
// they are barred; barred are those that are.
func (g *projector) needed(s *chess.Setup, barred proofkernel.Barred, exists func(proofkernel.Barred) bool) chess.Square {
	b := &s.Board
	if !exists(barred) {
		return chess.NoSquare // another theorem's business
	}
	for c := chess.White; c <= chess.Black; c++ {
		if !g.promotes(s, c) {
			continue
		}
		for bb := chess.RowBB(c.LastRow()) & b.Occupied() &^ b.Pieces(c.Other(), chess.King); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if all := (&barring{color: c, sq: sq}).bars(); !exists(barred.Union(all)) && g.nobody(s, c, sq, barred, exists) {
				return sq
			}
		}
	}
	return chess.NoSquare
}

// nobody reports whether a square is barred for so many roles, since nobody of them got away before the man on it came, that there is no kernel.
// There is none if it is barred for all.
func (g *projector) nobody(s *chess.Setup, c chess.Color, sq chess.Square, barred proofkernel.Barred, exists func(proofkernel.Barred) bool) bool {
	region := regionOf(s, sq)
	if region.Count() > regionSquares {
		return false
	}
	var questions [len(neededRoles)]barring
	for i, role := range neededRoles {
		questions[i] = barring{color: c, sq: sq, role: role}
	}
	for i := range questions {
		without := barred
		for j := range questions[i+1:] {
			without = without.Union(questions[i+1+j].bars())
		}
		if !exists(without) {
			continue // the later ones are enough
		}
		q := &questions[i]
		if !g.passed(s, q, region, sq.BB()) {
			return false
		}
		barred = barred.Union(q.bars())
	}
	return !exists(barred)
}
