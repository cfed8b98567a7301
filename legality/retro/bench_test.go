package retro

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
)

// BenchmarkUnmoves lists the unmoves of the positions of the development file, with all
// en passant histories, and checks their numbers.
func BenchmarkUnmoves(b *testing.B) {
	var setups []chess.Setup
	want := 0
	for _, row := range devdata.Rows(b, devdata.Unmoves, 4) {
		s := testkit.Setup(b, row[1])
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
			start := cputime.Used()
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
			b.ReportMetric(float64(n)/(cputime.Used()-start).Seconds(), "unmoves/s")
		})
	}
}

// BenchmarkUndo takes back all unmoves of a position.
func BenchmarkUndo(b *testing.B) {
	s := testkit.Setup(b, "r1b3kr/p2pqp2/n2P1n1p/2p5/PpP5/1P5P/1N1NP3/R1BQKn1R w Q - 0 1")
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

// BenchmarkStage judges fresh candidates that the rules do not refute, and counts refutations. It reports processor time for each.
func BenchmarkStage(b *testing.B) {
	var setups []chess.Setup
	rule := static()
	for _, row := range devdata.Candidates(b, devdata.Fresh) {
		if r, _ := rule(&row.Setup); r == 0 {
			setups = append(setups, row.Setup)
		}
	}
	for _, mode := range []struct {
		name string
		st   *Stage
	}{
		{"kernels=no", &Stage{Static: rule}},
		{"kernels=yes", &Stage{Static: rule, Kernels: &kernels{}}},
	} {
		b.Run(mode.name, func(b *testing.B) {
			b.ReportAllocs()
			rounds, want := 0, 0
			var nodes int64
			start := cputime.Used()
			for b.Loop() {
				n := 0
				for i := range setups {
					v := judge(mode.st, setups[i])
					n += int(v.Outcome / verdict.Illegal)
					nodes += v.Cost.Nodes
				}
				if want == 0 {
					want = n
				}
				if n != want || n == 0 {
					b.Fatalf("%d refuted, before %d", n, want)
				}
				rounds++
			}
			judged := float64(rounds * len(setups))
			b.ReportMetric(float64((cputime.Used()-start).Nanoseconds())/1000/judged, "us/position")
			b.ReportMetric(float64(nodes)/judged, "nodes/position")
			b.ReportMetric(float64(want), "refuted")
		})
	}
}
