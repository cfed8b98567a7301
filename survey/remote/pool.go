package remote

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"runtime"
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
	// Audit is the share of the shards of other processes that this one makes again, for comparison.
	Audit float64
	// AckWait is how long a worker may be silent, Limit how long it may take for a shard, Tries how often a shard is given to one and how often
	// its result may be a bad one; 0 means the defaults.
	AckWait, Limit time.Duration
	Tries          int
	// Replicas is how many servers of a cluster keep every message: 0 or 1, 3 or 5.
	Replicas int
	// Notice, if not nil, is told what people should know: results that are set aside, shards that are parked.
	Notice func(string)
	// Watch, if not nil, is told four times a second how many shards workers have in hand.
	Watch func(inHand int)
}

// or returns x, or another number if that is none.
func or[T int | time.Duration](x, otherwise T) T {
	if x <= 0 {
		return otherwise
	}
	return x
}

// OwnName is the name of this machine as a maker of shards, the same in every run.
func OwnName() string { return "client-" + hostName() }

// Run does the jobs; see [campaign.Pool]. When the context is done, tasks stay in the server and workers go on with them; the next run finds the
// results there.
func (p *Pool) Run(ctx context.Context, jobs iter.Seq[campaign.Job], done func(campaign.Result) error) error {
	list, err := shards.ReadMakers(p.Folder.Dir)
	if err != nil {
		return err
	}
	next, end := iter.Pull(jobs)
	defer end()
	r := &run{Pool: p, topic: topic(p.Plan.Hash()), next: next, done: done, makers: list, own: OwnName(), denied: p.Conn.denied.Load(), more: true, arrived: make(chan arrival),
		again: newAgain(), wanted: map[int]campaign.Job{}, bad: map[int]int{}, parked: map[int]string{}}
	if err := r.standing(); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	var helpers sync.WaitGroup
	defer helpers.Wait()
	defer stop()
	p.Conn.forget(ctx, r.topic, r.results()) // it may wait for a client that was killed
	if err := r.mend(ctx); err != nil {
		return err
	}
	for range runtime.GOMAXPROCS(0) {
		helpers.Go(func() { r.read(ctx) })
	}
	for range max(p.Slots, 1) {
		helpers.Go(func() { r.audit(ctx) })
	}
	if err := r.earlier(ctx); err != nil {
		return err
	}
	if err := r.loop(ctx); err != nil {
		return err
	}
	if err := p.Conn.remove(ctx, r.topic); err != nil {
		return err
	}
	if len(r.parked) > 0 {
		return &campaign.ParkedError{Reasons: r.parked}
	}
	return nil
}

// A run is one run of a pool. Its fields belong to the goroutine of Run.
type run struct {
	*Pool
	topic
	next   func() (campaign.Job, bool)
	done   func(campaign.Result) error
	makers *shards.Makers
	own    string
	denied *error
	more   bool // there may be more jobs

	arrived chan arrival // results
	again   again

	wanted map[int]campaign.Job // begun, without a result
	bad    map[int]int          // results of a shard that were set aside
	parked map[int]string
	inHand int  // tasks that workers have
	stuck  bool // at the last look
}

// An again is the shards that are to be made again: jobs for the goroutines that do it, what came of them, the jobs that none has begun, and all that are
// not done.
type again struct {
	jobs  chan campaign.Job
	made  chan audited
	queue []campaign.Job
	open  map[int]bool

	share, next float64 // of the shards that came, see pick
}

// An arrival is a message with a result; an audited is a shard that was made again.
type (
	arrival struct {
		m      jetstream.Msg
		result *result
		err    error
	}
	audited struct {
		result campaign.Result
		err    error
	}
)

func (r *run) notice(format string, args ...any) {
	if r.Notice != nil {
		r.Notice(fmt.Sprintf(format, args...))
	}
}

// Times of the loop.
const (
	tick     = 250 * time.Millisecond // between looks at the queue
	perSlot  = 2                      // tasks that are queued for each one in hand
	leastAsk = 4                      // tasks that are queued before there are workers
)

