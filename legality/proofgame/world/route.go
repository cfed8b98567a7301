package world

import (
	"math/bits"

	"chesscensus/chess"
)

// Costs of a way: each move counts stepCost, each man on it what it costs to make him
// move, and each stop what may be against it.
const (
	stepCost   = 10
	checkCost  = 40  // a stop that would give check
	dangerCost = 20  // for kings, a square that is attacked
	Wall       = 255 // of a square that cannot be passed
	longest    = 120 // of a single move, at most
)

// Obstacles holds the cost of passing each square, or [Wall].
type Obstacles [64]uint8

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

// CostWay returns the cheapest way of a man to a square, through other men, by Dijkstra's
// method. A stop in shy costs 40 more, one in hot 20, and every move 10. The square itself may
// be a wall. First is NoSquare if there is no way, or if from is to.
func CostWay(from chess.Square, r chess.Role, to chess.Square, obst *Obstacles, shy, hot chess.Bitboard) Way {
	var (
		dist   [64]uint16
		parent [64]uint8
		queue  ring
	)
	if from == to {
		return Way{First: chess.NoSquare}
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
					if o == Wall && at != int(to) {
						break
					}
					if o != Wall {
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
	return Way{First: chess.NoSquare}
}

func trace(from, to chess.Square, parent *[64]uint8, cost int) Way {
	v := Way{First: to, Path: to.BB(), Cost: cost}
	for {
		prev := chess.Square(parent[v.First])
		v.Path |= chess.Between(prev, v.First)
		if prev == from {
			return v
		}
		v.Path |= prev.BB()
		v.First = prev
	}
}
