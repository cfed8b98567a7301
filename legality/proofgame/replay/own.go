package replay

import (
	"fmt"

	"chesscensus/legality/internal/mailbox"
)

// A LawError says that moves were made after the game was over by [FIDE] rules. It wraps [ErrNotProven].
type LawError struct {
	Ply    int    // number of moves before the game was over
	Law    string // for example "the 75-move rule"
	FEN    string // the position that ended the game
	Length int    // number of moves of the game
}

// Error names the ply and the law.
func (e *LawError) Error() string {
	return fmt.Sprintf("replay: the game of %d plies was over after ply %d by %s in %s", e.Length, e.Ply, e.Law, e.FEN)
}

// Unwrap returns [ErrNotProven].
func (e *LawError) Unwrap() error { return ErrNotProven }

// replayWithOwn plays words on a mailbox board and stores the moves in v.moves. It returns a [*LawError] only if everything else is
// right.
func (v *Verifier) replayWithOwn(from mailbox.Position, clock int, words []string, to mailbox.Position) error {
	v.moves = v.moves[:0]
	game, fide := &v.own, v.Rules == FIDE
	game.Start(from, clock, fide)
	var law *LawError
	for i, word := range words {
		if fide && law == nil {
			if over := game.Over(); over != mailbox.Goes {
				law = &LawError{Ply: i, Law: over.String(), FEN: game.Position.String(), Length: len(words)}
			}
		}
		move, err := game.PlayText(word)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrNotProven, err)
		}
		v.moves = append(v.moves, move)
	}
	if game.Position != to {
		return fmt.Errorf("%w: it ends after %d plies with %v, want %v", ErrNotProven, len(words), &game.Position, &to)
	}
	if law != nil {
		return law
	}
	return nil
}
