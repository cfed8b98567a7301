package counter

import ("testing";"fmt";"time";"chesscensus/sampler")

func TestQuick(t *testing.T) {
	for b := range Bases { for l := range Levels {
		st := time.Now()
		s := New(Base(b), Level(l))
		mk := time.Since(st)
		st = time.Now()
		bulk := sampler.NewBulk(s, 1)
		var d sampler.Draw
		n, ok := 2000000, 0
		for range n { if bulk.Next(&d) { ok++ } }
		e := time.Since(st)
		st = time.Now()
		stream := sampler.NewStream(s, 1)
		for i := range uint64(200000) { stream.Draw(&d, i) }
		e2 := time.Since(st)
		fmt.Println(s.Name(), s.Size(), mk, "bulk M/s", float64(n)/1e6/e.Seconds(), "kept", float64(ok)/float64(n), "stream M/s", .2/e2.Seconds(), s.table.Blocks())
		for i := range uint64(2000) { stream.Draw(&d, i); r := stream.Rank(i); x := d; x.Multiplicity=0; got, err := s.Rank(&x); if err != nil || got != r || x != d { t.Fatal(i, r.Dec(), got.Dec(), err, d.FEN(), d, x) } }
	}}
}
