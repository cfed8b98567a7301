package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"sync"

	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/where"
	"chesscensus/stats"
	"chesscensus/survey/uniform"
)

// repaired returns the space that is drawn from. Making its tables takes some 30 ms.
var repaired = sync.OnceValue(ranked.NewRepaired)

// A Count is an estimate of the number of legal positions that meet a condition, with the draws behind it.
//
// With D draws of N setups, of which L are proven legal and U are undecided, the estimate is N*L/D. Low is N times the lower limit of
// Clopper and Pearson for L hits in D draws, High that of the upper one for L+U: together at 95 %.
type Count struct {
	Draws     uint64  `json:"draws"`
	Legal     uint64  `json:"legal"`
	Undecided uint64  `json:"undecided"`
	Size      float64 `json:"size"` // N
	Estimate  float64 `json:"estimate"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
	Error     string  `json:"error,omitempty"`
}

// A Question asks for an estimate.
type Question struct {
	Where string `json:"where"` // see package where; empty for all
	// Milliseconds is the time for drawing; 0 means a second, and twenty seconds are the most.
	Milliseconds int `json:"milliseconds"`
	// Before is the estimate so far, of other seeds.
	Before Count `json:"before"`
}

// Estimate draws uniformly from the space ranked-repaired, judges the draws, and adds them to those before. Each seed gives other draws;
// the same number of draws of a seed gives the same counts, but how many fit into the time depends on the machine.
func Estimate(seed uint64, question string) Count {
	var q Question
	if err := json.Unmarshal([]byte(question), &q); err != nil {
		return Count{Error: "question: " + err.Error()}
	}
	c := q.Before
	condition, err := where.Parse(q.Where)
	if err != nil {
		return Count{Error: err.Error()}
	}
	if c.Legal > c.Draws || c.Undecided > c.Draws-c.Legal {
		return Count{Error: fmt.Sprintf("before: %d legal and %d undecided are more than %d draws", c.Legal, c.Undecided, c.Draws)}
	}
	if q.Milliseconds <= 0 {
		q.Milliseconds = 1000
	}
	var t uniform.Tally
	ctx := within(q.Milliseconds, longestSearch)
	stream, err := uniform.New(uniform.Options{Space: repaired(), Where: condition, Seed: seed, Foreign: -1, Watch: func(now uniform.Tally) error {
		t = now
		return ctx.Err()
	}})
	if err != nil {
		return Count{Error: err.Error()}
	}
	for _, err := range stream.Positions(ctx, nil) {
		if errors.Is(err, context.DeadlineExceeded) {
			break // t has the last counts that Watch got
		}
		if err != nil {
			return Count{Error: err.Error()}
		}
	}
	c.Draws, c.Legal, c.Undecided = c.Draws+t.Draws, c.Legal+t.Legal, c.Undecided+t.Undecided
	c.Size, _ = new(big.Float).SetInt(stream.Space().Size()).Float64()
	if c.Draws == 0 {
		return Count{Error: "no draw was judged in the time given"}
	}
	d := float64(c.Draws)
	c.Estimate = c.Size * float64(c.Legal) / d
	low, _ := stats.ClopperPearsonShare(float64(c.Legal), d, 0.05)
	_, high := stats.ClopperPearsonShare(float64(c.Legal+c.Undecided), d, 0.05)
	c.Low, c.High = c.Size*low, c.Size*high
	return c
}

// RandomSetup returns a setup that is uniform over the space ranked-repaired, legal or not; the same for the same seed.
func RandomSetup(seed uint64) Position {
	var d sampler.Draw
	sampler.NewStream(repaired(), seed).Draw(&d, 0)
	return Position{FEN: d.Setup.String()}
}
