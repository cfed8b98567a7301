package astar

import (
	"context"
	"fmt"
	"slices"

	"chesscensus/chess"
)

// defaultShorten is the budget of shortening if its options give none: about a second.
const defaultShorten = 100_000

// ShortenOptions are those of [Shortener.Shorten]. The zero value is the default.
type ShortenOptions struct {
	// Nodes is the budget in expansions of the search, of some 10 us each; 0 means
	// a hundred thousand. Work without search is charged at the same rate.
	Nodes int64
	// Seed breaks ties in the searches.
	Seed uint64
	// Keep is the number of moves at the beginning that stay as they are.
	Keep int
}

// A Shortener makes games shorter without changing what they lead to: from the same start to the same position, castling
// rights, side to move and en passant included. Three means are used in turn until none helps or the budget is spent:
//
//   - What lies between two equal positions is left out.
//   - Savings, one of each side (save.go): a man that goes out and back stays, or one that makes two
//     moves goes there at once. The game is replayed with the other moves as they were.
//   - Windows: a search for a shorter way between two positions of the game, any for large parts
//     and the shortest for small ones.
//
// The result is not the shortest game there is, but no part of some 12 plies can be made shorter if the budget
// was not spent. Draw rules are not looked at; a shorter game may have longer stretches without a pawn move or capture.
//
// It keeps its memory from one game to the next. The zero value
// is ready; it is for one goroutine at a time.
type Shortener struct {
	search   Search
	game     game
	budget   int64
	spent    int64
	complete bool // no window of any size can be shortened any more within the limits of single searches
	seed     uint64
	calls    uint64
}

// Shorten returns a game from start to where the moves lead that has no more of them. It
// ends early if ctx is canceled, with what it has until then.
//
// The error says which of the moves is not legal, or that the result does not lead to the
// same position, which would be a fault of this package.
func (s *Shortener) Shorten(ctx context.Context, start chess.Position, moves []chess.Move, opt ShortenOptions) ([]chess.Move, error) {
	if err := s.game.read(start, moves); err != nil {
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

// A level is a size of windows and how they are searched.
type level struct {
	plies int
	nodes int64
	quick bool // any shorter line instead of the shortest
}

// levels are tried one after another: what is far too long is best shortened in large parts,
// and what is nearly right in small ones, where a search for the shortest way is quick. The
// whole game comes last: it seldom yields before its parts have become short, and costs as
// much as all of them. See BenchmarkLevels.
var levels = []level{
	{120, 2000, true},
	{60, 1000, true},
	{30, 500, true},
	{12, 500, false},
	{500, 10_000, true},
}

// rounds is the number of rounds, each with twice the nodes of the one before, that must
// have brought nothing for a game to be called complete.
const rounds = 3

// improve shortens the game until nothing helps any more or the budget is spent.
func (s *Shortener) improve(ctx context.Context) (complete bool) {
	for idle := 0; idle < rounds; {
		before := len(s.game.moves)
		s.game.cutRepetitions()
		for s.savePair() {
		}
		for _, l := range levels {
			l.nodes = min(l.nodes<<idle, max(s.budget/4, 100))
			s.windows(ctx, l)
		}
		if s.over(ctx) {
			return false
		}
		if idle++; len(s.game.moves) < before {
			idle = 0
		}
	}
	return true
}

func (s *Shortener) over(ctx context.Context) bool { return s.spent >= s.budget || ctx.Err() != nil }

// windows looks once through the game for parts of l.plies moves that can be made shorter,
// each half a window after the one before.
func (s *Shortener) windows(ctx context.Context, l level) {
	for i := s.game.keep; i < len(s.game.moves) && !s.over(ctx); {
		j := min(i+l.plies, len(s.game.moves))
		if !s.window(ctx, i, j, l) {
			i += max(1, l.plies/2)
		}
	}
}

// window searches for a shorter way between the positions before moves i and j, and puts
// it into the game.
func (s *Shortener) window(ctx context.Context, i, j int, l level) bool {
	s.calls++
	opt := Options{Nodes: min(l.nodes, s.budget-s.spent), Below: j - i, Seed: s.seed ^ s.calls<<20}
	if l.quick {
		opt.A, opt.B, opt.First, opt.NonAdmissible = 1, 5, true, s.calls&1 == 0
	}
	r, err := s.search.Find(ctx, s.game.at[i], s.game.at[j], opt)
	s.spent += r.Expanded + 1
	if err != nil || !r.Outcome.Solved() {
		return false
	}
	s.game.replace(i, j, r.Moves)
	return true
}
