package mate

import (
	"context"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
)

// crowd returns random positions like those of the ranked set: about 28 men anywhere, some ten of them queens.
func crowd(b *testing.B, n int) (list []chess.Position) {
	b.Helper()
	rnd := rand.New(rand.NewPCG(1, 1))
	for len(list) < n {
		s := chess.EmptySetup()
		s.Board.Put(chess.Square(rnd.IntN(64)), chess.NewPiece(chess.White, chess.King))
		if sq := chess.Square(rnd.IntN(64)); s.Board.At(sq) == chess.NoPiece {
			s.Board.Put(sq, chess.NewPiece(chess.Black, chess.King))
		}
		for range 26 {
			sq, p := chess.Square(rnd.IntN(64)), chess.NewPiece(chess.Color(rnd.IntN(2)), chess.Knight+chess.Role(rnd.IntN(4)))
			if s.Board.At(sq) == chess.NoPiece {
				s.Board.Put(sq, p)
			}
		}
		if p, err := s.Position(); err == nil {
			list = append(list, p)
		}
	}
	return list
}

// BenchmarkShares classes crowded positions, as package survey/mates does.
func BenchmarkShares(b *testing.B) {
	for _, c := range []struct {
		name     string
		n, count int
	}{{"1", 1, 1000}, {"2", 2, 1000}, {"3", 3, 200}, {"4", 4, 20}} {
		b.Run("moves="+c.name, func(b *testing.B) {
			list := crowd(b, c.count)
			s := New(Options{})
			mates, nodes := 0, int64(0)
			for b.Loop() {
				mates, nodes = 0, 0
				for _, p := range list {
					if class := s.Classify(context.Background(), p, c.n); class.Kind == Open {
						b.Fatal("undecided")
					} else if class.Kind == MateIn {
						mates++
					}
					nodes += s.Nodes()
				}
			}
			if mates == 0 {
				b.Fatal("no mates")
			}
			b.ReportMetric(float64(len(list))*float64(b.N)/b.Elapsed().Seconds(), "verdicts/s")
			b.ReportMetric(float64(nodes)/float64(len(list)), "nodes/verdict")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// TestClassifyDoesNotAllocate once the solver is warm.
func TestClassifyDoesNotAllocate(t *testing.T) {
	s, p := New(Options{}), position(t, harrodProblems[0].fen)
	s.Classify(context.Background(), p, 3)
	if n := testing.AllocsPerRun(5, func() { s.Classify(context.Background(), p, 3) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// FuzzSolve compares the solver with brute force on setups of few men.
func FuzzSolve(f *testing.F) {
	f.Add("8/8/8/3pP3/k1K4p/8/2P2Q1p/2B5 w - d6 0 1")
	f.Add("4k2r/R7/1K6/2N5/1R2B3/8/8/8 w k - 0 1")
	f.Fuzz(func(t *testing.T, fen string) {
		record, err := chess.ParseFEN(fen)
		if err != nil || record.Setup.Board.Men() > 7 { // a fuzzed input has ten seconds, and brute force looks at all games of three plies
			return
		}
		p, err := record.Setup.Canonical().Position()
		if err != nil || p.CountMoves() > 60 {
			return
		}
		compareWithBruteForce(t, New(Options{TableBits: 8}), p, 2)
	})
}
