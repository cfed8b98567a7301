package play

import (
	"chesscensus/chess"
)

// pawnStep returns a step of a pawn towards a square of its file.
func (r *path) pawnStep(u int8, to chess.Square, taboo chess.Bitboard, depth int) chess.Move {
	p := &r.Men[u]
	if p.Role != chess.Pawn || p.Sq == chess.NoSquare {
		return 0
	}
	next := p.Sq.Ahead(p.Color)
	if taboo.Has(next) {
		return 0
	}
	if r.Occ.Has(next) {
		if !r.Own.Has(next) {
			r.requests[r.Them].vacate |= next.BB()
		} else if depth > 0 {
			return r.stepAside(next, r.busy, depth-1)
		}
		return 0
	}
	double := chess.NoSquare
	if p.Sq.Row() == p.Color.PawnRow() && next != to {
		double = next.Ahead(p.Color)
		if r.Occ.Has(double) {
			if r.Own.Has(double) && depth > 1 {
				if m := r.stepAside(double, r.busy, depth-2); m != 0 && r.rng.Chance(50) {
					return m
				}
			}
			double = chess.NoSquare
		} else if taboo.Has(double) || r.rng.Chance(30) {
			double = chess.NoSquare
		}
	}
	for _, stop := range [...]chess.Square{double, next} {
		if stop == chess.NoSquare || r.waitsForKing(stop) {
			continue
		}
		promotion := chess.NoRole
		if stop.Row() == p.Color.LastRow() {
			promotion = r.plan.PromotionRole[u]
		}
		m := r.Find(p.Sq, stop, promotion)
		if m == 0 {
			if !r.InCheck && stop == next && r.rng.Chance(20) {
				return r.kingStep(r.busy) // a pin
			}
			continue
		}
		if r.shutsOut(m) {
			continue
		}
		if !r.GivesCheck(m) || r.rng.Chance(4) && r.hasQuietReply(m) {
			return m
		}
		r.requests[r.Them].vacate |= r.EnemyKing.BB()
	}
	return 0
}

// freeStep returns a step of a pawn that has no task left, on its way to its end; only of
// pawns on the given squares if there are any.
func (r *path) freeStep(only chess.Bitboard, depth int) chess.Move {
	pawns := r.Board.Pieces(r.Us, chess.Pawn)
	if only != 0 {
		pawns &= only
	}
	for pawns != 0 {
		sq := r.rng.Pick(pawns)
		pawns &^= sq.BB()
		u := r.At[sq]
		if r.canStep(u) {
			if m := r.pawnStep(u, r.plan.InterimSquare(u), r.busy, depth); m != 0 {
				return m
			}
		}
	}
	return 0
}
