package play

import "chesscensus/chess"

// Chances in percent of the choices of pawnStep.
const (
	clearDoublePercent = 50 // our man leaves the second square, rather than the pawn makes one step
	singleStepPercent  = 30 // one step although two are possible
	unpinStepPercent   = 20 // the king moves if the pawn is pinned
)

// pawnStep returns a move by which pawn u comes nearer to goal, which is ahead of it on its file, or a move that prepares that, by the first
// rule that gives one; 0 if none does, or if u is gone or promoted. The pawn enters and passes none of the taboo squares.
//
//  1. If an enemy man is before the pawn, it is requested to leave. If one of our men is there, it steps aside, if depth > 0.
//  2. If our man blocks the second square of a double step, it steps aside with clearDoublePercent. That clears two squares, so depth > 1
//     is needed.
//  3. The pawn makes a double step that does not pass goal, unless singleStepPercent decides otherwise.
//  4. It makes a single step. If it is pinned and our king is not in check, the king makes a step with unpinStepPercent.
//
// Each step has to wait for the enemy king (waitsForKing) and for officers (allowStep).
func (p *path) pawnStep(u int8, goal chess.Square, taboo chess.Bitboard, depth int) chess.Move {
	pawn := &p.Men[u]
	if pawn.Role != chess.Pawn || pawn.Sq == chess.NoSquare {
		return 0
	}
	next := pawn.Sq.Ahead(pawn.Color)
	switch {
	case taboo.Has(next):
		return 0
	case p.Own.Has(next) && depth > 0:
		return p.stepAside(next, p.taskSquares, depth-1)
	case p.Occ.Has(next):
		p.requests[p.Them].vacate |= next.BB() &^ p.Own
		return 0
	}
	if pawn.Sq.Row() == pawn.Color.PawnRow() && next != goal {
		double := next.Ahead(pawn.Color)
		switch {
		case p.Own.Has(double) && depth > 1:
			if m := p.stepAside(double, p.taskSquares, depth-2); m != 0 && p.rng.Chance(clearDoublePercent) {
				return m
			}
		case p.Occ.Has(double) || taboo.Has(double) || p.rng.Chance(singleStepPercent) || p.waitsForKing(double):
		default:
			if m := p.allowStep(p.FindMove(pawn.Sq, double, chess.NoRole)); m != 0 {
				return m
			}
		}
	}
	if p.waitsForKing(next) {
		return 0
	}
	m := p.FindMove(pawn.Sq, next, p.promotionOn(u, next))
	if m == 0 && !p.InCheck && p.rng.Chance(unpinStepPercent) { // the pawn is pinned
		return p.kingStep(p.taskSquares)
	}
	return p.allowStep(m)
}

// promotionOn returns what pawn u becomes on a square, NoRole if it does not promote there.
func (s *scene) promotionOn(u int8, to chess.Square) chess.Role {
	if to.Row() == s.Men[u].Color.LastRow() {
		return s.plan.PromotionRole[u]
	}
	return chess.NoRole
}

// allowStep returns step m of a pawn, or 0 if it is 0, shuts an officer out or gives a check that is not wanted. In the last case the
// enemy king is requested to leave its square.
func (p *path) allowStep(m chess.Move) chess.Move {
	if m == 0 || p.shutsOut(m) {
		return 0
	}
	if p.mayPlay(m, stepCheckPercent) {
		return m
	}
	p.requests[p.Them].vacate |= p.EnemyKing.BB()
	return 0
}

// freePawnStep returns a move of pawnStep for a random pawn on one of the given squares, on its way to its interim square, or 0. The
// pawn has no open task and is not yet on its interim square.
func (p *path) freePawnStep(among chess.Bitboard, depth int) chess.Move {
	for pawns := among & p.Board.Pieces(p.Us, chess.Pawn); pawns != 0; {
		if u := p.At[p.rng.Take(&pawns)]; p.hasStep(u) {
			if m := p.pawnStep(u, p.plan.InterimSquare(u), p.taskSquares, depth); m != 0 {
				return m
			}
		}
	}
	return 0
}
