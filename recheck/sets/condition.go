package sets

import "encoding/binary"

// A cell is what the condition asks of an army of each color: K, S and n. S is counted up to the captures of the enemy, as no more
// pawns can be lost; n is at most bishopCap.
type cell struct {
	captures [2]int    // K
	spare    [2]int    // S
	needs    [2][2]int // n, by color and color of square
}

// accepts is the condition for one chain.
func (e *cell) accepts(c cost) bool {
	for color := range 2 {
		k := c.captures(color)
		for square := range 2 {
			k += max(0, e.needs[color][square]-c.extra(color, square))
		}
		if k > e.captures[color] || c.lost(color) > e.spare[color] {
			return false
		}
	}
	return true
}

// A condition has all cells with so many captures by both colors at most.
type condition struct {
	cells  []cell
	number map[cell]int
}

func newCondition(captures int) *condition {
	d := &condition{number: map[cell]int{}}
	var e cell
	for e.captures[0] = 0; e.captures[0] <= captures; e.captures[0]++ {
		for e.captures[1] = 0; e.captures[0]+e.captures[1] <= captures; e.captures[1]++ {
			for e.spare[0] = 0; e.spare[0] <= e.captures[1]; e.spare[0]++ {
				for e.spare[1] = 0; e.spare[1] <= e.captures[0]; e.spare[1]++ {
					for n := range 81 {
						e.needs = [2][2]int{{n / 27, n / 9 % 3}, {n / 3 % 3, n % 3}}
						d.number[e] = len(d.cells)
						d.cells = append(d.cells, e)
					}
				}
			}
		}
	}
	return d
}

// A cells is a set of cells: bit i of the words is for number i.
type cells []uint64

// none returns the empty set.
func (d *condition) none() cells { return make(cells, (len(d.cells)+63)/64) }

// of returns the cells that accept a cost.
func (d *condition) of(c cost) cells {
	set := d.none()
	for i := range d.cells {
		if d.cells[i].accepts(c) {
			set[i/64] |= 1 << (i % 64)
		}
	}
	return set
}

// key returns the set as a string, to be compared.
func (s cells) key() string {
	var b []byte
	for _, x := range s {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return string(b)
}
