package astar

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/proofgame/internal/base"
)

// A detour estimates the moves that the bound does not see: those of men that stand on their goal squares, but in the way of others.
// Each has to leave and come back, two moves.
//
// The bound pairs men with squares of the goal. For every man that has to move, a shortest way is followed that avoids such men where
// it can, step by step. Men on the way are counted once. The estimate may be too high or too low, and is used for the order only.
type detour struct {
	pairs []bound.Pair
	home  chess.Bitboard // men that stand on their goal squares
	walls chess.Bitboard // blocked squares
	inWay chess.Bitboard // men of home on the ways of others
}

// countMoves returns how many moves of each side the detours on the way from p to the goal take. It must follow a call of g.Bound(p)
// with a finite result.
func (d *detour) countMoves(g *bound.Goal, goal, p *chess.Position, walls chess.Bitboard) (white, black int) {
	board, goalBoard := p.Board(), goal.Board()
	d.home, d.walls, d.inWay = 0, walls, 0
	for role := chess.Pawn; role <= chess.King; role++ {
		d.home |= board.Of(role) & goalBoard.Of(role)
	}
	d.home &= board.Colored(chess.White)&goalBoard.Colored(chess.White) | board.Colored(chess.Black)&goalBoard.Colored(chess.Black)
	for c := chess.White; c <= chess.Black; c++ {
		d.pairs = g.AppendPairs(d.pairs[:0], c)
		for _, pair := range d.pairs {
			if pair.To != chess.NoSquare && pair.From != pair.To {
				d.followPawnOrOfficer(c, board.RoleAt(pair.From), goalBoard.RoleAt(pair.To), pair.From, pair.To)
			}
		}
		if from, to := board.King(c), goalBoard.King(c); from != to {
			d.followOfficer(chess.King, from, to)
		}
	}
	return 2 * (d.inWay & board.Colored(chess.White)).Count(), 2 * (d.inWay & board.Colored(chess.Black)).Count()
}

// plies returns the number of plies in which both sides make the given numbers of moves, see [bound.Goal.Bound].
func plies(turn, last chess.Color, white, black int) int {
	w, b := 2*white, 2*black
	switch {
	case turn == last:
	case turn == chess.White:
		w, b = w-1, b+1
	default:
		w, b = w+1, b-1
	}
	return max(w, b)
}

// followPawnOrOfficer adds the men of home on the way of a man of a role, which becomes one of role target, to inWay.
func (d *detour) followPawnOrOfficer(c chess.Color, role, target chess.Role, from, to chess.Square) {
	switch {
	case role != chess.Pawn:
		d.followOfficer(role, from, to)
	case target == chess.Pawn:
		if from.File() == to.File() {
			d.inWay |= chess.Between(from, to) & d.home
		}
	default:
		end := chess.NewSquare(from.File(), c.LastRow())
		d.inWay |= (chess.Between(from, end) | end.BB()) & d.home &^ to.BB()
		if end != to {
			d.followOfficer(target, end, to)
		}
	}
}

// reach returns the squares to which an officer or king can move past the walls.
func (d *detour) reach(role chess.Role, sq chess.Square) chess.Bitboard {
	return base.Reach(role, sq, d.walls) &^ d.walls
}

// followOfficer adds the men of home on the way of an officer or king to inWay.
func (d *detour) followOfficer(role chess.Role, from, to chess.Square) {
	// near[k] are the squares from which the target is k+1 moves away.
	var near [16]chess.Bitboard
	seen, n := to.BB(), 0
	for level := to.BB(); ; n++ {
		if n == len(near) || level == 0 {
			return
		}
		for bb := level; bb != 0; bb &= bb - 1 {
			near[n] |= d.reach(role, bb.First())
		}
		if near[n].Has(from) {
			break
		}
		near[n] &^= seen
		seen |= near[n]
		level = near[n]
	}
	for ; n > 0; n-- {
		best, cost, way := chess.NoSquare, 64, chess.Bitboard(0)
		for bb := d.reach(role, from) & near[n-1]; bb != 0; bb &= bb - 1 {
			step := chess.Between(from, bb.First()) | bb&-bb
			if n == 1 {
				step |= chess.Between(bb.First(), to)
			}
			if men := step & d.home &^ d.inWay; men.Count() < cost {
				best, cost, way = bb.First(), men.Count(), men
			}
		}
		if best == chess.NoSquare {
			return
		}
		d.inWay |= way
		from = best
	}
	d.inWay |= chess.Between(from, to) & d.home
}
