package proofkernel

import "math/bits"

// resources are what is left to the files from some file on.
type resources struct {
	captures        [2]int8    // by color
	total           int8       // captures of both: the deepening bound
	spare           [2]int8    // pawns that may still be taken
	requiredBishops [2][2]int8 // bishops still to be promoted, by color and square
	idlePawns       [2]int8    // pawns that may still be taken or promote on barren files, if there are any
}

func (left *resources) key(x int, in BoundaryWord) [2]uint64 {
	packed := uint64(x) | uint64(left.total)<<4
	packed |= uint64(left.captures[0])<<10 | uint64(left.captures[1])<<14
	packed |= uint64(left.spare[0])<<18 | uint64(left.spare[1])<<22
	packed |= uint64(left.idlePawns[0])<<42 | uint64(left.idlePawns[1])<<46
	packed |= uint64(left.requiredBishops[0][0])<<26 | uint64(left.requiredBishops[0][1])<<30 | uint64(left.requiredBishops[1][0])<<34 | uint64(left.requiredBishops[1][1])<<38
	return [2]uint64{uint64(in), packed}
}

// leastCaptures returns the least number of structural captures of a kernel, and whether there is one.
// If the budget runs out first, exhausted is set.
//
// Invariant of the loop: no chain has fewer than total structural captures.
func (s *chain) leastCaptures() (total int, ok bool) {
	g := &s.goal
	if !s.passesCounts() {
		return 0, false
	}
	left := s.resources(0)
	available := g.captures[0] + g.captures[1]
	s.cause, s.has = byBound, available
	rest, ok := s.lowerBounds(0, EmptyWord, &left)
	if !ok {
		s.cause = byCrossings
		return 0, false
	}
	s.least = max(rest.total, g.columnCaptures[0])
	if s.least <= available {
		s.cause = bySearch
	}
	for total = s.least; total <= available; total++ {
		left.total = int8(total)
		if s.feasible(0, EmptyWord, left) {
			return total, true
		}
		if s.exhausted {
			return 0, false
		}
	}
	return total, false
}

// passesCounts reports whether counting alone does not refute the goal.
func (s *chain) passesCounts() bool {
	g := &s.goal
	if g.strayBishop != 0 {
		s.cause = byStray
		return false
	}
	for c := range 2 {
		if g.captures[c] < 0 {
			s.cause = byCaptures
			return false
		}
		if g.spare[c] < 0 {
			s.cause = byPawns
			return false
		}
		for m := g.required[c]; m != 0; m &= m - 1 {
			if g.mode[c][bits.TrailingZeros8(m)] != byStep {
				s.cause = byRequired
				return false
			}
		}
	}
	return true
}

// resources returns what the whole board has for a number of structural captures.
func (s *chain) resources(total int) resources {
	g := &s.goal
	left := resources{total: int8(total)}
	for c := range 2 {
		left.captures[c] = int8(g.captures[c])
		left.spare[c] = int8(g.spare[c])
		if g.barren[c] != 0 {
			left.idlePawns[c] = left.spare[c]
		}
		for q := range 2 {
			left.requiredBishops[c][q] = int8(g.requiredBishops[c][q])
		}
	}
	return left
}

// crossings returns how often pawns of a color must change files at least, over the
// whole board: by captures, one a boundary.
func (g *goal) crossings(c int) (n int) {
	for y := range 7 {
		n += max(0, g.pawns[c][8]-g.pawns[c][y+1]-(7-y), g.pawns[c][y+1]-(y+1))
	}
	return n
}

// A lowerBound is a lower bound of the captures that are paid beyond some file.
type lowerBound struct {
	captures [2]int
	total    int
}

// lowerBounds is Lemma 9. It reports whether the files from x on can do with the pawns that they have
// after the word in, and returns what is paid at least for crossings between them:
// at the boundary right of x, near, and at those further right.
//
// At each boundary pawns of a color must cross to the right if the right side shows
// more of them than it started with, or to the left if the files from x up to the
// boundary do.
func (s *chain) lowerBounds(x int, in BoundaryWord, m *resources) (far lowerBound, ok bool) {
	g := &s.goal
	right, left := in.Flow()
	for c := range 2 {
		inflow := right[c] - left[c]
		goal := g.pawns[c][8] - g.pawns[c][x]
		surplus := 8 - x + inflow - goal // pawns that can be lost or promoted there
		if surplus < int(m.requiredBishops[c][0])+int(m.requiredBishops[c][1]) {
			return far, false
		}
		near := 0
		for y := x; y < 7; y++ { // the boundary right of y
			toRight := g.pawns[c][8] - g.pawns[c][y+1] - (7 - y)
			toLeft := g.pawns[c][y+1] - g.pawns[c][x] - (y - x + 1) - inflow
			n := max(0, toRight, toLeft)
			if y == x {
				near = n
			} else {
				far.captures[c] += n
			}
		}
		far.total += far.captures[c]
		if near+far.captures[c] > int(m.captures[c]) {
			return far, false
		}
	}
	return far, true
}

