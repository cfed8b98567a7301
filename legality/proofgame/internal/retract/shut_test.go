package retract

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
)

// TestShutIn has setups with a bishop behind pawns, and without.
func TestShutIn(t *testing.T) {
	for fen, want := range map[string]chess.Bitboard{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -":   0, // at home
		"rn1qkbnr/pppppp1b/6p1/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -": chess.H7.BB(),
		"rn1qkbnr/ppppppp1/7b/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -":  0,
		"rn1qkbnr/ppppppnb/6p1/8/8/8/PPPPPPPP/RNBQKB1R w KQkq -": chess.H7.BB(),
		"rnbqkbnr/pppppppp/8/8/8/PPPP4/KPPPPPPP/RNBQ1BNR w kq -": chess.A2.BB(),
		"rnbqkbnr/p1pppppp/8/8/8/8/1PPPPPPP/bNBQKBNR w Kkq -":    chess.A1.BB(),
		"rnbqkbnr/p1pppppp/8/8/8/1P6/2PPPPPP/bNBQKBNR w Kkq -":   0, // its way is free
		"4k3/8/8/8/8/8/1P1P4/2B1K3 w - -":                        0, // at home for good
		"4k3/8/8/8/8/8/1P1P4/2b1K3 w - -":                        chess.C1.BB(),
	} {
		s := setupOf(t, fen)
		if got := shutIn(&s); got != want {
			t.Errorf("%s: shut in are\n%v want\n%v", fen, got, want)
		}
	}
}

// TestJammed has a bishop and a rook that only a pawn can free, and a knight with free squares.
func TestJammed(t *testing.T) {
	var b chess.Board
	for sq, p := range map[chess.Square]chess.Piece{
		chess.A1: chess.NewPiece(chess.Black, chess.Bishop), chess.A2: chess.NewPiece(chess.Black, chess.Rook),
		chess.A3: chess.NewPiece(chess.Black, chess.Pawn), chess.B2: chess.NewPiece(chess.White, chess.Pawn),
		chess.B1: chess.NewPiece(chess.White, chess.King), chess.H1: chess.NewPiece(chess.White, chess.Knight),
	} {
		b.Put(sq, p)
	}
	if got := jammed(&b, b.Of(chess.Pawn)); got != chess.A1.BB()|chess.A2.BB() {
		t.Errorf("jammed: %v", got)
	}
	b.Put(chess.A3, chess.NoPiece)
	if got := jammed(&b, b.Of(chess.Pawn)); got != chess.A1.BB() {
		t.Errorf("without a3: %v", got)
	}
}

// TestJammedIsTheLargestSet: every man of the set is surrounded, and whoever is outside can get
// free, by brute force: men with a free step leave the board until nobody has one.
func TestJammedIsTheLargestSet(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		var b chess.Board
		for sq := range chess.Square(64) {
			if rnd.IntN(10) < 6 {
				b.Put(sq, chess.NewPiece(chess.Color(rnd.IntN(2)), chess.Role(int(chess.Pawn)+rnd.IntN(6))))
			}
		}
		pawns := b.Of(chess.Pawn)
		left := b
		for again := true; again; {
			again = false
			for sq := range left.Occupied().All() {
				r := left.RoleAt(sq)
				if r != chess.Pawn && chess.Steps(r, sq.BB())&^left.Occupied() != 0 {
					left.Put(sq, chess.NoPiece)
					again = true
				}
			}
		}
		if got, want := jammed(&b, pawns), left.Occupied()&^pawns; got != want {
			t.Fatalf("%v: jammed %v, want %v", b, got, want)
		}
	}
}
