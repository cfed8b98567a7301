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
	// defaultLimit is the processor time that a precision may take if none is named.
	defaultLimit = time.Hour
)

// A Request says what to estimate and what may be spent. Zero fields mean the defaults.
type Request struct {
	// Set to estimate on, which must be there; see [campaign.Program] for the kinds.
	Set  sampler.Set
	Seed uint64 // 1
	// CPU is the processor time of all cores together: DefaultCPU. With a Precision it is the most that may be
	// spent: an hour. At least a second.
	CPU time.Duration
	// Precision, if not 0, is the relative half-width to reach, such as 0.001, in (0,1).
	Precision  float64
	Confidence float64 // 0.95
	// Build says to which program the work is due, for the report.
	Build string
	// Workers that judge at a time; 0 means one for each processor. They change no result.
	Workers int
	// Folder, if not empty, is where the work is kept if the context ends, so that the same request with this folder
	// goes on with it. Of what is in there a run touches its own part alone, which it removes when the work is done. Only one run at a time can have it.
	Folder string
	// Progress, if not nil, is called after each part of the work, from one goroutine at a time.
	Progress func(Progress)
}

// A Progress says how far an estimate is.
type Progress struct {
	// Draws made of about All. All may grow if a precision is not reached as predicted.
	Draws, All uint64
	// Left is the processor time that the rest should take.
	Left time.Duration
	// Legal is the number of positions proven legal by the draws so far; its Value is 0 before the first.
	Legal stats.Estimate
}

// A program of other authors replays a share of the games besides our own verifier, which replays all: one in so many, as in surveys, and
// fewer in an estimate of less than thorough seconds, where one in 16 took a twentieth of the time.
const foreign, quickForeign = 16, 64

// probe is the sample by which an estimate that was stopped knows the program that goes on with it: a tenth of what a survey has, which
// lives for years.
const probe = 1000

// program judges what is asked for.
func (r *Request) program() campaign.Program {
	share := foreign
	if r.spends() < thorough {
		share = quickForeign
	}
	p := campaign.Program{
		Space:      func(string) (sampler.Set, error) { return r.Set, nil },
		Stages:     func() []legality.Stage { return legality.StagesWith(proofgame.Options{Foreign: share}) },
		Build:      r.Build,
		Signatures: new(campaign.Signatures),
		Probe:      probe,
	}
	if r.Folder == "" { // nobody can go on with the work
		p.Signature = "none"
	}
	return p
}

// Seconds of one judgement by phase, with which all is planned: measured on one core of a usual machine with other work beside.
// A set that is divided has two phases of kernels: last moves, then kernels. survey plan measures them anew each time.
var (
	dividedCosts = []float64{6e-6, 3.5e-6, 12e-6, 2.8e-3}
	plainCosts   = []float64{4e-6, 20e-6, 2.4e-3}
)

// nominal is about the relative half-width of one second for the cover, the quickest of the sets.
const nominal = 0.006

// check completes the request.
func (r *Request) check() error {
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
		if s := nominal * nominal / (r.Precision * r.Precision); s > defaultLimit.Seconds() {
			return &CostError{Precision: r.Precision, Seconds: s}
		}
	}
	return nil
}

// A plan of fewer seconds than coarse has two pieces at most, so the margin of a precision would always be done, too. It gets
// three, of which two should do; below tiny seconds it gets smallMargin, of which one should do.
const tiny, coarse = 2.0, 8.0

// seconds is about the processor time that the precision takes, with a margin.
func (r *Request) seconds() float64 { return margin * nominal * nominal / (r.Precision * r.Precision) }

// small says that the work for the precision is one piece.
func (r *Request) small() bool { return r.Precision > 0 && r.seconds() <= tiny }

// pieces is the number of shards to ask for, 0 to leave it to the planner.
func (r *Request) pieces() int {
	switch {
	case r.small():
		return smallMargin
	case r.Precision > 0 && r.seconds() < coarse:
		return 3
	}
	return 0
}

// An estimate of less than thorough seconds asks for each game in one pass, with at most quickNodes a stage, a fourth of the default. Of 44 000
// draws of the cover eleven stayed open after one whole pass; a second and a third one found no game for them, refuted one, and
// took 6 s of each 45 s. The limit halves what the slowest draws take and loses one game in 44 000, where twenty are lost anyway.
const (
	thorough   = 1000.0
	quickNodes = 50_000
)

// spends is about the processor time in seconds that will be spent.
func (r *Request) spends() float64 {
	if r.Precision == 0 {
		return cmp.Or(r.CPU, DefaultCPU).Seconds()
	}
	return min(r.seconds(), cmp.Or(r.CPU, defaultLimit).Seconds())
}

// lengthy is the processor time in seconds that pays for the half second that the tables of the large cover take.
const lengthy = 6.0

// Cover returns the name of the cover that takes the least processor time for what is asked for: [spaces.LargeCover], or
// [spaces.DefaultCover] for what takes a few seconds. Set is not used.
func (r *Request) Cover() string {
	if r.spends() >= lengthy {
		return spaces.LargeCover
	}
	return spaces.DefaultCover
}

// plan is the request of the plan.
func (r *Request) plan() campaign.Request {
	efforts := legality.Efforts(legality.DefaultStages())
	q := campaign.Request{Space: r.Set.Name(), Seed: r.Seed, Confidence: r.Confidence, Effort: slices.Max(efforts)}
	if r.spends() < thorough {
		q.Effort, q.Nodes = min(q.Effort, verdict.Game), quickNodes
	}
	q.Workers, q.Costs, q.Shards, q.Findings = r.Workers, plainCosts, r.pieces(), findings(r.Set.Name())
	if shards.ByKings(r.Set) {
		q.Costs = dividedCosts
	}
	switch {
	case r.Precision == 0:
		q.Budget = cmp.Or(r.CPU, DefaultCPU).Seconds()
	case r.CPU == 0:
		q.Budget, q.Target = margin*defaultLimit.Seconds(), r.target()
	default:
		q.Budget, q.Target = r.CPU.Seconds(), r.target()
	}
	return q
}

// A CostError says that a precision takes more than an hour, where no processor time is allowed.
type CostError struct {
	Precision float64
	Seconds   float64 // of processor time that it would take, about
}

// Error says what it would take.
func (e *CostError) Error() string {
	return fmt.Sprintf("a half-width of %.3g %% takes about %s of processor time, and %s is the limit unless more is allowed",
		100*e.Precision, digits.Duration(e.Seconds), digits.Duration(defaultLimit.Seconds()))
}
