package astar

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"chesscensus/chess"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/verdict"
)

// A Search finds lines of moves between positions. It reuses its memory. The zero value is ready; it is for one goroutine at a time.
type Search struct {
	table     table
	queue     queue
	tables    bound.Tables
	goal      *bound.Goal
	moves     []chess.Move
	line      []chess.Move
	detour    detour
	promising promisingMoves

	task
}

// A task holds the data of one search.
type task struct {
	opt        Options
	start      chess.Position
	target     chess.Position // the goal
	opening    []chess.Move   // without repetitions
	kings      [2]chess.Square
	men        int            // number of men of the goal
	blocked    chess.Bitboard // blocked squares of the position that is being expanded
	startBound int            // bound of the position after the opening
	waiting    []int32        // number of waiting nodes, by total
	least      int            // proven lower bound on the plies of any line that is not found yet
	leader
	closest uint32 // the node with the least bound
	isCut   bool   // a node was left out since its line has too many plies
	result  Result
}

// A leader is the best line so far.
type leader struct {
	best     int    // its plies, [bound.Infinite] if there is none
	bestNode uint32 // its last node, or nowhere
	stopAt   int64  // number of expansions after which the search stops; 0 means no limit
}

// maxPlies is the largest number of plies of a line that is followed.
const maxPlies = 1 << 13

// Find searches for moves from start to goal.
//
// An error means that the arguments make no sense: moves of the opening or after the goal that are not legal, weights out of range,
// more than 32 men. Limits and a canceled context are no errors, and show in the result.
func (s *Search) Find(ctx context.Context, start, goal chess.Position, opt Options) (Result, error) {
	p, err := s.prepare(start, goal, opt)
	if err != nil {
		return Result{}, err
	}
	if s.enterRoot(&p) {
		s.run(ctx)
	}
	return s.finish(), nil
}

// prepare checks the options and prepares a search. It returns the position after the opening.
func (s *Search) prepare(start, goal chess.Position, opt Options) (chess.Position, error) {
	none := chess.Position{}
	if start == none || goal == none {
		return none, errors.New("astar: start or goal is no position")
	}
	if b := start.Board(); b.Men() > 32 {
		return none, fmt.Errorf("astar: %d men at the start, at most 32 are possible", b.Men())
	}
	if opt.A == 0 && opt.B == 0 {
		opt.A, opt.B = 1, 1
	}
	if opt.A < 1 || opt.A > MaxWeight || opt.B < 0 || opt.B > MaxWeight {
		return none, fmt.Errorf("astar: weights %d:%d are out of range, the first is 1 to %d, the second 0 to %d", opt.A, opt.B,
			MaxWeight, MaxWeight)
	}
	if opt.memory <= 0 {
		opt.memory = defaultMemory
	}
	p, opening, err := playOpening(start, opt.Opening)
	if err != nil {
		return none, err
	}
	if err := checkLast(goal, opt.Last); err != nil {
		return none, err
	}
	b := goal.Board()
	s.task = task{opt: opt, start: start, target: goal, opening: opening, men: b.Men(),
		kings:   [2]chess.Square{b.King(chess.White), b.King(chess.Black)},
		waiting: s.waiting[:0], leader: leader{best: bound.Infinite, bestNode: nowhere}}
	if opt.Below > 0 {
		s.best = max(0, opt.Below-len(opt.Last))
	}
	if s.goal == nil {
		s.goal = bound.NewGoal(goal, &s.tables)
	} else {
		s.goal.Reset(goal)
	}
	s.table.reset()
	s.queue.n = 0
	return p, nil
}

// playOpening returns the position after moves, and the moves without those between two equal positions.
func playOpening(p chess.Position, moves []chess.Move) (end chess.Position, loopless []chess.Move, err error) {
	if len(moves) == 0 {
		return p, nil, nil
	}
	seen := map[chess.Position]int{p: 0}
	positions := []chess.Position{p}
	for i, m := range moves {
		if !p.IsLegal(m) {
			return p, nil, fmt.Errorf("astar: move %d of the opening, %s, is not legal in %s", i+1, m, p)
		}
		p = p.Play(m)
		loopless, positions = append(loopless, m), append(positions, p)
		if first, repeats := seen[p]; repeats {
			for _, q := range positions[first+1:] {
				delete(seen, q)
			}
			loopless, positions = loopless[:first], positions[:first+1]
		}
		seen[p] = len(loopless)
	}
	if len(loopless) > maxPlies/2 {
		return p, nil, fmt.Errorf("astar: an opening of %d moves, at most %d are possible", len(loopless), maxPlies/2)
	}
	return p, loopless, nil
}

