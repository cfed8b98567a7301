package sets

// White and Black number the colors.
const (
	white = 0
	black = 1
)

// most is the largest number of captures that the packed words of this package have room for.
const most = 6

// A crossings is what crosses a boundary between two files, in order: two bits each, bit 0 the color and bit 1 set if it goes to
// the left, below a leading 1. So the empty sequence is 1, and sequences of up to six are below 2^13.
type crossings uint16

const nothing = crossings(1)

// with returns the sequence with one more crossing at its end.
func (x crossings) with(color, left int) crossings { return x<<2 | crossings(color|left<<1) }

// counts returns how many of each color cross to the right ([color][0]) and to the left ([color][1]).
func (x crossings) counts() (n [2][2]int) {
	for ; x > 1; x >>= 2 {
		n[x&1][x>>1&1]++
	}
	return n
}

// A history is what has come of one file after some events: what crossed its boundaries, how many of its pawns of each color were lost to officers
// (fell), and its slots. The two initial slots hold a color plus 1, or 0 if they are empty; of all others only how many hold each color matters.
type history struct {
	left, right  crossings
	fell         [2]uint8
	lower, upper uint8
	others       [2]uint8
}

// pawns counts those of a color.
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
			h.each(func(next history) {
				if !seen[next] {
					seen[next] = true
					list = append(list, next)
				}
			})
		}
	}
	return list
}

// each calls f for everything that one event makes of a history.
func (h history) each(f func(history)) {
	for color := range 2 {
		h.remove(color, func(gone history) {
			fallen, left, right := gone, gone, gone
			fallen.fell[color]++
			f(fallen)
			left.left = h.left.with(color, 1)
			f(left)
			right.right = h.right.with(color, 0)
			f(right)
		})
		h.enter(color, func(come history) {
			left, right := come, come
			left.left = h.left.with(color, 0)
			f(left)
			right.right = h.right.with(color, 1)
			f(right)
		})
	}
}

// remove calls f for every way to empty a slot of a color.
func (h history) remove(color int, f func(history)) {
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

// enter calls f for every way in which a pawn of a color comes in: in a new slot, or in that of an enemy pawn.
func (h history) enter(color int, f func(history)) {
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

// A kind is all that a history asks of a column of the setup: how many pawns of each color it has, whether a white one stands somewhere
// below a black one, and whether a black one stands somewhere below a white one.
type kind struct {
	pawns    [2]int
	up, down bool
}

// longest is the number of rows where pawns stand.
const longest = 6

// kindOf returns the kind of a column: colors from row 1 up.
func kindOf(column []int) (k kind) {
	for _, c := range column {
		k.up = k.up || c == black && k.pawns[white] > 0
		k.down = k.down || c == white && k.pawns[black] > 0
		k.pawns[c]++
	}
	return k
}

// kinds returns how many columns of up to so many pawns each kind has. There are 57 kinds of up to six pawns.
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

// extra returns how many pawns of each color promote if a file with this history ends with a column of a kind, and whether it
// can. It ends with black pawns, the column, white pawns: extra pawns take the ends. New slots can be anywhere, so only initial slots that both
// hold pawns, of different colors, restrict the order (step 2).
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
