package astar

import (
	"chesscensus/chess"
	"chesscensus/legality/internal/bound"
)

// expand enters the positions after node i, and reports false if memory does not suffice. If the bound weighs more than the plies, it
// enters at first only those after promising moves; the node is then queued again as if its bound had grown by one move. Moves from and
// to blocked squares are skipped, since no line to the goal makes them.
func (s *Search) expand(i uint32) bool {
	n := s.table.at(i)
	k := n.packed()
	p, err := k.setup().Position()
	if err != nil {
		panic("astar: a node is not a position: " + err.Error())
	}
	ply, least := int(n.ply)+1, n.remaining()-1
	if ply > maxPlies {
		s.isCut = true
		n.bound |= expanded
		return true
	}
	s.blocked = s.goal.Blocked(&p)
	onlyPromising := s.opt.B > s.opt.A && n.bound&halfExpanded == 0 && !p.InCheck()
	if onlyPromising {
		s.promising.prepare(s, &p)
	}
	s.moves = p.Moves(s.moves[:0])
	for _, m := range s.moves {
		if (m.From().BB()|m.To().BB())&s.blocked != 0 || onlyPromising && !s.promising.is(m) {
			continue
		}
		next := p.Play(m)
		if !s.addChild(i, m, &next, ply, least) {
			return false
		}
	}
	if onlyPromising {
		n.bound |= halfExpanded
		s.queue.push(entry{s.key(&p, int(n.ply)+1, int(n.guess)+1, i), i})
	} else {
		n.bound |= expanded
	}
	return true
}

// addChild adds a node for the position next after move m from node i, or shortens the way to its node if there is one. It reports
// false if memory does not suffice. The bound of a node is no less than that of the node before less one, as every line from there goes
// on from here.
func (s *Search) addChild(i uint32, m chess.Move, next *chess.Position, ply, least int) bool {
	k := pack(next)
	hash := k.hash()
	number, slot := s.table.find(&k, hash)
	if number != nowhere {
		s.shortenWay(number, i, m, next, ply, least)
		return true
	}
	if ply+max(least, 0) >= s.best {
		return true
	}
	remaining := s.goal.Bound(next)
	s.result.Bounded++
	if remaining == bound.Infinite {
		return true
	}
	guess := s.guess(next, remaining)
	remaining = max(remaining, least)
	if ply+remaining >= s.best {
		return true
	}
	if s.table.bytes()+s.table.growth()+s.queue.bytes() > s.opt.memory {
		return false
	}
	number = s.table.add(node{plane: k.plane, parent: i, move: uint32(m) | uint32(k.state)<<24,
		ply: uint16(ply), bound: uint16(remaining), guess: uint16(guess)}, hash, slot)
	s.enqueue(number, next)
	s.checkProgress(number)
	return true
}

// shortenWay queues a node again if the way over node from has fewer plies.
func (s *Search) shortenWay(number, from uint32, m chess.Move, q *chess.Position, ply, least int) {
	n := s.table.at(number)
	if int(n.ply) <= ply {
		return
	}
	if !n.isExpanded() {
		s.waiting[n.total()]--
	}
	remaining := max(n.remaining(), least)
	n.parent, n.move = from, uint32(m)|n.move&^moveBits
	n.ply, n.bound = uint16(ply), uint16(remaining)
	s.enqueue(number, q)
	s.checkProgress(number)
}

// guess returns the number that replaces the bound in the order; remaining is the bound of the position, which has just been computed.
//
// If the bound weighs more than the plies, that is the sum of the moves of both sides instead of twice the larger number. So the side
// with fewer moves is led to its goal, too.
func (s *Search) guess(q *chess.Position, remaining int) int {
	if remaining == 0 {
		return 0
	}
	white, black := s.goal.Moves()
	if s.opt.NonAdmissible {
		whiteDetours, blackDetours := s.detour.countMoves(s.goal, &s.target, q, s.blocked)
		white, black = white+whiteDetours, black+blackDetours
	}
	if s.opt.B > s.opt.A {
		return white + black
	}
	return max(remaining, plies(q.Turn(), s.target.Turn(), white, black))
}

// enqueue adds a node with position q to the queue.
func (s *Search) enqueue(number uint32, q *chess.Position) {
	n := s.table.at(number)
	total := n.total()
	for total >= len(s.waiting) {
		s.waiting = append(s.waiting, 0)
	}
	s.waiting[total]++
	guess := int(n.guess)
	if s.opt.B <= s.opt.A {
		guess = max(guess, n.remaining())
	}
	s.queue.push(entry{s.key(q, int(n.ply), guess, number), number})
}

// checkProgress records a node that is the goal, or closer to it than any before, and calls the callbacks.
func (s *Search) checkProgress(number uint32) {
	n := s.table.at(number)
	remaining := n.remaining()
	if remaining < s.result.Bound || number == s.closest {
		s.closest, s.result.Bound = number, remaining
		if s.opt.Closer != nil && remaining > 0 {
			s.opt.Closer(s.lineOf(number, remaining))
		}
	}
	if remaining == 0 && int(n.ply) < s.best {
		if s.opt.Improve > 0 && s.bestNode == nowhere {
			s.stopAt = s.result.Expanded + max(leastImprove, s.opt.Improve*s.result.Expanded)
		}
		s.best, s.bestNode = int(n.ply), number
		if s.opt.Improved != nil {
			s.opt.Improved(s.lineOf(number, 0))
		}
	}
}

// lineOf returns the line to a node for a callback.
func (s *Search) lineOf(number uint32, remaining int) Line {
	s.line = s.lineTo(number, s.line[:0])
	if remaining == 0 {
		s.line = append(s.line, s.opt.Last...)
	}
	return Line{s.line, remaining, s.progress()}
}
