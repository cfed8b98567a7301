package bound

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// mirror returns the position with the colors exchanged.
func mirror(t testing.TB, p chess.Position) chess.Position {
	t.Helper()
	return testkit.Must(p.Setup().Mirror().Position())(t)
}

// flip returns the position with the files a and h exchanged and so on, without
// castling rights.
func flip(t testing.TB, p chess.Position) chess.Position {
	t.Helper()
	return testkit.Must(testkit.FlipFiles(p.Setup()).Position())(t)
}

// withoutRights returns the position without castling rights.
func withoutRights(t testing.TB, p chess.Position) chess.Position {
	t.Helper()
	s := p.Setup()
	s.Castling = 0
	return testkit.Must(s.Position())(t)
}
