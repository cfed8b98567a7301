package astar

import (
	"context"
	"errors"
	"fmt"

	"chesscensus/chess"
	"chesscensus/legality/internal/bound"
	"chesscensus/legality/verdict"
)

// A Search finds lines of moves between positions. It keeps its memory from one search to
// the next. The zero value is ready; it is for one goroutine at a time.
type Search struct {
	table     table
	queue     queue
	tables    bound.Tables
	goal      *bound.Goal
	moves     []chess.Move
	line      []chess.Move
	detour    detour
	promising promising

	task
}

// A task is what one search needs to know.
type task struct {
	opt     Options
	start   chess.Position
	target  chess.Position // the goal
	opening []chess.Move   // without repetitions
	kings   [2]chess.Square
	men     int            // of the goal
	blocked chess.Bitboard // of the position that is being expanded
	startAt int            // bound of the position after the opening
	open    []int32        // number of nodes that wait, by plies + bound
	least   int            // the smallest of these sums, as far as proven
	leader
	closest uint32 // the node with the least bound
	cut     bool   // whether a node was left out for the length of its line
	res     Result
}

// A leader is the best line so far.
type leader struct {
	best     int    // its plies, [bound.Infinite] for none
	bestNode uint32 // its end, or nowhere
	until    int64  // number of expansions after which nothing better is looked for, 0 for no limit
}

// maxPlies is the length beyond which lines are not followed.
const maxPlies = 1 << 13

// Find searches for moves from start to goal.
//
// An error means that the task makes no sense: an opening or last moves that are not
// legal, weights out of range, more than 32 men. Limits and a canceled context are no
// errors, they show in the result.
func (s *Search) Find(ctx context.Context, start, goal chess.Position, opt Options) (Result, error) {
	p, err := s.begin(start, goal, opt)
	if err != nil {
		return Result{}, err
	}
	if s.enterRoot(&p) {
		s.run(ctx)
	}
	return s.finish(), nil
}

// begin checks the options and prepares a search; it returns the position after the
// opening.
func (s *Search) begin(start, goal chess.Position, opt Options) (chess.Position, error) {
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
		return none, fmt.Errorf("astar: weights %d:%d are out of range, the first is 1 to %d, the second 0 to %d", opt.A, opt.B, MaxWeight, MaxWeight)
	}
	if opt.memory <= 0 {
		opt.memory = defaultMemory
	}
	p, opening, err := playOpening(start, opt.Opening)
	if err != nil {
		return none, err
	}
	if err := checkMoves(goal, opt.Last); err != nil {
		return none, err
	}
	b := goal.Board()
	s.task = task{opt: opt, start: start, target: goal, opening: opening, men: b.Men(),
		kings: [2]chess.Square{b.King(chess.White), b.King(chess.Black)},
		open:  s.open[:0], leader: leader{best: bound.Infinite, bestNode: nowhere}}
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

// playOpening returns the moves without those between two equal positions, and the
// position that they lead to.
func playOpening(p chess.Position, moves []chess.Move) (chess.Position, []chess.Move, error) {
	if len(moves) == 0 {
		return p, nil, nil
	}
	seen := map[chess.Position]int{p: 0}
	way := []chess.Position{p}
	var kept []chess.Move
	for i, m := range moves {
		if !p.IsLegal(m) {
			return p, nil, fmt.Errorf("astar: move %d of the opening, %s, is not legal in %s", i+1, m, p)
		}
		p = p.Play(m)
		kept, way = append(kept, m), append(way, p)
		if at, again := seen[p]; again {
			for _, q := range way[at+1:] {
				delete(seen, q)
			}
			kept, way = kept[:at], way[:at+1]
		}
		seen[p] = len(kept)
	}
	if len(kept) > maxPlies/2 {
		return p, nil, fmt.Errorf("astar: an opening of %d moves, at most %d are possible", len(kept), maxPlies/2)
	}
	return p, kept, nil
}

