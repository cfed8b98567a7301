package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// neededRoles are the roles of promoted men that kernels tell apart. A queen stands for rooks as well.
var neededRoles = [...]chess.Role{chess.Bishop, chess.Knight, chess.Queen}

// impossibleNeededSquare returns a promotion square that refutes the setup by Lemma 15, or NoSquare.
// Two things hold of it: there is no kernel without a promotion on it, and none of the roles that
// kernels need can have got away from it before the man came that stands there now.
//
// The argument barred holds what is barred already. Exists reports whether there may be a kernel if all
// of its argument is barred.
func (g *projector) impossibleNeededSquare(s *chess.Setup, barred proofkernel.Barred, exists func(proofkernel.Barred) bool) chess.Square {
	b := &s.Board
	if !exists(barred) {
		return chess.NoSquare // another theorem's business
	}
	for c := chess.White; c <= chess.Black; c++ {
		if !g.needsPromotions(s, c) {
			continue
		}
		for bb := chess.RowBB(c.LastRow()) & b.Occupied() &^ b.Pieces(c.Other(), chess.King); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			if all := (&question{color: c, promotion: sq}).consequence(); !exists(barred.Union(all)) && g.nobodyGotAway(s, c, sq, barred, exists) {
				return sq
			}
		}
	}
	return chess.NoSquare
}

// nobodyGotAway reports whether the square sq is barred for so many roles, by Lemma 15, that there is no
// kernel. The caller has shown that there is none if sq is barred for all roles.
//
// Invariant: barred holds the roles before questions[i] for which sq is proven barred. A role is skipped
// if barring the later ones suffices.
func (g *projector) nobodyGotAway(s *chess.Setup, c chess.Color, sq chess.Square, barred proofkernel.Barred, exists func(proofkernel.Barred) bool) bool {
	region := regionOf(s, sq)
	if region.Count() > regionSquares {
		return false
	}
	var questions [len(neededRoles)]question
	for i, role := range neededRoles {
		questions[i] = question{color: c, promotion: sq, role: role}
	}
	for i := range questions {
		without := barred
		for j := range questions[i+1:] {
			without = without.Union(questions[i+1+j].consequence())
		}
		if !exists(without) {
			continue // the later ones are enough
		}
		q := &questions[i]
		if !g.neverFreeAround(s, q, region, sq.BB()) {
			return false
		}
		barred = barred.Union(q.consequence())
	}
	return !exists(barred)
}
