package kernelspace

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/sampler/internal/arith"
)

// The pawns of a file stand on rows 2 to 7, of which three squares are dark; a set of rows is a byte with
// row 1 lowest.
var (
	// rowSets[x&1][length][dark] lists the sets of rows of a file x for a column, by the number of dark squares.
	rowSets [2][7][4][]uint8
	// rowNumber[x&1] is the number of a set in its list.
	rowNumber [2][256]uint8
)

// darkRows are the rows on which the squares of a file x are dark, by x&1.
var darkRows = [2]uint8{0x55, 0xaa}

func init() {
	for parity, dark := range darkRows {
		for set := 0; set < 0x80; set += 2 {
			list := &rowSets[parity][bits.OnesCount8(uint8(set))][bits.OnesCount8(uint8(set)&dark)]
			rowNumber[parity][set] = uint8(len(*list))
			*list = append(*list, uint8(set))
		}
	}
}

// A rowPolynomial holds the number of ways to choose rows by the number of dark squares.
type rowPolynomial [MaxPawns + 1]uint64

// times returns the product with the polynomial of a file with a column of so many pawns.
func (p *rowPolynomial) times(length int) (q rowPolynomial) {
	for j := max(0, length-3); j <= min(length, 3); j++ {
		n := arith.Binomials[j][3] * arith.Binomials[length-j][3]
		for k := 0; k+j < len(q); k++ {
			q[k+j] += n * p[k]
		}
	}
	return q
}

// polynomial returns the number of ways to choose rows for patterns with these lengths.
func (p lengths) polynomial() rowPolynomial {
	ways := rowPolynomial{1}
	for l := 1; l <= 6; l++ {
		for range p >> (4 * l) & 15 {
			ways = ways.times(l)
		}
	}
	return ways
}

// RowSums hold, for each file, the polynomial of this file and those to its right.
type rowSums [9]rowPolynomial

func (r *rowSums) set(ws pattern) {
	r[8] = rowPolynomial{1}
	for x := 7; x >= 0; x-- {
		if n := ws.at(x).len(); n > 0 {
			r[x] = r[x+1].times(n)
		} else {
			r[x] = r[x+1]
		}
	}
}

// placePawns returns the squares of the pawns of each color for choice number number of rows with so
// many dark squares.
func placePawns(ws pattern, dark int, number uint64) (pawns [2]chess.Bitboard) {
	var sums rowSums
	sums.set(ws)
	for x := range 8 {
		w := ws.at(x)
		n := w.len()
		if n == 0 {
			continue
		}
		j := max(0, n-3)
		for {
			ways := uint64(len(rowSets[x&1][n][j])) * sums[x+1][dark-j]
			if number < ways {
				break
			}
			number -= ways
			j++
		}
		dark -= j
		rest := sums[x+1][dark]
		rows := rowSets[x&1][n][j][number/rest]
		number %= rest
		for i := 0; rows != 0; i, rows = i+1, rows&(rows-1) {
			pawns[w.color(i)] |= 1 << (8*bits.TrailingZeros8(rows) + x)
		}
	}
	return pawns
}

// numberRows is the inverse of placePawns, for the squares of all pawns.
func numberRows(ws pattern, pawns chess.Bitboard) (dark int, number uint64) {
	var sums rowSums
	sums.set(ws)
	dark = (pawns & chess.DarkSquares).Count()
	left := dark
	for x := range 8 {
		n := ws.at(x).len()
		if n == 0 {
			continue
		}
		rows := fileRows(pawns, x)
		here := bits.OnesCount8(rows & darkRows[x&1])
		for j := max(0, n-3); j < here; j++ {
			if left >= j {
				number += uint64(len(rowSets[x&1][n][j])) * sums[x+1][left-j]
			}
		}
		left -= here
		number += uint64(rowNumber[x&1][rows]) * sums[x+1][left]
	}
	return dark, number
}

// fileRows returns the rows of a set of squares on a file.
func fileRows(set chess.Bitboard, x int) uint8 {
	return uint8(uint64(set) >> x & 0x0101010101010101 * 0x0102040810204080 >> 56)
}