func checkMoves(p chess.Position, moves []chess.Move) error {
	for i, m := range moves {
		if !p.IsLegal(m) {
			return fmt.Errorf("astar: move %d of those after the goal, %s, is not legal in %s", i+1, m, p)
		}
		p = p.Play(m)
	}
	return nil
}

// enterRoot enters the position after the opening and reports whether there is anything
// to search.
func (s *Search) enterRoot(p *chess.Position) bool {
	s.startAt = s.goal.Bound(p)
	s.res.Bounded++
	s.closest = nowhere
	s.res.Bound = s.startAt
	if s.startAt == bound.Infinite {
		s.raise(bound.Infinite)
		s.goal.Reachable(p)
		s.res.Failure = s.goal.Failure()
		return false
	}
	k := pack(p)
	hash := k.hash()
	_, slot := s.table.find(&k, hash)
	s.closest = s.table.add(node{plane: k.plane, parent: nowhere, move: uint32(k.state) << 24,
		ply: uint16(len(s.opening)), bound: uint16(s.startAt),
		guess: uint16(s.guess(p, s.startAt))}, hash, slot)
	s.raise(len(s.opening) + s.startAt)
	s.wait(s.closest, p)
	s.reached(s.closest)
	return true
}

// run expands nodes until the search is over.
func (s *Search) run(ctx context.Context) {
	for s.queue.n > 0 {
		e := s.queue.pop()
		n := s.table.at(e.node)
		if n.bound&expanded != 0 {
			continue // entered again with fewer plies, and expanded since
		}
		total := n.total()
		if n.left() == 0 || total >= s.best {
			if s.opt.First && n.left() == 0 {
				return
			}
			s.close(n, total)
			continue
		}
		if s.opt.Nodes > 0 && s.res.Expanded >= s.opt.Nodes || s.until > 0 && s.res.Expanded >= s.until {
			s.res.Stop = verdict.NodeLimit
			return
		}
		if s.res.Expanded&63 == 0 && ctx.Err() != nil {
			s.res.Stop = verdict.Canceled
			return
		}
		s.res.Expanded++
		if !s.expand(e.node) {
			s.res.Stop = verdict.Memory
			return
		}
		if n.bound&expanded != 0 {
			s.close(n, total)
		}
		if s.best <= s.least {
			return
		}
	}
}

// close marks a node as expanded and counts it out.
func (s *Search) close(n *node, total int) {
	n.bound |= expanded
	s.open[total]--
	if total > s.least || s.open[total] > 0 {
		return
	}
	least := s.least
	for least < len(s.open) && s.open[least] == 0 {
		least++
	}
	if least == len(s.open) {
		least = bound.Infinite
	}
	s.raise(least)
}

// raise sets the least number of plies of lines that are not yet known.
func (s *Search) raise(least int) {
	s.least = least
	if s.opt.Raised != nil {
		s.opt.Raised(s.progress())
	}
}

func (s *Search) progress() Progress {
	least := s.least
	if least != bound.Infinite {
		least += len(s.opt.Last)
	}
	return Progress{Least: least, Queue: s.queue.n, Nodes: s.table.n, Expanded: s.res.Expanded}
}

// finish makes the result.
func (s *Search) finish() Result {
	r := s.res
	r.Nodes = s.table.n
	r.Least = min(s.progress().Least, s.best+len(s.opt.Last))
	proven := s.best <= s.least || s.least == bound.Infinite
	switch {
	case s.bestNode != nowhere && proven:
		r.Outcome = Shortest
	case s.bestNode != nowhere:
		r.Outcome = Found
	case proven && s.cut:
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

// lineTo appends the opening and the moves to node i to dst.
func (s *Search) lineTo(i uint32, dst []chess.Move) []chess.Move {
	dst = append(dst, s.opening...)
	if i == nowhere {
		return dst
	}
	first := len(dst)
	for n := s.table.at(i); n.parent != nowhere; n = s.table.at(n.parent) {
		dst = append(dst, chess.Move(n.move&moveBits))
	}
	for a, b := first, len(dst)-1; a < b; a, b = a+1, b-1 {
		dst[a], dst[b] = dst[b], dst[a]
	}
	return dst
}
