package sets

// white and black are the numbers of the colors.
const (
	white = 0
	black = 1
)

// maxCaptures is the largest number of captures that the packed words of this package have room for.
const maxCaptures = 6

// A crossings is the sequence of pawns that cross a boundary between two files: two bits each below a leading 1. Bit 0 is the color, and
// bit 1 is set if the pawn goes to the left. So the empty sequence is 1, and sequences of up to six are below 2^13.
type crossings uint16

const nothing = crossings(1)

// with returns the sequence with one more crossing at its end.
func (cr crossings) with(color, left int) crossings { return cr<<2 | crossings(color|left<<1) }

// counts returns how many of each color cross to the right ([color][0]) and to the left ([color][1]).
func (cr crossings) counts() (n [2][2]int) {
	for ; cr > 1; cr >>= 2 {
		n[cr&1][cr>>1&1]++
	}
	return n
}

// A history is the state of one file after some events: the pawns that crossed its boundaries, the number of pawns of each color that it
// lost to officers, and its slots. The two initial slots hold a color plus 1, or 0 if they are empty. The other slots are counted by color.
type history struct {
	left, right    crossings
	lostToOfficers [2]uint8
	lower, upper   uint8
	others         [2]uint8
}

// pawns returns the number of pawns of a color in the file.
func (h *history) pawns(color int) int {
	n := int(h.others[color])
	if int(h.lower) == color+1 {
		n++
	}
	if int(h.upper) == color+1 {
		n++
	}
	return n
}

// histories returns all histories of a file with up to so many events, each once (step 1 of the method).
func histories(events int) []history {
	start := history{left: nothing, right: nothing, lower: white + 1, upper: black + 1}
	list, seen := []history{start}, map[history]bool{start: true}
	for first := 0; events > 0; events-- {
		end := len(list)
		for ; first < end; first++ {
			h := list[first]
			h.forEachNext(func(next history) {
				if !seen[next] {
					seen[next] = true
					list = append(list, next)
				}
			})
		}
	}
	return list
}

// forEachNext calls f for every history that follows from h by one event.
func (h history) forEachNext(f func(history)) {
	for color := range 2 {
		h.forEachRemoval(color, func(gone history) {
			fallen, left, right := gone, gone, gone
			fallen.lostToOfficers[color]++
			f(fallen)
			left.left = h.left.with(color, 1)
			f(left)
			right.right = h.right.with(color, 0)
			f(right)
		})
		h.forEachEntry(color, func(come history) {
			left, right := come, come
			left.left = h.left.with(color, 0)
			f(left)
			right.right = h.right.with(color, 1)
			f(right)
		})
	}
}

// forEachRemoval calls f for every way in which a pawn of a color leaves its slot.
func (h history) forEachRemoval(color int, f func(history)) {
	mark := uint8(color + 1)
	if h.lower == mark {
		g := h
		g.lower = 0
		f(g)
	}
	if h.upper == mark {
		g := h
		g.upper = 0
		f(g)
	}
	if h.others[color] > 0 {
		h.others[color]--
		f(h)
	}
}

// forEachEntry calls f for every way in which a pawn of a color comes in: in a new slot, or in that of an enemy pawn.
func (h history) forEachEntry(color int, f func(history)) {
	mark, enemy := uint8(color+1), uint8(2-color)
	g := h
	g.others[color]++
	f(g)
	if h.lower == enemy {
		g = h
		g.lower = mark
		f(g)
	}
	if h.upper == enemy {
		g = h
		g.upper = mark
		f(g)
	}
	if h.others[1-color] > 0 {
		g = h
		g.others[1-color]--
		g.others[color]++
		f(g)
	}
}

// A kind holds what decides whether a history can end with a column: the number of pawns of each color, whether a white one stands
// somewhere below a black one (up), and whether a black one stands somewhere below a white one (down).
type kind struct {
	pawns    [2]int
	up, down bool
}

// maxColumn is the number of rows where pawns stand.
const maxColumn = 6

// kindOf returns the kind of a column, which lists colors from row 1 up.
func kindOf(column []int) (k kind) {
	for _, c := range column {
		k.up = k.up || c == black && k.pawns[white] > 0
		k.down = k.down || c == white && k.pawns[black] > 0
		k.pawns[c]++
	}
	return k
}

// kinds returns the number of columns of each kind, for columns of up to so many pawns. There are 57 kinds of up to six pawns.
func kinds(most int) map[kind]int {
	n := map[kind]int{}
	for length := range most + 1 {
		for bits := range 1 << length {
			column := make([]int, length)
			for i := range column {
				column[i] = bits >> i & 1
			}
			n[kindOf(column)]++
		}
	}
	return n
}

// extra returns how many pawns of each color promote if a file with this history ends with a column of a kind, and whether it can end so.
// From below the file then has the extra black pawns, the column, and the extra white pawns. New slots can be anywhere. So the order is
// restricted only if both initial slots hold pawns, of different colors (step 2).
func (h *history) extra(k kind) (n [2]int, ok bool) {
	for c := range 2 {
		if n[c] = h.pawns(c) - k.pawns[c]; n[c] < 0 {
			return n, false
		}
	}
	switch {
	case h.lower == white+1 && h.upper == black+1:
		return n, k.up
	case h.lower == black+1 && h.upper == white+1:
		return n, k.down || n[black] > 0 || n[white] > 0
	}
	return n, true
}
