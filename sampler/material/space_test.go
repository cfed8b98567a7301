package material

import (
	"sync"
	"testing"
	"math/rand/v2"

	"chesscensus/sampler"
)

var space = sync.OnceValue(New)

func TestQuick(t *testing.T) {
	s := space()
	t.Log(s.Size(), s.Sizes())
	src := rand.New(rand.NewPCG(7, 1))
	for n := range 18 {
		for side := range 2 {
			sz := s.cases[n].size()
			_=side
			t.Log(n, toBig(*sz))
		}
	}
	_ = src
	st := sampler.NewStream(s, 1)
	for i, d := range st.Draws(0, 20000) {
		want := st.Rank(i)
		c := *d
		got, err := s.Rank(&c)
		if err != nil || got != want || c != *d {
			t.Fatalf("%v: %v %v %v", d.FEN(), want.Dec(), got.Dec(), err)
		}
		if i < 4 { t.Log(d.FEN()) }
	}
}
func BenchmarkNew(b *testing.B) { for b.Loop() { New() } }
func BenchmarkDraw(b *testing.B) { st := sampler.NewStream(space(), 1); var d sampler.Draw; i:=uint64(0); b.ReportAllocs()
for b.Loop() { st.Draw(&d, i%8192);i++ } }
func BenchmarkRank(b *testing.B) { st := sampler.NewStream(space(), 1); var d [8192]sampler.Draw; i:=uint64(0); b.ReportAllocs()
for i := range d {st.Draw(&d[i], uint64(i))}
for b.Loop() { space().Rank(&d[i%8192]);i++ } }
