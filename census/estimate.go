package census

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"chesscensus/census/internal/figures"
	"chesscensus/survey/estimate"
	"chesscensus/survey/report"
)

// A Plan says what [Estimate] may spend. Zero fields mean the defaults.
type Plan struct {
	// Space to draw from: a cover, from which a draw is legal most often ("cover-5-6" for what takes a few seconds, "cover", which leaves
	// less to be refuted and takes half a second to load, for more). Other spaces that contain every legal position give the same number,
	// with a wider interval.
	Space string
	Seed  uint64 // 1
	// CPU is the processor time of all cores together: 20 seconds, or with a Precision at most an hour. It is counted in judgements at
	// fixed costs, so that the answer does not depend on the machine; a slow or busy one takes longer.
	CPU time.Duration
	// Precision, if not 0, is the relative half-width of the interval to reach, such as 0.001, if CPU allows.
	Precision float64
}

// An Estimated is an estimate of the number of legal positions, the result of [Estimate].
type Estimated struct {
	// Legal is the number of legal positions, each hit proven by a game: the undecided draws
	// count as illegal. NotRefuted counts them as legal.
	Legal, NotRefuted Interval
	// Lo and Hi allow both for chance and for the undecided draws.
	Lo, Hi float64
	// Plan that was carried out.
	Plan Plan
	// Stopped says that the cell was stopped before the end; the estimate is of the part that was done.
	Stopped bool
	// Missed says that the precision was not reached, and Needs about how much processor time it takes.
	Missed bool
	Needs  time.Duration
	// Report has all that is known: by men, by verdict, by phase.
	Report *report.Report
	// Trace has the estimates of the first shards, of the first two, and so on, with their processor time on this machine.
	Trace []report.Point
}

// Published is the estimate of ChessPositionRanking, from two million draws.
var Published = report.Published

// Estimate estimates the number of legal positions in phases: all draws are judged by rules, a part of what is left by kernels, a part of
// what those leave by looking for a game. How many of each a small pilot decides. Every hit is a position with a game.
//
// The answer depends on the plan and the version of the engine alone and is kept on disk. A long cell shows how far it is. If it is
// stopped, the answer is that of the draws done so far; run again, it goes on from there. A precision that takes more than CPU allows is an
// error that says what it takes, or, if CPU was named, an answer with Missed set.
func Estimate(p Plan) (*Estimated, error) {
	request := estimate.Request{CPU: p.CPU, Precision: p.Precision}
	p.Space, p.Seed = cmp.Or(p.Space, request.Cover()), cmp.Or(p.Seed, 1)
	set, err := openSet(p.Space)
	if err != nil {
		return nil, err
	}
	if p.CPU == 0 && p.Precision == 0 {
		p.CPU = estimate.DefaultCPU
	}
	name := key("estimate by phases 4", p.Space, p.Seed, p.CPU, p.Precision)
	return cached(name, func() (*Estimated, bool, error) {
		ctx, stop := interruptible()
		defer stop()
		l := figures.NewLive()
		defer l.Clear()
		q := estimate.Request{Set: set, Seed: p.Seed, CPU: p.CPU, Precision: p.Precision, Build: "notebook", Folder: unfinishedFolder(name)}
		q.Progress = func(progress estimate.Progress) { l.Update(progress.Draws, progress.All, progress.Legal) }
		r, err := estimate.Run(ctx, q)
		if errors.Is(err, estimate.ErrLocked) { // another notebook computes the same estimate
			q.Folder = ""
			r, err = estimate.Run(ctx, q)
		}
		switch {
		case errors.Is(err, context.Canceled):
			return nil, false, errors.New("census: the estimate was stopped before there was anything to estimate")
		case err != nil:
			return nil, false, fmt.Errorf("census: %w", err)
		}
		e := newEstimated(r.Report, r.Trace, p)
		e.Stopped, e.Missed, e.Needs = r.Stopped, r.Missed, time.Duration(r.Needs*float64(time.Second))
		return e, !r.Stopped, nil
	})
}

// newEstimated returns a report as an estimate that was made by a plan.
func newEstimated(r *report.Report, trace []report.Point, p Plan) *Estimated {
	e := &r.Estimate
	return &Estimated{Legal: e.Low, NotRefuted: e.High, Lo: e.Lo, Hi: e.Hi, Plan: p, Report: r, Trace: trace}
}
