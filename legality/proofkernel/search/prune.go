package search

import (
	"math/bits"

	"chesscensus/chess"
)

// leastCaptures returns the least number of captures that incomplete columns still need (P1, Lemma 3). Counted from the a-file,
// an incomplete column costs one and excuses its right neighbor.
func (p *problem) leastCaptures(s *state) int { return int(leastCapturesOf[p.incomplete(s)]) }

// incomplete returns the files with incomplete columns, as bits.
func (p *problem) incomplete(s *state) (mask uint8) {
	for x := range 8 {
		if !p.columnTables[x][s.column(x)].complete {
			mask |= 1 << x
		}
	}
	return mask
}

// leastCapturesOf holds the number of P1 for each set of incomplete files.
var leastCapturesOf = func() (t [256]uint8) {
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

// isGoal reports whether the state needs no more captures: all columns are complete, and the promotions that complete them give
// the officers of the goal.
func (p *problem) isGoal(s *state) bool {
	if s.totalLeft() > 0 || p.leastCaptures(s) > 0 {
		return false
	}
	for c := chess.White; c <= chess.Black; c++ {
		promotionsNeeded, bishops := p.deficits(s, c)
		promotions := 0
		for x := range 8 {
			k := s.column(x).pawns(c) - p.goalColumns[x].pawns(c)
			promotions += k
			switch p.bishopCaps[c][x] {
			case oneBishop:
				if k == 0 {
					return false
				}
				k = 1
			case noBishop:
				k = 0
			}
			bishops[bishopOn(promotesDark(c, x))-DarkBishop] -= k
		}
		if promotions < promotionsNeeded || bishops[0] > 0 || bishops[1] > 0 {
			return false
		}
	}
	return true
}

// deficits returns how many promotions color c still needs, in all, and of bishops, by man - DarkBishop.
func (p *problem) deficits(s *state, c chess.Color) (all int, bishops [2]int) {
	for m := Queen; m <= Knight; m++ {
		d := max(int(p.goalMen[c][m-Queen])-s.count(c, m), int(p.mustPromote[c][m-Queen]))
		all += d
		if m == DarkBishop || m == LightBishop {
			bishops[m-DarkBishop] = d
		}
	}
	return all, bishops
}

// hopeless reports whether one of P2 to P4 proves that no goal can be reached.
func (p *problem) hopeless(s *state) bool {
	return p.hopelessFor(s, chess.White) || p.hopelessFor(s, chess.Black)
}

// hopelessFor applies P2 to P4 to color c:
//
// P2. Every promotion that is still needed uses up a pawn that the goal does not show: Lemma 4.
//
// P3. A file with too few own pawns needs each of them from a file with too many: Lemma 5.
//
// P4. A bishop of a square color is there, or comes from a pawn that is not needed on a file that promotes to this color, or
// costs a capture of its own: Lemma 6.
func (p *problem) hopelessFor(s *state, c chess.Color) bool {
	promotionsNeeded, _ := p.deficits(s, c)
	capturesLeft := s.left(c)
	var lack, spare uint8 // files with too few pawns, and with too many
	var missing [8]int
	var surplus [2]int // pawns beyond the goal's, by the bishop that they promote to, less DarkBishop
	total := 0
	for x := range 8 {
		excess := s.column(x).pawns(c) - p.goalColumns[x].pawns(c)
		total += excess
		switch {
		case excess > 0:
			spare |= 1 << x
			surplus[bishopOn(promotesDark(c, x))-DarkBishop] += excess
		case excess < 0:
			lack |= 1 << x
			missing[x] = -excess
		}
	}
	if total < promotionsNeeded { // P2
		return true
	}
	for m := DarkBishop; m <= LightBishop; m++ { // P4
		if surplus[m-DarkBishop]+s.count(c, m)-int(p.goalMen[c][m-Queen])+capturesLeft < 0 {
			return true
		}
	}
	for ; lack != 0; lack &= lack - 1 { // P3
		x := bits.TrailingZeros8(lack)
		if capturesLeft -= missing[x] * distance(x, spare); capturesLeft < 0 {
			return true
		}
	}
	return false
}

// distance returns the distance of file x to the nearest of a set of files. If the set is empty, it returns more than any number
// of captures.
func distance(x int, files uint8) int {
	for d := 1; d < 8; d++ {
		if (uint(files)<<8>>(8+x-d)|uint(files)>>(x+d))&1 != 0 {
			return d
		}
	}
	return maxCount + 1
}
