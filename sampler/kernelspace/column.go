package kernelspace

import (
	"math/bits"

	"chesscensus/chess"
)

// A column is the pawns of one file from row 1 upwards: bit i is set if pawn i is black, and the
// highest bit set marks the end. In a setup it has at most six pawns; in the course of a game,
// promoted pawns included, up to 16.
type column uint32

const (
	emptyColumn column = 1
	startColumn column = 1<<2 | 1<<1 // a white pawn below a black one
	columnLimit        = 1 << 7      // columns of setups are below
)

// Colors are indices here.
const (
	white = int(chess.White)
	black = int(chess.Black)
)

func (w column) len() int        { return bits.Len32(uint32(w)) - 1 }
func (w column) color(i int) int { return int(w >> i & 1) }
func (w column) blacks() int     { return bits.OnesCount32(uint32(w)) - 1 }

// count returns the number of pawns of a color.
func (w column) count(c int) int {
	if c == black {
		return w.blacks()
	}
	return w.len() - w.blacks()
}

// without returns the column without pawn i, with the column with a pawn inserted as pawn i, and
// recolored the column with pawn i in another color.
func (w column) without(i int) column          { return w>>(i+1)<<i | w&(1<<i-1) }
func (w column) with(i, color int) column      { return (w>>i<<1|column(color))<<i | w&(1<<i-1) }
func (w column) recolored(i, color int) column { return w&^(1<<i) | column(color)<<i }

// flipped returns the column as seen from the other side: reversed, with colors exchanged.
func (w column) flipped() column {
	n := w.len()
	body := bits.Reverse32(uint32(w^1<<n)<<(31-n)<<1) ^ (1<<n - 1)
	return column(body) | 1<<n
}

// A halfPattern is the columns of four files, seven bits each, the outermost lowest: a to d, or h to
// e.
type halfPattern uint32

const (
	columnBits = 7
	halfBits   = 4 * columnBits
)

func (q halfPattern) at(x int) column { return column(q >> (columnBits * x) & (columnLimit - 1)) }

// put returns the half pattern with the column of file x, which must have been 0.
func (q halfPattern) put(x int, w column) halfPattern { return q | halfPattern(w)<<(columnBits*x) }

// flipped returns the half pattern with each column flipped.
func (q halfPattern) flipped() (f halfPattern) {
	for x := range 4 {
		f = f.put(x, q.at(x).flipped())
	}
	return f
}

// A pattern is the columns of the eight files: the half of a to d above that of h to e, so that a
// mirror exchanges the two.
type pattern uint64

func join(left, right halfPattern) pattern { return pattern(left)<<halfBits | pattern(right) }

func (p pattern) left() halfPattern  { return halfPattern(p >> halfBits) }
func (p pattern) right() halfPattern { return halfPattern(p & (1<<halfBits - 1)) }

// at returns the column of file x, 0 to 7.
func (p pattern) at(x int) column {
	if x < 4 {
		return p.left().at(x)
	}
	return p.right().at(7 - x)
}

// patternOf reads the pawns of a board, of which none may stand on row 1 or 8.
func patternOf(pawns [2]chess.Bitboard) pattern {
	both := uint64(pawns[white] | pawns[black])
	var half [2]halfPattern
	for x := range 8 {
		w, n := column(0), 0
		for bb := both & (0x0101010101010101 << x); bb != 0; bb &= bb - 1 {
			w |= column(uint64(pawns[black])>>bits.TrailingZeros64(bb)&1) << n
			n++
		}
		half[x/4] = half[x/4].put(min(x, 7-x), w|1<<n)
	}
	return join(half[0], half[1])
}

// A symmetry is a map of boards that changes nothing for the condition. Each is its own inverse.
type symmetry uint8

const (
	identity   symmetry = 0
	mirrored   symmetry = 1 // left and right exchanged
	flipped    symmetry = 2 // from the other side, with colors exchanged
	symmetries          = 4 // and both
)

// image returns the patterns under a symmetry. A symmetry of a symmetry is the patterns themselves.
func (p pattern) image(s symmetry) pattern {
	left, right := p.left(), p.right()
	if s&flipped != 0 {
		left, right = left.flipped(), right.flipped()
	}
	if s&mirrored != 0 {
		left, right = right, left
	}
	return join(left, right)
}

// counts returns the number of pawns by color.
func (p pattern) counts() (n [2]int) {
	for x := range 8 {
		w := p.at(x)
		b := w.blacks()
		n[black] += b
		n[white] += w.len() - b
	}
	return n
}

// canonical returns the least of the images in which White has no fewer pawns, the number of all
// different images, and the first symmetry that maps the pattern to the canonical one.
func (p pattern) canonical() (least pattern, images int, toCanonical symmetry) {
	counts := p.counts()
	least = ^pattern(0)
	var image [symmetries]pattern
	for s := range symmetry(symmetries) {
		image[s] = p.image(s)
		pawns := counts
		if s&flipped != 0 {
			pawns[white], pawns[black] = counts[black], counts[white]
		}
		if pawns[white] >= pawns[black] && image[s] < least {
			least, toCanonical = image[s], s
		}
	}
	images = 1
	if image[mirrored] != p && image[flipped] != p && image[mirrored|flipped] != p {
		return least, 4, toCanonical
	}
	if image[mirrored] != p || image[flipped] != p {
		images = 2
	}
	return least, images, toCanonical
}

// secondSymmetry returns the first symmetry that changes a pattern with two images.
func (p pattern) secondSymmetry() symmetry {
	if p.image(mirrored) != p {
		return mirrored
	}
	return flipped
}

// Lengths say how many columns have each length, four bits a length: what the number of ways to
// choose rows depends on.
type lengths uint32

func (ws pattern) lengths() (n lengths) {
	for x := range 8 {
		n += 1 << (4 * ws.at(x).len())
	}
	return n
}

// String returns a letter P or p for each pawn, files apart by a slash.
func (p pattern) String() string {
	var s []byte
	for x := range 8 {
		if x > 0 {
			s = append(s, '/')
		}
		w := p.at(x)
		for i := range w.len() {
			s = append(s, "Pp"[w.color(i)])
		}
	}
	return string(s)
}
