package chess

import "testing"

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// BenchmarkPerft measures the generator on one core, with the answer verified.
func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
		want      uint64
	}{
		{"initial/depth=6", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119060324},
		{"kiwipete/depth=5", kiwipete, 5, 193690690},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := mustParse(b, c.fen)
			for b.Loop() {
				if got := p.Perft(c.depth); got != c.want {
					b.Fatalf("perft = %d, want %d", got, c.want)
				}
			}
			b.ReportMetric(float64(c.want)*float64(b.N)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func mustParse(tb testing.TB, fen string) Position {
	tb.Helper()
	f, err := ParseFEN(fen)
	if err != nil {
		tb.Fatal(err)
	}
	p, err := f.Setup.Position()
	if err != nil {
		tb.Fatal(err)
	}
	return p
}
