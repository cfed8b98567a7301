package proof

import (
	"context"

	"chesscensus/chess"
	"chesscensus/legality/proofgame"
)

// A Game leads from the initial position to a fixed one. It was replayed by two programs that share
// no code with the one that has found it.
type Game struct {
	Goal  chess.Position
	Moves []chess.Move
	SAN   string
}

// games finds games to the fixed positions: assertion (3) of the article.
func (p *prover) games(ctx context.Context) error {
	s := &Step{Name: "PFix is legal"}
	b := proofgame.Builder{Options: proofgame.Options{Seed: p.Seed, LastMoves: p.LastMoves}}
	for _, f := range p.theorem.Fixed() {
		goal, err := p.theorem.Material.Setup(f).Position()
		if err != nil {
			return err
		}
		a, err := b.Build(ctx, proofgame.Request{Goal: goal})
		if err != nil {
			return err
		}
		if !a.Found {
			s.wrong("no game found to %v", goal.Setup())
			continue
		}
		p.report.Games = append(p.report.Games, Game{Goal: goal, Moves: a.Moves, SAN: string(a.Proof)})
		s.found("  %v to move, a game of %d plies, replayed by two other programs:\n  %s", f.Turn, len(a.Moves), a.Proof)
	}
	p.done(s)
	return nil
}
