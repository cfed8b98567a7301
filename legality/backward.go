package legality

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"chesscensus/chess"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/retro"
	"chesscensus/legality/verdict"
)

// What the stage backward spends on a setup: positions before for which a game is looked for, which takes a second or two each. A setup with
// more last moves than backwardMoves that are not refuted is not gone back from: what makes it hard lies elsewhere.
const (
	backwardGames = 4
	backwardMoves = 12
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
	for games := 0; len(open) > 0 && games < backwardGames && ctx.Err() == nil; {
		at := first(open)
		here := open[at]
		open = append(open[:at], open[at+1:]...)
		if here.after != nil {
			games++
			w := b.game.Judge(ctx, here.setup)
			v.Cost.Nodes += w.Cost.Nodes
			if w.Outcome == verdict.Legal {
				return b.prove(here, w, v.Cost)
			}
			if a, ok := w.Attempt.(*proofgame.Attempt); w.Outcome == verdict.Illegal || ok && !a.HasKernel {
				continue
			}
		}
		var left []chess.Setup
		for _, u := range retro.Unmoves(nil, here.setup, retro.Options{AllEP: true}) {
			before := retro.Undo(here.setup, u)
			if seen[before] {
				continue
			}
			if seen[before] = true; b.kernel.Judge(ctx, before).Outcome != verdict.Illegal {
				left = append(left, before)
			}
		}
		if len(left) > backwardMoves {
			continue
		}
		for _, before := range left {
			open = append(open, &earlier{before, here, here.choices + math.Log2(float64(len(left))) + 1})
		}
	}
	w := verdict.GaveUp(b.Name(), verdict.NodeLimit)
	w.Cost = v.Cost
	return w, false
}

// start makes the engines, that for games with so many plies at most if that is no 0.
func (b *backward) start(plies int64) (err error) {
	if b.kernel, err = New(Options{Effort: verdict.Kernel}); err != nil {
		return err
	}
	games := b.games
	if games.Long, games.Plies = false, proofgame.AskedPlies; plies > 0 {
		games.Plies = min(games.Plies, plies)
	}
	b.game, err = New(Options{Effort: verdict.Game, Games: games})
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
