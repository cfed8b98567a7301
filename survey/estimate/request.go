package estimate

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"chesscensus/internal/digits"
	"chesscensus/legality"
	"chesscensus/legality/proofgame"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
	"chesscensus/stats"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/shards"
)

// Defaults of a request.
const (
	DefaultCPU = 20 * time.Second
	// defaultLimit is the largest processor time for a precision if the request has none.
	defaultLimit = time.Hour
)

// A Request asks for an estimate. Zero fields mean the defaults.
type Request struct {
	// Set is the set to draw from, without a default; see [campaign.Program] for the kinds.
	Set  sampler.Set
	Seed uint64 // 1
	// CPU is the processor time of all cores together, at least a second; the default is DefaultCPU. With a Precision it is the largest
	// time, and the default is an hour.
	CPU time.Duration
	// Precision, if not 0, is the relative half-width to reach, such as 0.001, in (0,1).
	Precision  float64
	Confidence float64 // 0.95
	// Build is the version of the program, for the report.
	Build string
	// Workers is the number of draws judged at the same time; 0 means one for each processor. It changes no result.
	Workers int
	// Folder, if not empty, keeps the work if the context ends, so that the same request with this folder can continue it. A run
	// changes only its own part of the folder, and removes this part when the work is done. Only one run at a time can use it.
	Folder string
	// Progress, if not nil, is called after each part of the work, from one goroutine at a time.
	Progress func(Progress)
}

// A Progress is the state of a running estimate.
type Progress struct {
	// Draws made of about All. All may grow if a precision is not reached as predicted.
	Draws, All uint64
	// Left is the expected processor time of the rest.
	Left time.Duration
	// Legal is the number of positions proven legal by the draws so far; its Value is 0 before the first.
	Legal stats.Estimate
}

// Our own verifier replays all games. A program of other authors replays one game in foreignShare, as in surveys, or one in quickForeignShare
// in an estimate of less than thoroughSeconds, where one in 16 would take a twentieth of the time.
const foreignShare, quickForeignShare = 16, 64

// probeDraws is the size of the sample that identifies the program when a stopped estimate is continued. It is a tenth of that of a survey,
// which is used for years.
const probeDraws = 1000

// program returns the program that judges the draws of the request.
func (r *Request) program() campaign.Program {
	share := foreignShare
	if r.expectedSeconds() < thoroughSeconds {
		share = quickForeignShare
	}
	p := campaign.Program{
		Space:      func(string) (sampler.Set, error) { return r.Set, nil },
		Stages:     func() []legality.Stage { return legality.StagesWith(proofgame.Options{Foreign: share}) },
		Build:      r.Build,
		Signatures: new(campaign.Signatures),
		Probe:      probeDraws,
	}
	if r.Folder == "" { // no other process can continue the work
		p.Signature = "none"
	}
	return p
}

// Costs of one judgement by phase in seconds, from which all is planned. They were measured on one core of a usual machine that had other
// work, too. A divided set has two phases of kernels: last moves, then kernels. The command "survey plan" measures the costs anew.
var (
	dividedCosts = []float64{6e-6, 3.5e-6, 12e-6, 2.8e-3}
	plainCosts   = []float64{4e-6, 20e-6, 2.4e-3}
)

// nominalPrecision is about the relative half-width after one second on the cover, the quickest set.
const nominalPrecision = 0.006

// complete validates the request and sets its defaults.
func (r *Request) complete() error {
	r.Seed, r.Confidence = cmp.Or(r.Seed, 1), cmp.Or(r.Confidence, 0.95)
	switch {
	case r.CPU != 0 && r.CPU < time.Second:
		return fmt.Errorf("%v of processor time; want at least a second", r.CPU)
	case !(r.Precision >= 0 && r.Precision < 1):
		return fmt.Errorf("precision %g; want a relative half-width above 0 and below 1, such as 0.001", r.Precision)
	case !(r.Confidence > 0 && r.Confidence < 1):
		return fmt.Errorf("confidence %g; want a level between 0 and 1, such as 0.95", r.Confidence)
	}
	if r.Precision > 0 && r.CPU == 0 {
		if s := nominalPrecision * nominalPrecision / (r.Precision * r.Precision); s > defaultLimit.Seconds() {
			return &CostError{Precision: r.Precision, Seconds: s}
		}
	}
	return nil
}

