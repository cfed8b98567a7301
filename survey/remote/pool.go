package remote

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"time"

	"chesscensus/survey/campaign"
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
	"chesscensus/survey/remote/internal/wire"
)

// Defaults of a [Pool].
const (
	DefaultAckWait = 30 * time.Second
	DefaultLimit   = 4 * time.Hour
	DefaultTries   = 10
)

// A Pool has the shards of a plan done by workers that are connected to an engine. It implements [campaign.Pool].
type Pool struct {
	// Conn is the connection to the engine.
	Conn *Conn
	// Plan whose shards are wanted, Origin of the programs that may do them, Tables that its space is drawn with: files by name.
	Plan   *plan.Plan
	Origin record.Origin
	Tables map[string][]byte
	// Own makes a worker in this process, which is believed when two others differ.
	Own func() (*campaign.Worker, error)
	// Checks is the share of shards that another worker does again, for comparison; 0 means [access.DefaultChecks], a negative number none.
	Checks float64
	// AckWait is how long a worker may be silent, Limit how long it may take for a shard, Tries how often a shard is given to
	// one; 0 means the defaults.
	AckWait, Limit time.Duration
	Tries          int
	// Replicas is how many servers of a cluster keep every message: 0 or 1, 3 or 5.
	Replicas int
	// Notice, if not nil, is told what people should know: workers that are refused, shards that are parked.
	Notice func(string)
	// Watch, if not nil, is told every few seconds what the workers are doing.
	Watch func(*View)
}

// A View is what happens in a survey at a moment, a WorkerView what a worker is doing.
type (
	View       = wire.View
	WorkerView = wire.State
)

func or[T int | time.Duration](x, otherwise T) T {
	if x <= 0 {
		return otherwise
	}
	return x
}

// Run does the jobs; see [campaign.Pool]. When the context is done, tasks stay in the engine and workers go on with them; the next run finds
// the results there.
func (p *Pool) Run(ctx context.Context, jobs iter.Seq[campaign.Job], done func(campaign.Result) error) error {
	next, end := iter.Pull(jobs)
	defer end()
	return p.start(ctx, p.shards(next, done))
}

// A run does an errand.
type run struct {
	*Pool
	*errand
	desk
	id func(shard int) string // a new id for a message: plan, shard, run, number

	wanted  map[int]campaign.Job // begun, without a result
	checks  map[int]string       // second opinions on the way: the name of the first maker
	parked  map[int]string
	refused map[string]bool // workers
	strikes map[string]int  // results of a worker that were thrown away
	took    map[int]bool    // shards whose results this run has passed on
	gave    map[string]int  // answers of a worker that have been passed on and cannot be taken back
	belt    belt            // what comes from the ledger
	lost    bool            // the ledger is gone
	idle    int             // looks since anything happened at which workers had nothing in hand, though something is wanted
	crew    crew
}

// patiently opens a run. An engine that has lost all meanwhile is as one that had nothing.
func patiently(ctx context.Context, open func(context.Context) error) error {
	for began, err := time.Now(), open(ctx); err != nil; err = open(ctx) {
		if !errors.Is(err, errGone) || time.Since(began) > patience {
			return err
		}
		if !sleep(ctx, longPoll) {
			return ctx.Err()
		}
	}
	return nil
}

