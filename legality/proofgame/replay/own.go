package replay

import (
	"fmt"

	"chesscensus/legality/internal/mailbox"
)

// A LawError says that moves were made after the game was over by [FIDE] rules. It
// wraps [ErrNotProven].
type LawError struct {
	Ply    int    // number of moves before the game was over
	Law    string // such as "the 75-move rule"
	FEN    string // the position that ended the game
	Length int    // number of moves of the game
}

// Error names the place and the law.
func (e *LawError) Error() string {
	return fmt.Sprintf("replay: the game of %d plies was over after ply %d by %s in %s", e.Length, e.Ply, e.Law, e.FEN)
}

// Unwrap returns [ErrNotProven].
func (e *LawError) Unwrap() error { return ErrNotProven }

// replayOwn plays the words on a mailbox and notes the moves that they stand for. The law is looked at last, so that a
// [*LawError] means that all else is right.
func (v *Verifier) replayOwn(from mailbox.Position, clock int, words []string, to mailbox.Position) error {
	v.moves = v.moves[:0]
	g, fide := &v.own, v.Rules == FIDE
	g.Start(from, clock, fide)
	var law *LawError
	for i, w := range words {
		if fide && law == nil {
			if over := g.Over(); over != mailbox.Goes {
				law = &LawError{i, over.String(), g.Position.String(), len(words)}
			}
		}
		m, err := g.PlayText(w)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrNotProven, err)
		}
		v.moves = append(v.moves, m)
	}
	if g.Position != to {
		return fmt.Errorf("%w: it ends after %d plies with %v, want %v", ErrNotProven, len(words), &g.Position, &to)
	}
	if law != nil {
		return law
	}
	return nil
}
