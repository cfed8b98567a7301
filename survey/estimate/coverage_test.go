package estimate

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
	"chesscensus/stats/design"
)

// A simulatedSurvey is a survey of three phases in one stratum, with the share of draws that passes each phase, and the number that each phase
// judges in one shard.
type simulatedSurvey struct {
	pass  [3]float64 // in the last phase the share with a game
	judge [3]uint64
}

// simulatedSize is the size of the space.
const simulatedSize = 1e12

func (m *simulatedSurvey) truth() float64 { return simulatedSize * m.pass[0] * m.pass[1] * m.pass[2] }

// design returns the design with the best coefficients.
func (m *simulatedSurvey) design() *design.Design {
	return &design.Design{Strata: []design.Stratum{{Name: "all", Size: big.NewInt(simulatedSize)}}, Phases: 3, Known: []float64{m.pass[1] * m.pass[2], 1}}
}

// shard adds the counts of a shard to a sample.
func (m *simulatedSurvey) shard(s *design.Sample, rng *rand.Rand) {
	node, undecided := &s.Strata[0], m.judge[0]
	for k, p := range m.pass {
		n := min(undecided, m.judge[k])
		undecided = uint64(distuv.Binomial{N: float64(n), P: p, Src: rng}.Rand())
		if n > undecided {
			node.AddCell(design.Cell{Outcome: stats.Out, Weight: 1, Mult: 1, Count: n - undecided})
		}
		switch {
		case undecided == 0:
			return
		case k == len(m.pass)-1:
			node.AddCell(design.Cell{Outcome: stats.In, Weight: 1, Mult: 1, Count: undecided})
		default:
			node.AddCell(design.Cell{Outcome: stats.Open, Weight: 1, Mult: 1, Count: undecided})
			node = node.Child(0)
		}
	}
}

// run makes shards until the precision is reached, as [Request.doShards] does, and returns the estimate and the number of looks.
func (m *simulatedSurvey) run(t *testing.T, first, shards int, precision float64, rng *rand.Rand) (e stats.Estimate, looks int) {
	s, d := design.NewSample(1), m.design()
	for done, todo := 0, first; ; {
		for ; done < todo; done++ {
			m.shard(s, rng)
		}
		r := testkit.Must(d.Estimate(s, stats.Options{}))(t)
		looks++
		if todo = nextLook(done, r.Low.Relative(), precision, shards); todo == done {
			return r.Low, looks
		}
	}
}

// TestCoverageOfStopping: intervals of runs that end when they are narrow enough cover the truth nearly as often as their level. In each
// simulated shard the phases judge as many draws as in a real one; one draw in a thousand has no game.
func TestCoverageOfStopping(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	for _, c := range []struct {
		name          string
		m             simulatedSurvey
		first, shards int
		precision     float64
	}{
		{"0.57 %, one of four", simulatedSurvey{[3]float64{0.8, 0.93, 0.9993}, [3]uint64{100_000, 20_000, 220}}, 1, 4, 0.0057},
		{"0.5 %, two of three", simulatedSurvey{[3]float64{0.8, 0.93, 0.9993}, [3]uint64{70_000, 16_000, 150}}, 2, 3, 0.005},
		{"0.1 %, six of twelve", simulatedSurvey{[3]float64{0.8, 0.93, 0.9993}, [3]uint64{500_000, 80_000, 1_000}}, 6, 12, 0.001},
		{"no look", simulatedSurvey{[3]float64{0.8, 0.93, 0.9993}, [3]uint64{500_000, 80_000, 1_000}}, 8, 8, 0.001},
	} {
		rng := testkit.Rand(c.name)
		runs := testkit.Size(300, 2000)
		covered, more, reached := 0, 0, 0
		for range runs {
			e, looks := c.m.run(t, c.first, c.shards, c.precision, rng)
			if e.Lo <= c.m.truth() && c.m.truth() <= e.Hi {
				covered++
			}
			if looks > 1 {
				more++
			}
			if e.Relative() <= c.precision {
				reached++
			}
		}
		share := float64(covered) / float64(runs)
		t.Logf("%s: %d runs, %.1f %% cover, %.1f %% looked again, %.1f %% reached the precision", c.name, runs, 100*share, 100*float64(more)/float64(runs),
			100*float64(reached)/float64(runs))
		if chance := 4 * math.Sqrt(0.94*0.06/float64(runs)); share < 0.94-chance || share > 0.99 {
			t.Errorf("%s: %.3f of the intervals cover", c.name, share)
		}
	}
}
