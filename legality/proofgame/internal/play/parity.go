package play

import "chesscensus/chess"

// A tempoSearch looks for an odd number of quiet moves that lead back to the same board, for the case that all men are placed and the
// wrong side is to move.
type tempoSearch struct {
	scene  *scene
	target chess.Board      // board to restore
	moves  []chess.Move     // moves on the path to the current node
	lists  [16][]chess.Move // legal moves by depth, to reuse the memory
	nodes  int              // nodes left at this depth
}

// Limits of a tempoSearch.
const (
	tempoNodes  = 6000 // nodes for each depth
	tempoPerPly = 8    // nodes that cost as much as a planned ply
)

// loseMove plays an odd number of moves that lead back to the same board, from 3 upwards, and reports whether it found any.
func (s *tempoSearch) loseMove(scene *scene) bool {
	s.scene, s.target = scene, scene.Board
	for depth := 3; depth < len(s.lists); depth += 2 {
		s.moves = s.moves[:0]
		s.nodes = tempoNodes
		found := s.search(scene.Pos, depth)
		scene.budget.Spent += int64(tempoNodes-max(s.nodes, 0)) / tempoPerPly
		if found {
			for _, m := range s.moves {
				scene.Play(m)
			}
			return true
		}
		if scene.budget.Over() {
			break
		}
	}
	return false
}

// search reports whether the target board can be reached from p in depth moves. A color with k moves left can bring back at most k men.
func (s *tempoSearch) search(p chess.Position, depth int) bool {
	b := p.Board()
	if depth == 0 {
		return b == s.target
	}
	us, left := p.Turn(), b.Diff(&s.target) // no pawn moves, so that these squares lack officers and kings, or have one too many
	empty := left & s.target.Colored(us)
	if empty.Count() > (depth+1)/2 || (left&s.target.Colored(us.Other())).Count() > depth/2 {
		return false
	}
	mustReturn := empty.Count() == (depth+1)/2 // every move of us has to bring a man back
	list := p.Moves(s.lists[depth][:0])
	s.lists[depth] = list
	for n := len(list); n > 0; n-- {
		i := s.scene.rng.N(n)
		m := list[i]
		list[i] = list[n-1]
		if m.Irreversible() || m.Castles() || s.scene.losesCastling(&p, m) || mustReturn && !empty.Has(m.To()) {
			continue
		}
		if s.nodes--; s.nodes < 0 {
			return false
		}
		s.moves = append(s.moves, m)
		if s.search(p.Play(m), depth-1) {
			return true
		}
		s.moves = s.moves[:len(s.moves)-1]
	}
	return false
}
