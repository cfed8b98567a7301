// Package scaling foretells how fast a survey goes with many workers, by simulation: workers that do shards of random cost, an engine
// and a client that take their time for each. docs/SCALING.md has its figures; the command in folder table makes them.
//
// # The model
//
// A worker does shard after shard. Before and after each it needs the engine for a while, which serves one after the other; then the
// result needs the client, which does so too and is behind the engine. The client's work does not hold up the worker. The engine also spends a
// little for every sign of life. A queue that is never empty is the bottleneck: the throughput is then that of its server, however many
// workers there are.
//
// Name key: s seconds.
package scaling

import (
	"container/heap"
	"math/rand/v2"
)

// A Config is what is known of a survey and its machines, times in seconds.
type Config struct {
	// Workers is the number of slots of all workers, Shards that of shards to be done.
	Workers, Shards int
	// Costs are measured costs of shards; a shard takes one of them, at random, times Scale.
	Costs []float64
	Scale float64
	// Engine is what the engine spends on a shard in all, Beat on a sign of life, of which there is one every BeatEvery. Client is what the client
	// spends on a result.
	Engine, Beat, BeatEvery, Client float64
	// Seed of the simulation.
	Seed uint64
}

// Costs in seconds that were measured on one core of a loaded machine with two (2026-11-22): shards of the second edition, 0.3 MB each; what an
// engine does for a shard, synced writes included; a sign of life; reading and checking the 160 000 rows of a result, on any processor of the client; and
// storing it, one after the other, which is waiting for the disk.
var (
	shardCosts = []float64{317, 342, 333, 311, 305, 339, 301, 333, 322, 326, 311, 334}
	engineCost = 0.007
	beatCost   = 0.0002
	checkCost  = 0.22
	storeCost  = 0.045
)

// Measured returns the configuration of a survey with so many slots, shards of so many seconds, 50 for each slot, and a client of so many
// processors, at measured costs.
func Measured(slots int, shard float64, processors int) Config {
	client := max(checkCost/float64(processors), storeCost)
	mean := 0.0
	for _, c := range shardCosts {
		mean += c / float64(len(shardCosts))
	}
	return Config{Workers: slots, Shards: 50 * slots, Costs: shardCosts, Scale: shard / mean, Engine: engineCost, Beat: beatCost, BeatEvery: 10, Client: client, Seed: 1}
}

// A Forecast is what comes of it.
type Forecast struct {
	// Seconds until the last result is stored.
	Seconds float64
	// Rate is the number of shards per second while all workers are at work, Efficiency the share of their time that they spend on shards.
	Rate, Efficiency float64
	// EngineBusy and ClientBusy are shares of the time in which engine and client have something to do.
	EngineBusy, ClientBusy float64
}

// Simulate does a survey in events. It costs O(Shards log Workers).
func Simulate(c Config) Forecast {
	r := rand.New(rand.NewPCG(c.Seed, 0))
	free := make(times, c.Workers) // when each worker is free
	var engine, client, engineBusy, clientBusy, work float64
	serve := func(at float64, server, busy *float64, cost float64) float64 {
		*server = max(*server, at) + cost
		*busy += cost
		return *server
	}
	half := 0.0 // when half of the shards were stored
	for done := range c.Shards {
		begin := serve(free[0], &engine, &engineBusy, c.Engine)
		cost := c.Scale * c.Costs[r.IntN(len(c.Costs))]
		end := begin + cost
		work += cost
		beats := c.Beat * cost / c.BeatEvery // spread over the shard; here at its end
		engineBusy += beats
		engine += beats
		free[0] = end
		heap.Fix(&free, 0)
		serve(end, &client, &clientBusy, c.Client)
		if done == c.Shards/2 {
			half = client
		}
	}
	last := client
	for _, at := range free {
		last = max(last, at)
	}
	return Forecast{Seconds: last, Rate: float64(c.Shards/2) / half, Efficiency: work / (last * float64(c.Workers)), EngineBusy: engineBusy / last, ClientBusy: clientBusy / last}
}

// times is a heap.
type times []float64

func (t times) Len() int           { return len(t) }
func (t times) Less(i, k int) bool { return t[i] < t[k] }
func (t times) Swap(i, k int)      { t[i], t[k] = t[k], t[i] }
func (t *times) Push(any)          { panic("scaling: the number of workers is fixed") }
func (t *times) Pop() any          { panic("scaling: the number of workers is fixed") }