// earlier takes the results that are there already, before anything is asked for. It gives up when nothing comes for the ack wait.
func (r *run) earlier(ctx context.Context) error {
	for {
		s, err := r.Conn.stream(ctx, r.results())
		if err != nil || s.CachedInfo().State.Msgs == 0 {
			return ctx.Err()
		}
		select {
		case a := <-r.arrived:
			if err := r.take(ctx, a); err != nil {
				return err
			}
		case <-time.After(or(r.AckWait, defaultAckWait)):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// loop begins jobs as there are workers for them, and takes what comes in, until nothing is left to do.
func (r *run) loop(ctx context.Context) error {
	look := time.NewTicker(tick)
	defer look.Stop()
	mended := time.Now()
	for {
		if err := r.fill(ctx); err != nil {
			return err
		}
		if !r.more && len(r.wanted) == 0 && len(r.again.open) == 0 {
			return nil
		}
		audits, job := chan campaign.Job(nil), campaign.Job{}
		if len(r.again.queue) > 0 {
			audits, job = r.again.jobs, r.again.queue[0]
		}
		var err error
		select {
		case a := <-r.arrived:
			err = r.take(ctx, a)
		case audits <- job:
			r.again.queue = r.again.queue[1:]
		case a := <-r.again.made:
			err = r.compare(a)
		case <-look.C:
			lost := r.look(ctx)
			if lost && time.Since(mended) > time.Second || time.Since(mended) > or(r.AckWait, defaultAckWait) {
				mended = time.Now()
				err = r.mend(ctx)
			}
		case <-ctx.Done():
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
	}
}

// fill begins jobs until the workers have enough of them.
func (r *run) fill(ctx context.Context) error {
	for r.more && len(r.wanted) < leastAsk+perSlot*r.inHand {
		job, ok := r.next()
		if r.more = ok; ok {
			r.wanted[job.Shard] = job
			if err := r.ask(ctx, job); err != nil {
				return err
			}
		}
	}
	return nil
}

// ask puts a task in the queue, unless it is there. What fails now is done by mend.
func (r *run) ask(ctx context.Context, job campaign.Job) error {
	err := r.Conn.publish(ctx, r.job(job.Shard), rand.Text(), encode(task{job, r.excluded()}))
	switch now := r.Conn.denied.Load(); {
	case err == nil || there(err):
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case now != r.denied:
		return fmt.Errorf("%w: %w", errDenied, *now)
	}
	r.Conn.log.Debug("a task is not in the queue yet", "shard", job.Shard, "error", err)
	return nil
}

// look looks at the queue, and reports whether something of the survey is not in the server.
func (r *run) look(ctx context.Context) (lost bool) {
	o, err := r.Conn.consumer(ctx, r.topic, r.jobs())
	if err != nil {
		return gone(err)
	}
	if r.inHand = o.CachedInfo().NumAckPending; r.Watch != nil {
		r.Watch(r.inHand)
	}
	return false
}

// mend makes what workers need, as far as the server lacks it: streams, order, and tasks that nobody has done. A consumer that gives out nothing
// twice is made anew.
func (r *run) mend(ctx context.Context) error {
	o := order{Format: format, Plan: r.Plan.Append(nil), Origin: r.Origin, AckWait: or(r.AckWait, defaultAckWait).Seconds(), Limit: or(r.Limit, defaultLimit).Seconds(), Tries: or(r.Tries, defaultTries)}
	if most, n := r.Conn.nats.MaxPayload(), int64(len(o.Plan)); most < n+1024 || most < 1<<20 {
		return fmt.Errorf("the server takes messages of %d bytes, want %d for the plan and its shards (max_payload)", most, max(n+1024, 1<<20))
	}
	if err := r.Conn.prepare(ctx, r.topic, r.Replicas, seconds(o.AckWait)); err != nil {
		return err
	}
	stuck := false
	for _, stream := range r.streams() {
		s, err := r.Conn.stuck(ctx, r.topic, stream)
		if s && r.stuck && err == nil {
			r.notice("the server gives out nothing of %s; its consumer is made anew", stream)
			r.Conn.forget(ctx, r.topic, stream)
			if err := r.Conn.prepare(ctx, r.topic, r.Replicas, seconds(o.AckWait)); err != nil {
				return err
			}
		}
		stuck = stuck || s
	}
	r.stuck = stuck
	err := r.Conn.persist(ctx, "announcing the survey", func(ctx context.Context) error {
		err := r.Conn.publish(ctx, r.order(), rand.Text(), encode(&o))
		if errors.Is(err, jetstream.ErrNoStreamResponse) { // killed since, the server came back without the streams
			err = errors.Join(err, r.Conn.prepare(ctx, r.topic, r.Replicas, seconds(o.AckWait)))
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, job := range r.wanted {
		if err := r.ask(ctx, job); err != nil {
			return err
		}
	}
	return nil
}
