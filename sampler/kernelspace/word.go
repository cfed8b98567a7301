package kernelspace

import (
	"math/bits"

	"chesscensus/chess"
)

// A word is the pawns of one file from row 1 upwards: bit i is set if pawn i is black, and the
// highest bit set marks the end. In a setup it has at most six letters; in the course of a game,
// promoted pawns included, up to 16.
type word uint32

const (
	emptyWord word = 1
	startWord word = 1<<2 | 1<<1 // a white pawn below a black one
	wordLimit      = 1 << 7      // words of setups are below
)

// Colors are indices here.
const (
	white = int(chess.White)
	black = int(chess.Black)
)

func (w word) len() int        { return bits.Len32(uint32(w)) - 1 }
func (w word) color(i int) int { return int(w >> i & 1) }
func (w word) blacks() int     { return bits.OnesCount32(uint32(w)) - 1 }

// count returns the number of pawns of a color.
func (w word) count(c int) int {
	if c == black {
		return w.blacks()
	}
	return w.len() - w.blacks()
}

// without returns the word without letter i, with the word with a letter inserted at i, and
// turned the word with letter i of the color.
func (w word) without(i int) word       { return w>>(i+1)<<i | w&(1<<i-1) }
func (w word) with(i, color int) word   { return (w>>i<<1|word(color))<<i | w&(1<<i-1) }
func (w word) turned(i, color int) word { return w&^(1<<i) | word(color)<<i }

// flipped returns the word as seen from the other side: reversed, with colors exchanged.
func (w word) flipped() word {
	n := w.len()
	body := bits.Reverse32(uint32(w^1<<n)<<(31-n)<<1) ^ (1<<n - 1)
	return word(body) | 1<<n
}

// A quarter is the words of four files, seven bits each, the outermost lowest: a to d, or h to e.
type quarter uint32

const (
	wordBits    = 7
	quarterBits = 4 * wordBits
)

func (q quarter) at(x int) word { return word(q >> (wordBits * x) & (wordLimit - 1)) }

// put returns the words with that of file x, which must have been 0.
func (q quarter) put(x int, w word) quarter { return q | quarter(w)<<(wordBits*x) }

// flipped returns the words as seen from the other side.
func (q quarter) flipped() (f quarter) {
	for x := range 4 {
		f = f.put(x, q.at(x).flipped())
	}
	return f
}

// Words are those of the eight files: the quarter of a to d above that of h to e, so that a
// mirror exchanges the two.
type words uint64

func join(left, right quarter) words { return words(left)<<quarterBits | words(right) }

func (ws words) left() quarter  { return quarter(ws >> quarterBits) }
func (ws words) right() quarter { return quarter(ws & (1<<quarterBits - 1)) }

// at returns the word of file x, 0 to 7.
func (ws words) at(x int) word {
	if x < 4 {
		return ws.left().at(x)
	}
	return ws.right().at(7 - x)
}

// wordsOf reads the pawns of a board, of which none may stand on row 1 or 8.
func wordsOf(pawns [2]chess.Bitboard) words {
	both := uint64(pawns[white] | pawns[black])
	var half [2]quarter
	for x := range 8 {
		w, n := word(0), 0
		for bb := both & (0x0101010101010101 << x); bb != 0; bb &= bb - 1 {
			w |= word(uint64(pawns[black])>>bits.TrailingZeros64(bb)&1) << n
			n++
		}
		half[x/4] = half[x/4].put(min(x, 7-x), w|1<<n)
	}
	return join(half[0], half[1])
}

// A view is a way to look at a board that changes nothing for the condition.
type view uint8

const (
	asIs     view = 0
	mirrored view = 1 // left and right exchanged
	flipped  view = 2 // from the other side, with colors exchanged
	views         = 4 // and both
)

// seen returns the words in a view. A view of a view is the words themselves.
func (ws words) seen(v view) words {
	left, right := ws.left(), ws.right()
	if v&flipped != 0 {
		left, right = left.flipped(), right.flipped()
	}
	if v&mirrored != 0 {
		left, right = right, left
	}
	return join(left, right)
}

// counts returns the number of pawns by color.
func (ws words) counts() (n [2]int) {
	for x := range 8 {
		w := ws.at(x)
		b := w.blacks()
		n[black] += b
		n[white] += w.len() - b
	}
	return n
}

// canonical returns the least of the words in all views in which White has no fewer pawns, the
// number of all different views, and the first of them in which the words are the canonical ones.
func (ws words) canonical() (least words, orbit int, first view) {
	n := ws.counts()
	least = ^words(0)
	var all [views]words
	for v := range view(views) {
		all[v] = ws.seen(v)
		seen := n
		if v&flipped != 0 {
			seen[white], seen[black] = n[black], n[white]
		}
		if seen[white] >= seen[black] && all[v] < least {
			least, first = all[v], v
		}
	}
	orbit = 1
	if all[mirrored] != ws && all[flipped] != ws && all[mirrored|flipped] != ws {
		return least, 4, first
	}
	if all[mirrored] != ws || all[flipped] != ws {
		orbit = 2
	}
	return least, orbit, first
}

// another returns the first view in which words of an orbit of two look different.
func (ws words) another() view {
	if ws.seen(mirrored) != ws {
		return mirrored
	}
	return flipped
}

// Lengths say how many words have each length, four bits a length: what the number of ways to
// choose rows depends on.
type lengths uint32

func (ws words) lengths() (p lengths) {
	for x := range 8 {
		p += 1 << (4 * ws.at(x).len())
	}
	return p
}

// String returns a letter P or p for each pawn, files apart by a slash.
func (ws words) String() string {
	var s []byte
	for x := range 8 {
		if x > 0 {
			s = append(s, '/')
		}
		w := ws.at(x)
		for i := range w.len() {
			s = append(s, "Pp"[w.color(i)])
		}
	}
	return string(s)
}
