package chess_test

import (
	"testing"

	"chesscensus/chess"
)

// BenchmarkPerft measures the generator on one core, with the answer verified.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
		want      uint64
	}{
		{"initial/depth=6", initial, 6, 119060324},
		{"kiwipete/depth=5", kiwipete, 5, 193690690},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := parse(b, c.fen)
			for b.Loop() {
				if got := p.Perft(c.depth); got != c.want {
					b.Fatalf("perft = %d, want %d", got, c.want)
				}
			}
			b.ReportMetric(float64(c.want)*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

var benchFENs = []string{
	initial,
	kiwipete,
	// Two draws from the ranked set, the usual input of the filters.
	"2Rn1K1q/2pNnbBb/pBp2pP1/3qp3/rN1P1k1p/1b3P1P/pPRPp1B1/n1R5 w - - 0 1",
	"1b1B1Nrr/1P1pn1Pk/p1pR1pPp/2K1RP1P/qp1bp1P1/b1P1n2p/BN1Q4/R1n1q2N b - - 1 6",
}

// BenchmarkParseFEN and BenchmarkAppendFEN read and write the same records.
func BenchmarkParseFEN(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range benchFENs {
			if _, err := chess.ParseFEN(s); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(benchFENs)), "ns/record")
}

func BenchmarkAppendFEN(b *testing.B) {
	b.ReportAllocs()
	var fens []chess.FEN
	for _, s := range benchFENs {
		f, err := chess.ParseFEN(s)
		if err != nil {
			b.Fatal(err)
		}
		fens = append(fens, f)
	}
	buf := make([]byte, 0, 128)
	for b.Loop() {
		for i := range fens {
			buf = fens[i].Append(buf[:0])
		}
	}
	if got := string(buf); got != benchFENs[len(benchFENs)-1] {
		b.Fatalf("wrote %s, want %s", got, benchFENs[len(benchFENs)-1])
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(benchFENs)), "ns/record")
}

// BenchmarkViolations is the cost of the gate.
func BenchmarkViolations(b *testing.B) {
	b.ReportAllocs()
	var fens []chess.FEN
	for _, s := range benchFENs {
		f, _ := chess.ParseFEN(s)
		fens = append(fens, f)
	}
	for b.Loop() {
		for i := range fens {
			_ = fens[i].Setup.Violations()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(benchFENs)), "ns/setup")
}

func BenchmarkMoves(b *testing.B) {
	b.ReportAllocs()
	p := parse(b, kiwipete)
	moves := make([]chess.Move, 0, 256)
	for b.Loop() {
		if moves = p.Moves(moves[:0]); len(moves) != 48 {
			b.Fatalf("%d moves, want 48", len(moves))
		}
	}
}
