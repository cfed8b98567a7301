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

// What going back spends on a setup: games looked for, with so many plies each, a tenth of a second or so; setups gone back from; and states of the
// kernels and nodes of last moves for each setup before. Many short looks find more than a few long ones: of two setups before, one is easy and the
// other hopeless.
const (
	backwardGames  = 24
	backwardPlies  = 3_000
	backwardSetups = 400
	backwardNodes  = 20_000
)

// A goal with more last moves than lastMoves that are not refuted is not gone back from: what makes it hard lies elsewhere; nor is one of the
// setups before with more than backwardMoves. No game is looked for to one with fewer than freeMoves: its men are still locked in, and going
// back is cheap.
const (
	lastMoves     = 12
	backwardMoves = 100
	freeMoves     = 6
)

// backward looks for games to setups of problems, whose last moves are few: it takes moves back one by one, leaves out what rules, kernels and last moves
// refute, and looks for a game to what is before, the setups that the fewest choices lead back to first. A setup whose men lock each other in seldom
// has more than two last moves that are not refuted; some of them free the men, and then a game to what was before is easily found. The stage of
// effort game asks it, with [proofgame.Options] Long alone.
type backward struct {
	games  proofgame.Options
	kernel *Engine // refutes what is before
	game   *Engine // looks for a game to it
}

// An earlier is a setup before, with the one that follows it by a move.
type earlier struct {
	setup   chess.Setup
	after   *earlier
	choices float64 // logarithm of the number of ways that were left on the way back
}

// Game returns a game to a setup, from the initial position and through one before, nil if none is found, and what it cost in plies.
func (b *backward) Game(ctx context.Context, s chess.Setup) (game []chess.Move, plies int64, err error) {
	if err := b.start(); err != nil {
		return nil, 0, err
	}
	defer func() { b.kernel, b.game = nil, nil }() // few setups get here, and an engine may hold as much as the one that asks
	seen := map[chess.Setup]bool{s: true}
	open := []*earlier{{setup: s}}
	for games, setups := 0, 0; len(open) > 0 && games < backwardGames && setups < backwardSetups && ctx.Err() == nil; setups++ {
		at := first(open)
		here := open[at]
		open = append(open[:at], open[at+1:]...)
		left := b.before(ctx, here, seen)
		if here.after != nil && len(left) >= freeMoves {
			w := b.game.Judge(ctx, here.setup)
			plies += w.Cost.Nodes
			switch w.Outcome {
			case verdict.Legal:
				game, err = through(here, w.Certificate.String())
				return game, plies, err
			case verdict.Illegal:
				continue
			}
			games++
			if a, ok := w.Attempt.(*proofgame.Attempt); ok && !a.HasKernel {
				continue
			}
		}
		if len(left) > backwardMoves || here.after == nil && len(left) > lastMoves {
			continue
		}
		groups := map[group]int{}
		for _, l := range left {
			groups[l.group]++
		}
		choice := math.Log2(float64(len(groups))) + 1
		clear(groups)
		for _, l := range left {
			groups[l.group]++
			open = append(open, &earlier{setup: l.setup, after: here, choices: here.choices + choice + 2*math.Log2(float64(groups[l.group]))})
		}
	}
	return nil, plies, cmp.Or(b.kernel.Err(), b.game.Err())
}

// A group is what last moves have in common that differ in where the man came from alone.
type group struct {
	to       chess.Square
	captured chess.Role
	promoted bool
}

// A choice is a setup before another one.
type choice struct {
	setup chess.Setup
	group group
	moves int // that can have been the one before
}

// before returns the setups before one that are not seen yet, nor refuted, those with most last moves first: those that have a kernel for
// certain, if there are any.
func (b *backward) before(ctx context.Context, here *earlier, seen map[chess.Setup]bool) []choice {
	var sure, unsure []choice
	for _, u := range retro.Unmoves(nil, here.setup, retro.Options{AllEP: true}) {
		before := retro.Undo(here.setup, u)
		if seen[before] {
			continue
		}
		seen[before] = true
		v := b.kernel.Judge(ctx, before)
		if v.Outcome == verdict.Illegal {
			continue
		}
		c := choice{before, group{u.To(), u.Captured(), u.Promotion() != chess.NoRole}, len(retro.Unmoves(nil, before, retro.Options{}))}
		if v.Stop == verdict.Complete {
			sure = append(sure, c)
		} else {
			unsure = append(unsure, c)
		}
	}
	if len(sure) == 0 {
		sure = unsure
	}
	slices.SortStableFunc(sure, func(c, d choice) int { return d.moves - c.moves })
	return sure
}

// start makes the engines.
func (b *backward) start() (err error) {
	if b.kernel, err = New(Options{Effort: verdict.Kernel, Budget: verdict.Budget{Nodes: backwardNodes}}); err != nil {
		return err
	}
	games := b.games
	games.Plies, games.Long, games.Deep = backwardPlies, false, true
	b.game, err = New(Options{Effort: verdict.Game, Stages: func() []Stage {
		return slices.DeleteFunc(StagesWith(games), func(st Stage) bool {
			// The first have been asked with less, the others refute as well, and take longer than a game.
			return st.Effort() <= verdict.Kernel || st.Name() == cage.StageName || st.Name() == interlockedStage
		})
	}})
	return err
}

// first returns the place of the setup that the fewest choices lead back to, the earliest of several.
func first(open []*earlier) (at int) {
	for i, e := range open {
		if e.choices < open[at].choices {
			at = i
		}
	}
	return at
}

// leads returns the move from a position to a setup.
func leads(p *chess.Position, s *chess.Setup) (chess.Move, bool) {
	for _, m := range p.Moves(nil) {
		if q := p.Play(m); q.Setup() == *s {
			return m, true
		}
	}
	return 0, false
}

// through returns the game whose moves to a setup before are given as text, with the moves that follow it.
func through(here *earlier, text string) ([]chess.Move, error) {
	p := chess.InitialPosition()
	moves, err := p.ParseSANs(strings.Fields(text))
	if err != nil {
		return nil, err
	}
	p = p.PlayAll(moves)
	for ; here.after != nil; here = here.after {
		m, ok := leads(&p, &here.after.setup)
		if !ok {
			return nil, fmt.Errorf("legality: no move leads from %s to %s", here.setup, here.after.setup)
		}
		moves, p = append(moves, m), p.Play(m)
	}
	return moves, nil
}
