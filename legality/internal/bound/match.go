package bound

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// candidates determines which rows may be assigned to which columns: by type and reach,
// by the captures of all pawns of a color together, by required captures, and by what
// is left for a row or a column that has a single choice.
//
// The required captures of one color come from the pawns of the other and change with
// what is excluded there; both are determined in turn until nothing changes, in four
// rounds at most: whatever has been found until then is true.
func (g *Goal) candidates() bool {
	for c := range g.sides {
		s := &g.sides[c]
		s.start(g)
		if !s.fitCaptures(g) {
			return false
		}
		s.requiredCaptures = 0
	}
	for round := 0; ; round++ {
		for c := range g.sides {
			if !g.sides[c].settle(g) {
				return false
			}
		}
		if round == 4 || g.sides[0].lost+g.sides[1].lost == 0 {
			return true
		}
		white, ok := g.requireCaptures(chess.White)
		if !ok {
			return false
		}
		black, ok := g.requireCaptures(chess.Black)
		if !ok {
			return false
		}
		if !white && !black {
			return true
		}
	}
}

// start sets up the rows, and the candidates for the goal's units (Lemma 6).
func (s *side) start(g *Goal) {
	b, x := &g.now.Board, s.layout
	s.rows = b.Colored(s.color) &^ b.Of(chess.King) & x.free
	s.columns = s.rows.Count()
	pawns := s.rows & b.Of(chess.Pawn)
	for j := range x.n {
		s.candidates[j] = x.reach[j]&s.rows&b.Of(x.role[j]) | x.promo[j]&pawns
	}
}

var choiceNote = "men of the goal that none or not enough of the men now can become"

// settle sets the candidates for captures and then draws conclusions from single
// choices: a column that one row alone can fill takes it from the others, and a row
// that fits into one column alone keeps it from the others. Rows and columns are equal
// in number, and each must have a partner: Lemma 9.
func (s *side) settle(g *Goal) bool {
	for i := s.layout.n; i < s.columns; i++ {
		s.candidates[i] = s.rows
		if k := i - s.layout.n; k < s.requiredCaptures {
			s.candidates[i] = s.victims(g, s.requiredSquares[k])
		}
	}
	var done uint32 // columns whose single row has been taken from the others
	for changed := true; changed; {
		changed = false
		var once, twice chess.Bitboard
		for j := range s.columns {
			a := s.candidates[j]
			if a == 0 {
				return g.fail(verdict.Men(choiceNote, s.place(j)))
			}
			if !a.Many() && done>>j&1 == 0 {
				done |= 1 << j
				for i := range s.columns {
					if i != j && s.candidates[i]&a != 0 {
						s.candidates[i] &^= a
						changed = true
					}
				}
			}
			twice |= once & s.candidates[j]
			once |= s.candidates[j]
		}
		if left := s.rows &^ once; left != 0 && !changed {
			return g.fail(verdict.Men("men that can become nothing in the goal and cannot be captured", left))
		}
		if changed {
			continue
		}
		single := once &^ twice
		for j := range s.columns {
			if a := s.candidates[j] & single; a != 0 && a != s.candidates[j] {
				if a.Many() {
					return g.fail(verdict.Men("men that can become only one and the same man of the goal", a))
				}
				s.candidates[j] = a
				changed = true
			}
		}
	}
	return true
}

// place returns the goal's square of a column, or the squares of a required capture.
func (s *side) place(j int) chess.Bitboard {
	if j < s.layout.n {
		return s.layout.square[j].BB()
	}
	return s.requiredSquares[j-s.layout.n]
}

// assignable reports whether every column can have a row of its own, by augmenting
// paths: the last part of Lemma 9.
func (s *side) assignable(g *Goal) bool {
	var m matching
	for j := range s.columns {
		m.seen = 0
		m.tried = 0
		if !m.augment(s, j) {
			var at chess.Bitboard
			for t := m.tried; t != 0; t &= t - 1 {
				at |= s.place(bits.TrailingZeros32(t))
			}
			return g.fail(verdict.Count(assignNote[s.color], m.seen.Count(), bits.OnesCount32(m.tried)).At(at))
		}
	}
	return true
}

var assignNote = [2]string{"white men that can take these places of the goal, and the places", "black men that can take these places of the goal, and the places"}

// A matching is a partial assignment.
type matching struct {
	column [64]uint8 // of a row, one more than its number; 0 for none
	seen   chess.Bitboard
	tried  uint32 // columns
}

// augment finds a row for column j, moving others. If there is none, the columns tried
// have fewer candidates than they are.
func (m *matching) augment(s *side, j int) bool {
	m.tried |= 1 << j
	for bb := s.candidates[j] &^ m.seen; bb != 0; bb = s.candidates[j] &^ m.seen {
		row := bb.First() & 63
		m.seen |= row.BB()
		if k := m.column[row]; k == 0 || m.augment(s, int(k)-1) {
			m.column[row] = uint8(j + 1)
			return true
		}
	}
	return false
}
