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

// margin is the work of a plan divided by the predicted work for its precision: planned precision = precision / sqrt(margin). The reached
// half-width is 0.90 to 1.15 times the predicted one (ten plans of 20 s), so at worst a precision takes 1.15^2 = 1.3 times the work.
const margin = 1.5

// smallMargin is the margin and the number of shards of small plans, whose first shard should be enough. They look for some two hundred
// games. One that is not found widens the interval to 1.6 times the predicted one, or more. Nine in ten plans find all (ten plans of a
// second and a half: 0.90 to 0.92 of the predicted half-width, and once 1.6).
const smallMargin = 4

// safety is the predicted half-width of a shard of a small plan divided by the requested one. Nine in ten reach 0.90 to 0.92 of the
// prediction, so with 1.06 they reach 0.95 to 0.98 of the request.
const safety = 1.06

// plannedPrecision returns the precision for which a plan is made.
func (r *Request) plannedPrecision() float64 {
	if r.isSmall() {
		return safety * r.Precision / math.Sqrt(smallMargin)
	}
	return r.Precision / math.Sqrt(margin)
}

// ErrLocked is wrapped by the error of a run in a folder in which another process is at work.
var ErrLocked = campaign.ErrLocked

// A Result is an estimate with its report and its history.
type Result struct {
	Report *report.Report
	// Trace has a point for each shard, with the measured processor time.
	Trace []report.Point
	// Stopped says that the context ended before the work did: the estimate is of the part that was done.
	Stopped bool
	// Missed says that a requested precision was not reached, and Needs is about the processor time in seconds that it takes.
	Missed bool
	Needs  float64
}

// Run makes an estimate. If the context ends, it returns the estimate from the shards that are done, with Stopped set, or the error of the
// context if none is done. The error is a *[CostError] if a precision takes too long and CPU does not allow it.
func Run(ctx context.Context, r Request) (*Result, error) {
	if err := r.complete(); err != nil {
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
	c, done, err := r.openOrMake(ctx, program, dir)
	if err != nil {
		return nil, err
	}
	if expected := c.Plan.Expected; r.Precision > 0 && r.CPU == 0 && expected.Relative > r.Precision {
		return nil, &CostError{r.Precision, secondsFor(expected.CPUSeconds, expected.Relative, r.Precision)}
	}
	st, err := r.doShards(ctx, c, program, done)
	if ctx.Err() == nil && !errors.Is(err, ErrLocked) {
		defer r.removeFolder(dir) // the work is done, or cannot be continued
	}
	if err != nil && ctx.Err() == nil || st == nil || st.Done == 0 {
		return nil, errors.Join(err, ctx.Err())
	}
	result, err := readResult(context.WithoutCancel(ctx), c.Folder.Dir) // also after the context has ended, since it is quick
	if err != nil {
		return nil, err
	}
	result.Stopped = ctx.Err() != nil && st.Done < st.Shards
	if reached := result.Report.Estimate.Low.Relative(); r.Precision > 0 && !(reached <= r.Precision) {
		result.Missed = true
		result.Needs = secondsFor(c.Plan.Expected.CPUSeconds*float64(st.Done)/float64(st.Shards), reached, r.Precision)
	}
	return result, nil
}

// partName is the name of the folder of a run inside the folder of a request. A run changes nothing else there.
const partName = "unfinished-estimate"

// removeFolder removes the folder of the work, and the folder of the request if it is empty then.
func (r *Request) removeFolder(dir string) {
	_ = os.RemoveAll(dir)
	if r.Folder != "" {
		_ = os.Remove(r.Folder)
	}
}

// secondsFor returns the processor time in seconds for a precision, if the given seconds have reached another precision.
func secondsFor(seconds, reached, precision float64) float64 {
	return seconds * reached * reached / (precision * precision)
}

// openOrMake returns the survey in a folder and the number of shards that an earlier run has done, or makes a new survey.
func (r *Request) openOrMake(ctx context.Context, program campaign.Program, dir string) (c *campaign.Campaign, done int, err error) {
	if c, err := campaign.Open(dir); err == nil {
		st, _, err := c.Status() // damaged shards are done again
		if err != nil {
			return nil, 0, err
		}
		return c, st.Done, nil
	}
	if r.Folder != "" {
		if err := os.RemoveAll(dir); err != nil { // remains of a killed run
			return nil, 0, err
		}
	}
	c, err = campaign.Make(ctx, program, dir, r.planRequest())
	return c, 0, err
}

// doShards does all shards, or as many as the precision takes. An earlier run may have done some of them.
func (r *Request) doShards(ctx context.Context, c *campaign.Campaign, program campaign.Program, done int) (*campaign.Status, error) {
	todo := c.Plan.Shards
	if r.Precision > 0 {
		if todo = 1; !r.isSmall() {
			todo = firstLook(c.Plan.Shards, c.Plan.Expected.Relative, r.Precision)
		}
	}
	st, _, err := c.Status()
	for {
		if err == nil && done < todo { // else an earlier run was stopped just before a look at the precision
			st, err = c.Run(ctx, program, campaign.Options{Workers: r.Workers, Shards: todo - done, Progress: r.progressFunc(todo)})
		}
		if err != nil || st.Done == st.Shards {
			return st, err
		}
		e, err := st.Estimate()
		if err != nil {
			return st, err
		}
		done = st.Done
		if todo = nextLook(done, e.Low.Relative(), r.Precision, st.Shards); todo == done {
			return st, nil
		}
	}
}

// firstLookShare is the share of the predicted work for a precision after which the run looks at the precision first. Half of the plans
// reach a smaller half-width than predicted, and a look costs nothing.
const firstLookShare = 0.75

// firstLook returns the number of shards to do before the first look, if all together reach the predicted half-width. If three shards or fewer
// should be enough, it returns that number.
func firstLook(shards int, predicted, precision float64) int {
	n := shardsFor(shards, predicted, precision, shards)
	return max(min(n, 3), int(math.Ceil(firstLookShare*float64(n)-1e-9)))
}

// nextLook returns the number of shards to do before the next look, if those that are done have reached a half-width. It returns done if the
// precision is reached or all shards are done. Otherwise it goes a third of the way to the number that should be enough, since one draw
// without a game makes this number too large: a run that had such a draw and went the whole way reached 0.091 % instead of 0.1 %, in a
// fifth more time than needed.
func nextLook(done int, reached, precision float64, shards int) int {
	if reached <= precision || done == shards {
		return done
	}
	missing := shardsFor(done, reached, precision, shards) - done
	return done + max(1, (missing+2)/3)
}

// shardsFor returns the number of shards for a precision, at most all, if the given number reaches another precision.
func shardsFor(shards int, reached, precision float64, all int) int {
	return int(min(math.Ceil(secondsFor(float64(shards), reached, precision)-1e-9), float64(all)))
}

// progressFunc returns the function that reports progress after each shard of a campaign of which todo shards are to be done.
func (r *Request) progressFunc(todo int) func(*campaign.Status) {
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

// readResult reads the result of the survey in a folder.
func readResult(ctx context.Context, dir string) (*Result, error) {
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
