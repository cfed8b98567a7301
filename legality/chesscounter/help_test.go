package chesscounter

import (
	"math/rand/v2"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// setup returns the setup of a FEN record; the side to move and the later fields may be left out.
func setup(t testing.TB, fen string) *chess.Setup {
	t.Helper()
	if !strings.Contains(fen, " ") {
		fen += " w - - 0 1"
	}
	s := testkit.Setup(t, fen)
	return &s
}

// variants are all options.
var variants = []Options{{}, {Mended: true}}

// kingsAtHome reports whether castling can count in the weight of s or of s with reversed files.
func kingsAtHome(s *chess.Setup) bool {
	b := &s.Board
	return b.Pieces(chess.White, chess.King)&(chess.D1.BB()|chess.E1.BB()) != 0 ||
		b.Pieces(chess.Black, chess.King)&(chess.D8.BB()|chess.E8.BB()) != 0
}

// checkInvariants checks properties that hold for all setups: agreement with the slow rules, invariance under
// exchange of colors and reversal of files, and that the mended rules accept all that the published ones do.
func checkInvariants(t testing.TB, s *chess.Setup) {
	t.Helper()
	for space := General; int(space) < numSpaces; space++ {
		var got [2]Verdict
		for i, o := range variants {
			v := o.Judge(s, space)
			got[i] = v
			inRange := v.Rule >= Outside && v.Rule <= 10 && v.Weight >= 0 && v.Weight <= 96
			if (v.Rule == 0) != (v.Weight > 0) || !inRange {
				t.Fatalf("%s, %v, %+v: %+v, want a rule up to 10 or a weight of 1 to 96", s, space, o, v)
			}
			if rule, weight := newSlowBoard(s, o.Mended).judge(space); v != (Verdict{rule, weight}) {
				t.Fatalf("%s, %v, %+v: %v, but by the slow rules %v", s, space, o, v, Verdict{rule, weight})
			}
			m, f := s.Mirror(), testkit.FlipFiles(*s)
			if w := o.Judge(&m, space); w != v {
				t.Fatalf("%s, %v, %+v: %v, with the colors exchanged %v", s, space, o, v, w)
			}
			if w := o.Judge(&f, space); w.Rule != v.Rule || w != v && !kingsAtHome(s) {
				t.Fatalf("%s, %v, %+v: %v, with the files exchanged %v", s, space, o, v, w)
			}
		}
		if published, mended := got[0], got[1]; published.Accepted() && published != mended {
			t.Fatalf("%s, %v: %v", s, space, got)
		}
	}
}

// randomSetup returns random men, with some pawns on row 1 or 8.
func randomSetup(src *rand.Rand, n int) *chess.Setup {
	s := chesstest.RandomSetup(src, n, 16)
	return &s
}

// randomHomePawns places pawns of one side on its rows 2 to 4 and bishops behind them.
func randomHomePawns(src *rand.Rand) *chess.Setup {
	s := chess.EmptySetup()
	s.Turn = chess.White
	s.Board.Place(chess.NewSquare(src.IntN(8), 0), chess.NewPiece(chess.White, chess.King))
	s.Board.Place(chess.NewSquare(src.IntN(8), 7), chess.NewPiece(chess.Black, chess.King))
	for range 1 + src.IntN(8) {
		sq := chess.NewSquare(src.IntN(8), 1+min(src.IntN(3), src.IntN(4)))
		if s.Board.RoleAt(sq) == chess.NoRole {
			s.Board.Place(sq, chess.NewPiece(chess.White, chess.Pawn))
		}
	}
	for range src.IntN(3) {
		if sq := chess.NewSquare(src.IntN(8), 0); s.Board.RoleAt(sq) == chess.NoRole {
			s.Board.Place(sq, chess.NewPiece(chess.Color(src.IntN(2)), chess.Bishop))
		}
	}
	for file := range src.IntN(9) {
		s.Board.Place(chess.NewSquare(file, 6), chess.NewPiece(chess.Black, chess.Pawn))
	}
	if src.IntN(2) == 0 {
		s = s.Mirror()
	}
	return &s
}

// randomBesieged places a few black men that often check the white king, on a board that is
// otherwise full or nearly empty.
func randomBesieged(src *rand.Rand) *chess.Setup {
	s := chess.EmptySetup()
	king := chess.Square(src.IntN(64))
	s.Board.Place(king, chess.NewPiece(chess.White, chess.King))
	put := func(c chess.Color, r chess.Role, sq chess.Square) {
		if s.Board.RoleAt(sq) == chess.NoRole && (r != chess.Pawn || sq.Row() != 0 && sq.Row() != 7) {
			s.Board.Place(sq, chess.NewPiece(c, r))
		}
	}
	for range 2 + src.IntN(4) {
		near := chess.Attacks(chess.NewPiece(chess.White, chess.Role(2+src.IntN(5))), king, s.Board.Occupied())
		for skip := src.IntN(near.Count() + 1); skip > 0; skip-- {
			near &= near - 1
		}
		if near != 0 {
			put(chess.Black, chess.Role(1+src.IntN(5)), near.First())
		}
	}
	put(chess.Black, chess.King, king^63^chess.Square(src.IntN(8)))
	if src.IntN(2) == 0 { // 16 white men, as pawns far away and knights
		for i := range 15 {
			put(chess.White, []chess.Role{chess.Pawn, chess.Knight}[i/8], chess.Square(src.IntN(64)))
		}
	}
	return &s
}
