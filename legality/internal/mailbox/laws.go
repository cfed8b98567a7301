package mailbox

// An Ending is a draw that ends a game by itself under the FIDE Laws of Chess (2023).
type Ending uint8

const (
	// Goes is no ending: the game goes on.
	Goes Ending = iota
	// Fivefold: the position has appeared five times (9.6.1).
	Fivefold
	// SeventyFive: 75 moves by each side without a capture or a pawn move (9.6.2).
	SeventyFive
	// Dead: neither side can ever checkmate (5.2.2), for lack of material.
	Dead
)

// Limits of the laws; SeventyFiveClock counts the moves of both sides.
const (
	fivefoldTimes    = 5
	seventyFiveClock = 150
)

// String returns the name of the law.
func (e Ending) String() string {
	switch e {
	case Goes:
		return "none"
	case Fivefold:
		return "fivefold repetition"
	case SeventyFive:
		return "the 75-move rule"
	case Dead:
		return "a dead position"
	}
	return "unknown ending"
}

// Over returns the law by which the game is over in the present position, the first in
// the order of the constants if there are several. The game must keep its positions, see
// [Game.Start]. Over does not detect checkmate and stalemate, after which no move is legal.
//
// Of dead positions it detects those with too little material for any checkmate: the kings
// alone or with one knight, or with any bishops of either side on squares of one color. It
// does not detect other dead positions, such as those with walls of blocked pawns.
func (g *Game) Over() Ending {
	switch {
	case g.repetitions() >= fivefoldTimes:
		return Fivefold
	case g.Clock >= seventyFiveClock:
		return SeventyFive
	case g.Position.insufficient():
		return Dead
	}
	return Goes
}

// repetitions returns the number of times that the present position has appeared. It cannot
// have appeared before the last capture or pawn move.
func (g *Game) repetitions() (n int) {
	for i := len(g.positions) - 1; i >= 0; i -= 2 {
		if g.positions[i] == g.Position {
			n++
		}
	}
	return n
}

// insufficient reports whether the material is too little for a checkmate, as Over defines it.
func (p *Position) insufficient() bool {
	knights, light, dark := 0, 0, 0
	for sq, man := range p.men {
		switch man | 0x20 {
		case 'p', 'r', 'q':
			return false
		case 'n':
			knights++
		case 'b':
			if (sq&7+sq>>3)%2 == 0 {
				dark++
			} else {
				light++
			}
		}
	}
	switch knights {
	case 0:
		return light == 0 || dark == 0
	case 1:
		return light+dark == 0
	}
	return false
}
