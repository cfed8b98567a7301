package search

import "chesscensus/chess"

// extendOrReturn yields the kernel of the path, which leads to a goal, if there are rows for it: a solution of the constraints on the row
// variables of the pawns. A path that begins with the en passant capture of the start is first tried as if the capture were an ordinary one,
// then as what it is.
//
// Without rows it sets returnDepth by Lemma 7: if a prefix of the path has no rows, no path that begins with it has. The lemma speaks of
// ordinary rows only. So after an en passant capture no depth is set, as another path with this prefix may have rows en passant.
func (s *Searcher) extendOrReturn() {
	if s.yieldIfSolvable(false) {
		return
	}
	if s.startsWithEnPassant() {
		s.rows.clear()
		s.yieldIfSolvable(true)
		s.rows.clear()
		return
	}
	if s.rows.sys.Failed() { // the last move that was added has no rows; otherwise only the goal has none
		s.returnDepth = s.rows.len() - 1
	}
}

// yieldIfSolvable brings the system of rows up to the end of the path and adds the constraints of the goal. If the system has a solution, it
// yields the kernel with its extended steps, and returns true. The first capture that is not forced counts as en passant if asEnPassant is true.
func (s *Searcher) yieldIfSolvable(asEnPassant bool) bool {
	for i := s.rows.len(); i < len(s.path); i++ {
		if !s.rows.push(s.path[i], asEnPassant && i == len(s.forced)) {
			return false
		}
	}
	end := s.endState()
	solvable := s.rows.finish(&end)
	if solvable {
		k := Kernel{Forced: len(s.forced), Moves: append([]Move(nil), s.path...)}
		k.Extended = s.rows.extendedSteps(k.Moves, asEnPassant)
		s.done = !s.yield(k)
	}
	s.rows.sys.Pop() // the level of the goal
	return solvable
}

// endState returns the state at the end of the path.
func (s *Searcher) endState() state {
	st := s.first
	for _, m := range s.path[len(s.forced):] {
		st = st.apply(m)
	}
	return st
}

// startsWithEnPassant reports whether the first capture of the path that is not forced can be the en passant capture that the start allows: a
// pawn of the side to move takes a pawn on the file of the en passant square, and both stand on the row behind that square.
func (s *Searcher) startsWithEnPassant() bool {
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

// pawnAt returns the square of a pawn of the start: the one at an index in the column of a file.
func (s *Searcher) pawnAt(file, index int) chess.Square {
	b := &s.rows.boards[0]
	return s.rows.startSquares[b.cols[file][index].id]
}
