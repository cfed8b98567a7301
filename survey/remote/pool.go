package remote

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// How often a run of a pool looks at the queue of tasks, and how many tasks it keeps in it.
const (
	queuePoll    = 250 * time.Millisecond // between looks at the queue
	tasksPerSlot = 2                      // queued for each task that a worker has in hand
	minTasks     = 4                      // queued before a worker has any in hand
)

// A Pool has the shards of a plan made by workers that are connected to a server. It implements [campaign.Pool].
type Pool struct {
	// Conn is the connection to the server.
	Conn *Conn
	// Plan and folder of the survey, and Origin of the programs that may make its shards.
	Plan   *plan.Plan
	Folder record.Folder
	Origin record.Origin
	// Own makes a worker in this process, for shards that are made again; Slots is how many of them work at a time.
	Own   func() (*campaign.Worker, error)
	Slots int
	// Audit is the share of the shards of other processes, from 0 to 1, that this process makes again for comparison.
	Audit float64
	// AckWait is how long a worker may be silent, and Limit how long it may take for a shard. Tries is how often a shard is given to a worker,
	// and also the number of bad results at which it is parked. All are positive.
	AckWait, Limit time.Duration
	Tries          int
	// Replicas is how many servers of a cluster keep every message: 0 or 1, 3 or 5.
	Replicas int
	// Notice, if not nil, gets texts for people: results that are set aside, shards that are parked.
	Notice func(string)
	// Watch, if not nil, gets the number of shards that workers have in hand, every queuePoll if the server answers.
	Watch func(inHand int)
}

// order returns the order of the survey.
func (p *Pool) order() *order {
	return &order{Format: format, Plan: p.Plan.Append(nil), Origin: p.Origin, AckWait: p.AckWait, Limit: p.Limit, Tries: p.Tries}
}

// Run has workers do the jobs; see [campaign.Pool]. It removes the survey from the server when all are done or parked. If it ends with another error
// or the context is done, tasks stay in the server and workers go on with them; the next run finds the results there.
func (p *Pool) Run(ctx context.Context, jobs iter.Seq[campaign.Job], done func(campaign.Result) error) error {
	makers, err := shards.ReadMakers(p.Folder.Dir)
	if err != nil {
		return err
	}
	next, end := iter.Pull(jobs)
	defer end()
	ctx, stop := p.Conn.guard(ctx)
	r := &poolRun{Pool: p, surveyHash: surveyHash(p.Plan.Hash()), stop: stop, next: next, done: done, makers: makers,
		audits: audits{slots: make(chan struct{}, max(p.Slots, 1)), share: p.Audit, nextPoint: rand.Float64()}, lastChange: time.Now(),
		wanted: map[int]campaign.Job{}, badResults: map[int]int{}, parked: map[int]string{}}
	defer r.helpers.Wait()
	defer stop(nil)
	r.do(ctx, r.checkDisputes)
	r.do(ctx, func() error { return r.restore(ctx) })
	for range runtime.GOMAXPROCS(0) {
		r.helpers.Go(func() { r.receive(ctx) })
	}
	for isDone := false; !isDone && ctx.Err() == nil; {
		r.do(ctx, func() (err error) {
			if err = r.inspect(ctx); err == nil {
				r.queueTasks(ctx)
			}
			isDone = r.next == nil && len(r.wanted) == 0 && r.running == 0
			return err
		})
		if !isDone {
			sleep(ctx, queuePoll)
		}
	}
	r.do(ctx, func() error { return p.Conn.deleteStream(ctx, r.surveyHash) })
	if ctx.Err() == nil && len(r.parked) > 0 {
		return &campaign.ParkedError{Reasons: r.parked}
	}
	return context.Cause(ctx)
}

