package where

import "chesscensus/chess"

// A dead says that neither side can ever mate, as far as the men tell: both kings are alone, or with one knight,
// or with bishops all of which are on squares of one color. With negated it says the opposite.
type dead struct{ negated bool }

func (d dead) holds(v *view) bool {
	b := &v.setup.Board
	if b.Of(chess.Pawn)|b.Of(chess.Rook)|b.Of(chess.Queen) != 0 {
		return d.negated
	}
	knights, bishops := b.Of(chess.Knight).Count(), b.Of(chess.Bishop)
	oneKnight := bishops == 0 && knights <= 1
	oneColor := knights == 0 && (bishops&chess.DarkSquares == 0 || bishops&^chess.DarkSquares == 0)
	return (oneKnight || oneColor) != d.negated
}

func (d dead) box() box {
	b := natural
	if !d.negated {
		for _, f := range []field{pawns, rooks, queens} {
			b.keep(f, 0, 0)
		}
		b.keep(knights, 0, 1)
	}
	return b.narrow()
}

func (d dead) not() node {
	d.negated = !d.negated
	return d
}

func (d dead) cost() int { return 0 }
