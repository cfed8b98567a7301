package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/proofkernel"
)

// neededRoles are the roles of promoted men that kernels tell apart. A queen stands for rooks as well.
var neededRoles = [...]chess.Role{chess.Bishop, chess.Knight, chess.Queen}

// impossibleNeededSquare returns a promotion square that refutes the setup by Lemma 15, or NoSquare. Two things hold of it: there
// is no kernel without a promotion on it, and no man of a role that kernels need can have left it before the man came that stands
// there now.
//
// The squares of barred are known to be barred. The function exists reports whether there may be a kernel if all squares of its
// argument are barred.
func (p *projector) impossibleNeededSquare(s *chess.Setup, barred proofkernel.Barred, exists func(proofkernel.Barred) bool) chess.Square {
	b := &s.Board
	if !exists(barred) {
		return chess.NoSquare // another theorem refutes the setup
	}
	for c := chess.White; c <= chess.Black; c++ {
		if !p.needsPromotions(s, c) {
			continue
		}
		for bb := chess.RowBB(c.LastRow()) & b.Occupied() &^ b.Pieces(c.Other(), chess.King); bb != 0; bb &= bb - 1 {
			sq := bb.First()
			forAllRoles := (&question{color: c, promotion: sq}).consequence()
			if !exists(barred.Union(forAllRoles)) && p.noNeededRoleLeft(s, c, sq, barred, exists) {
				return sq
			}
		}
	}
	return chess.NoSquare
}

// noNeededRoleLeft reports whether sq is barred for so many roles, by Lemma 15, that there is no kernel. The caller has shown
// that there is none if sq is barred for all roles.
//
// Invariant: barred holds the roles before questions[i] for which sq is proven barred. A role is skipped if there is no kernel
// with the later roles barred as well.
func (p *projector) noNeededRoleLeft(
	s *chess.Setup, c chess.Color, sq chess.Square, barred proofkernel.Barred, exists func(proofkernel.Barred) bool,
) bool {
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
		for _, later := range questions[i+1:] {
			without = without.Union(later.consequence())
		}
		if !exists(without) {
			continue // the later roles suffice
		}
		q := &questions[i]
		if !p.neverFreeAround(s, q, region, sq.BB()) {
			return false
		}
		barred = barred.Union(q.consequence())
	}
	return !exists(barred)
}
