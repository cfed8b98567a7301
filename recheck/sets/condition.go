package sets

import "encoding/binary"

// A cell holds the limits that the condition takes from a pair of armies: K, S and n. S is counted up to the captures of the enemy, as no
// more pawns can be lost. n is at most bishopCap.
type cell struct {
	captures [2]int    // K
	spare    [2]int    // S
	needs    [2][2]int // n, by color and color of square
}

// accepts reports whether a chain with a cost fulfills the condition.
func (ce *cell) accepts(c cost) bool {
	for color := range 2 {
		k := c.captures(color)
		for square := range 2 {
			k += max(0, ce.needs[color][square]-c.extra(color, square))
		}
		if k > ce.captures[color] || c.lost(color) > ce.spare[color] {
			return false
		}
	}
	return true
}

// A condition lists and numbers all cells with up to so many captures by both colors together.
type condition struct {
	cells  []cell
	number map[cell]int
}

// newCondition lists the cells with up to so many captures. The 81 values of the innermost loop are n, four digits of base 3.
func newCondition(captures int) *condition {
	cd := &condition{number: map[cell]int{}}
	var ce cell
	for ce.captures[0] = 0; ce.captures[0] <= captures; ce.captures[0]++ {
		for ce.captures[1] = 0; ce.captures[0]+ce.captures[1] <= captures; ce.captures[1]++ {
			for ce.spare[0] = 0; ce.spare[0] <= ce.captures[1]; ce.spare[0]++ {
				for ce.spare[1] = 0; ce.spare[1] <= ce.captures[0]; ce.spare[1]++ {
					for n := range 81 {
						ce.needs = [2][2]int{{n / 27, n / 9 % 3}, {n / 3 % 3, n % 3}}
						cd.number[ce] = len(cd.cells)
						cd.cells = append(cd.cells, ce)
					}
				}
			}
		}
	}
	return cd
}

// A cellSet is a set of cells: bit i of the words is for number i.
type cellSet []uint64

// emptySet returns the empty set.
func (cd *condition) emptySet() cellSet { return make(cellSet, (len(cd.cells)+63)/64) }

// accepting returns the cells that accept a cost.
func (cd *condition) accepting(c cost) cellSet {
	set := cd.emptySet()
	for i := range cd.cells {
		if cd.cells[i].accepts(c) {
			set[i/64] |= 1 << (i % 64)
		}
	}
	return set
}

// key returns the set as a string, which can be a key of maps.
func (s cellSet) key() string {
	var b []byte
	for _, x := range s {
		b = binary.LittleEndian.AppendUint64(b, x)
	}
	return string(b)
}
