package sets

import (
	"cmp"
	"math/bits"
	"slices"
)

// bishopCap is the largest number of promoted bishops of a side on squares of one color that the condition takes into account.
const bishopCap = 2

// A cost is the cost of the files so far. From bit 0 up it has the captures k and the lost pawns l of both colors, three bits each, and s,
// the extra pawns by color of pawn and of square, counted up to bishopCap, two bits each. k and l are at most six, so no part overflows.
type cost uint32

const (
	lostShift  = 6
	extraShift = 12
	costBits   = 20
)

// captures returns k of a color.
func (c cost) captures(color int) int { return int(c>>(3*color)) & 7 }

// used returns the number of captures of both colors.
func (c cost) used() int { return c.captures(white) + c.captures(black) }

// lost returns l of a color.
func (c cost) lost(color int) int { return int(c>>(lostShift+3*color)) & 7 }

// extra returns s of a color of pawn and of square, at most bishopCap.
func (c cost) extra(color, square int) int { return int(c>>(extraShift+4*color+2*square)) & 3 }

// plus returns the cost with that of one more file, d, and its extra pawns n. On file a (0) White promotes by a step on a light square, and
// Black on a dark one. On the next file it is the other way round.
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

// An item is one way to come to a boundary: the crossings in the high bits, the cost in the lowest costBits.
type item uint64

// itemOf returns an item, and crossings and cost return its parts.
func itemOf(x crossings, c cost) item { return item(x)<<costBits | item(c) }
func (i item) crossings() crossings   { return crossings(i >> costBits) }
func (i item) cost() cost             { return cost(i & (1<<costBits - 1)) }

// A step is a history of a file for given crossings on the left and a given kind of columns: the crossings on the right, the captures and
// lost pawns, and the extra pawns up to bishopCap. Its cost includes the captures that cross the right boundary. Those that cross the left
// boundary are in the cost of the file before.
type step struct {
	right crossings
	cost  cost
	extra [2]uint8
	used  int8 // captures in cost
}

// A chains holds all steps of the files, by kind of column, within a number of captures.
type chains struct {
	captures, pawns int
	kinds           []kind
	columnsOf       []int64       // columns of each kind
	steps           [8][][][]step // by file, kind and left crossings, cheapest first
	needed          [9][][]int8   // fewest captures by files left, largest number of pawns on them, and crossings; or unreachable
}

// newChains prepares chains for up to so many captures and patterns of up to so many pawns.
func newChains(captures, pawns int) *chains {
	c := &chains{captures: captures, pawns: pawns}
	for k, n := range kinds(min(maxColumn, pawns)) {
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
				return cmp.Or(cmp.Compare(a.used, b.used), cmp.Compare(a.right, b.right), cmp.Compare(a.cost, b.cost),
					slices.Compare(a.extra[:], b.extra[:]))
			})
			steps[i][x] = slices.Compact(list)
		}
	}
	c.findNeeded(steps)
	for file := range c.steps {
		c.steps[file] = c.usefulSteps(file, steps)
	}
	return c
}

// stepOf returns the step of a history with extra pawns n.
func stepOf(h *history, n [2]int) step {
	s := step{right: h.right}
	in, out := h.left.counts(), h.right.counts()
	for color := range 2 {
		k := int(h.lostToOfficers[1-color]) // an officer of the color took them
		k += out[color][0] + out[color][1]
		lost := 1 + in[color][0] - in[color][1] - out[color][0] + out[color][1] - h.pawns(color)
		s.cost |= cost(k)<<(3*color) | cost(lost)<<(lostShift+3*color)
		s.used += int8(k)
		s.extra[color] = uint8(min(bishopCap, n[color]))
	}
	return s
}

// unreachable stands for a goal that no number of captures reaches.
const unreachable = maxCaptures + 1

// findNeeded fills needed. With no files left no pawn may cross. Otherwise it takes the minimum over all steps of the captures of a step
// and those needed after it.
func (c *chains) findNeeded(all [][][]step) {
	for files := range c.needed {
		c.needed[files] = make([][]int8, c.pawns+1)
		for pawns := range c.needed[files] {
			row := slices.Repeat([]int8{unreachable}, len(all[0]))
			c.needed[files][pawns] = row
			if files == 0 {
				row[nothing] = 0
				continue
			}
			for k, steps := range all {
				rest := pawns - c.kinds[k].pawnCount()
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

// usefulSteps returns the steps of a file after which the other files can be completed within the captures. The crossings of the left
// boundary count as captures already made.
func (c *chains) usefulSteps(file int, all [][][]step) [][][]step {
	lists := make([][][]step, len(all))
	for k := range all {
		lists[k] = make([][]step, len(all[k]))
		needed := c.needed[7-file][c.pawns-c.kinds[k].pawnCount()]
		for left, list := range all[k] {
			made := int8(bits.Len(uint(left))-1) / 2
			for i := range list {
				if made+list[i].used+needed[list[i].right] <= int8(c.captures) {
					lists[k][left] = append(lists[k][left], list[i])
				}
			}
		}
	}
	return lists
}

// pawnCount returns the number of pawns of a column of a kind.
func (k kind) pawnCount() int { return k.pawns[white] + k.pawns[black] }

// advance appends to dst every item after a file with columns of kind k that follows from the given items, each once (step 3). It leaves
// out items from which the other files, with up to rest pawns, cannot be completed within so many captures.
func (c *chains) advance(dst, items []item, file, k, rest, captures int, seen *itemSet) []item {
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

// An itemSet is a hash set of items with open addressing. It is emptied in the time of its elements, not of its size.
type itemSet struct {
	slots []item
	used  []uint32
}

// clear empties the set.
func (s *itemSet) clear() {
	for _, i := range s.used {
		s.slots[i] = 0
	}
	s.used = s.used[:0]
}

// add adds an item and reports whether it is new. No item is 0, which marks a free slot. At most half of the slots are in use.
func (s *itemSet) add(x item) bool {
	if 2*len(s.used) >= len(s.slots) {
		old := s.slots
		s.slots, s.used = make([]item, max(1024, 2*len(old))), s.used[:0]
		for _, y := range old {
			if y != 0 {
				s.insert(y)
			}
		}
	}
	return s.insert(x)
}

// insert adds an item where a slot is free, and reports whether it is new. The factor is 2^64 divided by the golden ratio.
func (s *itemSet) insert(x item) bool {
	mask := uint32(len(s.slots) - 1)
	i := uint32(uint64(x)*0x9E3779B97F4A7C15>>40) & mask
	for ; s.slots[i] != 0; i = (i + 1) & mask {
		if s.slots[i] == x {
			return false
		}
	}
	s.slots[i], s.used = x, append(s.used, i)
	return true
}
