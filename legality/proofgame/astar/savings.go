package astar

import (
	"chesscensus/chess"
	"chesscensus/legality/proofgame/internal/base"
)

// A saving is a change to the moves of one side that leaves the men of that side in the end where they were. A man that goes out and
// back stays (2 moves), or a man that makes two moves goes there at once (1 move). One side alone cannot save a move, since the sides
// move in turn; two savings of the same size, one of each side, may do.
type saving struct {
	first, second int  // indices of the moves in the game; second is the next move of the same man
	merged        bool // the two moves become one; otherwise both are left out
}

// savings returns the savings of the side that makes the moves i, i+2, ...: men that go out and back, and pairs of moves that can be
// merged.
func (g *game) savings(i int) (away, merged []saving) {
	for ; i < len(g.moves); i += 2 {
		out := g.moves[i]
		if !isQuiet(out) {
			continue
		}
		for j := i + 2; j < len(g.moves); j += 2 {
			next := g.moves[j]
			if next.From() != out.To() {
				if g.moves[j-1].CapturedOn() == out.To() { // the man is captured before it moves again
					break
				}
				continue
			}
			switch {
			case !isQuiet(next): // it cannot be left out
			case next.To() == out.From():
				away = append(away, saving{i, j, false})
			case out.Role() != chess.Pawn && base.Reach(out.Role(), out.From(), 0).Has(next.To()): // one move on the empty board
				merged = append(merged, saving{i, j, true})
			}
			break
		}
	}
	return away, merged
}

// isQuiet reports whether a move does no more than take a man from one square to another.
func isQuiet(m chess.Move) bool {
	return m.Captured() == chess.NoRole && m.Promotion() == chess.NoRole && !m.Castles()
}

// savePair makes two savings at once, one of each side, and reports whether it found two that leave a legal game to the same position.
func (s *Shortener) savePair() bool {
	g := &s.game
	firstAway, firstMerged := g.savings(g.keep)
	secondAway, secondMerged := g.savings(g.keep + 1)
	return s.tryPairs(firstAway, secondAway) || s.tryPairs(firstMerged, secondMerged)
}

// tryPairs tries pairs of savings, one of each side, until one works, and reports whether one did.
func (s *Shortener) tryPairs(ofFirstSide, ofSecondSide []saving) bool {
	for _, a := range ofFirstSide {
		for _, b := range ofSecondSide {
			if s.spent >= s.budget {
				return false
			}
			// Between the changes the two sides are out of step; where they do not overlap at all it is seldom legal.
			if a.first > b.second || b.first > a.second {
				continue
			}
			if s.tryPair(a, b) {
				return true
			}
		}
	}
	return false
}

// tryPair tries two savings, and reports whether they leave a game to the goal. Merged moves are tried at all four pairs of times: of
// each side at the time of its second move, or else of its first.
func (s *Shortener) tryPair(a, b saving) bool {
	for early := range 4 { // bit 0 for a, bit 1 for b
		if early > 0 && !a.merged { // then nor is b, and times make no difference
			break
		}
		if s.replayWith(a, b, early&1 == 0, early&2 == 0) {
			return true
		}
	}
	return false
}

// replayWith replays the game with two savings. If the result leads to the goal and is shorter, it replaces the game and reports true.
// Its cost for the budget is one expansion, and one more for every 32 plies.
func (s *Shortener) replayWith(a, b saving, lateA, lateB bool) bool {
	g := &s.game
	sides := [2][]moveSquares{g.withSaving(g.keep, a, lateA), g.withSaving(g.keep+1, b, lateB)}
	i := min(a.first, b.first)
	i -= (i - g.keep) & 1 // the move of the first side in that pair
	p := g.positions[i]
	g.buffer = g.buffer[:0]
	for k := (i - g.keep) / 2; k < max(len(sides[0]), len(sides[1])); k++ {
		for _, side := range sides {
			if k >= len(side) {
				continue
			}
			m, ok := side[k].find(&p)
			if !ok {
				s.spent += int64(len(g.buffer))/32 + 1
				return false
			}
			g.buffer = append(g.buffer, m)
			p = p.Play(m)
		}
	}
	s.spent += int64(len(g.buffer))/32 + 1
	if p != g.goal || i+len(g.buffer) >= len(g.moves) {
		return false
	}
	g.replace(i, len(g.moves), g.buffer)
	return true
}

// A moveSquares is a move given by its squares and promotion alone.
type moveSquares struct {
	from, to  chess.Square
	promotion chess.Role
}

// find returns the legal move in p with these squares, and whether there is one.
func (ms moveSquares) find(p *chess.Position) (chess.Move, bool) {
	var buf [256]chess.Move
	for _, m := range p.Moves(buf[:0]) {
		if m.From() == ms.from && m.To() == ms.to && m.Promotion() == ms.promotion {
			return m, true
		}
	}
	return 0, false
}

// withSaving returns the moves i, i+2, ... changed by a saving. A merged move stands in the place of the second move if late, else of
// the first.
func (g *game) withSaving(i int, s saving, late bool) (side []moveSquares) {
	for ; i < len(g.moves); i += 2 {
		move := g.moves[i]
		isSecond := i == s.second
		switch {
		case i != s.first && !isSecond:
			side = append(side, moveSquares{move.From(), move.To(), move.Promotion()})
		case s.merged && isSecond == late:
			side = append(side, moveSquares{g.moves[s.first].From(), g.moves[s.second].To(), chess.NoRole})
		}
	}
	return side
}
