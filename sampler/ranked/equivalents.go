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

// A listCounts value holds in [k][f] the number of lists of k pairs from the files f to 7, at most one a file. Lists without a pair on
// file f come before those with one, which are ordered by this pair.
type listCounts [9][9]int

// countLists returns the numbers of lists of up to p pairs, given the numbers of pairs by file.
func countLists(p int, count *[8]int) (counts listCounts) {
	for f := range 9 {
		counts[0][f] = 1
	}
	for f := 7; f >= 0; f-- {
		for k := 1; k <= p; k++ {
			counts[k][f] = counts[k][f+1] + count[f]*counts[k-1][f+1]
		}
	}
	return counts
}

// index returns the index of a pair list among all lists of p pairs.
func (c *columns) index(counts *listCounts, list *pairList, p int) (i int) {
	for f := 0; p > 0; f++ {
		if list[f] == (pair{}) {
			continue
		}
		j := 0
		for c.pairs[f][j] != list[f] {
			j++
		}
		i += counts[p][f+1] + j*counts[p-1][f+1]
		p--
	}
	return i
}

// list returns the pair list with index i. It is the inverse of index.
func (c *columns) list(counts *listCounts, i, p int) (list pairList) {
	for f := 0; p > 0; f++ {
		if i < counts[p][f+1] {
			continue
		}
		i -= counts[p][f+1]
		list[f] = c.pairs[f][i/counts[p-1][f+1]]
		i %= counts[p-1][f+1]
		p--
	}
	return list
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

// capturers returns the n squares of the enemy pawns beside the victim of an en passant capture, lower file first: white ones if
// side is 0 (White to move), else black ones.
func capturers(victim, side int, white, black uint64) (sq [2]int, n int) {
	enemies := white
	if side == 1 {
		enemies = black
	}
	if victim&7 > 0 && enemies>>(victim-1)&1 != 0 {
		sq[n] = victim - 1
		n++
	}
	if victim&7 < 7 && enemies>>(victim+1)&1 != 0 {
		sq[n] = victim + 1
		n++
	}
	return sq, n
}

// equivalents returns, of an element, its index among those of the same setup, their number as the reference prints it, and their true
// number, the multiplicity. The reference counts pair lists that it lacks, so that with en passant its number may be too large.
func (s *Space) equivalents(e *element) (index, number, multiplicity int) {
	number = 1
	if e.required == 0 && e.victim < 0 {
		return 0, 1, 1
	}
	capturerCount, capturerIndex := 1, 0
	var beside [2]int
	if e.victim >= 0 {
		beside, capturerCount = capturers(e.victim, e.side, e.white, e.black)
		if beside[0] != e.capturer {
			capturerIndex = 1
		}
	}
	if e.required == 0 {
		return capturerIndex, capturerCount, capturerCount
	}
	columns := newColumns(e.white, e.black)
	counts := countLists(e.required, &columns.count)
	number = capturerCount * counts[e.required][0]
	index = capturerIndex*counts[e.required][0] + columns.index(&counts, &e.list, e.required)
	if s.version == repaired || e.victim < 0 {
		return index, number, number
	}
	for _, sq := range beside[:capturerCount] {
		restricted := columns
		restricted.restrict(e.victim&7, e.victim>>3)
		restricted.restrict(sq&7, sq>>3)
		counts := countLists(e.required, &restricted.count)
		multiplicity += counts[e.required][0]
	}
	return index, number, multiplicity
}
