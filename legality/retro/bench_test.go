package retro

import (
	"testing"

	"chesscensus/chess"
)

// BenchmarkUnmoves lists the unmoves of the positions of the development file, with all
// en passant histories, and checks their numbers.
func BenchmarkUnmoves(b *testing.B) {
	var setups []chess.Setup
	want := 0
	for _, row := range rows(b, "testdata/revmoves.tsv") {
		s := setup(b, row[1])
		setups = append(setups, s)
		want += len(items(s))
	}
	for _, mode := range []struct {
		name string
		opt  Options
	}{{"ep=all", Options{AllEP: true}}, {"ep=captured", Options{}}} {
		b.Run(mode.name, func(b *testing.B) {
			b.ReportAllocs()
			dst := make([]Unmove, 0, 1024)
			n := 0
			start := cpuTime()
			for b.Loop() {
				round := 0
				for i := range setups {
					dst = Unmoves(dst[:0], setups[i], mode.opt)
					round += len(dst)
				}
				if mode.opt.AllEP && round != want {
					b.Fatalf("%d unmoves, want %d", round, want)
				}
				n += round
			}
			b.ReportMetric(float64(n)/(cpuTime()-start).Seconds(), "unmoves/s")
		})
	}
}

// BenchmarkUndo takes back all unmoves of a position.
func BenchmarkUndo(b *testing.B) {
	s := setup(b, "r1b3kr/p2pqp2/n2P1n1p/2p5/PpP5/1P5P/1N1NP3/R1BQKn1R w Q - 0 1")
	list := Unmoves(nil, s, Options{AllEP: true})
	i, men := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		before := Undo(s, list[i])
		men += before.Board.Men()
		if i++; i == len(list) {
			i = 0
		}
	}
	if men == 0 {
		b.Fatal("no men")
	}
}
