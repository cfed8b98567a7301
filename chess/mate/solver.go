package mate

import (
	"context"
	"fmt"

	"chesscensus/chess"
)

// MaxMoves is the largest number of moves of a question.
const MaxMoves = 30

// DefaultNodes is the budget of one question: a few seconds, enough for most mates in four of positions with sixty moves a side.
// See BenchmarkShares.
const DefaultNodes = 50_000_000

// An Outcome is the answer to the question whether there is a mate. The zero value is Undecided.
type Outcome uint8

const (
	// Undecided: the budget ran out, or the context ended.
	Undecided Outcome = iota
	// Mate is forced.
	Mate
	// NoMate: there is none in the number of moves of the question.
	NoMate
)

// String returns "undecided", "mate" or "no mate".
func (o Outcome) String() string {
	switch o {
	case Undecided:
		return "undecided"
	case Mate:
		return "mate"
	case NoMate:
		return "no mate"
	}
	return fmt.Sprintf("Outcome(%d)", uint8(o))
}

// A DepthError is the error for a number of moves outside of the range.
type DepthError struct {
	Moves, Least int
}

// Error names the number and the range.
func (e *DepthError) Error() string {
	return fmt.Sprintf("mate in %d moves: want a number from %d to %d", e.Moves, e.Least, MaxMoves)
}

// Options are the options of a [Solver]. The zero value means the defaults.
type Options struct {
	// Nodes is the budget of each question, in positions made or examined; about four
	// million a second. Zero means DefaultNodes.
	Nodes int64
	// TableBits is the binary logarithm of the size of the table, at most 24: 88 bytes
	// times two to this power. Zero means 16, which is 6 MB.
	TableBits int
}

// A Solver answers questions for mates. It reuses its memory, and only one goroutine may use it at a time. Answers do not depend on
// earlier questions.
type Solver struct {
	opt     Options
	table   table
	frames  []frame
	history [2][64 * 64]uint16 // counts of successful moves: 0 of the attacker, 1 of the defender

	nodes   int64 // cost of this question so far
	stopped bool
	ctx     context.Context
}

// New returns a solver. It panics if TableBits is not from 0 to 24 or Nodes negative.
func New(opt Options) *Solver {
	if opt.TableBits < 0 || opt.TableBits > 24 || opt.Nodes < 0 {
		panic("mate: options out of range")
	}
	if opt.Nodes == 0 {
		opt.Nodes = DefaultNodes
	}
	if opt.TableBits == 0 {
		opt.TableBits = 16
	}
	s := &Solver{opt: opt, frames: make([]frame, 2*MaxMoves+4)}
	s.table.init(opt.TableBits)
	return s
}

// A Result is the answer to a question. Move lists are in the order of [chess.Position.Moves].
type Result struct {
	Outcome Outcome
	// Moves is the least number of moves to mate if the outcome is Mate.
	Moves int
	// NoneWithin is the largest number of moves in which there certainly is no mate. It is
	// Moves-1 for Mate and the number of the question for NoMate.
	NoneWithin int
	// Keys are the first moves that mate in Moves: all of them if AllKeys is set, or else
	// those found before the budget ran out. Mated leaves them empty.
	Keys    []chess.Move
	AllKeys bool
	// Line is a main line: the first key, then always a defense that lasts longest and
	// the first of the shortest answers. It ends in mate, or where the budget ended.
	Line []chess.Move
	// Nodes is the cost of the answer, without the line.
	Nodes int64
}

// Solve finds out whether the side to move mates in at most n moves, 1 to [MaxMoves], and by which first moves. The error is a
// [*DepthError] for any other n.
//
// A side to move that is mated or stalemated itself has no mate. If the context ends first, the answer is Undecided.
func (s *Solver) Solve(ctx context.Context, p chess.Position, n int) (Result, error) {
	if n < 1 || n > MaxMoves {
		return Result{}, &DepthError{n, 1}
	}
	s.begin(ctx)
	var r Result
	for k := 1; k <= n && r.Outcome != Mate && !s.stopped; k++ {
		s.findKeys(&p, k, &r)
	}
	s.finish(&r, n)
	if r.Outcome == Mate {
		r.Line = s.line(p, r.Keys[0], r.Moves)
	}
	return r, nil
}

// Mated finds out whether the side to move is mated in at most n moves of the other side, 0 to [MaxMoves], whatever it plays. 0
// means that it is mated already. The error is a [*DepthError] for any other n. The line begins with the longest defense.
func (s *Solver) Mated(ctx context.Context, q chess.Position, n int) (Result, error) {
	if n < 0 || n > MaxMoves {
		return Result{}, &DepthError{n, 0}
	}
	s.begin(ctx)
	r := Result{NoneWithin: -1}
	for k := 0; k <= n && r.Outcome != Mate && !s.stopped; k++ {
		if s.defend(&q, k, 0) {
			r.Outcome, r.Moves = Mate, k
		} else if !s.stopped {
			r.NoneWithin = k
		}
	}
	s.finish(&r, n)
	if r.Outcome == Mate {
		s.resetBudget()
		r.Line = s.appendDefense(nil, q, r.Moves)
	}
	return r, nil
}

// findKeys adds to r the first moves that mate in k. There must be no mate in fewer moves.
func (s *Solver) findKeys(p *chess.Position, k int, r *Result) {
	moves := p.Moves(nil)
	for _, m := range moves {
		q := p.Play(m)
		if s.defend(&q, k-1, 1) {
			r.Outcome, r.Moves = Mate, k
			r.Keys = append(r.Keys, m)
		}
		if s.stopped {
			return
		}
	}
	r.AllKeys = r.Outcome == Mate
	if r.Outcome != Mate {
		r.NoneWithin = k
	}
}

// finish sets NoMate and the number of nodes at the end of a search.
func (s *Solver) finish(r *Result, n int) {
	if r.Outcome != Mate && r.NoneWithin >= n {
		r.Outcome = NoMate
	}
	r.Nodes = s.nodes
}

// begin resets everything for a new question.
func (s *Solver) begin(ctx context.Context) {
	s.ctx = ctx
	s.resetBudget()
	s.table.clear()
	s.history = [2][64 * 64]uint16{}
	for i := range s.frames {
		s.frames[i].killers = [2]chess.Move{}
	}
}

// resetBudget restores the whole budget. It keeps the table and the history.
func (s *Solver) resetBudget() {
	s.nodes, s.stopped = 0, s.ctx.Err() != nil
}

// spend counts nodes and stops the search when the budget is used up.
func (s *Solver) spend(nodes int64) {
	before := s.nodes
	s.nodes += nodes
	if s.nodes > s.opt.Nodes || before>>12 != s.nodes>>12 && s.ctx.Err() != nil {
		s.stopped = true
	}
}

// Other returns the position with the other side to move, for "mate for either side". An en passant square is dropped. The error is
// a *chess.InvalidError if the side that would not have the move is in check.
func Other(p chess.Position) (chess.Position, error) {
	s := p.Setup()
	s.Turn, s.EP = s.Turn.Other(), chess.NoSquare
	return s.Canonical().Position()
}