// open makes streams, tables and order, and takes in what earlier runs have left in the ledger.
func (r *run) open(ctx context.Context) error {
	if err := r.announce(ctx); err != nil {
		return err
	}
	list, last, err := r.subjects(ctx, r.ledger())
	if err != nil {
		return err
	}
	r.belt.seq = last + 1
	queued, _, err := r.subjects(ctx, r.jobs())
	if err != nil {
		return err
	}
	for subject := range queued {
		if e, ok := r.parse(subject); ok && e.kind == kindCheck {
			r.checks[e.shard] = ""
		}
	}
	// The results that are there are read when their jobs are begun; the rest at once.
	for subject := range list {
		e, ok := r.parse(subject)
		if !ok || e.kind == kindShard {
			continue
		}
		m, err := r.last(ctx, subject)
		if err != nil {
			return err
		}
		if m == nil {
			continue
		}
		switch e.kind {
		case kindParked, kindFailed: // another chance
			err = r.remove(ctx, m.Sequence)
		case kindRetracted:
			var t wire.Task
			if t, err = wire.ParseTask(m.Data); err == nil {
				err = r.begin(ctx, campaign.Job{Shard: e.shard, Keep: t.Keep})
			}
		default:
			err = r.take(ctx, r.lay(ctx, m))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// announce makes what workers need. It may be done again at any time.
func (r *run) announce(ctx context.Context) error {
	text := r.errand.order.Append(nil)
	if most := int(r.nats.MaxPayload()); len(text)+1024 > most {
		return fmt.Errorf("the plan has %d bytes, more than a message to this engine may have, %d (max_payload)", len(text), most)
	}
	if err := r.prepare(ctx, r.Replicas, r.errand.order.Wait()); err != nil {
		return err
	}
	for _, data := range r.tables {
		if _, err := r.putFile(ctx, data); err != nil {
			return err
		}
	}
	return r.persist(ctx, "announcing the survey", func(ctx context.Context) error {
		kv, err := r.js.KeyValue(ctx, orderBucket)
		if err == nil {
			_, err = kv.Put(ctx, r.topic.order(), text)
		}
		return err
	})
}

// close takes the survey out of the engine, as all that was wanted is stored.
func (r *run) close(ctx context.Context) error {
	err := r.persist(ctx, "ending the survey", func(ctx context.Context) error {
		kv, err := r.js.KeyValue(ctx, orderBucket)
		if err == nil {
			err = kv.Delete(ctx, r.topic.order())
		}
		for _, name := range []string{r.jobs(), r.ledger()} {
			if err == nil || gone(err) {
				err = r.js.DeleteStream(ctx, name)
			}
		}
		if gone(err) {
			return nil
		}
		return err
	})
	if err == nil && len(r.parked) > 0 {
		return &campaign.ParkedError{Reasons: r.parked}
	}
	return err
}

// Times of the loop.
const (
	shortPoll = 2 * time.Millisecond
	longPoll  = 100 * time.Millisecond
	rounds    = 2 * time.Second // between looks at the workers
)

// loop begins jobs as there are workers for them, and takes what comes in, until nothing is left to do.
func (r *run) loop(ctx context.Context) error {
	r.crew.call(ctx, r.desk)
	nap, more := shortPoll, true
	looked, mended := time.Now(), time.Now()
	for {
		var err error
		if r.lost || time.Since(mended) > or(r.AckWait, DefaultAckWait) {
			r.lost, mended = false, time.Now()
			if err := r.mend(ctx); err != nil && !r.forgotten(err) {
				return err
			}
		}
		if more, err = r.fill(ctx, more); err != nil && !r.forgotten(err) {
			return err
		}
		if !more && len(r.wanted) == 0 && len(r.checks) == 0 {
			return nil
		}
		it, err := r.read(ctx)
		switch {
		case err != nil:
		case it != nil:
			nap = shortPoll
			err = r.take(ctx, it)
		case time.Since(looked) > rounds:
			looked = time.Now()
			err = r.look(ctx, more)
		default:
			if !sleep(ctx, nap) {
				return ctx.Err()
			}
			nap = min(2*nap, longPoll)
		}
		if err != nil && !r.forgotten(err) {
			return err
		}
	}
}

// forgotten reports whether an error is that of an engine that has lost the survey: then it is made anew, see mend.
func (r *run) forgotten(err error) bool {
	if !errors.Is(err, errGone) {
		return false
	}
	r.lost = true
	return true
}

// fill begins jobs until the workers have enough of them: two for each slot that is known, and a few more. It returns false when
// there are no more.
func (r *run) fill(ctx context.Context, more bool) (bool, error) {
	for more && len(r.wanted) < 4+2*r.crew.slots() {
		job, ok, later := r.next()
		if !ok {
			return later, ctx.Err()
		}
		if err := r.begin(ctx, job); err != nil {
			return true, err
		}
	}
	return more, ctx.Err()
}

// begin takes what has become of a job from the ledger, or asks for it.
func (r *run) begin(ctx context.Context, job campaign.Job) error {
	if r.took[job.Shard] {
		return nil
	}
	r.wanted[job.Shard] = job
	for _, kind := range []string{kindShard, kindParked} {
		m, err := r.last(ctx, r.entry(kind, job.Shard))
		if err != nil {
			return err
		}
		if m != nil {
			return r.take(ctx, r.lay(ctx, m))
		}
	}
	return r.ask(ctx, r.task(job))
}

// ask puts a task in the queue, unless it is there.
func (r *run) ask(ctx context.Context, t wire.Task) error {
	kind := kindShard
	if t.Check {
		kind = kindCheck
	}
	data, err := r.pack(ctx, t.Append(nil))
	if err == nil {
		_, err = r.publish(ctx, r.job(kind, t.Shard), r.id(t.Shard), "", data)
	}
	return err
}

// second asks for a second opinion on a shard, not of the worker of that name.
func (r *run) second(ctx context.Context, job campaign.Job, not string) error {
	t := r.task(job)
	t.Check, t.Not = true, not
	return r.ask(ctx, t)
}

// mend puts in order what the engine may have lost: the streams, the order, and tasks of which neither task nor result is there.
func (r *run) mend(ctx context.Context) error {
	if err := r.announce(ctx); err != nil {
		return err
	}
	err := r.persist(ctx, "looking at the ledger", func(ctx context.Context) error {
		s, err := r.js.Stream(ctx, r.ledger())
		if err == nil && s.CachedInfo().State.LastSeq+1 < r.belt.seq {
			r.belt = belt{seq: 1} // another stream, or one that has lost its end
		}
		return err
	})
	if err != nil {
		return err
	}
	queued, _, err := r.subjects(ctx, r.jobs())
	if err != nil {
		return err
	}
	for _, job := range slices.Collect(maps.Values(r.wanted)) {
		if queued[r.job(kindShard, job.Shard)] > 0 {
			continue
		}
		if err := r.begin(ctx, job); err != nil {
			return err
		}
	}
	for _, s := range slices.Collect(maps.Keys(r.checks)) {
		if queued[r.job(kindCheck, s)] > 0 {
			continue
		}
		m, err := r.last(ctx, r.entry(kindCheck, s))
		if err != nil {
			return err
		}
		if m == nil {
			err = r.second(ctx, campaign.Job{Shard: s, Keep: r.keeps(ctx, s)}, r.checks[s])
		} else {
			err = r.take(ctx, r.lay(ctx, m))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
