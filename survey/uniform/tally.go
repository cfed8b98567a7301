package uniform

import (
	"context"
	"fmt"

	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/survey/internal/loop"
)

// A Tally counts draws by their result.
type Tally struct {
	// Draws is the number of all draws.
	Draws uint64
	// Refuted, Undecided and Legal are the numbers of draws that have passed coin and condition, by the verdict of
	// the engine.
	Refuted, Undecided, Legal uint64
}

// Lacking returns an upper estimate of the share of the legal positions that the sequence lacks, since no game was found
// for them: u/(n+u) for u undecided and n legal draws. most is the upper limit of Clopper and Pearson of this share,
// which is too low with probability at most 0.025. (It is valid although n is fixed and u is not: at most u failures come
// before success n if and only if at most u are among the first n+u trials.) Without draws the limit is 1.
//
// The error of the share of any property is at most as large.
func (t *Tally) Lacking() (share, most float64) {
	n := float64(t.Legal + t.Undecided)
	if n == 0 {
		return 0, 1
	}
	_, most = stats.ClopperPearsonShare(float64(t.Undecided), n, 0.05)
	return float64(t.Undecided) / n, most
}

// plus returns the sum of two tallies.
func (t Tally) plus(u *Tally) Tally {
	return Tally{t.Draws + u.Draws, t.Refuted + u.Refuted, t.Undecided + u.Undecided, t.Legal + u.Legal}
}

// A blockResult has the results of the draws of a block.
type blockResult struct {
	loop.OnePhase
	positions []Position
	tallies   []Tally // after the draw of each position
	tally     Tally
}

// Count counts a draw, and adds its position if it is legal. It is an error if a draw represents several positions, since the
// sequence would have only one of them.
func (b *blockResult) Count(_ context.Context, _ int, c *loop.Candidate[struct{}], j loop.Judgement) error {
	b.tally.Draws++
	if j.Verdict == nil {
		return nil
	}
	if c.Draw.Weight != 1 {
		return fmt.Errorf("uniform: draw %d stands for %d positions; take a space whose elements are positions", c.Index, c.Draw.Weight)
	}
	switch j.Verdict.Outcome {
	case verdict.Illegal:
		b.tally.Refuted++
	case verdict.Unknown:
		b.tally.Undecided++
	default:
		game, ok := j.Verdict.Certificate.(verdict.ProofGame)
		if !ok {
			return fmt.Errorf("uniform: draw %d is legal by a %s; want a game", c.Index, j.Verdict.Certificate.Kind())
		}
		b.tally.Legal++
		b.positions = append(b.positions, Position{c.Draw.Setup, c.Index, game})
		b.tallies = append(b.tallies, b.tally)
	}
	return nil
}
