package mate

import "chesscensus/chess"

// attack reports whether the side to move mates in at most n >= 1 moves. False has no meaning if the search has been stopped.
func (s *Solver) attack(p *chess.Position, n, ply int) bool {
	f := &s.frames[ply]
	if n == 1 {
		_, found := s.mateInOne(p, f)
		return found
	}
	none, known := 0, chess.Move(0) // there is no mate in none moves; known is the move of the table
	if e := s.table.probe(p); e != nil {
		if e.mateIn != 0 && int(e.mateIn) <= n {
			return true
		}
		if int(e.noneWithin) >= n {
			return false
		}
		none, known = int(e.noneWithin), e.move
	}
	if none == 0 {
		if m, found := s.mateInOne(p, f); found {
			s.table.store(p, 0, 1, m)
			return true
		}
		none = 1
	} else {
		f.moves = p.Moves(f.moves[:0])
	}
	s.orderAttack(p, f, known)
	for k := none + 1; k <= n; k++ {
		for _, m := range f.moves {
			q := p.Play(m)
			if s.defend(&q, k-1, ply+1) {
				s.reward(0, m)
				s.table.store(p, k-1, k, m)
				return true
			}
			if s.stopped {
				return false
			}
		}
	}
	s.table.store(p, n, 0, 0)
	return false
}

// defend reports whether the other side mates in at most n >= 0 more moves, whatever the side to move, the defender, plays. A
// defender without a move is mated if it is in check, and otherwise not. False has no meaning if the search has been stopped.
func (s *Solver) defend(q *chess.Position, n, ply int) bool {
	s.spend(1)
	if n == 0 {
		return q.IsCheckmate()
	}
	f := &s.frames[ply]
	f.moves = q.Moves(f.moves[:0])
	if len(f.moves) == 0 {
		return q.InCheck()
	}
	killers := f.orderDefense()
	for i := 0; i < len(f.moves); i++ {
		if i == killers {
			s.orderRest(f, killers)
		}
		p := q.Play(f.moves[i])
		if s.stopped {
			return false
		}
		if !s.attack(&p, n, ply+1) {
			if !s.stopped {
				s.rewardDefense(f, f.moves[i])
			}
			return false
		}
	}
	return true
}

// distance returns the least number of moves, up to n, in which the side to move mates. It returns 0 if there is no mate in n
// moves, or the search has been stopped.
func (s *Solver) distance(p *chess.Position, n, ply int) int {
	for k := 1; k <= n && !s.stopped; k++ {
		if s.attack(p, k, ply) {
			return k
		}
	}
	return 0
}