// A poolRun is one run of a pool. Its fields are used in functions that do calls.
type poolRun struct {
	*Pool
	surveyHash
	mu     sync.Mutex                  // held by do
	stop   context.CancelCauseFunc     // ends the run
	next   func() (campaign.Job, bool) // nil if there are no more jobs
	done   func(campaign.Result) error
	makers *shards.Makers
	audits

	wanted     map[int]campaign.Job // jobs that are begun, have no result and are not parked, by shard
	badResults map[int]int          // number of bad results, by shard
	parked     map[int]string       // reasons, by shard

	inHand     int       // tasks that workers have
	isDrained  bool      // the results that the server had at the start have arrived, or are lost
	lastChange time.Time // when a result arrived, or all was restored
	lackSince  time.Time // when the server first lacked tasks or results after the last result, or zero
}

// do calls f while no other goroutine does, unless the context is done. An error of f ends the run.
func (r *poolRun) do(ctx context.Context, f func() error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ctx.Err() == nil {
		if err := f(); err != nil {
			r.stop(err)
		}
	}
}

// notice passes a formatted text to Notice, if that is set.
func (r *poolRun) notice(format string, args ...any) {
	if r.Notice != nil {
		r.Notice(fmt.Sprintf(format, args...))
	}
}

// queueTasks begins jobs until the queue has enough tasks for the workers. It waits for the results that the server had at the start, so that their
// shards are not queued again.
func (r *poolRun) queueTasks(ctx context.Context) {
	for r.isDrained && r.next != nil && len(r.wanted) < minTasks+tasksPerSlot*r.inHand {
		job, ok := r.next()
		if !ok {
			r.next = nil
			return
		}
		r.wanted[job.Shard] = job
		r.queueTask(ctx, job)
	}
}

// queueTask puts a task in the queue, unless it is there. After a failure, inspect finds that the task is lacking.
func (r *poolRun) queueTask(ctx context.Context, job campaign.Job) {
	if err := r.Conn.publish(ctx, r.taskSubject(job.Shard), record.Seal(task{job, r.makers.Excluded()})); err != nil {
		r.Conn.log.Debug("a task is not in the queue yet", "shard", job.Shard, "error", err)
	}
}

// inspect counts tasks and results in the server. For each wanted shard there is one at least: a worker acknowledges its task after the result is
// stored, so tasks are counted first. If some are lacking, inspect restores them; if some are after the ack wait, in which no result has arrived, the
// server holds messages that it does not give out, as its files are damaged: then inspect makes the stream anew. Counts can be too high, for there may
// be tasks of shards that are not wanted, and two results of a shard. So inspect also restores what may be lacking if no result arrives for long.
func (r *poolRun) inspect(ctx context.Context) error {
	tasks, tasksErr := r.Conn.consumer(ctx, r.surveyHash, taskConsumer)
	results, err := r.Conn.consumer(ctx, r.surveyHash, resultConsumer)
	if tasksErr != nil || err != nil {
		return r.restore(ctx)
	}
	waiting := int(results.CachedInfo().NumPending) + results.CachedInfo().NumAckPending
	isQuiet := time.Since(r.lastChange) > 2*r.AckWait
	r.isDrained = r.isDrained || waiting == 0 || isQuiet
	if r.inHand = tasks.CachedInfo().NumAckPending; r.Watch != nil {
		r.Watch(r.inHand)
	}
	isLacking := int(tasks.CachedInfo().NumPending)+r.inHand+waiting < len(r.wanted)
	switch {
	case isLacking && r.lackSince.IsZero():
		r.lackSince = time.Now()
	case isLacking && time.Since(r.lackSince) > r.AckWait:
		r.lackSince = time.Time{}
		r.notice("the server does not give out all tasks; its stream is made anew")
		if err := r.Conn.deleteStream(ctx, r.surveyHash); err != nil {
			return err
		}
	case !isQuiet:
		return nil
	}
	return r.restore(ctx)
}

// restore makes everything for workers that the server lacks: stream, order, and tasks of all wanted jobs.
func (r *poolRun) restore(ctx context.Context) error {
	if err := r.Conn.createStream(ctx, r.surveyHash, r.order(), r.Replicas); err != nil {
		return err
	}
	for _, shard := range slices.Sorted(maps.Keys(r.wanted)) {
		r.queueTask(ctx, r.wanted[shard])
	}
	r.lastChange = time.Now()
	return nil
}
