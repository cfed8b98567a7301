package chess_test

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/testkit"
)

// BenchmarkPerft measures the generator on one core, with the answer verified, in nodes per second of processor time.
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
			p := testkit.Position(b, c.fen)
			before := cputime.Used()
			for b.Loop() {
				if got := p.Perft(c.depth); got != c.want {
					b.Fatalf("perft = %d, want %d", got, c.want)
				}
			}
			b.ReportMetric(float64(c.want)*float64(b.N)/(cputime.Used()-before).Seconds(), "nodes/s")
		})
	}
}

// benchFENs are the records that the benchmarks of FEN use.
var benchFENs = []string{
	initial,
	kiwipete,
	// Draws from the ranked set, the usual input: the fifth and the tenth research
	// draw of ChessPositionRanking, and the first two that are legal.
	"Q3n3/4rr1p/2qQ1nBK/2bBb3/kbbR1P2/qp5Q/3R1nB1/n6r w - - 0 1",
	"Rb4Bq/3K4/n3rN2/q1Q2rb1/bqk1Qp2/R2Q2p1/2rp1RB1/2N4n w - - 0 1",
	"1KnRbr2/1Q2r3/P3Q2q/n1R1Bnk1/n1ppqbN1/nNq4p/2P1R1Q1/8 w - - 0 1",
	"B2r4/b1BPR1P1/2Qqrq1Q/N4n1B/1nKB4/1qp2R2/2kpn3/BR2B3 w - - 0 1",
}

// BenchmarkParseFEN reads benchFENs; the time is that of one record.
func BenchmarkParseFEN(b *testing.B) {
	b.ReportAllocs()
	before := cputime.Used()
	for b.Loop() {
		for _, s := range benchFENs {
			if _, err := chess.ParseFEN(s); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64((cputime.Used()-before).Nanoseconds())/float64(b.N*len(benchFENs)), "ns/record")
}

// BenchmarkAppendFEN writes benchFENs; the time is that of one record.
func BenchmarkAppendFEN(b *testing.B) {
	b.ReportAllocs()
	var fens []chess.FEN
	for _, s := range benchFENs {
		fens = append(fens, testkit.Must(chess.ParseFEN(s))(b))
	}
	buf := make([]byte, 0, 128)
	before := cputime.Used()
	for b.Loop() {
		for i := range fens {
			buf = fens[i].Append(buf[:0])
		}
	}
	if got := string(buf); got != benchFENs[len(benchFENs)-1] {
		b.Fatalf("wrote %s, want %s", got, benchFENs[len(benchFENs)-1])
	}
	b.ReportMetric(float64((cputime.Used()-before).Nanoseconds())/float64(b.N*len(benchFENs)), "ns/record")
}

// BenchmarkFlood floods boards with random walls, eight on average, from one square.
func BenchmarkFlood(b *testing.B) {
	src := rand.New(rand.NewPCG(1, 2))
	var walls [256]chess.Bitboard
	for i := range walls { // a bit is set with probability 1/8
		walls[i] = chess.Bitboard(src.Uint64() & src.Uint64() & src.Uint64())
	}
	for _, r := range []chess.Role{chess.Knight, chess.Bishop, chess.Rook, chess.Queen} {
		b.Run("role="+r.String(), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				from := chess.Square(i & 63).BB()
				if chess.Flood(r, from, walls[i&255])&from == 0 {
					b.Fatal("the square itself is missing")
				}
			}
		})
	}
}
