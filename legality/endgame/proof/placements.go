package proof

import (
	"math/bits"

	"chesscensus/chess"
)

// unreached is above every measure that a position has.
const unreached = 255

// A placementTable says of all placements of a material of up to 4 men whether they are initially legal: each man is on a square of its own
// and a bishop on its color, the kings are not beside each other, and the side to move attacks no king. Its code shares nothing with
// package endgame, nor with the circuits. A placement is a number, the sum over its men i of square(i) * 64^i.
type placementTable struct {
	m     *Material
	legal [2][]bool    // by side to move and number
	reach [][64]uint64 // the squares that each man reaches on the empty board, by man and square
}

// between[a][b] is the set of squares strictly between a and b, empty if they are not on a line.
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

// newPlacementTable returns the table of a material of n men: 64^n bytes for each side to move, which take a second or two for
// 4 men. The function steps returns the vectors of a role, and whether it moves along them any number of times.
func newPlacementTable(m *Material, steps func(chess.Role) ([]vector, bool)) *placementTable {
	n := len(m.Men)
	b := &placementTable{m: m, reach: make([][64]uint64, n)}
	for i, man := range m.Men {
		vectors, slides := steps(man.Role())
		for sq := range 64 {
			b.reach[i][sq] = reach(vectors, slides, sq)
		}
	}
	for turn := range b.legal {
		b.legal[turn] = make([]bool, 1<<(6*n))
	}
	b.place(0, 0, 0)
	return b
}

// reach returns the squares that a man with these vectors reaches from sq on the empty board.
func reach(vectors []vector, slides bool, sq int) (set uint64) {
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

// place sets legal for all placements in which the men before i stand as in index, on the squares of occupied.
func (b *placementTable) place(i, index int, occupied uint64) {
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

// at returns the square of a man in the placement with a number.
func at(index, man int) int { return index >> (6 * man) & 63 }

// index returns the number of a placement: the sum of square(i) * 64^i.
func (b *placementTable) index(p placement) (index int) {
	for i := range b.m.Men {
		index |= int(p.At[i]) << (6 * i)
	}
	return index
}

// measure returns the measure of the placement with a number, at most unreached-1.
func (b *placementTable) measure(s scale, index int) uint8 {
	sum := 0
	for i := range s {
		sum += s[i][at(index, i)]
	}
	return uint8(min(sum, unreached-1))
}

// apart reports whether the kings are not beside each other.
func (b *placementTable) apart(index int) bool {
	white, black := b.m.king(chess.White), b.m.king(chess.Black)
	return b.reach[white][at(index, white)]>>at(index, black)&1 == 0
}

// check reports whether a man of color by attacks the other king.
func (b *placementTable) check(index int, occupied uint64, by chess.Color) bool {
	king := at(index, b.m.king(by.Other()))
	for i, man := range b.m.Men {
		from := at(index, i)
		if man.Color() == by && b.reach[i][from]>>king&1 == 1 && between[from][king]&occupied == 0 {
			return true
		}
	}
	return false
}

// before calls f with the number of each predecessor of a position, turn to move in it, until f returns false. The other side, whose
// move leads to the position, is to move in the predecessor. With anyPredecessor f is called with those too that are not initially legal.
func (b *placementTable) before(index int, turn chess.Color, anyPredecessor bool, f func(index int) bool) {
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
			q := rest | to<<(6*i)
			if between[from][to]&occupied != 0 || !anyPredecessor && !legal[q] {
				continue
			}
			if !f(q) {
				return
			}
		}
	}
}
