package chess_test

import (
	"testing"

	"chesscensus/chess"
)

// TestCastlingAtHome places a king, a rook or a queen of either color, or nothing, on each home square. A right is at home if its two
// squares, written here a second time, hold king and rook of its color.
func TestCastlingAtHome(t *testing.T) {
	homes := map[chess.Castling][2]chess.Square{chess.WhiteKingside: {chess.E1, chess.H1}, chess.WhiteQueenside: {chess.E1, chess.A1},
		chess.BlackKingside: {chess.E8, chess.H8}, chess.BlackQueenside: {chess.E8, chess.A8}}
	men := []chess.Piece{chess.NoPiece}
	for c := chess.White; c <= chess.Black; c++ {
		men = append(men, chess.NewPiece(c, chess.King), chess.NewPiece(c, chess.Rook), chess.NewPiece(c, chess.Queen))
	}
	squares := []chess.Square{chess.A1, chess.E1, chess.H1, chess.A8, chess.E8, chess.H8}
	for code := range 7 * 7 * 7 * 7 * 7 * 7 {
		var b chess.Board
		for _, sq := range squares {
			b.Put(sq, men[code%7])
			code /= 7
		}
		var want chess.Castling
		for r, home := range homes {
			c := chess.White
			if r.Of(c) == 0 {
				c = chess.Black
			}
			if b.At(home[0]) == chess.NewPiece(c, chess.King) && b.At(home[1]) == chess.NewPiece(c, chess.Rook) {
				want |= r
			}
		}
		if got := b.CastlingAtHome(); got != want {
			t.Fatalf("%v\nat home for %v, want %v", b.String(), got, want)
		}
	}
	for rights := range chess.AllCastling + 1 {
		var want chess.Bitboard
		for r, home := range homes {
			if rights&r != 0 {
				want |= home[0].BB() | home[1].BB()
			}
		}
		if got := rights.Squares(); got != want {
			t.Errorf("%v: squares %x, want %x", rights, got, want)
		}
	}
}

// TestDiff: boards differ on the squares where they show different men.
func TestDiff(t *testing.T) {
	src := source(7)
	for range 200 {
		var a, b chess.Board
		var want chess.Bitboard
		for sq := chess.A1; sq <= chess.H8; sq++ {
			men := [2]chess.Piece{}
			for i := range men {
				if men[i] = chess.NoPiece; src.IntN(2) == 0 {
					men[i] = chess.NewPiece(chess.Color(src.IntN(2)), chess.Pawn+chess.Role(src.IntN(6)))
				}
			}
			a.Put(sq, men[0])
			b.Put(sq, men[1])
			if men[0] != men[1] {
				want |= sq.BB()
			}
		}
		if got := a.Diff(&b); got != want {
			t.Fatalf("%v\n%v\ndiffer on %x, want %x", a.String(), b.String(), got, want)
		}
	}
}

// TestCastlingRook: the rook that castling moves is on these squares before and after.
func TestCastlingRook(t *testing.T) {
	for to, want := range map[chess.Square][2]chess.Square{chess.G1: {chess.H1, chess.F1}, chess.C1: {chess.A1, chess.D1},
		chess.G8: {chess.H8, chess.F8}, chess.C8: {chess.A8, chess.D8}} {
		if from, after := chess.CastlingRook(to); from != want[0] || after != want[1] {
			t.Errorf("king to %v: rook from %v to %v, want %v", to, from, after, want)
		}
	}
}
