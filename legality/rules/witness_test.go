package rules

import (
	"strings"
	"testing"

	"chesscensus/chess"
)

// played returns the position after the given moves (coordinates) from the initial
// position.
func played(t testing.TB, moves string) chess.Position {
	t.Helper()
	p := chess.InitialPosition()
next:
	for _, text := range strings.Fields(moves) {
		for _, m := range p.Moves(nil) {
			if m.String() == text {
				p = p.Play(m)
				continue next
			}
		}
		t.Fatalf("%s is not a legal move in %s", text, p)
	}
	return p
}

// twoQueens is a game that ends in a double check by two queens, both disclosed by
// one en passant capture.
const twoQueens = "h2h4 g7g5 h4g5 h7h6 g5h6 a7a6 h6h7 a6a5 h7g8q d7d5 e2e4 a5a4 e4d5 e8d7 " +
	"d1e2 d7d6 e2d3 a8a5 g8g3 e7e5 d5e6"

func TestPrefilterWitness(t *testing.T) {
	p := played(t, twoQueens)
	const fen = "1nbq1b1r/1pp2p2/3kP3/r7/p7/3Q2Q1/PPPP1PP1/RNB1KBNR b KQ -"
	if p.String() != fen {
		t.Fatalf("the game leads to %s, not %s", p, fen)
	}
	s := p.Setup()
	if got := Prefilter(&s); got != DoubleCheck {
		t.Errorf("Prefilter(%s) = %v, but the documentation says %v", fen, got, DoubleCheck)
	}
}
