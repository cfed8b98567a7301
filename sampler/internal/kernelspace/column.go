package kernelspace

import (
	"math/bits"
	"strings"

	"chesscensus/chess"
)

// A column is the pawns of one file from row 1 upwards: bit i is set if pawn i is black, and the highest bit set
// marks the end. In a setup it has at most six pawns; in the course of a game, promoted pawns included, up to 16.
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

// len returns the number of pawns.
func (c column) len() int { return bits.Len32(uint32(c)) - 1 }

// color returns the color of pawn i.
func (c column) color(i int) int { return int(c >> i & 1) }

// blacks returns the number of black pawns.
func (c column) blacks() int { return bits.OnesCount32(uint32(c)) - 1 }

// count returns the number of pawns of a color.
func (c column) count(color int) int {
	if color == black {
		return c.blacks()
	}
	return c.len() - c.blacks()
}

// without returns the column without pawn i.
func (c column) without(i int) column { return c>>(i+1)<<i | c&(1<<i-1) }

// with returns the column with a pawn inserted below pawn i, which is then pawn i+1.
func (c column) with(i, color int) column { return (c>>i<<1|column(color))<<i | c&(1<<i-1) }

// recolored returns the column with pawn i in the given color.
func (c column) recolored(i, color int) column { return c&^(1<<i) | column(color)<<i }

// String returns a letter P or p for each pawn, from row 1 upwards.
func (c column) String() string {
	var s []byte
	for i := range c.len() {
		s = append(s, "Pp"[c.color(i)])
	}
	return string(s)
}

// flipped returns the column as seen from the other side: reversed, with colors exchanged.
func (c column) flipped() column {
	n := c.len()
	body := bits.Reverse32(uint32(c^1<<n)<<(31-n)<<1) ^ (1<<n - 1)
	return column(body) | 1<<n
}

// A halfPattern is the columns of four files, seven bits each. The lowest bits are the outermost file:
// a to d upwards in the left half, h to e in the right one.
type halfPattern uint32

const (
	columnBits = 7
	halfBits   = 4 * columnBits
)

// column returns the column of a file, counted from the edge: 0 to 3.
func (h halfPattern) column(file int) column {
	return column(h >> (columnBits * file) & (columnLimit - 1))
}

// withColumn returns the half pattern with a column on the file, where it must have none.
func (h halfPattern) withColumn(file int, w column) halfPattern {
	return h | halfPattern(w)<<(columnBits*file)
}

// flipped returns the half pattern with each column flipped.
func (h halfPattern) flipped() (f halfPattern) {
	for file := range 4 {
		f = f.withColumn(file, h.column(file).flipped())
	}
	return f
}

// A pattern is the columns of the eight files: the half of a to d above that of h to e, so that a
// mirror exchanges the two.
type pattern uint64

// newPattern joins two halves.
func newPattern(left, right halfPattern) pattern { return pattern(left)<<halfBits | pattern(right) }

func (p pattern) left() halfPattern  { return halfPattern(p >> halfBits) }
func (p pattern) right() halfPattern { return halfPattern(p & (1<<halfBits - 1)) }

// column returns the column of a file, 0 to 7.
func (p pattern) column(file int) column {
	if file < 4 {
		return p.left().column(file)
	}
	return p.right().column(7 - file)
}

// patternOf returns the pattern of pawns, of which none may stand on row 1 or 8.
func patternOf(pawns [2]chess.Bitboard) pattern {
	both := pawns[white] | pawns[black]
	var half [2]halfPattern
	for file := range 8 {
		col, n := column(0), 0
		for bb := both & chess.FileBB(file); bb != 0; bb &= bb - 1 {
			col |= column(pawns[black]>>bb.First()&1) << n
			n++
		}
		half[file/4] = half[file/4].withColumn(min(file, 7-file), col|1<<n)
	}
	return newPattern(half[0], half[1])
}

// A symmetry is a map of boards under which the condition is invariant. Each is its own inverse.
type symmetry uint8

const (
	identity   symmetry = 0
	mirrored   symmetry = 1 // left and right exchanged
	flipped    symmetry = 2 // from the other side, with colors exchanged
	symmetries          = 4 // and both
)

// image returns the pattern under a symmetry.
func (p pattern) image(s symmetry) pattern {
	left, right := p.left(), p.right()
	if s&flipped != 0 {
		left, right = left.flipped(), right.flipped()
	}
	if s&mirrored != 0 {
		left, right = right, left
	}
	return newPattern(left, right)
}

// counts returns the number of pawns by color.
func (p pattern) counts() (n [2]int) {
	for file := range 8 {
		col := p.column(file)
		b := col.blacks()
		n[black] += b
		n[white] += col.len() - b
	}
	return n
}

// canonical returns the canonical image, which is the least of those in which White has no fewer pawns
// than Black. It also returns the number of different images under all symmetries, and the first
// symmetry that maps the pattern to the canonical one.
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

// A lengths value holds, in bits 4n to 4n+3, the number of columns of length n. The number of ways to
// choose rows depends on nothing else.
type lengths uint32

// lengths returns how many columns have each length.
func (p pattern) lengths() (n lengths) {
	for file := range 8 {
		n += 1 << (4 * p.column(file).len())
	}
	return n
}

// String returns the columns with a slash between files: "Pp/Pp/P//p/Pp/Pp/Pp".
func (p pattern) String() string {
	var files [8]string
	for file := range files {
		files[file] = p.column(file).String()
	}
	return strings.Join(files[:], "/")
}
