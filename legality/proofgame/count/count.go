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

// MaxPlies is the largest number of plies that can be counted.
const MaxPlies = 400

// DefaultPositions is the default of Options.Positions: half a minute or so, and 1.2 GB at most.
const DefaultPositions = 4_000_000

// ErrLimit is the error of a count that would need more positions than allowed. The number of games is unknown then.
var ErrLimit = errors.New("more positions than allowed")

// Options of a count. The zero value has the default limit and lists no game.
type Options struct {
	Positions int // largest number of positions in all layers, 0 for [DefaultPositions]
	List      int // largest number of games to list
	// Begin, if not nil, is called before a number of plies is counted, with a forecast of the work.
	Begin func(Plan)
	// Layer, if not nil, is called after each layer with its number of plies, its positions, and those of all layers so far.
	Layer func(ply, positions, all int)
}

// A Result holds the games of Plies plies.
type Result struct {
	Plies     int
	Games     uint64         // number of games; [math.MaxUint64] means that or more
	List      [][]chess.Move // the first games, at most Options.List, in the order of the generated moves seen from the end
	Positions int            // positions in all layers
}

// An edge is a move to a position of a layer.
type edge struct {
	parent uint32 // number of the position in the layer before
	next   uint32 // number of another edge to the same position, plus 1; 0 for none
	move   chess.Move
}

// A layer is the set of positions after a number of plies.
type layer struct {
	positions []chess.Position
	games     []uint64 // number of games to each position
	lastEdge  []uint32 // number of the latest edge to each position, plus 1
	edges     []edge
}

// A counter makes the layers.
type counter struct {
	goals  []*bound.Goal
	tooFar map[chess.Position]struct{} // some positions that do not belong to the layer, so that their bounds are not computed again
	moves  []chess.Move
}

// maxTooFar is the largest number of positions in counter.tooFar.
const maxTooFar = 200_000

// newCounter checks its arguments and prepares the bounds.
func newCounter(start chess.Position, goals []chess.Position, plies int) (*counter, error) {
	if len(goals) == 0 {
		return nil, errors.New("count: no goal")
	}
	if plies < 0 || plies > MaxPlies {
		return nil, fmt.Errorf("count: %d plies, want 0 to %d", plies, MaxPlies)
	}
	if board := start.Board(); start == (chess.Position{}) || board.Men() > 32 {
		return nil, errors.New("count: the start is no position of at most 32 men")
	}
	c, tables := &counter{tooFar: map[chess.Position]struct{}{}}, new(bound.Tables)
	for i := range goals {
		if goals[i] == (chess.Position{}) {
			return nil, errors.New("count: a goal is no position")
		}
		c.goals = append(c.goals, bound.NewGoal(goals[i], tables))
	}
	return c, nil
}

// mayReach reports whether some goal may be reached from p in so many plies.
func (c *counter) mayReach(p *chess.Position, plies int) bool {
	for _, goal := range c.goals {
		if plies == 0 && p.Setup() == goal.Setup() || plies > 0 && goal.Bound(p) <= plies {
			return true
		}
	}
	return false
}

// Games counts the games of exactly so many plies from start to one of the goals, castling rights and en passant square included. Goals
// that are equal count once. It lists the first opt.List of them.
//
// Errors: no goal, a start or goal that is no position, plies out of range, [ErrLimit], that of ctx.
func Games(ctx context.Context, start chess.Position, goals []chess.Position, plies int, opt Options) (Result, error) {
	result := Result{Plies: plies}
	c, err := newCounter(start, goals, plies)
	if err != nil {
		return result, err
	}
	if opt.Positions <= 0 {
		opt.Positions = DefaultPositions
	}
	if !c.mayReach(&start, plies) {
		return result, ctx.Err()
	}
	layers := []layer{{positions: []chess.Position{start}, games: []uint64{1}, lastEdge: []uint32{0}}}
	result.Positions = 1
	for ply := 1; ply <= plies; ply++ {
		next, err := c.nextLayer(ctx, &layers[ply-1], plies-ply, opt.Positions-result.Positions)
		result.Positions += len(next.positions)
		if err != nil {
			return result, err
		}
		layers[ply-1].positions, layers[ply-1].games = nil, nil
		layers = append(layers, next)
		if opt.Layer != nil {
			opt.Layer(ply, len(next.positions), result.Positions)
		}
		if len(next.positions) == 0 {
			return result, nil
		}
	}
	for number, games := range layers[plies].games {
		result.Games = addGames(result.Games, games)
		result.List = appendGames(result.List, layers, number, opt.List)
	}
	return result, nil
}

