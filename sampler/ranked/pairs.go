package ranked

import "slices"

// arrangements[p][s][n] is A(p,s,n), the number of ways to choose p of n files and one opposing pair on each so
// that the gaps add up to s. A gap of d is possible in 5-d ways on a file.
//
//	A(p,s,n) = A(p,s,n-1) + sum over d of (5-d) A(p-1,s-d,n-1)
var arrangements [9][33][9]uint64

// newArrangements returns the table arrangements. On a file the six rows allow gaps of 0 to 4.
func newArrangements() (a [9][33][9]uint64) {
	for n := range 9 {
		a[0][0][n] = 1
	}
	for n := 1; n <= 8; n++ {
		for p := 1; p <= 8; p++ {
			for s := range 33 {
				a[p][s][n] = a[p][s][n-1]
				for d := 0; d <= min(4, s); d++ {
					a[p][s][n] += uint64(5-d) * a[p-1][s-d][n-1]
				}
			}
		}
	}
	return a
}

// ways returns A(p,s,n), 0 also for negative p or s.
func ways(p, s, n int) uint64 {
	if p < 0 || s < 0 {
		return 0
	}
	return arrangements[p][s][n]
}

// A pair is an opposing pair on one file: the rows of its black and its white pawn in the numbering of the
// definition (1 to 6 from the top down, so black < white). The zero value is no pair.
type pair struct{ black, white int8 }

// gap returns the number of squares between the two pawns.
func (p pair) gap() int { return int(p.white-p.black) - 1 }

// A pairList holds at most one pair a file.
type pairList [8]pair

// unrankPairs sets the pairs of the given files, in ascending order, to those of the
// arrangement of p pairs with total gap s that has the given index.
func (l *pairList) unrankPairs(files []int8, p, s int, index uint64) {
	for i, f := range files {
		if p == 0 {
			return
		}
		n := len(files) - 1 - i          // files after f
		without := arrangements[p][s][n] // arrangements without a pair on file f come first
		if index < without {
			continue
		}
		index -= without
	pairs:
		for black := int8(1); black <= 5; black++ {
			for white := black + 1; white <= 6; white++ {
				gap := int(white-black) - 1
				size := ways(p-1, s-gap, n)
				if index < size {
					l[f] = pair{black, white}
					p, s = p-1, s-gap
					break pairs
				}
				index -= size
			}
		}
	}
}

// rankPairs is the inverse of unrankPairs.
func (l *pairList) rankPairs(files []int8, p, s int) (index uint64) {
	for i, f := range files {
		if p == 0 {
			break
		}
		if l[f] == (pair{}) {
			continue
		}
		n := len(files) - 1 - i
		index += arrangements[p][s][n]
		chosen := l[f]
		for black := int8(1); black <= chosen.black; black++ {
			for white := black + 1; white <= 6; white++ {
				if (pair{black, white}) == chosen {
					break // and the loop over black ends, too
				}
				index += ways(p-1, s-int(white-black)+1, n)
			}
		}
		p, s = p-1, s-chosen.gap()
	}
	return index
}

// A passantOption holds the pairs on the files of the two en passant pawns.
type passantOption struct {
	white, black pair // on the file of the white, of the black en passant pawn
	pairs, gap   int  // number of pairs and their total gap
}

// passantOptions[v][side][gw][gb] lists the options for the en passant files in the order of their blocks, for
// version v: 0 the reference set, 1 the repaired one. Side is 0 if White is to move, 1 if Black is. The flag gw is 1 if
// the white en passant pawn is a member of a chosen pair, gb the same for the black one.
var passantOptions [2][2][2][2][]passantOption

// newPassantOptionsTable returns the table passantOptions.
func newPassantOptionsTable() (t [2][2][2][2][]passantOption) {
	for side := range 2 {
		for flags := range 4 {
			gw, gb := flags>>1, flags&1
			ref, more := newPassantOptions(side, gw, gb)
			t[0][side][gw][gb] = ref
			t[1][side][gw][gb] = append(ref[:len(ref):len(ref)], more...)
		}
	}
	return t
}

// pairsWithin lists the pairs on rows lo to hi of a file.
func pairsWithin(lo, hi int8) (list []pair) {
	for black := lo; black < hi; black++ {
		for white := black + 1; white <= hi; white++ {
			list = append(list, pair{black, white})
		}
	}
	return list
}

// newPassantOptions returns the options of the reference set and the further ones. In
// these at least one en passant file has a pair that does not contain its en passant pawn.
func newPassantOptions(side, gw, gb int) (ref, more []passantOption) {
	row := int8(3 + side) // of both en passant pawns
	var withWhite, withBlack []pair
	for black := row - 1; black >= 1; black-- {
		withWhite = append(withWhite, pair{black, row})
	}
	for white := row + 1; white <= 6; white++ {
		withBlack = append(withBlack, pair{row, white})
	}
	// Pairs without the en passant pawn stand above or below it. On the file of the pawn that made the double step
	// the two rows behind it are reserved, so that none is left there: above it for Black, below it for White.
	above, below := pairsWithin(1, row-1), pairsWithin(row+1, 6)
	besideWhite, besideBlack := slices.Concat(above, below), below
	if side == 1 {
		besideWhite, besideBlack = above, slices.Concat(above, below)
	}
	// choices returns those of a file, first those of the reference set, and the number of these.
	choices := func(inPair int, with, beside []pair) (list []pair, inRef int) {
		if inPair == 1 {
			return with, len(with)
		}
		return append([]pair{{}}, beside...), 1
	}
	white, whiteInRef := choices(gw, withWhite, besideWhite)
	black, blackInRef := choices(gb, withBlack, besideBlack)
	for i, b := range black {
		for k, w := range white {
			o := passantOption{white: w, black: b}
			for _, p := range []pair{w, b} {
				if p != (pair{}) {
					o.pairs, o.gap = o.pairs+1, o.gap+p.gap()
				}
			}
			if i < blackInRef && k < whiteInRef {
				ref = append(ref, o)
			} else {
				more = append(more, o)
			}
		}
	}
	return ref, more
}
