package count

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"chesscensus/chess"
	"chesscensus/legality/internal/bound"
)

// MaxPlies is the largest number of plies that can be asked for.
const MaxPlies = 400

// DefaultPositions is the limit of positions if none is given: half a minute or so, and 1.2 GB at most.
const DefaultPositions = 4_000_000

// ErrLimit is the error of a count that would need more positions than are allowed. Nothing is
// known of the number of games then.
var ErrLimit = errors.New("more positions than allowed")

// Options of a count. The zero value has the default limit and lists no game.
type Options struct {
	Positions int // largest number of positions in all layers, 0 for [DefaultPositions]
	List      int // largest number of games that are listed
	// Begin is called before a number of plies is counted, with what it takes at most.
	Begin func(Plan)
	// Layer is called after each layer with its number of plies, its positions, and those of all layers so far. Either may be nil.
	Layer func(ply, positions, all int)
}

// A Result is what is known of the games of Plies plies.
type Result struct {
	Plies     int
	Games     uint64         // their number; [math.MaxUint64] means that or more
	List      [][]chess.Move // the first games, at most as many as asked for, in the order of the generated moves seen from the end
	Positions int            // positions in all layers
}

// An edge is a way to reach a position of a layer.
type edge struct {
	from uint32 // number of the position in the layer before
	next uint32 // number of another edge to the same position, plus 1; 0 for none
	move chess.Move
}

// A layer is the set of positions after a number of plies.
type layer struct {
	positions []chess.Position
	games     []uint64 // to each
	last      []uint32 // number of the latest edge to each, plus 1
	edges     []edge
}

// A counter makes the layers.
type counter struct {
	goals []*bound.Goal
	far   map[chess.Position]struct{} // some positions of the layer that were too far off, so that no bound is asked twice
	moves []chess.Move
}

// mostFar is the number of positions that are kept for not asking twice.
const mostFar = 200_000

// newCounter prepares the bounds.
func newCounter(start chess.Position, goals []chess.Position, plies int) (*counter, error) {
	if len(goals) == 0 {
		return nil, errors.New("count: no goal")
	}
	if plies < 0 || plies > MaxPlies {
		return nil, fmt.Errorf("count: %d plies, want 0 to %d", plies, MaxPlies)
	}
	if b := start.Board(); start == (chess.Position{}) || b.Men() > 32 {
		return nil, errors.New("count: the start is no position of at most 32 men")
	}
	c, tables := &counter{far: map[chess.Position]struct{}{}}, new(bound.Tables)
	for i := range goals {
		if goals[i] == (chess.Position{}) {
			return nil, errors.New("count: a goal is no position")
		}
		c.goals = append(c.goals, bound.NewGoal(goals[i], tables))
	}
	return c, nil
}

// near reports whether some goal may be reached from p with so many plies.
func (c *counter) near(p *chess.Position, plies int) bool {
	for _, g := range c.goals {
		if plies == 0 && p.Setup() == g.Setup() || plies > 0 && g.Bound(p) <= plies {
			return true
		}
	}
	return false
}

// Games counts the games of exactly so many plies from start to one of the goals, castling rights and en passant square included. Goals that are equal
// count once. It lists the first opt.List of them.
//
// Errors: no goal, a start or goal that is no position, plies out of range, [ErrLimit], that of ctx.
func Games(ctx context.Context, start chess.Position, goals []chess.Position, plies int, opt Options) (Result, error) {
	r := Result{Plies: plies}
	c, err := newCounter(start, goals, plies)
	if err != nil {
		return r, err
	}
	if opt.Positions <= 0 {
		opt.Positions = DefaultPositions
	}
	if !c.near(&start, plies) {
		return r, ctx.Err()
	}
	layers := []layer{{positions: []chess.Position{start}, games: []uint64{1}, last: []uint32{0}}}
	r.Positions = 1
	for ply := 1; ply <= plies; ply++ {
		l, err := c.next(ctx, &layers[ply-1], plies-ply, opt.Positions-r.Positions)
		r.Positions += len(l.positions)
		if err != nil {
			return r, err
		}
		layers[ply-1].positions, layers[ply-1].games = nil, nil
		layers = append(layers, l)
		if opt.Layer != nil {
			opt.Layer(ply, len(l.positions), r.Positions)
		}
		if len(l.positions) == 0 {
			return r, nil
		}
	}
	for at, n := range layers[plies].games {
		r.Games = addGames(r.Games, n)
		r.List = list(r.List, layers, at, opt.List)
	}
	return r, nil
}

