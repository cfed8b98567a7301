package uniform

import (
	"context"
	"fmt"

	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
)

// A Tally says what draws came to.
type Tally struct {
	// Draws is their number.
	Draws uint64
	// Refuted, Undecided and Legal are the numbers of those that coin and condition have let pass, by
	// what the engine says of them.
	Refuted, Undecided, Legal uint64
}

// Lacking says what share of the legal positions the sequence can be lacking, since no game was found for
// them: u/(n+u) for u undecided draws beside n legal ones, and the upper limit of Clopper and Pearson for
// it, which is too low with probability at most 0.025. (That n is fixed and u is not changes nothing: at most u failures come
// before success n if and only if at most u are among the first n+u trials.) Without draws the limit is 1.
//
// It is the distance, too, by which the share of any property can be off.
func (t *Tally) Lacking() (share, most float64) {
	n := float64(t.Legal + t.Undecided)
	if n == 0 {
		return 0, 1
	}
	_, most = stats.ClopperPearsonShare(float64(t.Undecided), n, 0.05)
	return float64(t.Undecided) / n, most
}

// plus is the tally of the draws of both.
func (t Tally) plus(u *Tally) Tally {
	return Tally{t.Draws + u.Draws, t.Refuted + u.Refuted, t.Undecided + u.Undecided, t.Legal + u.Legal}
}

// blockResult is what the draws of a block came to.
type blockResult struct {
	positions []Position
	tallies   []Tally // at each of them
	tally     Tally
}

// Enters is never asked, as there is one phase.
func (f *blockResult) Enters(int, *loop.Candidate[struct{}]) bool { return false }

// Count takes a draw if it is legal. It is an error if a draw stands for several positions, since the sequence would
// hold only one of them.
func (f *blockResult) Count(_ context.Context, _ int, c *loop.Candidate[struct{}], j loop.Judgement) error {
	f.tally.Draws++
	if j.Verdict == nil {
		return nil
	}
	if c.Draw.Weight != 1 {
		return fmt.Errorf("uniform: draw %d stands for %d positions; take a space whose elements are positions", c.Index, c.Draw.Weight)
	}
	switch j.Verdict.Outcome {
	case verdict.Illegal:
		f.tally.Refuted++
	case verdict.Unknown:
		f.tally.Undecided++
	default:
		game, ok := j.Verdict.Certificate.(verdict.ProofGame)
		if !ok {
			return fmt.Errorf("uniform: draw %d is legal by a %s; want a game", c.Index, j.Verdict.Certificate.Kind())
		}
		f.tally.Legal++
		f.positions = append(f.positions, Position{c.Draw.Setup, c.Index, game})
		f.tallies = append(f.tallies, f.tally)
	}
	return nil
}
