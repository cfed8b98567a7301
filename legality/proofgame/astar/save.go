package astar

import "chesscensus/chess"

// A saving is a change to the moves of one side that leaves the men of that side in the end
// where they were: a man that goes out and back does not go at all (2 moves), or one that
// makes two moves goes there at once (1 move). One side alone cannot save a move, since
// the sides move in turn; two savings of the same size, one of each side, may do.
type saving struct {
	first, second int // the moves in the game, second the next of the same man after first
	merged        bool
}

// savings returns the savings of the side that makes the moves i, i+2, ... where i is the
// first of them that may be changed.
func (g *game) savings(i int) (away, merged []saving) {
	for ; i < len(g.moves); i += 2 {
		m := g.moves[i]
		if m.Captured() != chess.NoRole || m.Promotion() != chess.NoRole || m.Castles() {
			continue
		}
		for j := i + 2; j < len(g.moves); j += 2 {
			n := g.moves[j]
			if n.From() != m.To() {
				if g.moves[j-1].CapturedOn() == m.To() {
					break
				}
				continue
			}
			switch {
			case n.Captured() != chess.NoRole || n.Promotion() != chess.NoRole || n.Castles():
			case n.To() == m.From():
				away = append(away, saving{i, j, false})
			case m.Role() != chess.Pawn && direct(m.Role(), m.From(), n.To()):
				merged = append(merged, saving{i, j, true})
			}
			break
		}
	}
	return away, merged
}

// direct reports whether a man can go between the squares in one move on the empty board.
func direct(r chess.Role, from, to chess.Square) bool {
	return chess.Attacks(chess.NewPiece(chess.White, r), from, 0).Has(to)
}

// savePair makes two savings at once, one of each side, and reports whether it found two
// that leave a legal game to the same position.
func (s *Shortener) savePair() bool {
	g := &s.game
	away, merged := g.savings(g.keep)
	away2, merged2 := g.savings(g.keep + 1)
	return s.tryPairs(away, away2) || s.tryPairs(merged, merged2)
}

func (s *Shortener) tryPairs(as, bs []saving) bool {
	for _, a := range as {
		for _, b := range bs {
			if s.spent >= s.budget {
				return false
			}
			// Between the changes the two sides are out of step; where they do not
			// overlap at all it is seldom legal.
			if a.first > b.second || b.first > a.second {
				continue
			}
			if s.try(a, b) {
				return true
			}
		}
	}
	return false
}

// try makes the game with two savings. Where moves are merged the one move is made at the
// time of the second, or else of the first.
func (s *Shortener) try(a, b saving) bool {
	for late := range 4 {
		if late > 0 && !a.merged {
			break
		}
		if s.without(a, b, late&1 == 0, late&2 == 0) {
			return true
		}
	}
	return false
}

// without replays the game with two savings and takes it over if it leads to the goal.
func (s *Shortener) without(a, b saving, lateA, lateB bool) bool {
	g := &s.game
	first, second := g.drop(g.keep, a, lateA), g.drop(g.keep+1, b, lateB)
	i := min(a.first, b.first)
	i -= (i - g.keep) & 1 // where the first of the two sides moves
	p := g.at[i]
	g.spare = g.spare[:0]
	for k := (i - g.keep) / 2; k < len(first) || k < len(second); k++ {
		for _, side := range [2][]request{first, second} {
			if k >= len(side) {
				continue
			}
			m, ok := side[k].in(&p)
			if !ok {
				s.spent += int64(len(g.spare))/32 + 1
				return false
			}
			g.spare = append(g.spare, m)
			p = p.Play(m)
		}
	}
	s.spent += int64(len(g.spare))/32 + 1
	if p != g.goal || i+len(g.spare) >= len(g.moves) {
		return false
	}
	g.replace(i, len(g.moves), g.spare)
	return true
}

// A request is a move by its squares alone.
type request struct {
	from, to  chess.Square
	promotion chess.Role
}

// in returns the legal move in p that fits.
func (w request) in(p *chess.Position) (chess.Move, bool) {
	var buf [256]chess.Move
	for _, m := range p.Moves(buf[:0]) {
		if m.From() == w.from && m.To() == w.to && m.Promotion() == w.promotion {
			return m, true
		}
	}
	return 0, false
}

// drop returns the moves i, i+2, ... with a saving.
func (g *game) drop(i int, s saving, late bool) (side []request) {
	for ; i < len(g.moves); i += 2 {
		m := g.moves[i]
		w := request{m.From(), m.To(), m.Promotion()}
		switch {
		case i != s.first && i != s.second:
		case !s.merged, late == (i == s.first):
			continue
		default:
			w = request{g.moves[s.first].From(), g.moves[s.second].To(), chess.NoRole}
		}
		side = append(side, w)
	}
	return side
}
