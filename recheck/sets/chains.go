package sets

import (
	"cmp"
	"math/bits"
	"slices"
)

// bishopCap is the most bishops of a side on one color of square that promotions are asked for.
const bishopCap = 2

// A cost is what the files so far have cost: captures k and lost pawns l of both colors, three bits each, and s, the extra pawns by
// color of pawn and of square, counted up to bishopCap, two bits each: no more are asked for. As k and l are at most six, none overflows.
type cost uint32

const (
	lostShift  = 6
	extraShift = 12
	costBits   = 20
)

// captures returns k of a color.
func (c cost) captures(color int) int { return int(c>>(3*color)) & 7 }

// used is the number of all captures.
func (c cost) used() int { return c.captures(white) + c.captures(black) }

// lost returns l of a color.
func (c cost) lost(color int) int { return int(c>>(lostShift+3*color)) & 7 }

// extra returns s of a color of pawn and of square, at most bishopCap.
func (c cost) extra(color, square int) int { return int(c>>(extraShift+4*color+2*square)) & 3 }

// plus adds the cost of the file with a number, whose extra pawns are n: on file a White promotes by a step on a light square, Black
// on a dark one; on the next file it is the other way round.
func (c cost) plus(file int, d cost, n [2]uint8) cost {
	c += d
	for color := range 2 {
		square := (file + color) & 1
		shift := extraShift + 4*color + 2*square
		e := int(c>>shift) & 3
		c += cost(min(bishopCap, e+int(n[color]))-e) << shift
	}
	return c
}

// An item is one way to have come to a boundary: what crosses it, above its cost.
type item uint64

func itemOf(x crossings, c cost) item { return item(x)<<costBits | item(c) }
func (i item) crossings() crossings   { return crossings(i >> costBits) }
func (i item) cost() cost             { return cost(i & (1<<costBits - 1)) }

// A step is a history of a file, seen from its left boundary and for a kind of columns: what crosses the other boundary, its captures and
// lost pawns, and its extra pawns up to bishopCap. Crossings of the right boundary are paid for here, those of the left one are paid for.
type step struct {
	right crossings
	cost  cost
	extra [2]uint8
	used  int8 // captures in cost
}

// A chains has all that files can do, by kind of column, within a number of captures.
type chains struct {
	captures, pawns int
	kinds           []kind
	columnsOf       []int64       // columns of each kind
	steps           [8][][][]step // by file, kind and left crossings, cheapest first
	needed          [9][][]int8   // by files left, pawns that they may have at most, crossings: fewest captures, never if none are enough
}

// newChains prepares chains for up to so many captures and patterns of up to so many pawns.
func newChains(captures, pawns int) *chains {
	c := &chains{captures: captures, pawns: pawns}
	for k, n := range kinds(min(longest, pawns)) {
		c.kinds, c.columnsOf = append(c.kinds, k), append(c.columnsOf, int64(n))
	}
	all := histories(captures)
	steps := make([][][]step, len(c.kinds))
	for i, k := range c.kinds {
		steps[i] = make([][]step, 1<<(2*captures+1))
		for j := range all {
			if n, ok := all[j].extra(k); ok {
				steps[i][all[j].left] = append(steps[i][all[j].left], stepOf(&all[j], n))
			}
		}
		for x, list := range steps[i] {
			slices.SortFunc(list, func(a, b step) int {
				return cmp.Or(cmp.Compare(a.used, b.used), cmp.Compare(a.right, b.right), cmp.Compare(a.cost, b.cost), slices.Compare(a.extra[:], b.extra[:]))
			})
			steps[i][x] = slices.Compact(list)
		}
	}
	c.findNeeded(steps)
	for file := range c.steps {
		c.steps[file] = c.useful(file, steps)
	}
	return c
}

