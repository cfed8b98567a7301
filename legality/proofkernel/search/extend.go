package search

import "chesscensus/chess"

// tryExtend tries to extend the path, which leads to a goal, and hands the kernel on if there are rows. Otherwise it sets
// returnDepth by Lemma 7: if a prefix of the path has no rows, nothing that begins with it has.
func (s *Searcher) tryExtend() {
	if s.tryRows(false) {
		return
	}
	if s.enPassant() {
		s.rows.pop(0)
		s.tryRows(true)
		s.rows.pop(0)
		return
	}
	if s.rows.sys.Failed() { // the last move that was added has no rows; otherwise only the goal has none
		s.returnDepth = s.rows.len() - 1
	}
}

// tryRows brings the system up to the end of the path and adds the goal. If there are rows it hands the kernel on.
func (s *Searcher) tryRows(enPassant bool) bool {
	for i := s.rows.len(); i < len(s.path); i++ {
		if !s.rows.push(s.path[i], enPassant && i == len(s.forced)) {
			return false
		}
	}
	end := s.endState()
	ok := s.rows.finish(&end)
	if ok {
		k := Kernel{Forced: len(s.forced), Moves: append([]Move(nil), s.path...)}
		k.Extended = s.rows.extendedSteps(k.Moves, enPassant)
		s.done = !s.yield(k)
	}
	s.rows.sys.Pop()
	return ok
}

// endState returns the state at the end of the path.
func (s *Searcher) endState() state {
	st := s.first
	for _, m := range s.path[len(s.forced):] {
		st = st.apply(m)
	}
	return st
}

// enPassant reports whether the first capture of the path is the en passant capture that the start allows.
func (s *Searcher) enPassant() bool {
	ep := s.start.EP
	if s.NoEnPassant || ep == chess.NoSquare || len(s.path) == len(s.forced) {
		return false
	}
	m := s.path[len(s.forced)]
	pawnTakesPawn := m.Pawn && m.Victim == Pawn
	if !pawnTakesPawn || m.Color != s.start.Turn || int(m.ToFile) != ep.File() {
		return false
	}
	row := ep.Row() - m.Color.Forward()
	return s.pawnAt(int(m.File), int(m.Index)).Row() == row && s.pawnAt(int(m.ToFile), int(m.ToIndex)).Row() == row
}

// pawnAt returns the square of a pawn of the start by file and index.
func (s *Searcher) pawnAt(file, index int) chess.Square {
	b := &s.rows.boards[0]
	return s.rows.startSquares[b.cols[file][index].id]
}
