package base

import (
	"encoding/binary"

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
	unreached  = 1 << 15
)

// Obstacles holds the cost of passing each square, or [Wall].
type Obstacles [64]uint8

// squares returns those that cost something.
func (o *Obstacles) squares() (set chess.Bitboard) {
	const low = 0x7f7f7f7f7f7f7f7f
	for row := range 8 {
		x := binary.LittleEndian.Uint64(o[8*row:])
		high := (x&low + low | x) &^ low // the highest bit of every byte that is not 0
		set |= chess.Bitboard(high>>7*0x0102040810204080>>56) << (8 * row)
	}
	return set
}

// A ring is the queue of Dijkstra's method: squares by distance modulo its length.
type ring [128]chess.Bitboard

// toEdge counts the steps in each direction until the edge: rows, files and diagonals. heading gives the
// direction from one square to another, for squares on one line.
var (
	deltas  = [8][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	toEdge  [64][8]uint8
	heading [64][64]uint8
)

func init() {
	for sq := range toEdge {
		for d, delta := range deltas {
			f, y := sq&7+delta[0], sq>>3+delta[1]
			for uint(f) < 8 && uint(y) < 8 {
				toEdge[sq][d]++
				heading[sq][8*y+f] = uint8(d)
				f, y = f+delta[0], y+delta[1]
			}
		}
	}
}

// A search is one search for a cheapest way.
type search struct {
	obst   *Obstacles
	shy    chess.Bitboard
	hot    chess.Bitboard
	to     chess.Square
	now    int            // the distance of the square in hand
	seen   chess.Bitboard // squares that cost nothing and are reached in one free move, from this distance or less
	dist   [64]uint16
	parent [64]uint8
	queue  ring
}

// far are the distances at the start.
var far = func() (dist [64]uint16) {
	for i := range dist {
		dist[i] = unreached
	}
	return dist
}()

// CostWay returns the cheapest way of a man to a square, through other men, by Dijkstra's
// method. A stop in shy costs 40 more, one in hot 20, and every move 10. The square itself may
// be a wall. First is NoSquare if there is no way, or if from is to.
//
// A square that costs nothing to pass is entered from the nearest square from which a free move leads to it, so that
// later ones need not try.
func CostWay(from chess.Square, r chess.Role, to chess.Square, obst *Obstacles, shy, hot chess.Bitboard) Way {
	if from == to {
		return Way{First: chess.NoSquare}
	}
	s := search{obst: obst, shy: shy, hot: hot, to: to, dist: far}
	men := obst.squares()
	slides := r != chess.Knight && r != chess.King
	s.dist[from] = 0
	s.queue[0] = from.BB()
	for empty := 0; empty < len(s.queue); s.now++ {
		set := s.queue[s.now&127]
		if set == 0 {
			empty++
			continue
		}
		if last := int(s.dist[to&63]); s.now+stepCost >= last && last < unreached {
			return trace(from, to, &s.parent, last) // no further move can better it
		}
		empty = 0
		s.queue[s.now&127] = 0
		for ; set != 0; set &= set - 1 {
			sq := set.First() & 63
			if int(s.dist[sq]) != s.now {
				continue
			}
			reach := Reach(r, sq, men)
			free := reach &^ (men | s.seen)
			s.seen |= free
			for ; free != 0; free &= free - 1 {
				s.enter(sq, free.First(), stepCost)
			}
			for met := reach & men; met != 0; met &= met - 1 {
				s.pass(sq, met.First(), slides)
			}
		}
	}
	return Way{First: chess.NoSquare}
}

// pass enters a square that costs something and, if the man slides, those behind it.
func (s *search) pass(sq, at chess.Square, slides bool) {
	d := heading[sq&63][at&63]
	step := chess.Square(deltas[d&7][0] + 8*deltas[d&7][1])
	cost := stepCost
	for n := toEdge[at&63][d&7]; ; n-- {
		o := int(s.obst[at&63])
		if o == Wall {
			if at == s.to {
				s.enter(sq, at, cost)
			}
			return
		}
		if cost += o; cost > longest || s.now+cost >= int(s.dist[s.to&63]) {
			return
		}
		if o != 0 || !s.seen.Has(at) {
			s.enter(sq, at, cost)
		}
		if n == 0 || !slides {
			return
		}
		at += step
	}
}

// enter notes that a move from sq to at costs so much, besides what is against the stop.
func (s *search) enter(sq, at chess.Square, cost int) {
	at &= 63
	cost += int(s.shy>>at&1)*checkCost + int(s.hot>>at&1)*dangerCost
	if c := s.now + min(cost, len(s.queue)-1); c < int(s.dist[at]) {
		s.dist[at], s.parent[at] = uint16(c), uint8(sq)
		s.queue[c&127] |= at.BB()
	}
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
