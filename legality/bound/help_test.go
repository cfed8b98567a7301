package bound

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
)

// position reads a FEN record.
func position(t testing.TB, fen string) chess.Position {
	t.Helper()
	f, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Setup.Position()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

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
	s := p.Setup()
	f := chess.EmptySetup()
	f.Turn = s.Turn
	for sq := range s.Board.Occupied().All() {
		f.Board.Place(sq^7, s.Board.At(sq))
	}
	if s.EP.Valid() {
		f.EP = s.EP ^ 7
	}
	q, err := f.Position()
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

// random returns a source of random numbers that depends on the name of the test.
func random(t testing.TB) *rand.Rand {
	var seed [32]byte
	copy(seed[:], t.Name())
	return rand.New(rand.NewChaCha8(seed))
}
