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

// TestMeasured: shards take as long as asked for on average, the client has as many processors as it is given, until the disk holds it up.
func TestMeasured(t *testing.T) {
	for _, processors := range []int{1, 4, 1000} {
		c := Measured(8, 40, processors)
		sum := 0.0
		for _, cost := range c.Costs {
			sum += c.Scale * cost
		}
		if mean := sum / float64(len(c.Costs)); math.Abs(mean-40) > 1e-9 || c.Workers != 8 || c.Shards != 400 {
			t.Errorf("%d processors: %v s a shard, %d workers, %d shards", processors, mean, c.Workers, c.Shards)
		}
		if want := max(checkCost/float64(processors), storeCost); c.Client != want {
			t.Errorf("%d processors: the client takes %v s, want %v", processors, c.Client, want)
		}
	}
}

// TestMoreWorkersDoMore: with one worker a survey takes the sum of all; more never make it slower, and never faster than their number.
func TestMoreWorkersDoMore(t *testing.T) {
	c := Config{Workers: 1, Shards: 600, Costs: []float64{5, 20, 1}, Scale: 2, Engine: 0.5, Beat: 0.1, BeatEvery: 10, Client: 0.25, Seed: 7}
	alone := Simulate(c)
	if alone.EngineBusy > 0.2 || alone.ClientBusy > 0.1 || alone.Efficiency < 0.9 || alone.Efficiency > 1 {
		t.Errorf("one worker: %+v", alone)
	}
	last := alone
	for _, n := range []int{2, 5, 20, 100, 500} {
		c.Workers = n
		f := Simulate(c)
		if f.Seconds > last.Seconds*1.001 || f.Seconds < alone.Seconds/float64(n)*0.999 || f.Efficiency > last.Efficiency+0.02 || f.EngineBusy > 1.0001 || f.ClientBusy > 1.0001 {
			t.Errorf("%d workers: %+v, with fewer %+v", n, f, last)
		}
		last = f
	}
	if floor := float64(c.Shards) * c.Engine; last.Seconds < floor {
		t.Errorf("%v s, and the engine alone takes %v", last.Seconds, floor)
	}
}

// TestWorkersAreFixed: the heap of workers neither grows nor shrinks.
func TestWorkersAreFixed(t *testing.T) {
	for name, f := range map[string]func(t *times){"push": func(t *times) { t.Push(1.0) }, "pop": func(t *times) { t.Pop() }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f(&times{1, 2})
		}()
	}
}
