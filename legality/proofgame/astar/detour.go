package astar

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/proofgame/internal/base"
)

// A detour estimates the moves that the bound does not see: those of men that stand where
// they belong, but in the way of others. Each has to go away and come back, two moves.
//
// The bound pairs men with places of the goal; for every man that has to move, a shortest
// way is followed that avoids such men where it can, step by step. Those met all the same
// are counted once. It is an estimate in both directions, and used for the order only.
type detour struct {
	pairs []bound.Pair
	home  chess.Bitboard // men that stand where the goal shows them
	walls chess.Bitboard // blocked squares
	met   chess.Bitboard
}

// moves returns how many moves of each side the detours on the way from q to the goal
// take. It must follow the call of g.Bound(q), with a finite result.
func (d *detour) moves(g *bound.Goal, goal, q *chess.Position, walls chess.Bitboard) (white, black int) {
	a, b := q.Board(), goal.Board()
	d.home, d.walls, d.met = 0, walls, 0
	for r := chess.Pawn; r <= chess.King; r++ {
		d.home |= a.Of(r) & b.Of(r)
	}
	d.home &= a.Colored(chess.White)&b.Colored(chess.White) | a.Colored(chess.Black)&b.Colored(chess.Black)
	for c := chess.White; c <= chess.Black; c++ {
		d.pairs = g.AppendPairs(d.pairs[:0], c)
		for _, p := range d.pairs {
			if p.To != chess.NoSquare && p.From != p.To {
				d.follow(c, a.RoleAt(p.From), b.RoleAt(p.To), p.From, p.To)
			}
		}
		if from, to := a.King(c), b.King(c); from != to {
			d.officer(chess.King, from, to)
		}
	}
	return 2 * (d.met & a.Colored(chess.White)).Count(), 2 * (d.met & a.Colored(chess.Black)).Count()
}

// plies returns the number of plies with the given moves of both sides, see [bound.Goal.Bound].
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

// follow notes the men on the way of a man of role r that becomes one of role t on another
// square.
func (d *detour) follow(c chess.Color, r, t chess.Role, from, to chess.Square) {
	switch {
	case r != chess.Pawn:
		d.officer(r, from, to)
	case t == chess.Pawn:
		if from.File() == to.File() {
			d.met |= chess.Between(from, to) & d.home
		}
	default:
		end := chess.NewSquare(from.File(), 7)
		if c == chess.Black {
			end = chess.NewSquare(from.File(), 0)
		}
		d.met |= (chess.Between(from, end) | end.BB()) & d.home &^ to.BB()
		if end != to {
			d.officer(t, end, to)
		}
	}
}

// attacks returns where an officer or king can go past the walls.
func (d *detour) attacks(r chess.Role, sq chess.Square) chess.Bitboard {
	return base.Reach(r, sq, d.walls) &^ d.walls
}

// officer notes the men on the way of an officer or king.
func (d *detour) officer(r chess.Role, from, to chess.Square) {
	// near[k] are the squares from which the target is k+1 moves away.
	var near [16]chess.Bitboard
	seen, n := to.BB(), 0
	for last := to.BB(); ; n++ {
		if n == len(near) || last == 0 {
			return
		}
		for bb := last; bb != 0; bb &= bb - 1 {
			near[n] |= d.attacks(r, bb.First())
		}
		if near[n].Has(from) {
			break
		}
		near[n] &^= seen
		seen |= near[n]
		last = near[n]
	}
	for ; n > 0; n-- {
		best, cost, way := chess.NoSquare, 64, chess.Bitboard(0)
		for bb := d.attacks(r, from) & near[n-1]; bb != 0; bb &= bb - 1 {
			step := chess.Between(from, bb.First()) | bb&-bb
			if n == 1 {
				step |= chess.Between(bb.First(), to)
			}
			if m := step & d.home &^ d.met; m.Count() < cost {
				best, cost, way = bb.First(), m.Count(), m
			}
		}
		if best == chess.NoSquare {
			return
		}
		d.met |= way
		from = best
	}
	d.met |= chess.Between(from, to) & d.home
}
