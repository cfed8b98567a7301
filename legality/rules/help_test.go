package rules

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// setup returns the setup of a FEN record.
func setup(t testing.TB, fen string) *chess.Setup {
	t.Helper()
	s := testkit.Setup(t, fen)
	return &s
}

// refutedBy returns the reasons of all rules that refute a setup, and the evidence of the first.
func refutedBy(s chess.Setup) (reasons verdict.Reason, evidence verdict.Evidence) {
	for _, rule := range All() {
		r, e := rule.RefutesSetup(&s)
		if reasons == 0 {
			evidence = e
		}
		reasons |= r
	}
	return reasons, evidence
}

// acceptSetup fails the test if any rule refutes the setup.
func acceptSetup(t testing.TB, s chess.Setup, why string) {
	t.Helper()
	if r, e := refutedBy(s); r != 0 {
		t.Fatalf("%s, but refuted: %s\n%s: %s", why, s, r, e.Describe(&s))
	}
}

// randomBoard places a king a side and up to n other men at random, pawns on rows 2 to
// 7, without castling rights and en passant square.
func randomBoard(src *rand.Rand, n int) chess.Setup {
	s := chess.EmptySetup()
	s.Turn = chess.Color(src.IntN(2))
	perm := src.Perm(64)
	s.Board.Place(chess.Square(perm[0]), chess.NewPiece(chess.White, chess.King))
	s.Board.Place(chess.Square(perm[1]), chess.NewPiece(chess.Black, chess.King))
	for _, i := range perm[2 : 2+src.IntN(n+1)] {
		sq, role := chess.Square(i), chess.Role(1+src.IntN(5))
		if role == chess.Pawn && (sq.Row() == 0 || sq.Row() == 7) {
			continue
		}
		s.Board.Place(sq, chess.NewPiece(chess.Color(src.IntN(2)), role))
	}
	return s
}
