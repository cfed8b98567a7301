package estimate

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"time"

	"chesscensus/survey/campaign"
	"chesscensus/survey/report"
)

// margin is the work of a plan divided by the work that its precision is predicted to take: target = precision / sqrt(margin). The
// half-width that is reached is 0.90 to 1.15 times the predicted one (ten plans of 20 s), so at worst it takes 1.15^2 = 1.3 times the work.
const margin = 1.5

// smallMargin is the margin of small plans. They have as many pieces, the first of which should do. They look for some two hundred games.
// One that is not found widens the interval to 1.6 times what is predicted, or more; nine in ten plans have none (ten plans of a
// second and a half: 0.90 to 0.92 of what is predicted, and 1.6).
const smallMargin = 4

// safety is the predicted half-width of a piece of a small plan divided by the one that is asked for. Nine in ten reach 0.90 to 0.92 of
// what is predicted, so with 1.06 they reach 0.95 to 0.98 of what is asked for.
const safety = 1.06

// target is the precision for which a plan is made.
func (r *Request) target() float64 {
	if r.small() {
		return safety * r.Precision / math.Sqrt(smallMargin)
	}
	return r.Precision / math.Sqrt(margin)
}

// ErrLocked is wrapped by the error of a run in a folder in which another process is at work.
var ErrLocked = campaign.ErrLocked

// A Result is an estimate with all that is known of it.
type Result struct {
	Report *report.Report
	// Trace is the way to it, a point for each shard, with the processor time that it took here.
	Trace []report.Point
	// Stopped says that the context ended before the work did: the estimate is of the part that was done.
	Stopped bool
	// Missed says that a precision was asked for and not reached, and Needs about how many seconds of processor time it takes.
	Missed bool
	Needs  float64
}

// Run estimates. If the context ends, it returns what the shards done so far say, with Stopped set, or the error of the
// context if none is. The error is a *[CostError] if a precision takes too much and CPU does not allow it.
func Run(ctx context.Context, r Request) (*Result, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	dir := filepath.Join(r.Folder, partName)
	if r.Folder == "" {
		temp, err := os.MkdirTemp("", "chesscensus-estimate-*")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(temp)
		dir = filepath.Join(temp, "survey")
	}
	program := r.program()
	c, done, err := r.begin(ctx, program, dir)
	if err != nil {
		return nil, err
	}
	if expected := c.Plan.Expected; r.Precision > 0 && r.CPU == 0 && expected.Relative > r.Precision {
		return nil, &CostError{r.Precision, needs(expected.CPUSeconds, expected.Relative, r.Precision)}
	}
	st, err := r.work(ctx, c, program, done)
	if ctx.Err() == nil && !errors.Is(err, ErrLocked) {
		defer r.remove(dir) // done, or of no use
	}
	if err != nil && ctx.Err() == nil || st == nil || st.Done == 0 {
		return nil, errors.Join(err, ctx.Err())
	}
	result, err := read(context.WithoutCancel(ctx), c.Folder.Dir) // a moment
	if err != nil {
		return nil, err
	}
	result.Stopped = ctx.Err() != nil && st.Done < st.Shards
	if reached := result.Report.Estimate.Low.Relative(); r.Precision > 0 && !(reached <= r.Precision) {
		result.Missed = true
		result.Needs = needs(c.Plan.Expected.CPUSeconds*float64(st.Done)/float64(st.Shards), reached, r.Precision)
	}
	return result, nil
}

// partName is the only thing in the folder of a request that a run makes, replaces and removes.
const partName = "unfinished-estimate"

// remove removes the work, and the folder of the request if nothing else is in it.
func (r *Request) remove(dir string) {
	_ = os.RemoveAll(dir)
	if r.Folder != "" {
		_ = os.Remove(r.Folder)
	}
}

// needs is the processor time in seconds for a precision if some seconds reach another.
func needs(seconds, reached, precision float64) float64 {
	return seconds * reached * reached / (precision * precision)
}

