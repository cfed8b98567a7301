package astar

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/bound"
)

// expand enters positions after node i: all of them, or at first only those after moves
// that look promising, if the order gives the bound more weight than the plies. In that
// case the node waits for its turn with the others as if its bound had grown by one move.
// It reports false if memory does not suffice.
//
// Moves from and to blocked squares are skipped: no play to the goal makes them.
func (s *Search) expand(i uint32) bool {
	n := s.table.at(i)
	k := n.packed()
	p, err := k.setup().Position()
	if err != nil {
		panic("astar: a node is not a position: " + err.Error())
	}
	ply, least := int(n.ply)+1, n.left()-1
	if ply > maxPlies {
		s.cut = true
		n.bound |= expanded
		return true
	}
	s.blocked = s.goal.Blocked(&p).Squares
	some := s.opt.B > s.opt.A && n.bound&begun == 0 && !p.InCheck()
	if some {
		s.promising.prepare(s, &p)
	}
	s.moves = p.Moves(s.moves[:0])
	for _, m := range s.moves {
		if (m.From().BB()|m.To().BB())&s.blocked != 0 || some && !s.promising.is(m) {
			continue
		}
		q := p.Play(m)
		if !s.enter(i, m, &q, ply, least) {
			return false
		}
	}
	if some {
		n.bound |= begun
		s.queue.push(entry{s.key(&p, int(n.ply)+1, int(n.guess)+1, i), i})
	} else {
		n.bound |= expanded
	}
	return true
}

// enter makes a node of the position q after move m from node i, or improves the one
// there is.
//
// The bound of a node is no less than that of the node before less one, as every line from
// there goes on from here.
func (s *Search) enter(i uint32, m chess.Move, q *chess.Position, ply, least int) bool {
	k := pack(q)
	hash := k.hash()
	at, slot := s.table.find(&k, hash)
	if at != nowhere {
		s.improve(at, i, m, q, ply, least)
		return true
	}
	if ply+max(least, 0) >= s.best {
		return true
	}
	left := s.goal.Bound(q)
	s.res.Bounded++
	if left == bound.Infinite {
		return true
	}
	guess := s.guess(q, left)
	left = max(left, least)
	if ply+left >= s.best {
		return true
	}
	if s.table.bytes()+s.table.growth()+s.queue.bytes() > s.opt.memory {
		return false
	}
	at = s.table.add(node{plane: k.plane, parent: i, move: uint32(m) | uint32(k.state)<<24,
		ply: uint16(ply), bound: uint16(left), guess: uint16(guess)}, hash, slot)
	s.wait(at, q)
	s.reached(at)
	return true
}

// improve enters a node again if it has now been reached with fewer plies.
func (s *Search) improve(at, from uint32, m chess.Move, q *chess.Position, ply, least int) {
	n := s.table.at(at)
	if int(n.ply) <= ply {
		return
	}
	if n.bound&expanded == 0 {
		s.open[n.total()]--
	}
	left := max(n.left(), least)
	n.parent, n.move = from, uint32(m)|n.move&^moveBits
	n.ply, n.bound = uint16(ply), uint16(left)
	s.wait(at, q)
	s.reached(at)
}

// guess returns what stands for the bound of q in the order; left is the bound, which has
// just been computed.
//
// Where the bound has more weight than the plies, it is the moves of both sides added up
// instead of twice the larger number: that leads the side with fewer moves to its goal, too.
func (s *Search) guess(q *chess.Position, left int) int {
	if left == 0 {
		return 0
	}
	white, black := s.goal.Moves()
	if s.opt.NonAdmissible {
		w, b := s.detour.moves(s.goal, &s.target, q, s.blocked)
		white, black = white+w, black+b
	}
	if s.opt.B > s.opt.A {
		return white + black
	}
	return max(left, plies(q.Turn(), s.target.Turn(), white, black))
}

// wait puts a node in the queue. Its position is q.
func (s *Search) wait(at uint32, q *chess.Position) {
	n := s.table.at(at)
	total := n.total()
	for total >= len(s.open) {
		s.open = append(s.open, 0)
	}
	s.open[total]++
	guess := int(n.guess)
	if s.opt.B <= s.opt.A {
		guess = max(guess, n.left())
	}
	s.queue.push(entry{s.key(q, int(n.ply), guess, at), at})
}

// reached looks whether a node is the goal or closer to it than any before.
func (s *Search) reached(at uint32) {
	n := s.table.at(at)
	left := n.left()
	if left < s.res.Bound || at == s.closest {
		s.closest, s.res.Bound = at, left
		if s.opt.Closer != nil && left > 0 {
			s.opt.Closer(s.report(at, left))
		}
	}
	if left == 0 && int(n.ply) < s.best {
		if s.opt.Improve > 0 && s.bestNode == nowhere {
			s.until = s.res.Expanded + max(leastImprove, s.opt.Improve*s.res.Expanded)
		}
		s.best, s.bestNode = int(n.ply), at
		if s.opt.Improved != nil {
			s.opt.Improved(s.report(at, 0))
		}
	}
}

// report makes a line for a callback.
func (s *Search) report(at uint32, left int) Line {
	s.line = s.lineTo(at, s.line[:0])
	if left == 0 {
		s.line = append(s.line, s.opt.Last...)
	}
	return Line{s.line, left, s.progress()}
}
