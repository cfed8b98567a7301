package chess_test

import (
	"testing"

	second "github.com/corentings/chess/v2"

	"chesscensus/chess"
)

// The second generator: github.com/corentings/chess/v2 shares no code with ours.

// secondPosition reads a FEN record with the second generator.
func secondPosition(tb testing.TB, fen string) *second.Position {
	tb.Helper()
	opt, err := second.FEN(fen)
	if err != nil {
		tb.Fatalf("corentings cannot read %s: %v", fen, err)
	}
	return second.NewGame(opt).Position()
}

// secondMoves returns the position after each legal move, by the move in UCI notation. The second generator notes en passant
// squares by another convention; the canonical form is what both mean.
func secondMoves(tb testing.TB, fen string) map[string]chess.Setup {
	tb.Helper()
	pos := secondPosition(tb, fen)
	after := map[string]chess.Setup{}
	for _, m := range pos.ValidMoves() {
		q, err := chess.ParseFEN(pos.Update(&m).String())
		if err != nil {
			tb.Fatalf("%s after %v: %v", fen, m.String(), err)
		}
		after[m.String()] = q.Setup.Canonical()
	}
	return after
}

// secondPerft is the perft of the second generator.
func secondPerft(pos *second.Position, depth int) (n uint64) {
	moves := pos.ValidMovesUnsafe()
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range append([]second.Move(nil), moves...) {
		n += secondPerft(pos.Update(&m), depth-1)
	}
	return n
}