// walks is the number of walks of the forecast before a count.
const walks = 60

// Shortest counts the games of the least number of plies that lead from start to one of the goals, which may have either side to move: it asks [Games]
// for more and more plies, from the least bound on. That there is no shorter game is so proven, too. A result without games says that no game exists.
//
// Errors are those of Games, where the limit is for all numbers of plies together; then there is no game of fewer plies than the result says.
func Shortest(ctx context.Context, start chess.Position, goals []chess.Position, opt Options) (Result, error) {
	c, err := newCounter(start, goals, 0)
	if err != nil {
		return Result{}, err
	}
	least := bound.Infinite
	for _, g := range c.goals {
		least = min(least, g.Bound(&start))
	}
	if opt.Positions <= 0 {
		opt.Positions = DefaultPositions
	}
	all := 0
	for n := least; n <= MaxPlies; n++ {
		var now []chess.Position
		for i := range goals {
			if (goals[i].Turn() != start.Turn()) == (n%2 == 1) {
				now = append(now, goals[i])
			}
		}
		if len(now) == 0 {
			continue
		}
		if opt.Begin != nil {
			plan, err := Forecast(ctx, start, now, n, walks, uint64(n))
			if err != nil {
				return Result{Plies: n, Positions: all}, err
			}
			opt.Begin(plan)
		}
		r, err := Games(ctx, start, now, n, opt)
		all += r.Positions
		opt.Positions -= r.Positions
		if r.Positions = all; r.Games > 0 || err != nil {
			return r, err
		}
		if opt.Positions <= 0 {
			return Result{Plies: n + 1, Positions: all}, ErrLimit
		}
	}
	if least < bound.Infinite {
		return Result{Plies: max(least, MaxPlies+1), Positions: all}, fmt.Errorf("count: no game of at most %d plies, and longer ones are not counted", MaxPlies)
	}
	return Result{Positions: all}, nil
}

// next makes the layer after one; left plies come after it, and it may have so many positions.
func (c *counter) next(ctx context.Context, from *layer, left, most int) (to layer, err error) {
	number := map[chess.Position]uint32{}
	clear(c.far)
	for i := range from.positions {
		if i%64 == 0 && ctx.Err() != nil {
			return to, ctx.Err()
		}
		p := from.positions[i]
		c.moves = p.Moves(c.moves[:0])
		for _, m := range c.moves {
			q := p.Play(m)
			at, known := number[q]
			if !known {
				if !c.enters(&q, left) {
					continue
				}
				if len(to.positions) == most {
					return to, ErrLimit
				}
				at = uint32(len(to.positions))
				number[q] = at
				to.positions, to.games, to.last = append(to.positions, q), append(to.games, 0), append(to.last, 0)
			}
			to.games[at] = addGames(to.games[at], from.games[i])
			to.edges = append(to.edges, edge{uint32(i), to.last[at], m})
			to.last[at] = uint32(len(to.edges))
			if len(to.edges) == math.MaxUint32 {
				return to, ErrLimit
			}
		}
	}
	return to, nil
}

// enters reports whether a position that is not in the layer yet belongs to it.
func (c *counter) enters(q *chess.Position, left int) bool {
	if _, ok := c.far[*q]; ok {
		return false
	}
	if c.near(q, left) {
		return true
	}
	if len(c.far) < mostFar {
		c.far[*q] = struct{}{}
	}
	return false
}

// addGames adds two numbers of games.
func addGames(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

// list appends the games that end in position number at of the last layer, until there are most in all.
func list(games [][]chess.Move, layers []layer, at, most int) [][]chess.Move {
	n := len(layers) - 1
	game := make([]chess.Move, n)
	var back func(ply, at int)
	back = func(ply, at int) {
		if len(games) >= most {
			return
		}
		if ply == 0 {
			games = append(games, append([]chess.Move(nil), game...))
			return
		}
		l := &layers[ply]
		for i := l.last[at]; i != 0; i = l.edges[i-1].next {
			game[ply-1] = l.edges[i-1].move
			back(ply-1, int(l.edges[i-1].from))
		}
	}
	back(n, at)
	return games
}