// forecastWalks is the number of walks of the forecast before a count.
const forecastWalks = 60

// Shortest counts the games of the least number of plies that lead from start to one of the goals, which may have either side to move:
// it calls [Games] for more and more plies, from the least bound on. So it also proves that there is no shorter game. A result without
// games says that no game exists.
//
// Errors are those of Games, where the limit is for all numbers of plies together. After an error no game has fewer plies than the
// result says.
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
	positions := 0
	for plies := least; plies <= MaxPlies; plies++ {
		var suitable []chess.Position
		for i := range goals {
			if (goals[i].Turn() != start.Turn()) == (plies%2 == 1) {
				suitable = append(suitable, goals[i])
			}
		}
		if len(suitable) == 0 {
			continue
		}
		if opt.Begin != nil {
			plan, err := Forecast(ctx, start, suitable, plies, forecastWalks, uint64(plies))
			if err != nil {
				return Result{Plies: plies, Positions: positions}, err
			}
			opt.Begin(plan)
		}
		result, err := Games(ctx, start, suitable, plies, opt)
		positions += result.Positions
		opt.Positions -= result.Positions
		if result.Positions = positions; result.Games > 0 || err != nil {
			return result, err
		}
		if opt.Positions <= 0 {
			return Result{Plies: plies + 1, Positions: positions}, ErrLimit
		}
	}
	if least < bound.Infinite {
		return Result{Plies: max(least, MaxPlies+1), Positions: positions},
			fmt.Errorf("count: no game of at most %d plies, and longer ones are not counted", MaxPlies)
	}
	return Result{Positions: positions}, nil
}

// nextLayer returns the layer after another, with at most limit positions; remaining plies come after it.
func (c *counter) nextLayer(ctx context.Context, current *layer, remaining, limit int) (next layer, err error) {
	numbers := map[chess.Position]uint32{}
	clear(c.tooFar)
	for i := range current.positions {
		if i%64 == 0 && ctx.Err() != nil {
			return next, ctx.Err()
		}
		p := current.positions[i]
		c.moves = p.Moves(c.moves[:0])
		for _, m := range c.moves {
			child := p.Play(m)
			number, known := numbers[child]
			if !known {
				if !c.belongs(&child, remaining) {
					continue
				}
				if len(next.positions) == limit {
					return next, ErrLimit
				}
				number = uint32(len(next.positions))
				numbers[child] = number
				next.positions, next.games, next.lastEdge = append(next.positions, child), append(next.games, 0), append(next.lastEdge, 0)
			}
			next.games[number] = addGames(next.games[number], current.games[i])
			next.edges = append(next.edges, edge{uint32(i), next.lastEdge[number], m})
			next.lastEdge[number] = uint32(len(next.edges))
			if uint(len(next.edges)) == math.MaxUint32 {
				return next, ErrLimit
			}
		}
	}
	return next, nil
}

// belongs reports whether a position that is not in the layer yet belongs to it.
func (c *counter) belongs(p *chess.Position, remaining int) bool {
	if _, ok := c.tooFar[*p]; ok {
		return false
	}
	if c.mayReach(p, remaining) {
		return true
	}
	if len(c.tooFar) < maxTooFar {
		c.tooFar[*p] = struct{}{}
	}
	return false
}

// addGames returns a+b, or math.MaxUint64 if that is too large.
func addGames(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

// appendGames appends to games those that end in a position of the last layer, until there are limit in all.
func appendGames(games [][]chess.Move, layers []layer, number, limit int) [][]chess.Move {
	plies := len(layers) - 1
	game := make([]chess.Move, plies)
	var extend func(ply, number int)
	extend = func(ply, number int) {
		if len(games) >= limit {
			return
		}
		if ply == 0 {
			games = append(games, append([]chess.Move(nil), game...))
			return
		}
		layer := &layers[ply]
		for i := layer.lastEdge[number]; i != 0; i = layer.edges[i-1].next {
			game[ply-1] = layer.edges[i-1].move
			extend(ply-1, int(layer.edges[i-1].parent))
		}
	}
	extend(plies, number)
	return games
}
