package play

import (
	"chesscensus/chess"
)

// Losing a move: everything stands, but the wrong side is to move.

// A tempoSearch looks for an odd number of quiet moves that lead back to the board.
type tempoSearch struct {
	r     *scene
	home  chess.Board
	moves []chess.Move
	lists [16][]chess.Move
	nodes int
}

// Limits of a tempoSearch: nodes for each depth, and how many of them cost what a planned
// ply costs.
const (
	tempoNodes  = 6000
	tempoPerPly = 8
)

// loseMove plays an odd number of moves that lead back to the same board, and reports
// whether it found any.
func (s *tempoSearch) loseMove(r *scene) bool {
	s.r, s.home = r, r.Board
	for depth := 3; depth < len(s.lists); depth += 2 {
		s.moves = s.moves[:0]
		s.nodes = tempoNodes
		found := s.visit(r.Pos, depth)
		r.budget.Spent += int64(tempoNodes-max(s.nodes, 0)) / tempoPerPly
		if found {
			for _, m := range s.moves {
				r.Play(m)
			}
			return true
		}
		if r.budget.Over() {
			break
		}
	}
	return false
}

// displaced returns the squares of a color that are empty or differently held now.
func displaced(home, now *chess.Board, c chess.Color) (set chess.Bitboard) {
	for role := chess.Knight; role <= chess.King; role++ {
		set |= home.Pieces(c, role) &^ now.Pieces(c, role)
	}
	return set
}

// visit reports whether the board can be restored in depth moves, each side having to put
// back its men in the moves that it has left.
func (s *tempoSearch) visit(p chess.Position, depth int) bool {
	b := p.Board()
	if depth == 0 {
		return b == s.home
	}
	us := p.Turn()
	off := displaced(&s.home, &b, us)
	if off.Count() > (depth+1)/2 || displaced(&s.home, &b, us.Other()).Count() > depth/2 {
		return false
	}
	must := off.Count() == (depth+1)/2
	list := p.Moves(s.lists[depth][:0])
	s.lists[depth] = list
	for n := len(list); n > 0; n-- {
		i := s.r.rng.N(n)
		m := list[i]
		list[i] = list[n-1]
		if m.Irreversible() || m.Castles() || s.r.castlingLost(&p, m) || must && !off.Has(m.To()) {
			continue
		}
		if s.nodes--; s.nodes < 0 {
			return false
		}
		s.moves = append(s.moves, m)
		if s.visit(p.Play(m), depth-1) {
			return true
		}
		s.moves = s.moves[:len(s.moves)-1]
	}
	return false
}
