package legality

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/cage"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// Limits of a backward search. Many short searches for games find more than a few long ones, since the setups before differ much in
// difficulty.
const (
	backwardGames  = 24     // searches for games
	backwardPlies  = 3_000  // plies of each, a tenth of a second or so
	backwardSetups = 400    // setups whose last moves are taken back
	backwardNodes  = 20_000 // states of kernels and nodes of last moves for each setup before
)

// The search takes moves back from a goal only if at most maxGoalUnmoves are not refuted: otherwise its difficulty lies elsewhere. For a
// setup before the limit is maxUnmoves. It searches no game to a setup before with fewer than minUnmoves: its men are still locked in, and
// taking back moves is cheap.
const (
	maxGoalUnmoves = 12
	maxUnmoves     = 100
	minUnmoves     = 6
)

// backward searches games to setups of problems, which have few last moves. It takes moves back one by one, leaves out setups that rules,
// kernels and last moves refute, and searches games to the setups before, those with the fewest choices on the way back first. A setup
// whose men lock each other in seldom has more than two last moves that are not refuted. Some of them free the men, and then a game to
// the setup before is easily found. The stage of effort game calls it if [proofgame.Options] Long is set.
type backward struct {
	games  proofgame.Options
	kernel *Engine // refutes setups before
	game   *Engine // searches games to setups before
}

// A node is a setup of the search, with the node that follows it by a move.
type node struct {
	setup   chess.Setup
	next    *node   // nil for the goal
	choices float64 // grows with the logarithm of the number of alternatives at each step back
}

// Game returns a game from the initial position to a setup, nil if none is found, and its cost in plies.
func (b *backward) Game(ctx context.Context, s chess.Setup) (game []chess.Move, plies int64, err error) {
	if err := b.start(); err != nil {
		return nil, 0, err
	}
	defer func() { b.kernel, b.game = nil, nil }() // few setups need them, and they may take as much memory as the calling engine
	seen := map[chess.Setup]bool{s: true}
	queue := []*node{{setup: s}}
	for games, setups := 0, 0; len(queue) > 0 && games < backwardGames && setups < backwardSetups && ctx.Err() == nil; setups++ {
		index := fewestChoices(queue)
		current := queue[index]
		queue = slices.Delete(queue, index, index+1)
		candidates, isGoal := b.predecessors(ctx, current, seen), current.next == nil
		if !isGoal && len(candidates) >= minUnmoves {
			v := b.game.Judge(ctx, current.setup)
			plies += v.Cost.Nodes
			switch v.Outcome {
			case verdict.Legal:
				game, err = completeGame(current, v.Certificate.String())
				return game, plies, err
			case verdict.Illegal:
				continue
			}
			games++
			if a, ok := v.Attempt.(*proofgame.Attempt); ok && !a.HasKernel {
				continue
			}
		}
		if len(candidates) > maxUnmoves || isGoal && len(candidates) > maxGoalUnmoves {
			continue
		}
		queue = current.appendBefore(queue, candidates)
	}
	return nil, plies, cmp.Or(b.kernel.Err(), b.game.Err())
}

// appendBefore appends nodes for the candidates before n. The choices of each grow by the logarithm of the number of groups of
// candidates, and by twice that of its rank within its group.
func (n *node) appendBefore(queue []*node, candidates []candidate) []*node {
	groups := map[group]int{}
	for _, c := range candidates {
		groups[c.group]++
	}
	choice := math.Log2(float64(len(groups))) + 1
	clear(groups) // now the candidates of each group so far
	for _, c := range candidates {
		groups[c.group]++
		choices := n.choices + choice + 2*math.Log2(float64(groups[c.group]))
		queue = append(queue, &node{setup: c.setup, next: n, choices: choices})
	}
	return queue
}

// A group holds the properties of last moves that differ only in the origin of the man.
type group struct {
	to       chess.Square
	captured chess.Role
	promoted bool
}

// A candidate is a setup before another one.
type candidate struct {
	setup     chess.Setup
	group     group
	lastMoves int // number of unmoves of the setup
}

// predecessors returns the setups before a node that are neither seen nor refuted, those with most last moves first. It leaves out those
// whose judgment reached a limit, unless there are no others.
func (b *backward) predecessors(ctx context.Context, after *node, seen map[chess.Setup]bool) []candidate {
	var complete, incomplete []candidate
	for _, u := range retro.Unmoves(nil, after.setup, retro.Options{AllEP: true}) {
		before := retro.Undo(after.setup, u)
		if seen[before] {
			continue
		}
		seen[before] = true
		v := b.kernel.Judge(ctx, before)
		if v.Outcome == verdict.Illegal {
			continue
		}
		c := candidate{before, group{u.To(), u.Captured(), u.Promotion() != chess.NoRole}, len(retro.Unmoves(nil, before, retro.Options{}))}
		if v.Stop == verdict.Complete {
			complete = append(complete, c)
		} else {
			incomplete = append(incomplete, c)
		}
	}
	if len(complete) == 0 {
		complete = incomplete
	}
	slices.SortStableFunc(complete, func(c, d candidate) int { return d.lastMoves - c.lastMoves })
	return complete
}

// start creates the engines.
func (b *backward) start() (err error) {
	if b.kernel, err = New(Options{Effort: verdict.Kernel, Budget: verdict.Budget{Nodes: backwardNodes}}); err != nil {
		return err
	}
	games := b.games
	games.Plies, games.Long, games.Deep = backwardPlies, false, true
	b.game, err = New(Options{Effort: verdict.Game, Stages: func() []Stage {
		return slices.DeleteFunc(StagesWith(games), func(st Stage) bool {
			// The kernel engine has used the first; the others refute, too, and take longer than a game.
			return st.Effort() <= verdict.Kernel || st.Name() == cage.StageName || st.Name() == interlockedStage
		})
	}})
	return err
}

// fewestChoices returns the index of the first node with the least choices.
func fewestChoices(queue []*node) (index int) {
	for i, e := range queue {
		if e.choices < queue[index].choices {
			index = i
		}
	}
	return index
}

// moveTo returns the move from a position to a setup, and whether there is one.
func moveTo(p *chess.Position, s *chess.Setup) (chess.Move, bool) {
	for _, m := range p.Moves(nil) {
		if q := p.Play(m); q.Setup() == *s {
			return m, true
		}
	}
	return 0, false
}

// completeGame returns the game with the moves to the node as text, and then the moves from the node to the goal.
func completeGame(from *node, text string) ([]chess.Move, error) {
	p := chess.InitialPosition()
	moves, err := p.ParseSANs(strings.Fields(text))
	if err != nil {
		return nil, err
	}
	p = p.PlayAll(moves)
	for ; from.next != nil; from = from.next {
		m, ok := moveTo(&p, &from.next.setup)
		if !ok {
			return nil, fmt.Errorf("legality: no move leads from %s to %s", from.setup, from.next.setup)
		}
		moves, p = append(moves, m), p.Play(m)
	}
	return moves, nil
}