// begin is the survey in a folder with the number of shards that an earlier run has done, or a new one.
func (r *Request) begin(ctx context.Context, program campaign.Program, dir string) (c *campaign.Campaign, done int, err error) {
	if c, err := campaign.Open(dir); err == nil {
		st, _, err := c.Status() // damaged shards are done again
		if err != nil {
			return nil, 0, err
		}
		return c, st.Done, nil
	}
	if r.Folder != "" {
		if err := os.RemoveAll(dir); err != nil { // what a run has left that was killed
			return nil, 0, err
		}
	}
	c, err = campaign.Make(ctx, program, dir, r.plan())
	return c, 0, err
}

// work does the shards: all, or as many as the precision takes, of which an earlier run has done some.
func (r *Request) work(ctx context.Context, c *campaign.Campaign, program campaign.Program, done int) (*campaign.Status, error) {
	todo := c.Plan.Shards
	if r.Precision > 0 {
		if todo = 1; !r.small() {
			todo = first(c.Plan.Shards, c.Plan.Expected.Relative, r.Precision)
		}
	}
	st, _, err := c.Status()
	for {
		if err == nil && done < todo { // else a run was stopped just before it looked
			st, err = c.Run(ctx, program, campaign.Options{Workers: r.Workers, Shards: todo - done, Progress: r.tell(todo)})
		}
		if err != nil || st.Done == st.Shards {
			return st, err
		}
		e, err := st.Estimate()
		if err != nil {
			return st, err
		}
		done = st.Done
		if todo = next(done, e.Low.Relative(), r.Precision, st.Shards); todo == done {
			return st, nil
		}
	}
}

// early is the share of what a precision should take after which there is a first look. Half of the plans reach less than they foretell;
// a look costs nothing.
const early = 0.75

// first is the number of shards to have done at the first look, if all reach what is predicted. Of three pieces or fewer it is what should do.
func first(shards int, predicted, precision float64) int {
	n := shardsFor(shards, predicted, precision, shards)
	return max(min(n, 3), int(math.Ceil(early*float64(n)-1e-9)))
}

// next is the number of shards to have done at the next look, if those done reach some half-width: no more if that is the precision, or
// all are done. It is a third of the way to what should do, as one lost draw makes that look longer than it is: with the way whole a run
// that met one reached 0.091 % where 0.1 % was asked for, in a fifth more time than it took.
func next(done int, reached, precision float64, shards int) int {
	if reached <= precision || done == shards {
		return done
	}
	way := shardsFor(done, reached, precision, shards) - done
	return done + max(1, (way+2)/3)
}

// shardsFor is the number of shards for a precision, at most all, if so many reach another.
func shardsFor(shards int, reached, precision float64, all int) int {
	return int(min(math.Ceil(needs(float64(shards), reached, precision)-1e-9), float64(all)))
}

// tell returns what a campaign calls after each shard if so many are to be done.
func (r *Request) tell(todo int) func(*campaign.Status) {
	if r.Progress == nil {
		return nil
	}
	return func(st *campaign.Status) {
		share := float64(todo) / float64(st.Shards)
		p := Progress{Draws: st.Draws, All: uint64(share * float64(st.Want))}
		if left := st.Shards - st.Done; left > 0 {
			p.Left = time.Duration(st.Left() / float64(left) * float64(todo-st.Done) * float64(time.Second))
		}
		if st.Done > 0 {
			if e, err := st.Estimate(); err == nil {
				p.Legal = e.Low
			}
		}
		r.Progress(p)
	}
}

// read reads what the folder of a survey says.
func read(ctx context.Context, dir string) (*Result, error) {
	reader, err := report.Open(dir)
	if err != nil {
		return nil, err
	}
	rep, trace, problems, err := reader.ReportAndTrace(ctx)
	for _, p := range problems {
		err = errors.Join(err, p.Err)
	}
	if err != nil {
		return nil, err
	}
	return &Result{Report: rep, Trace: trace}, nil
}
