package chesscounter

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// benchSetups returns draws of a space with no pawn on row 1 or 8, all stages mixed as
// they come, and how many of them pass rule 1, and all rules.
func benchSetups(space Space) (setups []chess.Setup, passed, accepted int) {
	src := newSampler(space, 3)
	for len(setups) < 1<<14 {
		var s chess.Setup
		if !src.draw(&s) {
			continue
		}
		setups = append(setups, s)
		v := Judge(&s, space)
		if v.Rule != 1 {
			passed++
		}
		if v.Accepted() {
			accepted++
		}
	}
	return setups, passed, accepted
}

// benchJudge judges the setups again and again, by processor time, and checks the
// number of accepted ones.
func benchJudge(b *testing.B, o Options, space Space, setups []chess.Setup) {
	want := 0
	for i := range setups {
		if o.Judge(&setups[i], space).Accepted() {
			want++
		}
	}
	b.ReportAllocs()
	n := 0
	before := cputime.Used()
	for b.Loop() {
		got := 0
		for i := range setups {
			if o.Judge(&setups[i], space).Accepted() {
				got++
			}
		}
		if got != want {
			b.Fatalf("accepted %d, want %d", got, want)
		}
		n += len(setups)
	}
	cpu := cputime.Used() - before
	b.ReportMetric(float64(n)/cpu.Seconds(), "diagrams/s")
	b.ReportMetric(float64(cpu.Nanoseconds())/float64(n), "ns/diagram")
}

// BenchmarkJudge measures the rules on uniform draws, of which most fail early, and on
// positions of games, of which nearly all are accepted.
func BenchmarkJudge(b *testing.B) {
	for space := General; int(space) < spaces; space++ {
		setups, passed, _ := benchSetups(space)
		if passed == 0 {
			b.Fatal("no draw passes rule 1")
		}
		b.Run("setups=draws/space="+space.String(), func(b *testing.B) { benchJudge(b, Options{}, space, setups) })
		if space == Split {
			b.Run("setups=draws/space=split/mended", func(b *testing.B) { benchJudge(b, Options{Mended: true}, space, setups) })
		}
	}
	src := testkit.Rand("b")
	var setups []chess.Setup
	for len(setups) < 1<<13 {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			if p.Turn() == chess.White {
				setups = append(setups, p.Setup())
			}
		}
	}
	for name, o := range map[string]Options{"published": {}, "mended": {Mended: true}, "sharp": {Sharp: true}} {
		b.Run("setups=games/"+name, func(b *testing.B) { benchJudge(b, o, General, setups) })
	}
}

// BenchmarkDraw is a draw of the sampler in this package's tests, judged: what a run in
// the manner of ChessCounter costs.
func BenchmarkDraw(b *testing.B) {
	for space := General; int(space) < spaces; space++ {
		b.Run("space="+space.String(), func(b *testing.B) {
			src := newSampler(space, 4)
			var s chess.Setup
			b.ReportAllocs()
			n, rejected := 0, 0
			before := cputime.Used()
			for b.Loop() {
				if !src.draw(&s) || !Judge(&s, space).Accepted() {
					rejected++
				}
				n++
			}
			b.ReportMetric(float64(n)/(cputime.Used()-before).Seconds(), "diagrams/s")
			if n > 1000 && rejected < n*99/100 {
				b.Fatal("too many accepted")
			}
		})
	}
}
