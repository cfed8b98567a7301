package cage

import "chesscensus/chess"

// What the pawns of a window still need to come to those of the setup.

// possible reports whether the pawns of the window can still come to those of the setup, as
// far as rows and the captures that are left say.
func (z *projection) possible(st *configuration, left [2]int8) bool {
	for c := range 2 {
		rest := int(left[c])
		if rest < 0 {
			return false
		}
		var behind chess.Bitboard // the squares up to a row
		for row := 1; row < 7; row++ {
			r := row
			if c == int(chess.Black) {
				r = 7 - row
			}
			behind |= chess.RowBB(r)
			if (z.goal[c] & behind).Count() > (st.pawns[c]&behind).Count()+rest {
				return false
			}
			if rest > 0 {
				continue
			}
			for f := z.lo; f <= z.hi; f++ {
				if b := behind & chess.FileBB(f); (z.goal[c] & b).Count() > (st.pawns[c] & b).Count() {
					return false
				}
			}
		}
	}
	return true
}

// incomplete returns how many captures it takes at least to bring the pawns of all files to
// those of the setup: a file needs one unless its pawns can come there by steps, and one
// capture touches two neighboring files at most, see Lemma 7.
func (z *projection) incomplete(st *configuration) (n int) {
	for f := z.lo; f <= z.hi; f++ {
		if !z.complete(st, chess.FileBB(f)) {
			n++
			f++
		}
	}
	return n
}

// complete reports whether the pawns of a file come to those of the setup by steps, promotions
// included: black pawns that promote below, then those that stay, then white ones that promote.
func (z *projection) complete(st *configuration, file chess.Bitboard) bool {
	var now, goal [2]chess.Bitboard
	var extra [2]int
	for c := range 2 {
		now[c], goal[c] = st.pawns[c]&file, z.goal[c]&file
		if extra[c] = now[c].Count() - goal[c].Count(); extra[c] < 0 {
			return false
		}
	}
	have, want := now[0]|now[1], goal[0]|goal[1]
	for range extra[1] {
		if now[0].Has(have.First()) {
			return false
		}
		have &= have - 1
	}
	for ; want != 0; want, have = want&(want-1), have&(have-1) {
		h, w := have.First(), want.First()
		if white := now[0].Has(h); white != goal[0].Has(w) || white && h > w || !white && h < w {
			return false
		}
	}
	return have&now[1] == 0
}
