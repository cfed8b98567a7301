package rules

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// TestSafeOriginsByDefinition compares safeOrigins with its definition: it puts the man back on every empty square, with
// and without a captured man, and tests whether the king is attacked.
func TestSafeOriginsByDefinition(t *testing.T) {
	src := rand.New(rand.NewPCG(8, 15))
	safe, attacked := 0, 0
	for range testkit.Size(300, 3000) {
		s := chesstest.RandomSetup(src, 2+src.IntN(26), 0)
		var f Facts
		f.Reset(&s)
		if !f.OneKing {
			continue
		}
		r := newRetractor(&f)
		for men := s.Board.Colored(r.them) &^ s.Board.Of(chess.King); men != 0; men &= men - 1 {
			to := men.First()
			role := s.Board.RoleAt(to)
			if src.IntN(4) == 0 {
				role = chess.Pawn
			}
			for _, captured := range []chess.Piece{chess.NoPiece, chess.NewPiece(r.us, chess.Knight)} {
				occ := r.occ &^ to.BB()
				if captured != chess.NoPiece {
					occ = r.occ
				}
				got := r.safeOrigins(^r.occ, to, role, occ)
				for from := range (^r.occ).All() {
					b := s.Board
					b.Put(to, captured)
					b.Put(from, chess.NewPiece(r.them, role))
					want := b.Attackers(r.king, r.them, b.Occupied()) == 0
					if got.Has(from) != want {
						t.Fatalf("%v: %v back from %v to %v, %v left: quiet %v", s, role, to, from, captured, !want)
					}
					if want {
						safe++
					} else {
						attacked++
					}
				}
			}
		}
	}
	if safe < 10_000 || attacked < 10_000 {
		t.Errorf("%d quiet origins, %d others", safe, attacked)
	}
}