// checkLast returns an error if a move of those from the goal p on is not legal.
func checkLast(p chess.Position, moves []chess.Move) error {
	for i, m := range moves {
		if !p.IsLegal(m) {
			return fmt.Errorf("astar: move %d of those after the goal, %s, is not legal in %s", i+1, m, p)
		}
		p = p.Play(m)
	}
	return nil
}

// enterRoot enters the position after the opening and reports whether the goal may be reachable.
func (s *Search) enterRoot(p *chess.Position) bool {
	s.startBound = s.goal.Bound(p)
	s.result.Bounded++
	s.closest = nowhere
	s.result.Bound = s.startBound
	if s.startBound == bound.Infinite {
		s.raise(bound.Infinite)
		s.goal.Reachable(p) // finds the reason that Failure returns
		s.result.Failure = s.goal.Failure()
		return false
	}
	key := pack(p)
	hash := key.hash()
	_, slot := s.table.find(&key, hash)
	s.closest = s.table.add(node{plane: key.plane, parent: nowhere, move: uint32(key.state) << 24,
		ply: uint16(len(s.opening)), bound: uint16(s.startBound),
		guess: uint16(s.guess(p, s.startBound))}, hash, slot)
	s.raise(len(s.opening) + s.startBound)
	s.enqueue(s.closest, p)
	s.checkProgress(s.closest)
	return true
}

// run expands nodes until the search is over.
func (s *Search) run(ctx context.Context) {
	for s.queue.n > 0 {
		e := s.queue.pop()
		n := s.table.at(e.node)
		if n.isExpanded() {
			continue // entered again with fewer plies, and expanded since
		}
		total := n.total()
		isGoal := n.remaining() == 0
		if isGoal && s.opt.First {
			return
		}
		if isGoal || total >= s.best { // no line through the node is shorter than the best
			s.settle(n, total)
			continue
		}
		if s.opt.Nodes > 0 && s.result.Expanded >= s.opt.Nodes || s.stopAt > 0 && s.result.Expanded >= s.stopAt {
			s.result.Stop = verdict.NodeLimit
			return
		}
		if s.result.Expanded&63 == 0 && ctx.Err() != nil {
			s.result.Stop = verdict.Canceled
			return
		}
		s.result.Expanded++
		if !s.expand(e.node) {
			s.result.Stop = verdict.Memory
			return
		}
		if n.isExpanded() {
			s.settle(n, total)
		}
		if s.best <= s.least {
			return
		}
	}
}

// settle marks a node as expanded and removes it from the count of waiting nodes with this total. It raises the proven bound if that was the
// last one with the least total.
func (s *Search) settle(n *node, total int) {
	n.bound |= expanded
	s.waiting[total]--
	if total > s.least || s.waiting[total] > 0 {
		return
	}
	least := s.least
	for least < len(s.waiting) && s.waiting[least] == 0 {
		least++
	}
	if least == len(s.waiting) {
		least = bound.Infinite
	}
	s.raise(least)
}

// raise sets the proven lower bound on the plies of any line that is not found yet, and reports it.
func (s *Search) raise(least int) {
	s.least = least
	if s.opt.Raised != nil {
		s.opt.Raised(s.progress())
	}
}

// progress returns the state of the search.
func (s *Search) progress() Progress {
	least := s.least
	if least != bound.Infinite {
		least += len(s.opt.Last)
	}
	return Progress{Least: least, Queue: s.queue.n, Nodes: s.table.n, Expanded: s.result.Expanded}
}

// finish returns the result of the search.
func (s *Search) finish() Result {
	r := s.result
	r.Nodes = s.table.n
	r.Least = min(s.progress().Least, s.best+len(s.opt.Last))
	proven := s.best <= s.least || s.least == bound.Infinite
	switch {
	case s.bestNode != nowhere && proven:
		r.Outcome = Shortest
	case s.bestNode != nowhere:
		r.Outcome = Found
	case proven && s.isCut:
		r.Stop = verdict.NodeLimit
	case proven:
		r.Outcome = NoSolution
		if s.opt.Below <= 0 {
			r.Least = bound.Infinite
		}
	}
	if s.bestNode != nowhere {
		r.Moves = append(s.lineTo(s.bestNode, nil), s.opt.Last...)
	}
	r.Closest = s.lineTo(s.closest, nil)
	return r
}

// lineTo appends to dst the opening and the moves to node i, or the opening alone if i is nowhere.
func (s *Search) lineTo(i uint32, dst []chess.Move) []chess.Move {
	dst = append(dst, s.opening...)
	if i == nowhere {
		return dst
	}
	first := len(dst)
	for node := s.table.at(i); node.parent != nowhere; node = s.table.at(node.parent) {
		dst = append(dst, chess.Move(node.move&moveBits))
	}
	slices.Reverse(dst[first:])
	return dst
}
