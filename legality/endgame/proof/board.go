package proof

import (
	"math/bits"

	"chesscensus/chess"
)

// unreached is above every measure that a position has.
const unreached = 255

// A board holds for all placements of a material of up to 4 men whether they are initially legal. It is made of tables of its own and
// shares nothing with package endgame, nor with the circuits. A placement has the squares of its men for a number, six bits each.
type board struct {
	m     *Material
	legal [2][]bool    // by side to move and number
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

// newBoard enumerates the placements of a material: 64 to the power of the number of men for each side to move, a byte
// each, which takes a second or two for 4 men.
func newBoard(m *Material, steps func(chess.Role) ([]vector, bool)) *board {
	n := len(m.Men)
	b := &board{m: m, reach: make([][64]uint64, n)}
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

// reach returns the squares that a man reaches on the empty board.
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

// place puts the men from i on on all squares, those before stand already.
func (b *board) place(i, index int, occupied uint64) {
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

func (b *board) index(p placement) (index int) {
	for i := range b.m.Men {
		index |= int(p.At[i]) << (6 * i)
	}
	return index
}

func (b *board) measure(s scale, index int) uint8 {
	sum := 0
	for i := range s {
		sum += s[i][at(index, i)]
	}
	return uint8(min(sum, unreached-1))
}

func (b *board) apart(index int) bool {
	white, black := b.m.king(chess.White), b.m.king(chess.Black)
	return b.reach[white][at(index, white)]>>at(index, black)&1 == 0
}

// check says that a man of the given color attacks the other king.
func (b *board) check(index int, occupied uint64, by chess.Color) bool {
	king := at(index, b.m.king(by.Other()))
	for i, man := range b.m.Men {
		from := at(index, i)
		if man.Color() == by && b.reach[i][from]>>king&1 == 1 && between[from][king]&occupied == 0 {
			return true
		}
	}
	return false
}

// before calls f with the number of every predecessor, the other side to move, until f says false: of those that are
// initially legal, or with lawless of all.
func (b *board) before(index int, turn chess.Color, lawless bool, f func(index int) bool) {
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
			if q := rest | to<<(6*i); (lawless || legal[q]) && between[from][to]&occupied == 0 && !f(q) {
				return
			}
		}
	}
}
