package sat

import (
	"context"
	"fmt"
	"math/bits"

	"chesscensus/chess"
)

// An Exhaustion is what came of deciding Closer for one side to move by trying all positions, without a formula.
type Exhaustion struct {
	Turn chess.Color
	// Asked is the number of placements that have Theorem.Depth predecessors in a row and a measure other than 0.
	Asked int
	// Closer of them have such a way back of Theorem.Plies plies, and Longer more one of Plies+Longer.
	Closer, Longer int
	// Counterexamples are up to ten of the others.
	Counterexamples []Placement
}

// Holds reports whether every position asked about has a way back that is closer.
func (e *Exhaustion) Holds() bool { return e.Closer+e.Longer == e.Asked }

// A Board holds for all placements of a material of up to 4 men whether they are initially legal and whether they have a
// number of predecessors in a row. It is made of tables of its own and shares nothing with package
// endgame, nor with the circuits.
type Board struct {
	m     *Material
	t     *Theorem
	legal [2][]bool    // by side to move and index
	good  [2][]bool    // with Depth predecessors in a row
	reach [][64]uint64 // of each man on the empty board
}

// between holds the squares strictly between two squares on a line.
var between = func() (b [64][64]uint64) {
	for from := range 64 {
		for _, v := range royal {
			line := uint64(0)
			for x, y := from&7+v.dx, from>>3+v.dy; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+v.dx, y+v.dy {
				b[from][8*y+x] = line
				line |= 1 << (8*y + x)
			}
		}
	}
	return b
}()

// NewBoard enumerates the placements for a theorem: 64 to the power of the number of men for each side to move, two bytes
// each, which takes a few seconds for 4 men. It is an error if there are more. The other error is that of the context.
func (t *Theorem) NewBoard(ctx context.Context) (*Board, error) {
	n := len(t.Material.Men)
	if n > 4 {
		return nil, fmt.Errorf("sat: %v has %d men, and trying all positions is for up to 4", t.Material, n)
	}
	b := &Board{m: t.Material, t: t, reach: make([][64]uint64, n)}
	for i, man := range t.Material.Men {
		for sq := range 64 {
			b.reach[i][sq] = reach(man.Role(), sq)
		}
	}
	for turn := range b.legal {
		b.legal[turn] = make([]bool, 1<<(6*n))
	}
	b.place(0, 0, 0)
	b.good = b.legal
	for range t.Depth {
		var next [2][]bool
		for turn := range next {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			next[turn] = b.withPredecessor(chess.Color(turn))
		}
		b.good = next
	}
	return b, nil
}

// reach returns the squares that a man reaches on the empty board.
func reach(r chess.Role, sq int) (set uint64) {
	vectors, slides := steps(r)
	for _, v := range vectors {
		for x, y := sq&7+v.dx, sq>>3+v.dy; x >= 0 && x < 8 && y >= 0 && y < 8; x, y = x+v.dx, y+v.dy {
			set |= 1 << (8*y + x)
			if !slides {
				break
			}
		}
	}
	return set
}

// place puts the men from i on on all squares, those before stand already.
func (b *Board) place(i, index int, occupied uint64) {
	if i == len(b.m.Men) {
		for turn := range chess.Color(2) {
			b.legal[turn][index] = b.apart(index) && !b.check(index, occupied, turn)
		}
		return
	}
	for sq := range 64 {
		if occupied>>sq&1 == 0 && (b.m.Shade[i] < 0 || shade(chess.Square(sq)) == b.m.Shade[i]) {
			b.place(i+1, index|sq<<(6*i), occupied|1<<sq)
		}
	}
}

func at(index, man int) int { return index >> (6 * man) & 63 }

func (b *Board) apart(index int) bool {
	white, black := b.m.king(chess.White), b.m.king(chess.Black)
	return b.reach[white][at(index, white)]>>at(index, black)&1 == 0
}

// check says that a man of the given color attacks the other king.
func (b *Board) check(index int, occupied uint64, by chess.Color) bool {
	king := at(index, b.m.king(by.Other()))
	for i, man := range b.m.Men {
		from := at(index, i)
		if man.Color() == by && b.reach[i][from]>>king&1 == 1 && between[from][king]&occupied == 0 {
			return true
		}
	}
	return false
}

