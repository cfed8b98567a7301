package proofkernel

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// TestBarred bars promotion squares for a goal for which White must promote a bishop on g8.
func TestBarred(t *testing.T) {
	s := testkit.Setup(t, "r1BKbq1N/1N3p2/1P3Np1/p1n4R/2p1n3/2b1nB1B/1k1b1N1p/2Rb2r1 w - -")
	var solver Solver
	const g, h = uint8(1) << 6, uint8(1) << 7
	for _, c := range []struct {
		why     string
		bishops [2]uint8 // files barred for bishops, by color
		want    Result
	}{
		{"nothing", [2]uint8{}, Has},
		{"g8", [2]uint8{white: g}, NoKernel},
		{"g1, where Black promotes", [2]uint8{black: g}, Has},
		{"h8", [2]uint8{white: h}, Has},
		{"the last row", [2]uint8{white: 0xff}, NoKernel},
		{"nothing again", [2]uint8{}, Has},
	} {
		solver.Barred = Barred{Bishops: c.bishops}
		if got, _ := solver.Exists(&s, 0); got != c.want {
			t.Errorf("barred for bishops, %s: %v, want %v", c.why, got, c.want)
		}
	}
}

// TestBarredAcceptsGames plays random games and bars all promotion squares except those of men that are still on the board. There
// must still be a kernel.
func TestBarredAcceptsGames(t *testing.T) {
	games := testkit.Size(30, 150)
	rnd := rand.New(rand.NewPCG(21, 22))
	var solver Solver
	for range games {
		opt := chesstest.RandomOptions(rnd)
		opt.Plies = 60 + rnd.IntN(240)
		opt.Weights.Promote, opt.Weights.PawnStep = 20, 4
		var promotedOn [64]chess.Square // where the man on a square was promoted by a step
		for sq := range promotedOn {
			promotedOn[sq] = chess.NoSquare
		}
		for m, p := range chesstest.Moves(rnd, opt) {
			if on := m.CapturedOn(); on != chess.NoSquare {
				promotedOn[on] = chess.NoSquare
			}
			promotedOn[m.To()], promotedOn[m.From()] = promotedOn[m.From()], chess.NoSquare
			if m.Promotion() != chess.NoRole && m.Captured() == chess.NoRole {
				promotedOn[m.To()] = m.To()
			}
			if rnd.IntN(8) > 0 {
				continue
			}
			s := p.Setup()
			solver.Barred = Barred{Bishops: [2]uint8{0xff, 0xff}, Knights: [2]uint8{0xff, 0xff}}
			b := &solver.Barred
			for now, sq := range promotedOn {
				switch man := s.Board.At(chess.Square(now)); {
				case sq == chess.NoSquare:
				case man.Role() == chess.Bishop:
					b.Bishops[man.Color()] &^= 1 << sq.File()
				case man.Role() == chess.Knight:
					b.Knights[man.Color()] &^= 1 << sq.File()
				}
			}
			if got, _ := solver.Exists(&s, 0); got != Has && got != GaveUp {
				t.Fatalf("%v: %v with %b, which the game keeps", s, got, *b)
			}
		}
	}
}
