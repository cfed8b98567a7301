package legality

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/cage"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// What the stage backward spends on a setup: games looked for, with so many plies each, which takes half a second or so; setups gone back from;
// and states of the kernels and nodes of last moves for each setup before. Many short looks find more than four long ones: of two setups
// before, one is easy and the other hopeless.
const (
	backwardGames  = 24
	backwardPlies  = 15_000
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

// backward is the stage for setups of problems, whose last moves are few: it takes moves back one by one, leaves out what rules, kernels and last moves refute, and
// looks for a game to what is before, the setups that the fewest choices lead back to first. A setup whose men lock each other in seldom has more than
// two last moves that are not refuted; some of them free the men, and then a game to what was before is easily found. It takes part with
// [proofgame.Options.Long] alone, in a first pass, as it costs some seconds.
type backward struct {
	games    proofgame.Options
	kernel   *Engine // refutes what is before
	game     *Engine // looks for a game to it
	verifier replay.Verifier
}

// An earlier is a setup before, with the one that follows it by a move.
type earlier struct {
	setup   chess.Setup
	after   *earlier
	choices float64 // logarithm of the number of ways that were left on the way back
}

// Name returns "backward".
func (b *backward) Name() string { return "backward" }

// Effort returns [verdict.Game].
func (b *backward) Effort() verdict.Effort { return verdict.Game }

// Forget gives the engines back.
func (b *backward) Forget() { b.kernel, b.game = nil, nil }

// Judge answers Legal if a game to a setup before is found; it refutes nothing. Budget.Nodes limits the plies of each game that is looked for. Cost.Nodes is that of the engine that looks for games.
func (b *backward) Judge(ctx context.Context, s chess.Setup, budget verdict.Budget) (v verdict.Verdict, decided bool) {
	if _, err := s.Position(); err != nil || budget.Pass > 0 {
		return v, false
	}
	if err := b.start(budget.Nodes); err != nil {
		return verdict.Faulty(b.Name(), err), false
	}
	defer b.Forget() // few setups get here, and an engine may hold as much as the one that asks
	seen := map[chess.Setup]bool{s: true}
	open := []*earlier{{setup: s}}
	for games, setups := 0, 0; len(open) > 0 && games < backwardGames && setups < backwardSetups && ctx.Err() == nil; setups++ {
		at := first(open)
		here := open[at]
		open = append(open[:at], open[at+1:]...)
		left := b.before(ctx, here, seen)
		if here.after != nil && len(left) >= freeMoves {
			w := b.game.Judge(ctx, here.setup)
			v.Cost.Nodes += w.Cost.Nodes
			switch w.Outcome {
			case verdict.Legal:
				return b.prove(here, w, v.Cost)
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
	w := verdict.GaveUp(b.Name(), verdict.NodeLimit)
	w.Cost = v.Cost
	return w, false
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

// start makes the engines, that for games with so many plies at most if that is no 0.
func (b *backward) start(plies int64) (err error) {
	if b.kernel, err = New(Options{Effort: verdict.Kernel, Budget: verdict.Budget{Nodes: backwardNodes}}); err != nil {
		return err
	}
	games := b.games
	if games.Plies = backwardPlies; plies > 0 {
		games.Plies = min(games.Plies, plies)
	}
	b.game, err = New(Options{Effort: verdict.Game, Stages: func() []Stage {
		return slices.DeleteFunc(StagesWith(games), func(st Stage) bool {
			_, again := st.(*backward)
			return again || st.Name() == cage.StageName || st.Name() == interlockedStage // which refute, and take longer than a game
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

// prove returns the game to a setup before with the moves that follow it.
func (b *backward) prove(here *earlier, w verdict.Verdict, cost verdict.Cost) (verdict.Verdict, bool) {
	p := chess.InitialPosition()
	moves, err := p.ParseSANs(strings.Fields(w.Certificate.String()))
	if err != nil {
		return verdict.Faulty(b.Name(), err), false
	}
	p = p.PlayAll(moves)
	for ; here.after != nil; here = here.after {
		m, ok := leads(&p, &here.after.setup)
		if !ok {
			return verdict.Faulty(b.Name(), fmt.Errorf("no move leads from %s to %s", here.setup, here.after.setup)), false
		}
		moves, p = append(moves, m), p.Play(m)
	}
	b.verifier.Rules, b.verifier.Foreign = b.games.Rules, b.games.Foreign
	proof, err := b.verifier.Prove(&replay.Game{Moves: moves, Goal: p})
	if errors.Is(err, replay.ErrNotProven) && b.games.Rules != replay.Basic { // over by a rule of draws
		return verdict.GaveUp(b.Name(), verdict.Complete), false
	}
	if err != nil {
		return verdict.Faulty(b.Name(), err), false
	}
	v := verdict.Proven(b.Name(), proof)
	v.Cost = cost
	return v, true
}
