package plots

import (
	"math/rand/v2"
	"testing"

	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/chesstest"
)

// countingWriter counts bytes.
type countingWriter int

func (n *countingWriter) Write(p []byte) (int, error) {
	*n += countingWriter(len(p))
	return len(p), nil
}

// BenchmarkReplay writes a game of 280 plies.
func BenchmarkReplay(b *testing.B) {
	g := randomGame(rand.New(rand.NewPCG(3, 4)), chesstest.Options{Plies: 280})
	for _, format := range []string{"svg", "gif"} {
		b.Run("format="+format, func(b *testing.B) {
			var n countingWriter
			begin := cputime.Used()
			for b.Loop() {
				a, err := Replay(g, AnimationOptions{})
				if err != nil {
					b.Fatal(err)
				}
				n = 0
				if err := a.Encode(&n, format); err != nil || n < 30_000 || n > 300_000 {
					b.Fatal(n, err)
				}
			}
			b.ReportMetric(float64(n), "bytes")
			b.ReportMetric(float64((cputime.Used()-begin).Milliseconds())/float64(b.N), "cpu-ms/game")
		})
	}
}
