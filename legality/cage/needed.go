package cage

import (
	"chesscensus/chess"
	"chesscensus/legality/kernel"
)

// neededRoles are the roles of promoted men that kernels tell apart, queens with rooks.
var neededRoles = [...]chess.Role{chess.Bishop, chess.Knight, chess.Queen}

// needed returns a promotion square of the setup that was opened without which no kernel is found, so that somebody whom the setup shows was promoted
// there, though that cannot have been: who became one of the roles that are needed did not get away before the man came that is there
// now. The setup is then illegal by Lemma 15. NoSquare is returned if there is none. Exists says of promotion squares whether there may be a kernel if
// they are barred; barred are those that are.
func (g *projector) needed(s *chess.Setup, barred kernel.Barred, exists func(kernel.Barred) bool) chess.Square {
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

// nobody reports whether Lemma 8(c), of who has got away from beside a square, bars it for so many roles that there is no kernel. It knows that there is none
// if it is barred for all.
func (g *projector) nobody(s *chess.Setup, c chess.Color, sq chess.Square, barred kernel.Barred, exists func(kernel.Barred) bool) bool {
	region := regionOf(s, sq)
	if region.Count() > regionSquares {
		return false
	}
	var questions [len(neededRoles)]barring
	for i, role := range neededRoles {
		questions[i] = barring{color: c, sq: sq, role: role, men: promoted(&s.Board, c, sq, role)}
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
		if !g.passed(s, q, region, beside(sq)) {
			return false
		}
		barred = barred.Union(q.bars())
	}
	return !exists(barred)
}

// beside returns a square and those around it.
func beside(sq chess.Square) chess.Bitboard { return sq.BB() | chess.Steps(chess.King, sq.BB()) }

// promoted returns the men of a color that may have been promoted on a square to a role; rooks count as queens.
func promoted(b *chess.Board, c chess.Color, sq chess.Square, role chess.Role) chess.Bitboard {
	switch role {
	case chess.Bishop:
		return b.Pieces(c, role) & colorOf(sq)
	case chess.Queen:
		return b.Pieces(c, role) | b.Pieces(c, chess.Rook)
	default:
		return b.Pieces(c, role)
	}
}
