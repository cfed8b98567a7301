package search

import (
	"math/bits"

	"chesscensus/chess"
)

// need returns P1, the number of captures that incomplete columns still need: counted
// from the a-file, an incomplete column costs one and excuses its right neighbor.
// It is Lemma 3.
func (p *problem) need(s *state) int { return int(needs[p.incomplete(s)]) }

// incomplete returns the files with incomplete columns, as bits.
func (p *problem) incomplete(s *state) (mask uint8) {
	for x := range 8 {
		if !p.files[x][s.column(x)].complete {
			mask |= 1 << x
		}
	}
	return mask
}

// needs is P1 for each set of incomplete files.
var needs = func() (t [256]uint8) {
	for mask := range t {
		for x := 0; x < 8; x++ {
			if mask>>x&1 != 0 {
				t[mask]++
				x++
			}
		}
	}
	return t
}()

// isGoal reports whether the state needs no more captures: all columns are complete, and
// the promotions that complete them are those that the counts need.
func (p *problem) isGoal(s *state) bool {
	if s.totalLeft() > 0 || p.need(s) > 0 {
		return false
	}
	for c := chess.White; c <= chess.Black; c++ {
		needs, bishops := p.deficits(s, c)
		promotions := 0
		for x := range 8 {
			k := s.column(x).pawns(c) - p.cols[x].pawns(c)
			promotions += k
			switch p.caps[c][x] {
			case oneBishop:
				if k == 0 {
					return false
				}
				k = 1
			case noBishop:
				k = 0
			}
			if promotesDark(c, x) {
				bishops[0] -= k
			} else {
				bishops[1] -= k
			}
		}
		if promotions < needs || bishops[0] > 0 || bishops[1] > 0 {
			return false
		}
	}
	return true
}

// deficits returns how many promotions color c needs, in all and of dark and light
// bishops.
func (p *problem) deficits(s *state, c chess.Color) (all int, bishops [2]int) {
	for m := Queen; m <= Knight; m++ {
		d := max(int(p.men[c][m-Queen])-s.count(c, m), int(p.must[c][m-Queen]))
		all += d
		if m == DarkBishop || m == LightBishop {
			bishops[m-DarkBishop] = d
		}
	}
	return all, bishops
}

// hopeless reports whether one of P2 to P4 shows that no goal can be reached.
func (p *problem) hopeless(s *state) bool {
	return p.hopelessFor(s, chess.White) || p.hopelessFor(s, chess.Black)
}

// hopelessFor applies the prunings to the pawns of one color. With k the captures that
// this color has left:
//
// P2. Every promotion that is still needed takes a pawn that the goal does not: Lemma 4.
//
// P3. A file with too few own pawns needs each of them from a file with too many: Lemma 5.
//
// P4. A bishop of a square color is there, or comes from a pawn that is not needed on a
// file that promotes to this color, or costs a capture of its own: Lemma 6.
func (p *problem) hopelessFor(s *state, c chess.Color) bool {
	needs, _ := p.deficits(s, c)
	k := s.left(c)
	var lack, spare uint8 // files
	var missing [8]int
	var surplus [2]int // on files that promote to dark, to light squares
	total := 0
	for x := range 8 {
		d := s.column(x).pawns(c) - p.cols[x].pawns(c)
		total += d
		switch {
		case d > 0:
			spare |= 1 << x
			if promotesDark(c, x) {
				surplus[0] += d
			} else {
				surplus[1] += d
			}
		case d < 0:
			lack |= 1 << x
			missing[x] = -d
		}
	}
	if total < needs { // P2
		return true
	}
	for m := DarkBishop; m <= LightBishop; m++ { // P4
		if surplus[m-DarkBishop]+s.count(c, m)-int(p.men[c][m-Queen])+k < 0 {
			return true
		}
	}
	for ; lack != 0; lack &= lack - 1 { // P3
		x := bits.TrailingZeros8(lack)
		if k -= missing[x] * distance(x, spare); k < 0 {
			return true
		}
	}
	return false
}

// distance returns how far the nearest of the files is from x, more than any number of
// captures if there is none.
func distance(x int, files uint8) int {
	for d := 1; d < 8; d++ {
		if (uint(files)<<8>>(8+x-d)|uint(files)>>(x+d))&1 != 0 {
			return d
		}
	}
	return most + 1
}
