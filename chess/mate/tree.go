package mate

import (
	"context"
	"errors"
	"fmt"

	"chesscensus/chess"
)

// A Tree is a whole solution: a move of the attacker, and for every legal defense the trees that answer it.
type Tree struct {
	Move chess.Move
	// Moves is the number of the attacker's moves, this one included, until mate against
	// the longest defense.
	Moves int
	// Replies are all legal moves of the defender, none if Move mates.
	Replies []Reply
}

// A Reply is a defense with its answers.
type Reply struct {
	Move chess.Move
	// Moves is the least number of moves of the attacker to mate after it.
	Moves int
	// Answers are the moves that mate in Moves: the first that was found, or all.
	Answers []Tree
}

// maxTree is the largest number of moves in a tree.
const maxTree = 200_000

// ErrBudget is the error when the budget ran out.
var ErrBudget = errors.New("mate: out of budget")

// errNoMate is the error of [Solver.Tree] for a move that does not mate in so many moves.
var errNoMate = errors.New("mate: the move does not force mate")

// Tree returns the solution that begins with the move m and takes at most n moves. It has every answer that mates as soon as
// possible if all is set, and otherwise one.
//
// The error is a [*DepthError], or [ErrBudget] if the tree cost more than the budget of the solver. It is an error, too, if m does
// not mate in so many moves, or the tree has more than 200 000 moves.
func (s *Solver) Tree(ctx context.Context, p chess.Position, m chess.Move, n int, all bool) (Tree, error) {
	if n < 1 || n > MaxMoves {
		return Tree{}, &DepthError{n, 1}
	}
	if !p.IsLegal(m) {
		return Tree{}, fmt.Errorf("mate: %v is not legal in %v", m, p)
	}
	s.begin(ctx)
	b := treeBuilder{s: s, all: all}
	q := p.Play(m)
	if !s.defend(&q, n-1, 1) && !s.stopped {
		return Tree{}, errNoMate
	}
	t := b.tree(&q, m, n)
	if s.stopped {
		return Tree{}, ErrBudget
	}
	if b.moves > maxTree {
		return Tree{}, fmt.Errorf("mate: the tree has more than %d moves", maxTree)
	}
	return t, nil
}

// A treeBuilder makes a tree and counts its moves.
type treeBuilder struct {
	s     *Solver
	all   bool // with all answers to a defense, not only the first
	moves int  // moves in the tree so far
}

// tree returns the tree of the move m, which led to q and mates in at most n moves. It is incomplete if the solver stopped or there
// are too many moves.
func (b *treeBuilder) tree(q *chess.Position, m chess.Move, n int) Tree {
	t := Tree{Move: m, Moves: 1}
	for _, r := range q.Moves(nil) {
		if b.moves++; b.s.stopped || b.moves > maxTree {
			return t
		}
		p := q.Play(r)
		reply := Reply{Move: r, Moves: b.s.distance(&p, n-1, 0)}
		for _, a := range p.Moves(nil) {
			next := p.Play(a)
			if b.s.defend(&next, reply.Moves-1, 1) {
				b.moves++
				reply.Answers = append(reply.Answers, b.tree(&next, a, reply.Moves))
				if !b.all {
					break
				}
			}
			if b.s.stopped {
				return t
			}
		}
		t.Replies = append(t.Replies, reply)
		t.Moves = max(t.Moves, reply.Moves+1)
	}
	return t
}

// Check replays the tree from p, the position before its first move, by the rules of the game alone. The tree must have every legal
// defense with at least one answer, and every branch must end in checkmate within the stated number of moves. The error names the
// first fault.
func (t *Tree) Check(p chess.Position) error {
	if !p.IsLegal(t.Move) {
		return fmt.Errorf("mate: %v is not legal in %v", t.Move, p)
	}
	q := p.Play(t.Move)
	legal := q.Moves(nil)
	if len(legal) != len(t.Replies) {
		return fmt.Errorf("mate: %d defenses of %d after %v in %v", len(t.Replies), len(legal), t.Move, p)
	}
	if len(legal) == 0 && !q.InCheck() {
		return fmt.Errorf("mate: %v stalemates in %v", t.Move, p)
	}
	for i := range t.Replies {
		r := &t.Replies[i]
		if r.Move != legal[i] || len(r.Answers) == 0 {
			return fmt.Errorf("mate: no answer to %v in %v", legal[i], q)
		}
		next := q.Play(r.Move)
		for k := range r.Answers {
			a := &r.Answers[k]
			if a.Moves > r.Moves || r.Moves >= t.Moves {
				return fmt.Errorf("mate: %v takes longer than %d moves in %v", a.Move, r.Moves, next)
			}
			if err := a.Check(next); err != nil {
				return err
			}
		}
	}
	return nil
}

// line returns the main line that begins with the key m of a mate in n.
func (s *Solver) line(p chess.Position, m chess.Move, n int) []chess.Move {
	s.resetBudget()
	return s.appendDefense([]chess.Move{m}, p.Play(m), n-1)
}

// appendDefense appends the main line from q on, where the defender is mated in n moves.
func (s *Solver) appendDefense(line []chess.Move, q chess.Position, n int) []chess.Move {
	longest, best := 0, chess.Move(0)
	for _, r := range q.Moves(nil) {
		p := q.Play(r)
		if d := s.distance(&p, n, 0); d > longest {
			longest, best = d, r
		}
	}
	if s.stopped || best == 0 {
		return line
	}
	p := q.Play(best)
	for _, m := range p.Moves(nil) {
		next := p.Play(m)
		if s.defend(&next, longest-1, 1) {
			return s.appendDefense(append(line, best, m), next, longest-1)
		}
	}
	return line
}
