package chess

import (
	"math/rand/v2"
	"testing"
)

// TestSquaresByColor compares with rows and with the mirrored board.
func TestSquaresByColor(t *testing.T) {
	for sq := A1; sq < NoSquare; sq++ {
		for _, c := range []Color{White, Black} {
			if sq.For(c).For(c) != sq || sq.For(c).File() != sq.File() {
				t.Errorf("%v.For(%v) = %v, want a square of its file that leads back", sq, c, sq.For(c))
			}
			if sq.BB().For(c) != sq.For(c).BB() {
				t.Errorf("set %v seen from the other side: %v, want that square alone", sq, sq.BB().For(c))
			}
			want := NoSquare
			if sq.Row() != c.LastRow() {
				want = NewSquare(sq.File(), sq.Row()+c.Forward())
			}
			if got := sq.Ahead(c); got != want {
				t.Errorf("%v.Ahead(%v) = %v, want %v", sq, c, got, want)
			}
			if got := sq.BB().Ahead(c); got != want.BB() {
				t.Errorf("set %v: ahead for %v\n%vwant %v alone", sq, c, got, want)
			}
		}
	}
}

// TestAllPawnAttacks: the attacks of pawns together are those of each.
func TestAllPawnAttacks(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		bb := Bitboard(src.Uint64() & src.Uint64())
		for _, c := range []Color{White, Black} {
			var want, onto Bitboard
			for sq := range bb.All() {
				want |= PawnAttacks(c, sq)
			}
			for sq := A1; sq < NoSquare; sq++ {
				if PawnAttacks(c, sq)&bb != 0 {
					onto |= sq.BB()
				}
			}
			if AllPawnAttacks(c, bb) != want || AllPawnAttacks(c.Other(), bb) != onto {
				t.Fatalf("attacks of %v pawns together, or onto the squares, are not those of each one:\n%v", c, bb)
			}
		}
	}
}

// TestFloodIsEveryWay compares with a search move by move.
func TestFloodIsEveryWay(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		walls := Bitboard(src.Uint64() & src.Uint64())
		from := Bitboard(src.Uint64() & src.Uint64() & src.Uint64() & src.Uint64())
		for _, r := range []Role{Knight, Bishop, Rook, Queen, King} {
			want := from
			for todo := from; todo != 0; {
				sq := todo.First()
				next := Attacks(NewPiece(White, r), sq, walls) &^ walls &^ want
				want |= next
				todo = todo&^sq.BB() | next
			}
			if got := Flood(r, from, walls); got != want {
				t.Fatalf("%v from\n%vwalls\n%v\n%v, want\n%v", r, from, walls, got, want)
			}
		}
	}
}
