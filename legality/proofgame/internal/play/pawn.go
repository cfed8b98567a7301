package play

import (
	"chesscensus/chess"
)

// pawnStep returns a step of pawn u towards a square of its file, to none of the taboo squares, or with depth > 0 a move of our man
// that blocks it; 0 if there is none. If an enemy man blocks the pawn, it requests that this man leaves.
func (p *path) pawnStep(u int8, to chess.Square, taboo chess.Bitboard, depth int) chess.Move {
	pawn := &p.Men[u]
	if pawn.Role != chess.Pawn || pawn.Sq == chess.NoSquare {
		return 0
	}
	next := pawn.Sq.Ahead(pawn.Color)
	if taboo.Has(next) {
		return 0
	}
	if p.Occ.Has(next) {
		if !p.Own.Has(next) {
			p.requests[p.Them].vacate |= next.BB()
		} else if depth > 0 {
			return p.stepAside(next, p.taskSquares, depth-1)
		}
		return 0
	}
	double := chess.NoSquare
	if pawn.Sq.Row() == pawn.Color.PawnRow() && next != to {
		double = next.Ahead(pawn.Color)
		if p.Occ.Has(double) { // one step, unless our man leaves the square first
			if p.Own.Has(double) && depth > 1 {
				if m := p.stepAside(double, p.taskSquares, depth-2); m != 0 && p.rng.Chance(50) {
					return m
				}
			}
			double = chess.NoSquare
		} else if taboo.Has(double) || p.rng.Chance(30) {
			double = chess.NoSquare
		}
	}
	for _, stop := range [...]chess.Square{double, next} {
		if stop == chess.NoSquare || p.waitsForKing(stop) {
			continue
		}
		promotion := chess.NoRole
		if stop.Row() == pawn.Color.LastRow() {
			promotion = p.plan.PromotionRole[u]
		}
		m := p.FindMove(pawn.Sq, stop, promotion)
		if m == 0 {
			if !p.InCheck && stop == next && p.rng.Chance(20) {
				return p.kingStep(p.taskSquares) // the pawn is pinned
			}
			continue
		}
		if p.shutsOut(m) {
			continue
		}
		if !p.GivesCheck(m) || p.rng.Chance(stepCheckPercent) && p.hasQuietReply(m) {
			return m
		}
		p.requests[p.Them].vacate |= p.EnemyKing.BB()
	}
	return 0
}

// freePawnStep returns a step of a random pawn without open tasks towards its interim square, or 0. If only is not empty, the pawn
// stands on one of these squares.
func (p *path) freePawnStep(only chess.Bitboard, depth int) chess.Move {
	pawns := p.Board.Pieces(p.Us, chess.Pawn)
	if only != 0 {
		pawns &= only
	}
	for pawns != 0 {
		sq := p.rng.Pick(pawns)
		pawns &^= sq.BB()
		u := p.At[sq]
		if p.hasStep(u) {
			if m := p.pawnStep(u, p.plan.InterimSquare(u), p.taskSquares, depth); m != 0 {
				return m
			}
		}
	}
	return 0
}
