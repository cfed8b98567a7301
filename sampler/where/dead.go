package where

import "chesscensus/chess"

// A deadPosition is the condition that the men suffice for no mate: both kings are alone, or with one knight, or
// with bishops that all stand on squares of one color. If negated is set, it is the negation.
type deadPosition struct{ negated bool }

func (d deadPosition) holds(e *evaluator) bool {
	b := &e.setup.Board
	if b.Of(chess.Pawn)|b.Of(chess.Rook)|b.Of(chess.Queen) != 0 {
		return d.negated
	}
	knights, bishops := b.Of(chess.Knight).Count(), b.Of(chess.Bishop)
	oneKnight := bishops == 0 && knights <= 1
	oneColor := knights == 0 && (bishops&chess.DarkSquares == 0 || bishops&^chess.DarkSquares == 0)
	return (oneKnight || oneColor) != d.negated
}

func (d deadPosition) box() box {
	b := natural
	if !d.negated {
		for _, f := range []field{pawns, rooks, queens} {
			b.clip(f, 0, 0)
		}
		b.clip(knights, 0, 1)
	}
	return b.narrow()
}

func (d deadPosition) not() node {
	d.negated = !d.negated
	return d
}

func (d deadPosition) cost() int { return 0 }