// feasible reports whether the files from x on, with the incoming word, can be brought to the goal within
// the resources: whether the chain of Lemma 8 can go on. If the budget runs out it returns false and
// exhausted is set; nothing is stored then.
func (s *chain) feasible(x int, in BoundaryWord, left resources) bool {
	if x == 8 {
		return in == EmptyWord && left.requiredBishops == [2][2]int8{}
	}
	lim, ok := s.limits(x, in, &left)
	if !ok {
		return false
	}
	key := left.key(x, in)
	if v := s.feasibleMemo.get(key); v != 0 {
		return v == 2
	}
	if !s.spend(1) {
		return false
	}
	t := s.table(x, in, lim)
	if t == nil {
		return false
	}
	answer := uint8(1)
search:
	for i := range t.outcomes {
		o := &t.outcomes[i]
		byCapture := s.usefulByCapture(x, o, &left)
		for w := range byCapture[white] + 1 {
			for b := range byCapture[black] + 1 {
				next, ok := s.after(x, o, [2]int{w, b}, left)
				if ok && s.feasible(x+1, o.out, next) {
					answer = 2
					break search
				}
				if s.exhausted {
					return false
				}
			}
		}
	}
	s.feasibleMemo.store(key, answer)
	return answer == 2
}

// limits returns what file x may use of the resources: what the files beyond it need at
// least, by Lemma 9, is not for it. Equal limits make equal tables, so nothing is left in them that
// cannot be used.
func (s *chain) limits(x int, in BoundaryWord, left *resources) (lim limits, ok bool) {
	far, ok := s.lowerBounds(x, in, left)
	if !ok {
		return lim, false
	}
	g := &s.goal
	// Incomplete columns: the word may complete file x, its own crossings x+1.
	here := g.columnCaptures[x]
	if in != EmptyWord {
		here = g.columnCaptures[x+1]
	}
	if here > int(left.total) {
		return lim, false
	}
	total := int(left.total) - max(far.total, g.columnCaptures[min(x+2, 8)])
	if total < 0 {
		return lim, false
	}
	var captures [2]int
	for c := range 2 {
		captures[c] = min(int(left.captures[c])-far.captures[c], total)
	}
	total = min(total, captures[0]+captures[1])
	right, _ := in.Flow()
	for c := range 2 {
		lim.captures[c] = uint8(captures[c])
		lim.lost[c] = uint8(min(int(left.spare[c]), captures[1-c]+right[1-c]))
	}
	lim.total = uint8(total)
	return lim, true
}

// usefulByCapture returns how many pawns of each color may usefully promote by capture though they could
// step. Reasons: bishops are needed on the other color of square (Lemma 5); the file is barren (Lemma 12);
// one of them took a man that was shut in (Lemma 19).
func (s *chain) usefulByCapture(x int, o *outcome, left *resources) (n [2]int) {
	g := &s.goal
	for c := range 2 {
		if o.extra[c] == 0 || g.mode[c][x] != byStep || g.captureFiles[c]>>x&1 == 0 {
			continue
		}
		other := 1 - endColor(x, c)
		n[c] = int(left.requiredBishops[c][other])
		if g.barren[c]>>x&1 != 0 {
			n[c] = int(o.extra[c])
		}
		if s.demand.byPromotion && s.demand.file == x && s.demand.letter.color() == c {
			n[c]++
		}
		n[c] = min(int(o.extra[c]), n[c], int(left.captures[c])-int(o.captures[c]))
		n[c] = max(n[c], 0)
	}
	return n
}

// after returns the resources left after an outcome in file x, with some of the pawns
// that could step promoting by capture.
func (s *chain) after(x int, o *outcome, byCapture [2]int, left resources) (resources, bool) {
	g := &s.goal
	if !s.demand.satisfiedBy(g, x, o, byCapture) {
		return left, false
	}
	for c := range 2 {
		paid := int8(int(o.captures[c]) + byCapture[c])
		left.captures[c] -= paid
		left.total -= paid
		left.spare[c] -= int8(o.lost[c])
		if left.captures[c] < 0 || left.total < 0 || left.spare[c] < 0 {
			return left, false
		}
		extra := int(o.extra[c])
		if g.barren[c] != 0 {
			left.idlePawns[c] -= int8(o.lost[c])
			if g.barren[c]>>x&1 != 0 {
				left.idlePawns[c] -= int8(extra - byCapture[c])
			}
			if left.idlePawns[c] < 0 {
				return left, false
			}
		}
		required := g.required[c]>>x&1 != 0
		if extra == 0 {
			if required {
				return left, false
			}
			continue
		}
		q := endColor(x, c)
		if g.mode[c][x] == byCaptureOnly {
			left.requiredBishops[c][1-q] = max(0, left.requiredBishops[c][1-q]-int8(extra))
			continue
		}
		stepping := extra - byCapture[c]
		if required && stepping < 1 {
			return left, false
		}
		if g.locked[c]>>x&1 != 0 {
			stepping = 0
			if required {
				stepping = 1
			}
		}
		left.requiredBishops[c][q] = max(0, left.requiredBishops[c][q]-int8(stepping))
		left.requiredBishops[c][1-q] = max(0, left.requiredBishops[c][1-q]-int8(byCapture[c]))
	}
	return left, true
}
