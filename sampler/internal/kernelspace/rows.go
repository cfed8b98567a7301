package kernelspace

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/sampler/internal/arith"
)

// A set of rows of a file is a byte, with row 1 as its lowest bit. Pawns stand on rows 2 to 7, where
// every file has three dark squares.
var (
	// rowSets[file&1][length][dark] lists the sets of length rows of a file with so many dark squares.
	rowSets [2][7][4][]uint8
	// rowNumber[file&1][set] is the index of a set of rows in its list.
	rowNumber [2][256]uint8
)

// darkRows[file&1] is the set of rows on which a file has dark squares.
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

// A rowPolynomial is the generating function of choices of rows by dark squares: coefficient k is the
// number of choices with k pawns on dark squares.
type rowPolynomial [MaxPawns + 1]uint64

// times returns the product with the polynomial of one file that has length pawns. Of these, j stand
// on the three dark squares in C(3,j) C(3,length-j) ways.
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
func (l lengths) polynomial() rowPolynomial {
	ways := rowPolynomial{1}
	for length := 1; length <= 6; length++ {
		for range l >> (4 * length) & 15 {
			ways = ways.times(length)
		}
	}
	return ways
}

// A rowSums value holds for each file the polynomial of this file and all files to its right, and at
// last that of no file.
type rowSums [9]rowPolynomial

// set computes the polynomials of a pattern.
func (r *rowSums) set(p pattern) {
	r[8] = rowPolynomial{1}
	for file := 7; file >= 0; file-- {
		if n := p.column(file).len(); n > 0 {
			r[file] = r[file+1].times(n)
		} else {
			r[file] = r[file+1]
		}
	}
}

// placePawns returns the squares of the pawns by color, given the index of the choice of rows among
// those with dark pawns on dark squares. Choices are in order of the a-file's number of dark squares,
// then of its rows, then of the same for the b-file, and so on.
func placePawns(p pattern, dark int, number uint64) (pawns [2]chess.Bitboard) {
	var sums rowSums
	sums.set(p)
	for file := range 8 {
		col := p.column(file)
		length := col.len()
		if length == 0 {
			continue
		}
		onDark := max(0, length-3)
		for {
			ways := uint64(len(rowSets[file&1][length][onDark])) * sums[file+1][dark-onDark]
			if number < ways {
				break
			}
			number -= ways
			onDark++
		}
		dark -= onDark
		rest := sums[file+1][dark]
		rows := rowSets[file&1][length][onDark][number/rest]
		number %= rest
		for i := 0; rows != 0; i, rows = i+1, rows&(rows-1) {
			pawns[col.color(i)] |= 1 << (8*bits.TrailingZeros8(rows) + file)
		}
	}
	return pawns
}

// numberRows is the inverse of placePawns. It returns the number of pawns on dark squares and the index
// of the choice of rows.
func numberRows(p pattern, pawns chess.Bitboard) (dark int, number uint64) {
	var sums rowSums
	sums.set(p)
	dark = (pawns & chess.DarkSquares).Count()
	left := dark
	for file := range 8 {
		n := p.column(file).len()
		if n == 0 {
			continue
		}
		rows := fileRows(pawns, file)
		here := bits.OnesCount8(rows & darkRows[file&1])
		for j := max(0, n-3); j < here; j++ {
			if left >= j {
				number += uint64(len(rowSets[file&1][n][j])) * sums[file+1][left-j]
			}
		}
		left -= here
		number += uint64(rowNumber[file&1][rows]) * sums[file+1][left]
	}
	return dark, number
}

// fileRows returns the rows of a set of squares on a file: the product gathers bits 0, 8, ..., 56 in the highest byte.
func fileRows(set chess.Bitboard, file int) uint8 {
	return uint8(uint64(set) >> file & 0x0101010101010101 * 0x0102040810204080 >> 56)
}
