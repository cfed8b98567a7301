package bound

import (
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

// This file assigns rows (units of the position, named by their squares) to columns (places of the goal, or captures), see doc.go.

// findCandidates determines which rows may be assigned to which columns: by role and reach,
// by the captures of all pawns of a color together, by required captures, and by single
// choices. It reports false if some row or column cannot be assigned.
//
// The required captures of one color follow from the candidates of the other color's pawns.
// So the required captures of both colors are determined in turn until nothing changes, but
// at most four times: stopping early is correct, since every exclusion is proven by itself.
func (g *Goal) findCandidates() bool {
	for c := range g.sides {
		s := &g.sides[c]
		s.startCandidates(g)
		if !s.limitCaptures(g) {
			return false
		}
		s.requiredCaptures = 0
	}
	for round := 0; ; round++ {
		for c := range g.sides {
			if !g.sides[c].applySingleChoices(g) {
				return false
			}
		}
		if round == 4 || g.sides[0].losses+g.sides[1].losses == 0 {
			return true
		}
		whiteChanged, ok := g.findRequiredCaptures(chess.White)
		if !ok {
			return false
		}
		blackChanged, ok := g.findRequiredCaptures(chess.Black)
		if !ok {
			return false
		}
		if !whiteChanged && !blackChanged {
			return true
		}
	}
}

// startCandidates sets the rows, and the candidates for the goal's units: Lemma 6.
func (s *side) startCandidates(g *Goal) {
	b, layout := &g.current.Board, s.layout
	s.rows = b.Colored(s.color) &^ b.Of(chess.King) & layout.free
	s.columns = s.rows.Count()
	pawns := s.rows & b.Of(chess.Pawn)
	for j := range layout.columns {
		s.candidates[j] = layout.reach[j]&s.rows&b.Of(layout.role[j]) | layout.promo[j]&pawns
	}
}

const (
	choiceNote = "men of the goal that none or not enough of the men now can become"
	victimNote = "squares on one of which a man must be captured, and none can be"
)

// applySingleChoices sets the candidates for captures and then excludes pairs: a row that is
// the only candidate of a column is excluded from all other columns, and a column that is the
// only one of a row loses its other candidates. It reports false if a row or column is left
// without a partner. Rows and columns are equal in number: Lemma 9.
func (s *side) applySingleChoices(g *Goal) bool {
	for i := s.layout.columns; i < s.columns; i++ {
		s.candidates[i] = s.rows
		if k := i - s.layout.columns; k < s.requiredCaptures {
			s.candidates[i] = s.victims(g, s.requiredSquares[k])
		}
	}
	var done uint32 // columns whose only row has been excluded from the other columns
	for changed := true; changed; {
		changed = false
		var inSome, inSeveral chess.Bitboard
		for j := range s.columns {
			rows := s.candidates[j]
			if rows == 0 {
				if j >= s.layout.columns {
					return g.fail(verdict.Men(victimNote, s.place(j)))
				}
				return g.fail(verdict.Men(choiceNote, s.place(j)))
			}
			if !rows.Many() && done>>j&1 == 0 {
				done |= 1 << j
				for i := range s.columns {
					if i != j && s.candidates[i]&rows != 0 {
						s.candidates[i] &^= rows
						changed = true
					}
				}
			}
			inSeveral |= inSome & s.candidates[j]
			inSome |= s.candidates[j]
		}
		if unused := s.rows &^ inSome; unused != 0 && !changed {
			return g.fail(verdict.Men("men that can become nothing in the goal and cannot be captured", unused))
		}
		if changed {
			continue
		}
		inOne := inSome &^ inSeveral
		for j := range s.columns {
			if rows := s.candidates[j] & inOne; rows != 0 && rows != s.candidates[j] {
				if rows.Many() {
					return g.fail(verdict.Men("men that can become only one and the same man of the goal", rows))
				}
				s.candidates[j] = rows
				changed = true
			}
		}
	}
	return true
}

// place returns the goal's square of a column, or the squares of a required capture; none for a capture anywhere.
func (s *side) place(j int) chess.Bitboard {
	if j < s.layout.columns {
		return s.layout.square[j].BB()
	}
	return s.requiredSquares[j-s.layout.columns]
}

// assignable reports whether every column can be assigned a row of its own. It searches
// augmenting paths: the last part of Lemma 9.
func (s *side) assignable(g *Goal) bool {
	var m matching
	for j := range s.columns {
		m.seenRows, m.triedColumns = 0, 0
		if !m.augment(s, j) {
			var places chess.Bitboard
			for t := m.triedColumns; t != 0; t &= t - 1 {
				places |= s.place(bits.TrailingZeros32(t))
			}
			return g.fail(verdict.Count(assignNote[s.color], m.seenRows.Count(), bits.OnesCount32(m.triedColumns)).At(places))
		}
	}
	return true
}

var assignNote = [2]string{
	"white men that can take these places of the goal or be captured on these squares, and places and captures",
	"black men that can take these places of the goal or be captured on these squares, and places and captures",
}

// A matching is a partial assignment, with the state of one search for an augmenting path.
type matching struct {
	columnOf     [64]uint8 // by row: the number of its column plus 1, 0 for none
	seenRows     chess.Bitboard
	triedColumns uint32
}

// augment assigns a row to column j, and other rows to columns that lose theirs, and reports
// whether it could. If the first call, not a recursive one, could not, then the seen rows are all
// candidates of the tried columns, and fewer than these.
func (m *matching) augment(s *side, j int) bool {
	m.triedColumns |= 1 << j
	for bb := s.candidates[j] &^ m.seenRows; bb != 0; bb = s.candidates[j] &^ m.seenRows {
		row := bb.First() & 63 // below 64, so that columnOf needs no check of bounds
		m.seenRows |= row.BB()
		if k := m.columnOf[row]; k == 0 || m.augment(s, int(k)-1) {
			m.columnOf[row] = uint8(j + 1)
			return true
		}
	}
	return false
}
