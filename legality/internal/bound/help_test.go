package bound

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// mirror returns the position with the colors exchanged.
func mirror(t testing.TB, p chess.Position) chess.Position {
	t.Helper()
	q, err := p.Setup().Mirror().Position()
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// flip returns the position with the files a and h exchanged and so on, without
// castling rights.
func flip(t testing.TB, p chess.Position) chess.Position {
	t.Helper()
	q, err := testkit.FlipFiles(p.Setup()).Position()
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// withoutRights returns the position without castling rights.
func withoutRights(t testing.TB, p chess.Position) chess.Position {
	t.Helper()
	s := p.Setup()
	s.Castling = 0
	q, err := s.Position()
	if err != nil {
		t.Fatal(err)
	}
	return q
}
