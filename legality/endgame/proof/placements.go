package proof

import (
	"math/bits"

	"chesscensus/chess"
)

// A placementTable records for all placements of a material of up to 4 men whether they are initially legal:
// no two men share a square, bishops are on their color, the kings are not adjacent, and the side to move attacks no
// king. Its code shares nothing with package endgame, and with the formula only the function steps. A placement has the
// number (index) sum of square(i) * 64^i over its men i.
type placementTable struct {
	material *Material
	legal    [2][]bool    // by side to move and number
	reach    [][64]uint64 // the squares that each man reaches on the empty board, by man and square
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

// newPlacementTable returns the table of a material of n men: 64^n bytes for each side to move, a second or two
// of time for 4 men.
func newPlacementTable(m *Material) *placementTable {
	n := len(m.Men)
	t := &placementTable{material: m, reach: make([][64]uint64, n)}
	for i, man := range m.Men {
		vectors, slides := steps(man.Role())
		for sq := range 64 {
			t.reach[i][sq] = reachable(vectors, slides, sq)
		}
	}
	for turn := range t.legal {
		t.legal[turn] = make([]bool, 1<<(6*n))
	}
	t.setLegal(0, 0, 0)
	return t
}

// reachable returns the squares that a man with these vectors reaches from sq on the empty board.
func reachable(vectors []vector, slides bool, sq int) (set uint64) {
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

// setLegal sets legal for all placements with the earlier men as in index, on the occupied squares.
func (t *placementTable) setLegal(man, index int, occupied uint64) {
	if man == len(t.material.Men) {
		for turn := range chess.Color(2) {
			t.legal[turn][index] = t.kingsApart(index) && !t.givesCheck(index, occupied, turn)
		}
		return
	}
	for sq := range 64 {
		if occupied>>sq&1 == 0 && (t.material.Shade[man] < 0 || shade(chess.Square(sq)) == t.material.Shade[man]) {
			t.setLegal(man+1, index|sq<<(6*man), occupied|1<<sq)
		}
	}
}

// squareOf returns the square of a man in the placement with the index.
func squareOf(index, man int) int { return index >> (6 * man) & 63 }

// index returns the index of a placement: the sum of square(i) * 64^i.
func (t *placementTable) index(p placement) (index int) {
	for i := range t.material.Men {
		index |= int(p.At[i]) << (6 * i)
	}
	return index
}

// placement returns the placement with the index.
func (t *placementTable) placement(index int, turn chess.Color) placement {
	p := placement{Turn: turn}
	for i := range t.material.Men {
		p.At[i] = chess.Square(squareOf(index, i))
	}
	return p
}

// measure returns the measure of the placement with the index.
func (t *placementTable) measure(s scale, index int) (sum int) {
	for i := range s {
		sum += s[i][squareOf(index, i)]
	}
	return sum
}

// occupied returns the squares of the men of the placement with the index.
func (t *placementTable) occupied(index int) (set uint64) {
	for i := range t.material.Men {
		set |= 1 << squareOf(index, i)
	}
	return set
}

// kingsApart reports whether the kings are not on adjacent squares.
func (t *placementTable) kingsApart(index int) bool {
	white, black := t.material.king(chess.White), t.material.king(chess.Black)
	return t.reach[white][squareOf(index, white)]>>squareOf(index, black)&1 == 0
}

// givesCheck reports whether a man of color by attacks the other king.
func (t *placementTable) givesCheck(index int, occupied uint64, by chess.Color) bool {
	king := squareOf(index, t.material.king(by.Other()))
	for i, man := range t.material.Men {
		from := squareOf(index, i)
		if man.Color() == by && t.reach[i][from]>>king&1 == 1 && between[from][king]&occupied == 0 {
			return true
		}
	}
	return false
}

// eachPredecessor calls f with the index of each initially legal predecessor of a position until f returns false. In the
// position turn is to move, and in its predecessors the other side. With anyPredecessor f is also called with
// predecessors that are not initially legal.
func (t *placementTable) eachPredecessor(index int, turn chess.Color, anyPredecessor bool, f func(index int) bool) {
	occupied := t.occupied(index)
	legal := t.legal[turn.Other()]
	for i, man := range t.material.Men {
		if man.Color() == turn {
			continue
		}
		from := squareOf(index, i)
		others := index &^ (63 << (6 * i))
		for set := t.reach[i][from] &^ occupied; set != 0; set &= set - 1 {
			to := bits.TrailingZeros64(set)
			q := others | to<<(6*i)
			if between[from][to]&occupied != 0 || !anyPredecessor && !legal[q] {
				continue
			}
			if !f(q) {
				return
			}
		}
	}
}
