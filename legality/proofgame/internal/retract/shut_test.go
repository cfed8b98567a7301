package retract

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
)

// TestJammedOfficersByBruteForce compares with removing men that have a free step, one by one, until there are none.
func TestJammedOfficersByBruteForce(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	for range 2000 {
		var b chess.Board
		for sq := range chess.Square(64) {
			if rnd.IntN(10) < 6 {
				b.Put(sq, chess.NewPiece(chess.Color(rnd.IntN(2)), chess.Role(int(chess.Pawn)+rnd.IntN(6))))
			}
		}
		pawns := b.Of(chess.Pawn)
		remaining := b
		for changed := true; changed; {
			changed = false
			for sq := range remaining.Occupied().All() {
				role := remaining.RoleAt(sq)
				if role != chess.Pawn && chess.Steps(role, sq.BB())&^remaining.Occupied() != 0 {
					remaining.Put(sq, chess.NoPiece)
					changed = true
				}
			}
		}
		if got, want := jammedOfficers(&b, pawns), remaining.Occupied()&^pawns; got != want {
			t.Fatalf("%v: jammed %v, want %v", b, got, want)
		}
	}
}

// TestCheapestExit compares with distances by the algorithm of Bellman and Ford on random boards.
func TestCheapestExit(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	for range 1000 {
		var b chess.Board
		for sq := range chess.Square(64) {
			if row := sq.Row(); rnd.IntN(10) < 5 && row > 0 && row < 7 {
				b.Put(sq, chess.NewPiece(chess.Color(rnd.IntN(2)), chess.Pawn))
			} else if rnd.IntN(4) == 0 {
				b.Put(sq, chess.NewPiece(chess.Color(rnd.IntN(2)), chess.Knight))
			}
		}
		role := [...]chess.Role{chess.Bishop, chess.Rook, chess.Knight, chess.King}[rnd.IntN(4)]
		from := chess.Square(rnd.IntN(64))
		walls := b.Of(chess.Pawn)
		attacked := chess.AllPawnAttacks(chess.Black, b.Pieces(chess.Black, chess.Pawn))
		var dist [64]int
		for i := range dist {
			dist[i] = noExit
		}
		dist[from] = 0
		for changed := true; changed; {
			changed = false
			for sq := range chess.Square(64) {
				for to := range chess.Steps(role, sq.BB()).All() {
					if cost := dist[sq] + exitCost(&b, to, role, walls, attacked); cost < dist[to] {
						dist[to], changed = cost, true
					}
				}
			}
		}
		want := noExit
		for sq := range chess.Square(64) {
			if reach := chess.Flood(role, sq.BB(), walls); !walls.Has(sq) && dist[sq] < want && !isCage(role, reach) {
				want = dist[sq]
			}
		}
		if got := cheapestExit(&b, role, from, walls, attacked); int(got) != want {
			t.Fatalf("%v: %v from %v gets out for %d, want %d", b, role, from, got, want)
		}
	}
}

// isCage repeats the definition of base.IsCage.
func isCage(role chess.Role, reach chess.Bitboard) bool {
	if role == chess.Knight || role == chess.King {
		return reach.Count() < 6
	}
	return reach.Count() < 13
}
