package search

import "chesscensus/chess"

// leastCaptures returns the least number of captures that incomplete columns still need (P1, Lemma 3). Counted from the a-file,
// an incomplete column costs one and excuses its right neighbor.
func (p *problem) leastCaptures(s *state) int { return int(leastCapturesOf[p.incomplete(s)]) }

// incomplete returns the files with incomplete columns, as bits.
func (p *problem) incomplete(s *state) (mask uint8) {
	for file := range 8 {
		if !p.columnTables[file][s.column(file)].complete {
			mask |= 1 << file
		}
	}
	return mask
}

// leastCapturesOf holds the result of leastCaptures for each set of incomplete files.
var leastCapturesOf = func() (least [256]uint8) {
	for mask := range least {
		for file := 0; file < 8; file++ {
			if mask>>file&1 != 0 {
				least[mask]++
				file++ // the same capture can complete the right neighbor, which is skipped
			}
		}
	}
	return least
}()

// isGoal reports whether the state needs no more captures: all columns are complete, and the promotions that complete them give
// the officers of the goal. On a file with oneBishop a pawn has to promote, and makes exactly one bishop; on one with noBishop it
// makes none.
func (p *problem) isGoal(s *state) bool {
	if s.totalLeft() > 0 || p.leastCaptures(s) > 0 {
		return false
	}
	for c := chess.White; c <= chess.Black; c++ {
		promotionsNeeded, bishopsNeeded := p.deficits(s, c)
		promotions := 0
		for file := range 8 {
			excess := p.excess(s, c, file) // these pawns promote
			promotions += excess
			bishopsMade := excess // at most
			switch p.bishopCaps[c][file] {
			case oneBishop:
				if excess == 0 {
					return false
				}
				bishopsMade = 1
			case noBishop:
				bishopsMade = 0
			}
			bishopsNeeded[bishopOn(promotesDark(c, file))-DarkBishop] -= bishopsMade
		}
		if promotions < promotionsNeeded || bishopsNeeded[0] > 0 || bishopsNeeded[1] > 0 {
			return false
		}
	}
	return true
}

// excess returns how many more pawns color c has on the file than the goal; it is negative if it has fewer.
func (p *problem) excess(s *state, c chess.Color, file int) int {
	return s.column(file).pawns(c) - p.goalColumns[file].pawns(c)
}

// deficits returns how many promotions color c still needs, in all, and of bishops, by man - DarkBishop.
func (p *problem) deficits(s *state, c chess.Color) (all int, bishops [2]int) {
	for m := Queen; m <= Knight; m++ {
		deficit := max(int(p.goalMen[c][m-Queen])-s.count(c, m), int(p.mustPromote[c][m-Queen]))
		all += deficit
		if m == DarkBishop || m == LightBishop {
			bishops[m-DarkBishop] = deficit
		}
	}
	return all, bishops
}

// hopeless reports whether one of P2 to P4 proves that no goal can be reached.
func (p *problem) hopeless(s *state) bool {
	return p.hopelessFor(s, chess.White) || p.hopelessFor(s, chess.Black)
}

// hopelessFor reports whether P2, P3 or P4 holds for color c, in this order:
//
// P2. Every promotion that is still needed uses up a pawn that the goal does not show: Lemma 4.
//
// P3. A file with too few own pawns needs each of them from a file with too many: Lemma 5.
//
// P4. A bishop of a square color is there, or comes from a pawn that is not needed on a file that promotes to this color, or
// costs a capture of its own: Lemma 6.
func (p *problem) hopelessFor(s *state, c chess.Color) bool {
	promotionsNeeded, _ := p.deficits(s, c)
	capturesLeft := s.left(c) // that c makes
	var tooMany uint8         // files with more pawns than the goal
	var missing [8]int        // by file: pawns fewer than the goal, 0 if none
	var surplus [2]int        // pawns beyond the goal's, by the bishop that they promote to, less DarkBishop
	total := 0
	for file := range 8 {
		excess := p.excess(s, c, file)
		total += excess
		switch {
		case excess > 0:
			tooMany |= 1 << file
			surplus[bishopOn(promotesDark(c, file))-DarkBishop] += excess
		case excess < 0:
			missing[file] = -excess
		}
	}
	if total < promotionsNeeded { // P2
		return true
	}
	steps := 0 // P3
	for file, n := range missing {
		if n > 0 {
			steps += n * distance(file, tooMany)
		}
	}
	if steps > capturesLeft {
		return true
	}
	for m := DarkBishop; m <= LightBishop; m++ { // P4
		if surplus[m-DarkBishop]+s.count(c, m)+capturesLeft < int(p.goalMen[c][m-Queen]) {
			return true
		}
	}
	return false
}

// distance returns the distance of the file to the nearest of a set of files. If the set is empty, it returns more than any number
// of captures.
func distance(file int, files uint8) int {
	for d := 1; d < 8; d++ {
		if (uint(files)<<8>>(8+file-d)|uint(files)>>(file+d))&1 != 0 {
			return d
		}
	}
	return maxCount + 1
}