// before calls f with the index of every initially legal predecessor, the other side to move, until f says false.
func (b *Board) before(index int, turn chess.Color, f func(index int) bool) {
	occupied := uint64(0)
	for i := range b.m.Men {
		occupied |= 1 << at(index, i)
	}
	legal := b.legal[turn.Other()]
	for i, man := range b.m.Men {
		if man.Color() == turn {
			continue
		}
		from := at(index, i)
		rest := index &^ (63 << (6 * i))
		for set := b.reach[i][from] &^ occupied; set != 0; set &= set - 1 {
			to := bits.TrailingZeros64(set)
			if q := rest | to<<(6*i); legal[q] && between[from][to]&occupied == 0 && !f(q) {
				return
			}
		}
	}
}

// withPredecessor returns which positions have a good one before them.
func (b *Board) withPredecessor(turn chess.Color) []bool {
	list := make([]bool, len(b.good[turn]))
	for index, ok := range b.good[turn] {
		if ok {
			b.before(index, turn, func(q int) bool {
				list[index] = b.good[turn.Other()][q]
				return !list[index]
			})
		}
	}
	return list
}

// Good reports whether a placement is initially legal and has Theorem.Depth predecessors in a row.
func (b *Board) Good(p Placement) bool {
	index := 0
	for i := range b.m.Men {
		index |= int(p.At[i]) << (6 * i)
	}
	return b.good[p.Turn][index]
}

// Deeper returns how many positions have Theorem.Depth predecessors in a row, but not one more. If there is none,
// no position is more than Depth times derivedly illegal.
func (b *Board) Deeper() (n int) {
	for turn := range b.good {
		again := b.withPredecessor(chess.Color(turn))
		for index, ok := range b.good[turn] {
			if ok && !again[index] {
				n++
			}
		}
	}
	return n
}

// unreached is a measure that no position has.
const unreached = 255

// Closer decides the assertion Closer for one side to move in P. For each number of plies up to Theorem.Plies it computes for all positions at
// once the least measure that so many unmoves lead to, from that for one ply less; what is left is tried out with Theorem.Longer plies more.
func (b *Board) Closer(ctx context.Context, turn chess.Color) (*Exhaustion, error) {
	scale := b.t.Measure.scale(b.m)
	start := turn
	if b.t.Plies%2 == 1 {
		start = turn.Other()
	}
	least := make([]uint8, len(b.legal[0]))
	for index := range least {
		least[index] = unreached
		if b.good[start][index] {
			least[index] = b.measure(scale, index)
		}
	}
	nearest := least
	for k := 1; k <= b.t.Plies; k++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		start = start.Other()
		nearest = b.back(start, nearest)
	}
	e := &Exhaustion{Turn: turn}
	for index, ok := range b.good[turn] {
		m := b.measure(scale, index)
		if !ok || m == 0 {
			continue
		}
		e.Asked++
		switch {
		case nearest[index] < m:
			e.Closer++
		case b.t.Longer > 0 && b.closer(index, turn, b.t.Longer, nearest, m):
			e.Longer++
		case len(e.Counterexamples) < 10:
			e.Counterexamples = append(e.Counterexamples, b.placement(index, turn))
		}
	}
	return e, nil
}

func (b *Board) measure(s scale, index int) uint8 {
	sum := 0
	for i := range s {
		sum += s[i][at(index, i)]
	}
	return uint8(min(sum, unreached-1))
}

// back returns for all initially legal positions the least value before them.
func (b *Board) back(turn chess.Color, least []uint8) []uint8 {
	list := make([]uint8, len(least))
	for index, ok := range b.legal[turn] {
		best := uint8(unreached)
		if ok {
			b.before(index, turn, func(q int) bool {
				best = min(best, least[q])
				return true
			})
		}
		list[index] = best
	}
	return list
}

// closer says that so many plies, an even number, lead to a position from which nearest is less than m.
func (b *Board) closer(index int, turn chess.Color, plies int, nearest []uint8, m uint8) bool {
	if plies == 0 {
		return nearest[index] < m
	}
	found := false
	b.before(index, turn, func(q int) bool {
		found = b.closer(q, turn.Other(), plies-1, nearest, m)
		return !found
	})
	return found
}

func (b *Board) placement(index int, turn chess.Color) Placement {
	p := Placement{Turn: turn}
	for i := range b.m.Men {
		p.At[i] = chess.Square(at(index, i))
	}
	return p
}
