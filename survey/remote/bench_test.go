package remote

import (
	"context"
	"testing"

	"chesscensus/internal/cputime"
	"chesscensus/survey/campaign"
)

// BenchmarkOverhead does a survey of 200 tiny shards by the pool of this process and by an engine, one slot each, and reports processor
// time and wall time of the whole program for a shard. The difference is what the engine costs.
func BenchmarkOverhead(b *testing.B) {
	c := makeToy(b, 200)
	for _, pool := range []string{"goroutines", "engine"} {
		b.Run("pool="+pool, func(b *testing.B) {
			start := cputime.Used()
			for b.Loop() {
				c := copyPlan(b, c)
				o := campaign.Options{Workers: 1}
				if pool == "engine" {
					e := engine(b)
					conn := connect(b, e)
					ctx, cancel := context.WithCancel(context.Background())
					w := Worker{Conn: connect(b, e), Name: "one", Slots: 1, Program: func(string) campaign.Program { return toyProgram(0) }}
					ended := make(chan error, 1)
					go func() { ended <- w.Run(ctx) }()
					o.Pool = poolOf(b, conn, c)
					defer func() { cancel(); <-ended }()
				}
				if st, err := c.Run(context.Background(), toyProgram(0), o); err != nil || st.Done != 200 {
					b.Fatal(err)
				}
			}
			b.ReportMetric(1e3*(cputime.Used()-start).Seconds()/float64(b.N)/200, "cpu-ms/shard")
			b.ReportMetric(b.Elapsed().Seconds()*1e3/float64(b.N)/200, "ms/shard")
		})
	}
}
