package scaling

import (
	"math"
	"testing"
)

// TestLimits: where nothing holds them up workers are always at work; where one server does, the rate is its own.
func TestLimits(t *testing.T) {
	free := Config{Workers: 10, Shards: 1000, Costs: []float64{30}, Scale: 1, Engine: 1e-9, Beat: 0, BeatEvery: 10, Client: 1e-9}
	f := Simulate(free)
	if math.Abs(f.Seconds-3000) > 0.1 || math.Abs(f.Efficiency-1) > 1e-3 || math.Abs(f.Rate*3-1) > 0.05 {
		t.Errorf("nothing in the way: %+v", f)
	}
	slow := free
	slow.Client = 10
	if f := Simulate(slow); math.Abs(f.Rate*10-1) > 0.02 || f.ClientBusy < 0.98 {
		t.Errorf("a client of 10 s a result: %+v", f)
	}
	slow = free
	slow.Engine = 10
	if f := Simulate(slow); math.Abs(f.Rate*10-1) > 0.02 || f.EngineBusy < 0.98 || f.Efficiency > 0.31 {
		t.Errorf("an engine of 10 s a shard: %+v", f)
	}
	slow = free
	slow.Beat = 3 // three signs of life of 3 s in a shard
	if f := Simulate(slow); math.Abs(f.Rate*9-1) > 0.05 {
		t.Errorf("signs of life of 9 s a shard: %+v", f)
	}
}

// TestSeeds: a forecast depends on its seed alone, and hardly on that.
func TestSeeds(t *testing.T) {
	c := Measured(100, 30, 1)
	first, again := Simulate(c), Simulate(c)
	if first != again {
		t.Errorf("%+v, again %+v", first, again)
	}
	c.Seed = 2
	if more := Simulate(Measured(100, 30, 4)); !(more.ClientBusy < first.ClientBusy/3) {
		t.Errorf("a client of four processors: %+v, of one %+v", more, first)
	}
	if other := Simulate(c); other == first || math.Abs(other.Rate/first.Rate-1) > 0.02 {
		t.Errorf("%+v, with another seed %+v", first, other)
	}
}
