package remote

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/plan"
)

// Defaults of a [Pool].
const (
	defaultAckWait = 30 * time.Second
	defaultLimit   = 4 * time.Hour
	defaultTries   = 10
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
	// and also the number of bad results at which it is parked. 0 means the defaults.
	AckWait, Limit time.Duration
	Tries          int
	// Replicas is how many servers of a cluster keep every message: 0 or 1, 3 or 5.
	Replicas int
	// Notice, if not nil, gets texts for people: results that are set aside, shards that are parked.
	Notice func(string)
	// Watch, if not nil, gets the number of shards that workers have in hand, every queuePoll if the server answers.
	Watch func(inHand int)
}

// orDefault returns x if it is positive, and the default otherwise.
func orDefault[T int | time.Duration](x, byDefault T) T {
	if x <= 0 {
		return byDefault
	}
	return x
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
	r := &poolRun{Pool: p, surveyHash: surveyHash(p.Plan.Hash()), next: next, hasMore: true, done: done, makers: makers,
		denialAtStart: p.Conn.lastDenial.Load(), arrivals: make(chan arrival),
		audits: newAudits(),
		wanted: map[int]campaign.Job{}, badResults: map[int]int{}, parked: map[int]string{}}
	if err := r.checkDisputes(); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	var helpers sync.WaitGroup
	defer helpers.Wait()
	defer stop()
	p.Conn.deleteConsumer(ctx, r.surveyHash, r.resultStream()) // it may wait for a client that was killed
	if err := r.restore(ctx); err != nil {
		return err
	}
	if s, err := p.Conn.stream(ctx, r.resultStream()); err == nil {
		r.stored.left = int(s.CachedInfo().State.Msgs)
	}
	r.stored.lastArrival = time.Now()
	for range runtime.GOMAXPROCS(0) {
		helpers.Go(func() { r.receive(ctx) })
	}
	for range max(p.Slots, 1) {
		helpers.Go(func() { r.makeAgain(ctx) })
	}
	if err := r.dispatch(ctx); err != nil {
		return err
	}
	if err := p.Conn.removeSurvey(ctx, r.surveyHash); err != nil {
		return err
	}
	if len(r.parked) > 0 {
		return &campaign.ParkedError{Reasons: r.parked}
	}
	return nil
}

// A poolRun is one run of a pool. The goroutines that receive results and make shards again only send and receive on its channels; the fields that
// change belong to the goroutine of Run.
type poolRun struct {
	*Pool
	surveyHash
	next          func() (campaign.Job, bool)
	hasMore       bool // next may return more jobs
	done          func(campaign.Result) error
	makers        *shards.Makers
	denialAtStart *error

	arrivals chan arrival // results from the server
	audits   audits

	wanted     map[int]campaign.Job // jobs that are begun, have no result and are not parked, by shard
	badResults map[int]int          // number of bad results, by shard
	parked     map[int]string       // reasons, by shard
	inHand     int                  // tasks that workers have
	wasStuck   bool                 // a consumer was stuck at the last restore
	stored     struct {             // results that the server had at the start
		left        int       // that have not arrived yet
		lastArrival time.Time // of any result
	}
}

// notice passes a formatted text to Notice, if that is set.
func (r *poolRun) notice(format string, args ...any) {
	if r.Notice != nil {
		r.Notice(fmt.Sprintf(format, args...))
	}
}

