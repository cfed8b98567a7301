package base

import (
	"encoding/binary"

	"chesscensus/chess"
)

// Costs of a way: stepCost for each move, the obstacles on it, and the costs of its stops.
const (
	stepCost   = 10
	checkCost  = 40      // a stop that gives check
	dangerCost = 20      // a stop that is attacked, for kings
	Wall       = 255     // obstacle that cannot be passed
	longest    = 120     // largest cost of a single move
	unreached  = 1 << 15 // larger than any distance
)

// An Obstacles holds the cost of passing each square, or [Wall].
type Obstacles [64]uint8

// occupied returns the squares that cost something. It looks at eight squares at a time.
func (o *Obstacles) occupied() (set chess.Bitboard) {
	const low = 0x7f7f7f7f7f7f7f7f
	for row := range 8 {
		x := binary.LittleEndian.Uint64(o[8*row:])
		high := (x&low + low | x) &^ low // the highest bit of every byte that is not 0
		// The product collects the bits of the eight bytes in the highest byte.
		set |= chess.Bitboard(high>>7*0x0102040810204080>>56) << (8 * row)
	}
	return set
}

// A ring is the queue of Dijkstra's algorithm: squares by distance modulo its length.
type ring [128]chess.Bitboard

// deltas are the directions of rows, files and diagonals, as steps in files and rows.
var deltas = [8][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {1, -1}, {-1, 1}, {-1, -1}}

var (
	toEdge  [64][8]uint8  // by square and direction, steps to the edge of the board
	heading [64][64]uint8 // direction from one square to another, for squares on one line
)

func init() {
	for sq := range toEdge {
		for d, delta := range deltas {
			file, row := sq&7+delta[0], sq>>3+delta[1]
			for uint(file) < 8 && uint(row) < 8 {
				toEdge[sq][d]++
				heading[sq][8*row+file] = uint8(d)
				file, row = file+delta[0], row+delta[1]
			}
		}
	}
}

// A search is a search for a cheapest way.
type search struct {
	obstacles     *Obstacles
	checkStops    chess.Bitboard
	attackedStops chess.Bitboard
	target        chess.Square
	distance      int            // of the square that is being expanded
	seen          chess.Bitboard // squares without cost that a free move from this distance or less reaches
	dist          [64]uint16
	parent        [64]uint8
	queue         ring
}

// unreachedDist holds the distances at the start.
var unreachedDist = func() (dist [64]uint16) {
	for i := range dist {
		dist[i] = unreached
	}
	return dist
}()

// CostWay returns the cheapest way of a man to a square, through other men, by Dijkstra's algorithm. A move costs 10, a stop in
// checkStops 40 more, one in attackedStops 20 more. The target itself may be a wall. First is NoSquare if there is no way, or if from
// is to.
//
// A square without cost is entered from the nearest square from which a free move reaches it, so that later squares need not try.
func CostWay(from chess.Square, role chess.Role, to chess.Square, obstacles *Obstacles, checkStops, attackedStops chess.Bitboard) Way {
	if from == to {
		return Way{First: chess.NoSquare}
	}
	s := search{obstacles: obstacles, checkStops: checkStops, attackedStops: attackedStops, target: to, dist: unreachedDist}
	occupied := obstacles.occupied()
	slides := role != chess.Knight && role != chess.King
	s.dist[from] = 0
	s.queue[0] = from.BB()
	for empty := 0; empty < len(s.queue); s.distance++ {
		set := s.queue[s.distance&127]
		if set == 0 {
			empty++
			continue
		}
		if targetDistance := int(s.dist[to&63]); s.distance+stepCost >= targetDistance && targetDistance < unreached {
			return tracePath(from, to, &s.parent, targetDistance) // no further move can better it
		}
		empty = 0
		s.queue[s.distance&127] = 0
		for ; set != 0; set &= set - 1 {
			sq := set.First() & 63
			if int(s.dist[sq]) != s.distance {
				continue
			}
			reach := Reach(role, sq, occupied)
			free := reach &^ (occupied | s.seen)
			s.seen |= free
			for ; free != 0; free &= free - 1 {
				s.relax(sq, free.First(), stepCost)
			}
			for blocked := reach & occupied; blocked != 0; blocked &= blocked - 1 {
				s.enterBeyond(sq, blocked.First(), slides)
			}
		}
	}
	return Way{First: chess.NoSquare}
}

// enterBeyond enters an occupied square from another one and, if the man slides, the squares behind it.
func (s *search) enterBeyond(from, sq chess.Square, slides bool) {
	direction := heading[from&63][sq&63]
	step := chess.Square(deltas[direction&7][0] + 8*deltas[direction&7][1])
	cost := stepCost
	for left := toEdge[sq&63][direction&7]; ; left-- {
		obstacle := int(s.obstacles[sq&63])
		if obstacle == Wall {
			if sq == s.target {
				s.relax(from, sq, cost)
			}
			return
		}
		if cost += obstacle; cost > longest || s.distance+cost >= int(s.dist[s.target&63]) {
			return
		}
		if obstacle != 0 || !s.seen.Has(sq) {
			s.relax(from, sq, cost)
		}
		if left == 0 || !slides {
			return
		}
		sq += step
	}
}

// relax records a move of the given cost, plus the cost of the stop, if it shortens the way to where it ends.
func (s *search) relax(from, to chess.Square, cost int) {
	to &= 63
	cost += int(s.checkStops>>to&1)*checkCost + int(s.attackedStops>>to&1)*dangerCost
	if distance := s.distance + min(cost, len(s.queue)-1); distance < int(s.dist[to]) {
		s.dist[to], s.parent[to] = uint16(distance), uint8(from)
		s.queue[distance&127] |= to.BB()
	}
}

// tracePath returns the way between two squares, given the parents of its stops.
func tracePath(from, to chess.Square, parent *[64]uint8, cost int) Way {
	way := Way{First: to, Path: to.BB(), Cost: cost}
	for {
		prev := chess.Square(parent[way.First])
		way.Path |= chess.Between(prev, way.First)
		if prev == from {
			return way
		}
		way.Path |= prev.BB()
		way.First = prev
	}
}
