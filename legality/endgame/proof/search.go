package proof

import (
	"slices"

	"chesscensus/chess"
)

// An unmove moves a man back by a vector.
type unmove struct {
	Man    int // index in Material.Men
	Dx, Dy int
}

// A pattern is a sequence of unmoves of the two colors in turn, the last move of a game first.
// In a given position it is open if each unmove is possible.
type pattern []unmove

// A search tries all positions of a claim with one side to move, and finds ways back by trying all unmoves.
type search struct {
	*placementTable
	claim *claim
	turn  chess.Color // in P
	scale scale       // nil without a measure
	given []bool      // by index, the positions P of the claim, with those of measure 0
	line  []int       // indices of placements, P first
}

// A coverage is the result of trying all positions P of a claim.
type coverage struct {
	positions int
	patterns  []pattern // of the ways of Plies plies: in each P that has such a way one of them is open
	later     int       // positions that need a way of Plies+Longer plies
	without   []int     // indices of positions without a way back
}

// newSearch returns a search for the positions P of a claim with the given side to move.
func newSearch(t *placementTable, c *claim, turn chess.Color) *search {
	s := &search{placementTable: t, claim: c, turn: turn, given: t.withPredecessors(turn, c.Given-c.From)}
	if c.Measure != nil {
		s.scale = c.Measure.scale(c.Material)
	}
	if c.From == 1 {
		previous := t.predecessors(turn.Other())
		for index, given := range s.given {
			previous[index] = previous[index] && given
		}
		s.given = previous
	}
	return s
}

// withPredecessors returns by index the initially legal positions with turn to move that have n successive initially
// legal predecessors.
func (t *placementTable) withPredecessors(turn chess.Color, n int) []bool {
	if n == 0 {
		return t.legal[turn]
	}
	before := t.withPredecessors(turn.Other(), n-1)
	list := make([]bool, len(before))
	for index, legal := range t.legal[turn] {
		if legal {
			t.eachPredecessor(index, turn, false, func(q int) bool {
				list[index] = before[q]
				return !list[index]
			})
		}
	}
	return list
}

// predecessors returns by index the initially legal predecessors of all initially legal positions with turn to move.
func (t *placementTable) predecessors(turn chess.Color) []bool {
	list := make([]bool, len(t.legal[turn]))
	for index, legal := range t.legal[turn] {
		if legal {
			t.eachPredecessor(index, turn, false, func(q int) bool {
				list[q] = true
				return true
			})
		}
	}
	return list
}

// cover searches a way back from each P of the claim. The pattern that was open in one position is tried first in the next.
func (s *search) cover() (c coverage) {
	exceptFixed := s.scale != nil && !s.claim.AtTarget
	for index, given := range s.given {
		if !given || exceptFixed && s.measure(s.scale, index) == 0 {
			continue
		}
		c.positions++
		if i := slices.IndexFunc(c.patterns, func(way pattern) bool { return s.isOpen(way, index) }); i >= 0 {
			open := c.patterns[i]
			copy(c.patterns[1:], c.patterns[:i])
			c.patterns[0] = open
		} else if way := s.find(index, s.claim.Plies); way != nil {
			c.patterns = append(c.patterns, way)
		} else if s.claim.Longer > 0 && s.find(index, s.claim.Plies+s.claim.Longer) != nil {
			c.later++
		} else {
			c.without = append(c.without, index)
		}
	}
	return c
}

// find returns a way back from P of which the given number of plies leads closer, or nil if there is none.
func (s *search) find(index, plies int) (way pattern) {
	s.line = []int{index}
	if !s.extend(s.turn, plies) {
		return nil
	}
	for i, to := range s.line[1:] {
		for man := range s.material.Men {
			if a, b := squareOf(s.line[i], man), squareOf(to, man); a != b {
				way = append(way, unmove{man, b&7 - a&7, b>>3 - a>>3})
			}
		}
	}
	return way
}

// extend adds predecessors to the line until it is a way back, and reports whether that is possible.
func (s *search) extend(turn chess.Color, plies int) bool {
	n := len(s.line) - 1
	if n == plies && !s.isCloser(s.line[n], s.line[0]) {
		return false
	}
	complete := n == plies+s.claim.Tail
	if !complete {
		s.eachPredecessor(s.line[n], turn, s.claim.AllowIllegal, func(q int) bool {
			s.line = append(s.line[:n+1], q)
			complete = s.extend(turn.Other(), plies)
			return !complete
		})
	}
	return complete
}

// isCloser reports whether q has a smaller measure than p, or the claim no measure.
func (s *search) isCloser(q, p int) bool {
	return s.scale == nil || s.measure(s.scale, q) < s.measure(s.scale, p)
}

// isOpen reports whether a way of Plies plies is open in P and leads closer.
func (s *search) isOpen(way pattern, index int) bool {
	q, turn := index, s.turn
	for i, u := range way {
		from := squareOf(q, u.Man)
		file, row := from&7+u.Dx, from>>3+u.Dy
		if min(file, row) < 0 || max(file, row) > 7 {
			return false
		}
		to := 8*row + file
		vacant := between[from][to] | 1<<to
		if vacant&s.occupied(q) != 0 {
			return false
		}
		q = q&^(63<<(6*u.Man)) | to<<(6*u.Man)
		turn = turn.Other()
		if !s.claim.AllowIllegal && !s.legal[turn][q] || i+1 == s.claim.Plies && !s.isCloser(q, index) {
			return false
		}
	}
	return true
}