// dispatch queues tasks as workers need them and handles their results, until no shard is left to make or to compare.
func (r *poolRun) dispatch(ctx context.Context) error {
	poll := time.NewTicker(queuePoll)
	defer poll.Stop()
	lastRestore := time.Now()
	for {
		if err := r.queueTasks(ctx); err != nil {
			return err
		}
		if !r.hasMore && len(r.wanted) == 0 && len(r.audits.pending) == 0 {
			return nil
		}
		var auditJobs chan campaign.Job // nil, which is never ready, unless a job waits
		var auditJob campaign.Job
		if len(r.audits.queue) > 0 {
			auditJobs, auditJob = r.audits.jobs, r.audits.queue[0]
		}
		var err error
		select {
		case a := <-r.arrivals:
			r.stored.left, r.stored.lastArrival = r.stored.left-1, time.Now()
			err = r.handle(ctx, a)
		case auditJobs <- auditJob:
			r.audits.queue = r.audits.queue[1:]
		case a := <-r.audits.results:
			err = r.compare(a)
		case <-poll.C:
			// A lost queue is restored at most once a second; other losses are found at the latest after the ack wait.
			isLost := r.pollQueue(ctx)
			age := time.Since(lastRestore)
			if isLost && age > time.Second || age > orDefault(r.AckWait, defaultAckWait) {
				lastRestore = time.Now()
				err = r.restore(ctx)
			}
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// queueTasks begins jobs until the queue has enough tasks for the workers. It waits for the results that the server had at the start, as long as one
// arrives within the ack wait, so that their shards are not queued again.
func (r *poolRun) queueTasks(ctx context.Context) error {
	if r.stored.left > 0 && time.Since(r.stored.lastArrival) < orDefault(r.AckWait, defaultAckWait) {
		return nil
	}
	r.stored.left = 0 // results that are lost are not waited for again
	for r.hasMore && len(r.wanted) < minTasks+tasksPerSlot*r.inHand {
		var job campaign.Job
		if job, r.hasMore = r.next(); r.hasMore {
			r.wanted[job.Shard] = job
			if err := r.queueTask(ctx, job); err != nil {
				return err
			}
		}
	}
	return nil
}

// queueTask puts a task in the queue, unless it is there. It returns an error only if the context is done or the server denies the right: after
// another failure, restore queues the task later.
func (r *poolRun) queueTask(ctx context.Context, job campaign.Job) error {
	err := r.Conn.publish(ctx, r.taskSubject(job.Shard), encode(task{job, r.makers.Excluded()}))
	switch denial := r.Conn.lastDenial.Load(); {
	case err == nil || isSubjectFull(err):
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case denial != r.denialAtStart:
		return fmt.Errorf("%w: %w", errDenied, *denial)
	}
	r.Conn.log.Debug("a task is not in the queue yet", "shard", job.Shard, "error", err)
	return nil
}

// pollQueue counts the tasks that workers have in hand, and reports whether the server has lost the queue.
func (r *poolRun) pollQueue(ctx context.Context) (isLost bool) {
	consumer, err := r.Conn.consumer(ctx, r.surveyHash, r.taskStream())
	if err != nil {
		return isNotFound(err)
	}
	r.inHand = consumer.CachedInfo().NumAckPending
	if r.Watch != nil {
		r.Watch(r.inHand)
	}
	return false
}

// restore makes everything for workers that the server lacks: streams, order, and tasks of all wanted jobs. It makes a consumer anew if it is stuck
// and one was stuck at the last call, too.
func (r *poolRun) restore(ctx context.Context) error {
	o := order{Format: format, Plan: r.Plan.Append(nil), Origin: r.Origin, AckWait: orDefault(r.AckWait, defaultAckWait).Seconds(),
		Limit: orDefault(r.Limit, defaultLimit).Seconds(), Tries: orDefault(r.Tries, defaultTries)}
	limit, need := r.Conn.nats.MaxPayload(), int64(max(len(o.Plan)+1024, 1<<20))
	if limit < need {
		return fmt.Errorf("the server takes messages of %d bytes, want %d for the plan and its shards (max_payload)", limit, need)
	}
	createStreams := func(ctx context.Context) error {
		return r.Conn.createStreams(ctx, r.surveyHash, r.Replicas, secondsOf(o.AckWait))
	}
	if err := createStreams(ctx); err != nil {
		return err
	}
	anyStuck := false
	for _, stream := range r.streams() {
		isStuck, err := r.Conn.isStuck(ctx, r.surveyHash, stream)
		if isStuck && r.wasStuck && err == nil {
			r.notice("the server gives out nothing of %s; its consumer is made anew", stream)
			r.Conn.deleteConsumer(ctx, r.surveyHash, stream)
			if err := createStreams(ctx); err != nil {
				return err
			}
		}
		anyStuck = anyStuck || isStuck
	}
	r.wasStuck = anyStuck
	err := r.Conn.retry(ctx, "announcing the survey", func(ctx context.Context) error {
		err := r.Conn.publish(ctx, r.orderSubject(), encode(&o))
		if errors.Is(err, jetstream.ErrNoStreamResponse) { // a server that was killed meanwhile came back without the streams
			err = errors.Join(err, createStreams(ctx))
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, shard := range slices.Sorted(maps.Keys(r.wanted)) {
		if err := r.queueTask(ctx, r.wanted[shard]); err != nil {
			return err
		}
	}
	return nil
}

// publish stores a message in the stream of its subject.
func (c *Conn) publish(ctx context.Context, subject string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if _, err := c.js.Publish(ctx, subject, data, jetstream.WithMsgID(rand.Text())); err != nil {
		return fmt.Errorf("publishing %s: %w", subject, err)
	}
	return nil
}
