package planner

import (
	"math/bits"

	"chesscensus/chess"
)

// A way leads a man to a square.
type way struct {
	first chess.Square   // where the first move ends; NoSquare: there is no way
	path  chess.Bitboard // squares passed and entered, the origin left out
	cost  int
}

// freeWay returns a shortest way of a man of the side to move to one of the targets that
// is free as the board stands: it stops on the given squares only, and on a target.
// Its first move is legal.
func (w *world) freeWay(from chess.Square, r chess.Role, targets, stops chess.Bitboard) (way, bool) {
	var level [24]chess.Bitboard
	targets &^= w.occ
	stops = (stops | targets) &^ w.occ
	next := w.legal[from] & stops
	if r == chess.King {
		next &= chess.KingAttacks(from)
	}
	seen, depth := next, 0
	for ; next&targets == 0; depth++ {
		if next == 0 || depth+1 == len(level) {
			return way{first: chess.NoSquare}, false
		}
		level[depth] = next
		next = w.moved(r, next) & stops &^ seen
		seen |= next
	}
	sq := (next & targets).First()
	v := way{first: sq, path: sq.BB(), cost: depth + 1}
	occ := w.occ &^ from.BB()
	for depth--; depth >= 0; depth-- {
		prev := (level[depth] & w.reach(r, sq, occ)).First()
		v.path |= chess.Between(prev, sq) | prev.BB()
		v.first, sq = prev, prev
	}
	v.path |= chess.Between(from, v.first)
	return v, true
}

// moved returns the squares that men of a role on the given squares attack.
func (w *world) moved(r chess.Role, set chess.Bitboard) (to chess.Bitboard) {
	if r == chess.Knight || r == chess.King {
		return chess.Steps(r, set)
	}
	for ; set != 0; set &= set - 1 {
		to |= w.reach(r, set.First(), w.occ)
	}
	return to
}

func (w *world) reach(r chess.Role, sq chess.Square, occ chess.Bitboard) chess.Bitboard {
	switch r {
	case chess.Bishop:
		return chess.BishopAttacks(sq, occ)
	case chess.Rook:
		return chess.RookAttacks(sq, occ)
	case chess.Queen:
		return chess.QueenAttacks(sq, occ)
	case chess.Knight:
		return chess.KnightAttacks(sq)
	}
	return chess.KingAttacks(sq)
}

// Costs of a way: each move counts stepCost, each man on it what it costs to make him
// move, and each stop what may be against it.
const (
	stepCost   = 10
	checkCost  = 40 // a stop that would give check
	dangerCost = 20 // for kings, a square that is attacked
	wall       = 255
	longest    = 120 // of a single move
)

// obstacles holds the cost of passing each square.
type obstacles [64]uint8

// A ring is the queue of Dijkstra's method: squares by distance modulo its length.
type ring [128]chess.Bitboard

// directions in the order of rows and files, then of diagonals, then of knights.
var (
	deltas = [16][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1},
		{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	room [64][16]uint8 // steps in each direction until the edge
)

func init() {
	for sq := range room {
		for d, delta := range deltas {
			f, y := sq&7+delta[0], sq>>3+delta[1]
			for uint(f) < 8 && uint(y) < 8 {
				room[sq][d]++
				f, y = f+delta[0], y+delta[1]
			}
		}
	}
}

// directions returns the range of deltas of a role and whether it slides.
func directions(r chess.Role) (lo, hi int, slides bool) {
	switch r {
	case chess.Knight:
		return 8, 16, false
	case chess.Bishop:
		return 4, 8, true
	case chess.Rook:
		return 0, 4, true
	case chess.Queen:
		return 0, 8, true
	}
	return 0, 8, false
}

// costWay returns the cheapest way of a man to a square, through other men. A stop in
// shy costs checkCost more, one in hot dangerCost.
func costWay(from chess.Square, r chess.Role, to chess.Square, obst *obstacles, shy, hot chess.Bitboard) way {
	var (
		dist   [64]uint16
		parent [64]uint8
		queue  ring
	)
	if from == to {
		return way{first: chess.NoSquare}
	}
	for i := range dist {
		dist[i] = 1 << 15
	}
	lo, hi, slides := directions(r)
	dist[from] = 0
	queue[0] = from.BB()
	for now, empty := 0, 0; empty < len(queue); now++ {
		set := queue[now&127]
		if set == 0 {
			empty++
			continue
		}
		empty = 0
		queue[now&127] = 0
		for ; set != 0; set &= set - 1 {
			sq := int(bits.TrailingZeros64(uint64(set))) & 63
			if int(dist[sq]) != now {
				continue
			}
			if sq == int(to) {
				return trace(from, to, &parent, now)
			}
			for d := lo; d < hi; d++ {
				n := int(room[sq][d])
				if !slides && n > 1 {
					n = 1
				}
				step := deltas[d][0] + 8*deltas[d][1]
				cost, at := stepCost, sq
				for ; n > 0; n-- {
					at += step
					o := int(obst[at&63])
					if o == wall && at != int(to) {
						break
					}
					if at != int(to) {
						cost += o
					} else if o != wall {
						cost += o
					}
					if cost > longest {
						break
					}
					c := now + cost
					bb := chess.Square(at).BB()
					if shy&bb != 0 {
						c += checkCost
					}
					if hot&bb != 0 {
						c += dangerCost
					}
					c = min(c, now+len(queue)-1)
					if c < int(dist[at&63]) {
						dist[at&63], parent[at&63] = uint16(c), uint8(sq)
						queue[c&127] |= bb
					}
				}
			}
		}
	}
	return way{first: chess.NoSquare}
}

func trace(from, to chess.Square, parent *[64]uint8, cost int) way {
	v := way{first: to, path: to.BB(), cost: cost}
	for {
		prev := chess.Square(parent[v.first])
		v.path |= chess.Between(prev, v.first)
		if prev == from {
			return v
		}
		v.path |= prev.BB()
		v.first = prev
	}
}
