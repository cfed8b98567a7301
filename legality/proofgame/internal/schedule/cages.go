package schedule

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// cageWalls returns the walls for a man: pawns of the goal, and for a king the squares that
// enemy pawns attack.
func (r *Schedule) cageWalls(c chess.Color, role chess.Role, pawns chess.Bitboard) chess.Bitboard {
	if role != chess.King {
		return pawns
	}
	them := c.Other()
	return pawns | chess.AllPawnAttacks(them, pawns&r.Goal.Board.Pieces(them, chess.Pawn))
}

// holdBack chooses the pawns that stop short.
func (r *Schedule) holdBack() {
	pawns := r.Goal.Board.Of(chess.Pawn) | r.Solid
	for c := chess.White; c <= chess.Black; c++ {
		for role := chess.Knight; role <= chess.King; role++ {
			goals := r.Goal.Board.Pieces(c, role)
			for bb := goals; bb != 0; bb &= bb - 1 {
				sq := bb.First()
				reach := chess.Flood(role, sq.BB(), r.cageWalls(c, role, pawns))
				if r.sources(c, role, reach) < (goals&reach).Count() && (role != chess.King || base.Small(role, reach)) {
					r.openCage(c, role, sq, false)
				}
			}
			for u := range int8(r.Size) {
				sq := r.source(u, c, role)
				if sq == chess.NoSquare {
					continue
				}
				reach := chess.Flood(role, sq.BB(), r.cageWalls(c, role, pawns))
				if base.Small(role, reach) && (goals&reach).Count() < r.sources(c, role, reach) {
					r.openCage(c, role, sq, true)
				}
			}
		}
	}
	r.holdThoseBehind()
}

// openCage holds back pawns until the region around a square is no cage: one that does it
// alone if there is one, by as few rows as will do.
func (r *Schedule) openCage(c chess.Color, role chess.Role, sq chess.Square, source bool) {
	for range 3 {
		walls := r.heldWalls()
		reach := chess.Flood(role, sq.BB(), r.cageWalls(c, role, walls))
		if r.isOpen(c, role, sq, source) {
			return
		}
		edge := chess.Steps(role, reach) &^ reach
		best, rows, found, ties := base.Nobody, int8(0), 0, 0
		for u := range int8(r.Size) {
			end := r.End[u]
			if end == chess.NoSquare || r.Becomes[u] != chess.NoRole {
				continue
			}
			gap := int8(base.Abs(end.Row() - r.row(u)))
			touches := edge.Has(end) || role == chess.King && chess.AllPawnAttacks(r.Men[u].Color, end.BB())&edge != 0
			if gap <= r.Hold[u] || !touches {
				continue
			}
			for k := r.Hold[u] + 1; k <= gap; k++ {
				old := r.Hold[u]
				r.Hold[u] = k
				opened := r.isOpen(c, role, sq, source)
				r.Hold[u] = old
				rank := 1
				if opened {
					rank = 2
				}
				if rank < found {
					continue
				}
				if rank > found {
					found, ties = rank, 0
				}
				if ties++; r.RNG.N(ties) == 0 {
					best, rows = u, k
				}
				if opened {
					break
				}
			}
		}
		if best == base.Nobody {
			return
		}
		r.Hold[best] = rows
	}
}

// isOpen reports whether, with the pawns where they stop, enough men can come to a square
// of the goal; for a source, whether it can be left.
func (r *Schedule) isOpen(c chess.Color, role chess.Role, sq chess.Square, source bool) bool {
	walls := r.heldWalls()
	if source {
		return !base.Small(role, chess.Flood(role, sq.BB(), r.cageWalls(c, role, walls)))
	}
	return !r.lacks(sq, c, role, walls)
}

// cagedSquare returns a square of the goal that no man of its role can reach, neither with the
// pawns where they stop for now nor with all at their end; NoSquare if there is none.
func (r *Schedule) cagedSquare() (chess.Square, chess.Color, chess.Role) {
	final := r.Goal.Board.Of(chess.Pawn) | r.Solid
	walls := r.heldWalls()
	for c := chess.White; c <= chess.Black; c++ {
		for role := chess.Knight; role <= chess.King; role++ {
			for bb := r.Goal.Board.Pieces(c, role) &^ r.ahead; bb != 0; bb &= bb - 1 {
				sq := bb.First()
				if r.isCage(sq, c, role, final) && r.isCage(sq, c, role, walls) {
					return sq, c, role
				}
			}
		}
	}
	return chess.NoSquare, 0, 0
}

// isCage reports whether the region of a square of the goal lacks men and is so small that
// none will be there by chance before it is closed.
func (r *Schedule) isCage(sq chess.Square, c chess.Color, role chess.Role, walls chess.Bitboard) bool {
	return r.lacks(sq, c, role, walls) && base.Small(role, chess.Flood(role, sq.BB(), r.cageWalls(c, role, walls)))
}

// lacks reports whether the region of a square of the goal starts with fewer men of the
// role than the goal shows there.
func (r *Schedule) lacks(sq chess.Square, c chess.Color, role chess.Role, walls chess.Bitboard) bool {
	reach := chess.Flood(role, sq.BB(), r.cageWalls(c, role, walls))
	return r.sources(c, role, reach) < (r.Goal.Board.Pieces(c, role) & reach).Count()
}
