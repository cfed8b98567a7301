package ranked

import "math/bits"

// Squares here are in reading order, a8 = 0, b8 = 1, ..., h1 = 63, and sets of
// squares are uint64 with bit a8 lowest; rows run from 0 at the top to 7.

// A columns value lists the opposing pairs of a pawn structure by file, each file from the top down.
type columns struct {
	count [8]int
	pairs [8][3]pair
}

const fileA uint64 = 0x0101010101010101

// newColumns returns the opposing pairs of a pawn structure.
func newColumns(white, black uint64) (c columns) {
	pawns := white | black
	for bb := black; bb != 0; bb &= bb - 1 {
		sq := bits.TrailingZeros64(bb)
		f := sq & 7
		below := pawns & (fileA << (sq & 63) << 8) // same file, rows further down
		if next := below & -below; next&white != 0 {
			w := bits.TrailingZeros64(next)
			c.pairs[f][c.count[f]] = pair{int8(sq >> 3), int8(w >> 3)}
			c.count[f]++
		}
	}
	return c
}

// A listCounts value holds in [k][f] the number G(k,f) of lists of k pairs from the files f to 7, at most one a file.
type listCounts [9][9]int

// countLists returns the numbers of lists of up to p pairs, given the numbers of pairs by file.
func countLists(p int, count *[8]int) (g listCounts) {
	for f := range 9 {
		g[0][f] = 1
	}
	for f := 7; f >= 0; f-- {
		for k := 1; k <= p; k++ {
			g[k][f] = g[k][f+1] + count[f]*g[k-1][f+1]
		}
	}
	return g
}

// index returns the index of a pair list among all lists of p pairs, lambda of the definition.
func (c *columns) index(g *listCounts, l *pairList, p int) (i int) {
	for f := 0; p > 0; f++ {
		if l[f] == (pair{}) {
			continue
		}
		j := 0
		for c.pairs[f][j] != l[f] {
			j++
		}
		i += g[p][f+1] + j*g[p-1][f+1]
		p--
	}
	return i
}

// list returns the pair list with index i. It is the inverse of index.
func (c *columns) list(g *listCounts, i, p int) (l pairList) {
	for f := 0; p > 0; f++ {
		if i < g[p][f+1] {
			continue
		}
		i -= g[p][f+1]
		l[f] = c.pairs[f][i/g[p-1][f+1]]
		i %= g[p-1][f+1]
		p--
	}
	return l
}

// restrict removes the pairs on a file that do not contain a pawn on the given
// row, as the reference set does for the files of the en passant pawns.
func (c *columns) restrict(file, row int) {
	n := 0
	for _, p := range c.pairs[file][:c.count[file]] {
		if int(p.black) == row || int(p.white) == row {
			c.pairs[file][n] = p
			n++
		}
	}
	c.count[file] = n
}

// capturers returns the n squares of the enemy pawns beside the pawn z, lower file first:
// white ones if side is 0 (White to move), else black ones.
func capturers(z, side int, white, black uint64) (sq [2]int, n int) {
	enemies := white
	if side == 1 {
		enemies = black
	}
	if z&7 > 0 && enemies>>(z-1)&1 != 0 {
		sq[n] = z - 1
		n++
	}
	if z&7 < 7 && enemies>>(z+1)&1 != 0 {
		sq[n] = z + 1
		n++
	}
	return sq, n
}

// equivalents returns index, number and true multiplicity of a member of the set (n0, n1 and n1* of the definition).
func (s *Space) equivalents(e *element) (index, number, multiplicity int) {
	number = 1
	if e.p == 0 && e.z < 0 {
		return 0, 1, 1
	}
	capturerCount, alpha := 1, 0
	var caps [2]int
	if e.z >= 0 {
		caps, capturerCount = capturers(e.z, e.side, e.white, e.black)
		if caps[0] != e.capturer {
			alpha = 1
		}
	}
	if e.p == 0 {
		return alpha, capturerCount, capturerCount
	}
	columns := newColumns(e.white, e.black)
	counts := countLists(e.p, &columns.count)
	number = capturerCount * counts[e.p][0]
	index = alpha*counts[e.p][0] + columns.index(&counts, &e.list, e.p)
	if s.version == repaired || e.z < 0 {
		return index, number, number
	}
	for _, sq := range caps[:capturerCount] {
		restricted := columns
		restricted.restrict(e.z&7, e.z>>3)
		restricted.restrict(sq&7, sq>>3)
		counts := countLists(e.p, &restricted.count)
		multiplicity += counts[e.p][0]
	}
	return index, number, multiplicity
}
