package play

import (
	"chesscensus/chess"
)

// Chances in percent of the choices of pawnStep.
const (
	clearDoublePercent = 50 // our man leaves the second square, rather than the pawn makes one step
	singleStepPercent  = 30 // one step although two are possible
	unpinPercent       = 20 // the king moves if the pawn is pinned
)

// pawnStep returns a move by which pawn u comes nearer to goal, which is ahead of it on its file, or a move that prepares that, by the first
// rule that gives one; 0 if none does, or if u is gone or promoted. The pawn enters and passes none of the taboo squares.
//
//  1. If an enemy man is before the pawn, it is requested to leave. If one of our men is there, it steps aside, if depth > 0.
//  2. If our man blocks the second square of a double step, it steps aside with clearDoublePercent. That clears two squares, so depth > 1
//     is needed.
//  3. The pawn makes a double step that does not pass goal, unless singleStepPercent decides otherwise.
//  4. It makes a single step. If it is pinned and our king is not in check, the king makes a step with unpinPercent.
//
// A step waits for a king (waitsForKing), shuts no man out (shutsOut), and gives check only with stepCheckPercent and if the enemy has a
// quiet reply; else the enemy king is requested to leave.
func (p *path) pawnStep(u int8, goal chess.Square, taboo chess.Bitboard, depth int) chess.Move {
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
	if pawn.Sq.Row() == pawn.Color.PawnRow() && next != goal {
		double = next.Ahead(pawn.Color)
		if p.Occ.Has(double) {
			if p.Own.Has(double) && depth > 1 {
				if m := p.stepAside(double, p.taskSquares, depth-2); m != 0 && p.rng.Chance(clearDoublePercent) {
					return m
				}
			}
			double = chess.NoSquare
		} else if taboo.Has(double) || p.rng.Chance(singleStepPercent) {
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
			if !p.InCheck && stop == next && p.rng.Chance(unpinPercent) {
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

// freePawnStep returns a move of pawnStep for a random pawn on its way to its interim square, or 0. The pawn has no open task and
// is not yet on that square. If among is not empty, it stands on one of these squares.
func (p *path) freePawnStep(among chess.Bitboard, depth int) chess.Move {
	pawns := p.Board.Pieces(p.Us, chess.Pawn)
	if among != 0 {
		pawns &= among
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
