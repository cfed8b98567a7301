package proof

import (
	"slices"

	"chesscensus/chess"
)

// A position holds the squares of the men of a theorem: the sum of square(i) * 64^i over the men i. It says nothing of the side to move.
type position int

// square returns the square of a man.
func (p position) square(man int) chess.Square { return chess.Square(p >> (6 * man) & 63) }

// with returns the position with a man on another square.
func (p position) with(man int, sq chess.Square) position {
	return p&^(63<<(6*man)) | position(sq)<<(6*man)
}

// A vector is a number of files and one of rows.
type vector [2]int

// An unmove moves a man back by a vector.
type unmove struct {
	man    int
	vector vector
}

// A pattern is a sequence of unmoves of the two colors in turn, the last move of a game first. In a given position it is open if each
// unmove is possible.
type pattern []unmove

// A search knows all initially legal positions of a theorem, and finds ways back by trying all unmoves.
type search struct {
	*Theorem
	legal [2][]bool // by side to move and position
}

// newSearch returns a search for a theorem on n men. It needs 64^n bytes for each side to move, and a second or two for 4 men.
func newSearch(t *Theorem) *search {
	size := 1 << (6 * len(t.men))
	s := &search{t, [2][]bool{make([]bool, size), make([]bool, size)}}
	for p := range position(size) {
		if s.possible(p) {
			s.legal[chess.White][p], s.legal[chess.Black][p] = !s.givesCheck(p, chess.White), !s.givesCheck(p, chess.Black)
		}
	}
	return s
}

// occupied returns the squares of the men.
func (s *search) occupied(p position) (set chess.Bitboard) {
	for range s.men {
		set |= 1 << (p & 63)
		p >>= 6
	}
	return set
}

// possible reports whether the men are on distinct squares and can reach their targets; a bishop on the wrong color cannot.
func (s *search) possible(p position) bool {
	ok := s.occupied(p).Count() == len(s.men)
	for i := range s.men {
		ok = ok && s.men[i].term[p.square(i)] != unreachable
	}
	return ok
}

// givesCheck reports whether color by attacks the other king, be it by its own king.
func (s *search) givesCheck(p position, by chess.Color) bool {
	var king, attacked chess.Bitboard
	occupied := s.occupied(p)
	for i, m := range s.men {
		if m.Color() == by {
			attacked |= chess.Attacks(m.Piece, p.square(i), occupied)
		} else if m.Role() == chess.King {
			king = p.square(i).BB()
		}
	}
	return attacked&king != 0
}

// measure returns the measure of a position.
func (s *search) measure(p position) (sum int) {
	for i := range s.men {
		sum += s.men[i].term[p.square(i)]
	}
	return sum
}

// eachMove calls f with every position to which a move or an unmove of color by leads, which without captures are the same, and with
// the unmove, until f returns false.
func (s *search) eachMove(p position, by chess.Color, f func(position, unmove) bool) {
	occupied := s.occupied(p)
	for i, m := range s.men {
		if m.Color() != by {
			continue
		}
		from := p.square(i)
		for sq := range (chess.Attacks(m.Piece, from, occupied) &^ occupied).All() {
			if !f(p.with(i, sq), unmove{i, vector{sq.File() - from.File(), sq.Row() - from.Row()}}) {
				return
			}
		}
	}
}

// given returns by position the positions P of a claim, with the fixed one.
func (s *search) given(c *claim, turn chess.Color) []bool {
	if c.after {
		return s.filter(turn, turn, s.legal[turn.Other()])
	}
	list := s.legal[(int(turn)+c.before)%2]
	for n := c.before - 1; n >= 0; n-- { // list has the positions n+1 unmoves before P
		side := chess.Color((int(turn) + n) % 2)
		list = s.filter(side, side.Other(), list)
	}
	return list
}

// filter returns by position the initially legal ones, turn to move, from which a move or unmove of color by leads to one of next.
func (s *search) filter(turn, by chess.Color, next []bool) []bool {
	list := make([]bool, len(next))
	for p, legal := range s.legal[turn] {
		if legal {
			s.eachMove(position(p), by, func(q position, _ unmove) bool {
				list[p] = next[q]
				return !next[q]
			})
		}
	}
	return list
}

// A coverage is the result of trying all positions P of a claim.
type coverage struct {
	given    []bool // by position, the positions P, with the fixed one
	tried    int
	patterns []pattern  // of the ways of plies plies: in each P that has such a way one of them is open
	later    int        // number of positions that need a way of plies+longer plies
	without  []position // without a way back
}

// cover searches a way back from each P of the claim. The pattern that was open in one position is tried first in the next.
func (s *search) cover(c *claim, turn chess.Color) coverage {
	r := coverage{given: s.given(c, turn)}
	for index, given := range r.given {
		p := position(index)
		if !given || c.closer && !c.atTarget && s.measure(p) == 0 {
			continue
		}
		r.tried++
		if i := slices.IndexFunc(r.patterns, func(way pattern) bool { return s.isOpen(c, way, p, turn) }); i >= 0 {
			open := r.patterns[i]
			copy(r.patterns[1:], r.patterns[:i])
			r.patterns[0] = open
		} else if way := s.extend(c, p, p, nil, turn, c.plies); way != nil {
			r.patterns = append(r.patterns, way)
		} else if c.longer > 0 && s.extend(c, p, p, nil, turn, c.plies+c.longer) != nil {
			r.later++
		} else {
			r.without = append(r.without, p)
		}
	}
	return r
}

// extend extends a way back from P to Q, where turn is to move, to one that is closer after so many plies; nil if there is none.
func (s *search) extend(c *claim, p, q position, way pattern, turn chess.Color, plies int) (full pattern) {
	if len(way) == plies && c.closer && s.measure(q) >= s.measure(p) {
		return nil
	}
	if len(way) == plies+c.tail {
		return slices.Clone(way)
	}
	s.eachMove(q, turn.Other(), func(before position, u unmove) bool {
		if c.allowIllegal || s.legal[turn.Other()][before] {
			full = s.extend(c, p, before, append(way, u), turn.Other(), plies)
		}
		return full == nil
	})
	return full
}

// isOpen reports whether a way of c.plies plies is open in P and leads closer.
func (s *search) isOpen(c *claim, way pattern, p position, turn chess.Color) bool {
	q := p
	for i, u := range way {
		from := q.square(u.man)
		file, row := from.File()+u.vector[0], from.Row()+u.vector[1]
		if min(file, row) < 0 || max(file, row) > 7 {
			return false
		}
		to := chess.NewSquare(file, row)
		before := q.with(u.man, to)
		turn = turn.Other()
		if !c.allowIllegal && !s.legal[turn][before] || i+1 == c.plies && c.closer && s.measure(before) >= s.measure(p) {
			return false
		}
		if passed := chess.Between(from, to); (passed != 0 || c.allowIllegal) && (passed|to.BB())&s.occupied(q) != 0 {
			return false
		}
		q = before
	}
	return true
}
