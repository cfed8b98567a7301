package astar

import (
	"context"
	"fmt"
	"slices"

	"chesscensus/chess"
)

// defaultShorten is the default of ShortenOptions.Nodes, about a second.
const defaultShorten = 100_000

// ShortenOptions are options of [Shortener.Shorten]. The zero value is the default.
type ShortenOptions struct {
	// Nodes is the budget in expansions of the search, of some 10 us each; 0 means a hundred thousand. Work without search is charged
	// at the same rate.
	Nodes int64
	// Seed breaks ties in the searches.
	Seed uint64
	// Keep is the number of moves at the beginning that must not change.
	Keep int
}

// A Shortener makes games shorter without changing where they lead: from the same start to the same position, castling rights, side to
// move and en passant included. Three means are used in turn until none helps or the budget is spent:
//
//   - Moves between two equal positions are left out.
//   - Savings, one of each side (savings.go): a man that goes out and back stays, or one that makes two moves goes there at once. The
//     game is replayed with the other moves as they were.
//   - Windows: a search for a shorter way between two positions of the game, any for large parts and the shortest for small ones.
//
// The result is not the shortest game there is. But no part of some 12 plies can be made shorter if the budget was not spent. Draw
// rules are ignored; a shorter game may have longer stretches without a pawn move or capture.
//
// The Shortener reuses its memory. The zero value is ready; it is for one goroutine at a time.
type Shortener struct {
	search   Search
	game     game
	budget   int64
	spent    int64
	complete bool // no window of any size can be made shorter within the limits of single searches
	seed     uint64
	calls    uint64
}

// Shorten returns a game from start to where the moves lead that has no more of them. If ctx is canceled it ends early with its result
// so far.
//
// The error says which of the moves is not legal, or that the result does not lead to the same position, which would be a fault of this
// package.
func (s *Shortener) Shorten(ctx context.Context, start chess.Position, moves []chess.Move, opt ShortenOptions) ([]chess.Move, error) {
	if err := s.game.load(start, moves); err != nil {
		return nil, err
	}
	s.budget, s.spent, s.seed, s.calls = opt.Nodes, 0, opt.Seed, 0
	if s.budget <= 0 {
		s.budget = defaultShorten
	}
	s.game.keep = min(max(opt.Keep, 0), len(moves))
	s.complete = s.improve(ctx)
	shorter := slices.Clone(s.game.moves)
	p := start
	for i, m := range shorter {
		if !p.IsLegal(m) {
			return shorter, fmt.Errorf("shorten: move %d of the result, %s, is not legal in %s", i+1, m, p)
		}
		p = p.Play(m)
	}
	if goal := s.game.goal; p != goal {
		return shorter, fmt.Errorf("shorten: the result leads to %s instead of %s", p, goal)
	}
	return shorter, nil
}

// A windowSize is a size of windows and a way to search them.
type windowSize struct {
	plies int
	nodes int64
	quick bool // any shorter line instead of the shortest
}

// windowSizes are tried one after another. A game that is far too long is best shortened in large parts, and one that is nearly right
// in small parts, where a search for the shortest way is quick. The whole game comes last: it seldom gets shorter before its parts are
// short, and costs as much as all of them.
var windowSizes = []windowSize{
	{120, 2000, true},
	{60, 1000, true},
	{30, 500, true},
	{12, 500, false},
	{500, 10_000, true},
}

// rounds is the number of rounds without success after which a game is complete. Each has twice the nodes of the one before.
const rounds = 3

// improve shortens the game until nothing helps any more or the budget is spent, and reports whether it is complete.
func (s *Shortener) improve(ctx context.Context) (complete bool) {
	for idle := 0; idle < rounds; {
		before := len(s.game.moves)
		s.game.cutRepetitions()
		for s.savePair() {
		}
		for _, size := range windowSizes {
			size.nodes = min(size.nodes<<idle, max(s.budget/4, 100))
			s.shortenWindows(ctx, size)
		}
		if s.isOver(ctx) {
			return false
		}
		if idle++; len(s.game.moves) < before {
			idle = 0
		}
	}
	return true
}

// isOver reports whether the budget is spent or ctx is canceled.
func (s *Shortener) isOver(ctx context.Context) bool { return s.spent >= s.budget || ctx.Err() != nil }

// shortenWindows searches once through the game for parts of size.plies moves that can be made shorter, each half a window after the
// one before.
func (s *Shortener) shortenWindows(ctx context.Context, size windowSize) {
	for i := s.game.keep; i < len(s.game.moves) && !s.isOver(ctx); {
		j := min(i+size.plies, len(s.game.moves))
		if !s.shortenWindow(ctx, i, j, size) {
			i += max(1, size.plies/2)
		}
	}
}

// shortenWindow searches for a shorter way between the positions before moves i and j, replaces the moves between, and reports whether
// it found one.
func (s *Shortener) shortenWindow(ctx context.Context, i, j int, size windowSize) bool {
	s.calls++
	opt := Options{Nodes: min(size.nodes, s.budget-s.spent), Below: j - i, Seed: s.seed ^ s.calls<<20}
	if size.quick {
		opt.A, opt.B, opt.First, opt.NonAdmissible = 1, 5, true, s.calls&1 == 0
	}
	result, err := s.search.Find(ctx, s.game.positions[i], s.game.positions[j], opt)
	s.spent += result.Expanded + 1
	if err != nil || !result.Outcome.Solved() {
		return false
	}
	s.game.replace(i, j, result.Moves)
	return true
}