// stepOf makes a step of a history with extra pawns n.
func stepOf(h *history, n [2]int) step {
	s := step{right: h.right}
	in, out := h.left.counts(), h.right.counts()
	for color := range 2 {
		k := int(h.fell[1-color]) // an officer of the color took them
		k += out[color][0] + out[color][1]
		lost := 1 + in[color][0] - in[color][1] - out[color][0] + out[color][1] - h.pawns(color)
		s.cost |= cost(k)<<(3*color) | cost(lost)<<(lostShift+3*color)
		s.used += int8(k)
		s.extra[color] = uint8(min(bishopCap, n[color]))
	}
	return s
}

// never is more captures than any that are made.
const never = most + 1

// findNeeded fills needed: with no files left nothing may cross; else the cheapest step and what is needed after it.
func (c *chains) findNeeded(all [][][]step) {
	for files := range c.needed {
		c.needed[files] = make([][]int8, c.pawns+1)
		for pawns := range c.needed[files] {
			row := slices.Repeat([]int8{never}, len(all[0]))
			c.needed[files][pawns] = row
			if files == 0 {
				row[nothing] = 0
				continue
			}
			for k, steps := range all {
				rest := pawns - c.kinds[k].length()
				if rest < 0 {
					continue
				}
				after := c.needed[files-1][rest]
				for left, list := range steps {
					for i := range list {
						row[left] = min(row[left], list[i].used+after[list[i].right])
					}
				}
			}
		}
	}
}

// useful leaves those of all steps that a file can have a use for: the crossings of its left boundary are paid for, and columns of few
// enough pawns can follow.
func (c *chains) useful(file int, all [][][]step) [][][]step {
	lists := make([][][]step, len(all))
	for k := range all {
		lists[k] = make([][]step, len(all[k]))
		needed := c.needed[7-file][c.pawns-c.kinds[k].length()]
		for left, list := range all[k] {
			paid := int8(bits.Len(uint(left))-1) / 2
			for i := range list {
				if paid+list[i].used+needed[list[i].right] <= int8(c.captures) {
					lists[k][left] = append(lists[k][left], list[i])
				}
			}
		}
	}
	return lists
}

// length is the number of pawns of a column of a kind.
func (k kind) length() int { return k.pawns[white] + k.pawns[black] }

// advance appends to dst every item that a file makes of the given ones with a column of a kind, each once (step 3). It leaves out
// those from which no columns of up to rest pawns on the other files can be reached within so many captures.
func (c *chains) advance(dst, items []item, file, k, rest, captures int, seen *marks) []item {
	needed := c.needed[7-file][rest]
	seen.clear()
	for _, it := range items {
		spent := it.cost()
		left := int8(captures - spent.used())
		list := c.steps[file][k][it.crossings()]
		for i := range list {
			s := &list[i]
			if s.used > left {
				break
			}
			if s.used+needed[s.right] > left {
				continue
			}
			next := itemOf(s.right, spent.plus(file, s.cost, s.extra))
			if seen.add(next) {
				dst = append(dst, next)
			}
		}
	}
	return dst
}

// A marks is a set of items that can be emptied at once.
type marks struct {
	slots []item
	used  []uint32
}

func (m *marks) clear() {
	for _, i := range m.used {
		m.slots[i] = 0
	}
	m.used = m.used[:0]
}

// add reports whether an item is new. No item is 0.
func (m *marks) add(x item) bool {
	if 2*len(m.used) >= len(m.slots) {
		old := m.slots
		m.slots, m.used = make([]item, max(1024, 2*len(old))), m.used[:0]
		for _, y := range old {
			if y != 0 {
				m.put(y)
			}
		}
	}
	return m.put(x)
}

func (m *marks) put(x item) bool {
	mask := uint32(len(m.slots) - 1)
	i := uint32(uint64(x)*0x9E3779B97F4A7C15>>40) & mask
	for ; m.slots[i] != 0; i = (i + 1) & mask {
		if m.slots[i] == x {
			return false
		}
	}
	m.slots[i], m.used = x, append(m.used, i)
	return true
}