// For fewer than coarseSeconds the planner would choose at most two shards, so that the margin of a precision would always be done, too. Such
// a plan gets three shards, of which two should be enough. Below tinySeconds it gets smallMargin shards, of which one should be enough.
const tinySeconds, coarseSeconds = 2.0, 8.0

// precisionSeconds returns about the processor time in seconds that the precision takes, with a margin.
func (r *Request) precisionSeconds() float64 {
	return margin * nominalPrecision * nominalPrecision / (r.Precision * r.Precision)
}

// isSmall reports whether one shard should be enough for the precision.
func (r *Request) isSmall() bool { return r.Precision > 0 && r.precisionSeconds() <= tinySeconds }

// numShards returns the number of shards to request, 0 to leave it to the planner.
func (r *Request) numShards() int {
	switch {
	case r.isSmall():
		return smallMargin
	case r.Precision > 0 && r.precisionSeconds() < coarseSeconds:
		return 3
	}
	return 0
}

// An estimate of less than thoroughSeconds looks for each game in one pass, with at most quickNodes a stage, a fourth of the default. Of 44 000
// draws of the cover eleven stayed open after one whole pass; a second and a third pass found no game for them, refuted one, and took 6 s
// of each 45 s. The limit halves the time of the slowest draws and loses one game in 44 000, where twenty are lost anyway.
const (
	thoroughSeconds = 1000.0
	quickNodes      = 50_000
)

// expectedSeconds returns about the processor time in seconds of the estimate.
func (r *Request) expectedSeconds() float64 {
	if r.Precision == 0 {
		return cmp.Or(r.CPU, DefaultCPU).Seconds()
	}
	return min(r.precisionSeconds(), cmp.Or(r.CPU, defaultLimit).Seconds())
}

// largeCoverSeconds is the processor time of an estimate from which on the large cover is faster, although its tables take half a second.
const largeCoverSeconds = 6.0

// Cover returns the name of the cover that takes the least processor time for the request: [spaces.LargeCover], or
// [spaces.DefaultCover] for an estimate of a few seconds. It does not use Set.
func (r *Request) Cover() string {
	if r.expectedSeconds() >= largeCoverSeconds {
		return spaces.LargeCover
	}
	return spaces.DefaultCover
}

// planRequest returns the request for the plan.
func (r *Request) planRequest() campaign.Request {
	efforts := legality.Efforts(legality.DefaultStages())
	q := campaign.Request{Space: r.Set.Name(), Seed: r.Seed, Confidence: r.Confidence, Effort: slices.Max(efforts)}
	if r.expectedSeconds() < thoroughSeconds {
		q.Effort, q.Nodes = min(q.Effort, verdict.Game), quickNodes
	}
	q.Workers, q.Costs, q.Shards, q.Findings = r.Workers, plainCosts, r.numShards(), findings(r.Set.Name())
	if shards.ByKings(r.Set) {
		q.Costs = dividedCosts
	}
	switch {
	case r.Precision == 0:
		q.Budget = cmp.Or(r.CPU, DefaultCPU).Seconds()
	case r.CPU == 0:
		q.Budget, q.Target = margin*defaultLimit.Seconds(), r.plannedPrecision()
	default:
		q.Budget, q.Target = r.CPU.Seconds(), r.plannedPrecision()
	}
	return q
}

// A CostError is the error of a precision that takes more than an hour, if the request has no processor time.
type CostError struct {
	Precision float64
	Seconds   float64 // about the processor time that it would take
}

// Error names the time that the precision would take, and the limit.
func (e *CostError) Error() string {
	return fmt.Sprintf("a half-width of %.3g %% takes about %s of processor time, and %s is the limit unless more is allowed",
		100*e.Precision, digits.Duration(e.Seconds), digits.Duration(defaultLimit.Seconds()))
}
