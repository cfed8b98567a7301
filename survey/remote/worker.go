package remote

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
)

// A Worker makes shards for whoever wants some.
type Worker struct {
	// Conn is the connection to the server.
	Conn *Conn
	// Name of the worker, see [NewName]; no two may have the same.
	Name string
	// Slots is how many shards it makes at the same time, 0 for one on each processor.
	Slots int
	// Program makes them.
	Program campaign.Program
	// Idle, if positive, is how long the worker waits for something to do, or for a server that is gone, before it ends.
	Idle time.Duration
	// Hash, if not empty, is that of the only plan that the worker works for.
	Hash string
	// Limit is the longest time for a shard, if that is less than the client allows, and Memory the most bytes that this process may use while it
	// makes shards; a shard that takes more is given up. 0 means no limit of its own.
	Limit  time.Duration
	Memory uint64

	every time.Duration // between looks for surveys, 0 for looks; shorter in tests
}

// errRefused is wrapped by the error of a worker that fits none of the surveys that want workers, or whose results do not count.
var errRefused = errors.New("this worker is refused")

// errHangs is wrapped by the error of a worker that cannot stop a shard that took too long: the process has to end.
var errHangs = errors.New("a shard hangs")

// hostName is the name of this machine, as one word of a subject.
func hostName() string {
	host, _ := os.Hostname()
	host = strings.Map(func(c rune) rune {
		if names.MatchString(string(c)) {
			return c
		}
		return '-'
	}, host)
	return host[:min(len(host), 40)]
}

// NewName returns a name for a worker of this process: host, process and a random part.
func NewName() string { return fmt.Sprintf("%s-%d-%s", hostName(), os.Getpid(), rand.Text()[:10]) }

const (
	looks = time.Second      // between looks for surveys
	stays = 5 * time.Second  // of a worker with a survey that has no tasks
	grace = 30 * time.Second // for a shard to notice that its time is over

	answers = 2 * time.Second // the least that a server has to answer a worker that does not wait
)

// Run works until the context is done, or for as long as there is something to do if Idle says so. Shards in hand are given back when it ends.
func (w *Worker) Run(ctx context.Context) error {
	if !names.MatchString(w.Name) {
		return fmt.Errorf("%q is no name of a worker: want 1 to 80 letters, digits, _ and -", w.Name)
	}
	if w.Slots <= 0 {
		w.Slots = runtime.GOMAXPROCS(0)
	}
	w.every = or(w.every, looks)
	surveys, refusals := map[string]*job{}, map[string]error{} // by the text of the order
	for idle := time.Now(); ; {
		look, stop := ctx, context.CancelFunc(func() {})
		if w.Idle > 0 {
			look, stop = context.WithTimeout(ctx, max(w.Idle-time.Since(idle), answers))
		}
		orders, err := w.Conn.orders(look)
		stop()
		if err != nil && ctx.Err() == nil && look.Err() != nil {
			return nil // the server is gone for so long
		}
		if err != nil {
			return err
		}
		fits := false
		for _, subject := range slices.Sorted(maps.Keys(orders)) {
			text := string(orders[subject])
			if surveys[text] == nil && refusals[text] == nil && (w.Hash == "" || subject == topic(w.Hash).order()) {
				if surveys[text], err = w.join(orders[subject]); errors.Is(err, errNoOrder) {
					w.Conn.log.Warn("what should be an order is none; the client mends it", "subject", subject)
				} else if err != nil {
					refusals[text] = err
					w.Conn.log.Error("this worker does not fit a survey that wants workers", "error", err)
				}
			}
			if refusals[text] != nil || surveys[text] == nil {
				continue
			}
			fits = true
			busy, err := surveys[text].run(ctx)
			if err != nil {
				return err
			}
			if busy {
				idle = time.Now()
			}
		}
		switch {
		case len(orders) > 0 && len(refusals) > 0 && !fits:
			return fmt.Errorf("%w: %w", errRefused, errors.Join(slices.Collect(maps.Values(refusals))...))
		case w.Idle > 0 && time.Since(idle) > w.Idle:
			return nil
		case !sleep(ctx, w.every):
			return ctx.Err()
		}
	}
}

// A job is the work for one survey.
type job struct {
	*Worker
	*order
	topic
	makes func() (*campaign.Worker, error)

	mu     sync.Mutex
	inHand int
	active time.Time  // when a task was there
	hung   chan error // a shard that does not end
}

// join reads an order and checks that program and plan fit.
func (w *Worker) join(text []byte) (*job, error) {
	o, err := parseOrder(text)
	if err != nil {
		return nil, err
	}
	j := &job{Worker: w, order: o, topic: topic(o.plan.Hash()), hung: make(chan error, 1)}
	if j.makes, err = w.Program.Workers(o.plan, o.Origin); err != nil {
		return nil, err
	}
	w.Conn.log.Info("joined", "plan", o.plan.Hash(), "space", o.plan.Space, "shards", o.plan.Shards, "slots", w.Slots, "worker", w.Name)
	return j, nil
}

// run does tasks until the survey is over, or has had none for a while. It reports whether there were any.
func (j *job) run(ctx context.Context) (busy bool, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	began := time.Now()
	j.active = began
	failed := make(chan error, j.Slots)
	var slots sync.WaitGroup
	for range j.Slots {
		slots.Go(func() {
			if err := j.slot(ctx); err != nil {
				failed <- err
				stop()
			}
		})
	}
	slots.Go(func() { j.watch(ctx, stop) })
	ended := make(chan struct{})
	go func() {
		slots.Wait()
		close(ended)
	}()
	select {
	case err := <-j.hung:
		return true, err // without its slot
	case <-ended:
	}
	close(failed)
	for err := range failed {
		if !errors.Is(err, context.Canceled) {
			return true, err
		}
	}
	return j.active.After(began), nil
}

// watch ends the work when the order is withdrawn, or when there has been nothing to do for a while.
func (j *job) watch(ctx context.Context, stop func()) {
	for missing := 0; missing < 2 && sleep(ctx, j.every); {
		if list, err := j.Conn.orders(ctx); err == nil && list[j.topic.order()] == nil {
			missing++
		} else if err == nil {
			missing = 0
		}
		j.mu.Lock()
		if j.inHand == 0 && time.Since(j.active) > stays {
			missing = 2
		}
		j.mu.Unlock()
	}
	stop()
}

// slot does tasks one after the other.
func (j *job) slot(ctx context.Context) error {
	runtime.LockOSThread() // for its clock
	defer runtime.UnlockOSThread()
	w, err := j.makes()
	if err != nil {
		return err
	}
	denied := j.Conn.denied.Load()
	for ctx.Err() == nil {
		tasks, err := j.Conn.consumer(ctx, j.topic, j.jobs())
		for err == nil && ctx.Err() == nil {
			var batch jetstream.MessageBatch
			if batch, err = tasks.Fetch(1, jetstream.FetchMaxWait(2*j.every)); err != nil {
				break
			}
			for m := range batch.Messages() {
				if err := j.task(ctx, w, m); err != nil {
					return err
				}
			}
			if err = batch.Error(); errors.Is(err, nats.ErrTimeout) {
				err = nil
			}
			if j.Conn.denied.Load() != denied {
				break
			}
		}
		if now := j.Conn.denied.Load(); now != denied {
			return fmt.Errorf("taking tasks: %w: %w", errDenied, *now)
		}
		sleep(ctx, j.every/5)
	}
	return ctx.Err()
}

// task does a task and hands its result in. The error ends the worker; what goes wrong with a task alone is told the client when it was tried
// often enough.
func (j *job) task(ctx context.Context, w *campaign.Worker, m jetstream.Msg) error {
	about, err := m.Metadata()
	if err != nil {
		return nil // no task
	}
	t, err := parseTask(m.Data(), j.plan)
	if err != nil {
		j.Conn.log.Error("a task that is none is put away", "error", err)
		_ = m.Term()
		return nil
	}
	r := &result{Plan: string(j.topic), Maker: j.Name, Build: j.Program.Build, Result: campaign.Result{Shard: t.Shard}}
	tries := int(about.NumDelivered)
	switch excluded := slices.Contains(t.Not, j.Name); {
	case tries > j.Tries:
		r.Failed = fmt.Sprintf("given to workers %d times without a result", tries-1)
	case excluded:
		_ = m.Nak()
		return fmt.Errorf("%w: its result of a shard was not that of another maker (makers.jsonl in the folder of the survey)", errRefused)
	default:
		j.note(1)
		defer j.note(-1)
		alive, silent := context.WithCancel(ctx)
		defer silent()
		go j.beat(alive, m)
		r.Result, err = j.make(ctx, w, t.Job, silent)
		if ctx.Err() != nil {
			_ = m.Nak()
			return ctx.Err()
		}
		if err != nil {
			j.Conn.log.Error("a shard failed", "shard", t.Shard, "try", tries, "error", err)
			if tries < j.Tries {
				_ = m.NakWithDelay(min(time.Second, j.every))
				return nil
			}
			r.Result, r.Failed = campaign.Result{Shard: t.Shard}, fmt.Sprintf("given to workers %d times without a result; worker %s: %v", tries, j.Name, err)
		}
	}
	if err := j.handIn(ctx, r, about.Sequence.Stream); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if err := m.DoubleAck(ctx); err != nil {
		j.Conn.log.Warn("not heard by the server: the task will come again", "error", err)
	}
	return nil
}

// note counts what is in hand.
func (j *job) note(n int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.inHand += n
	j.active = time.Now()
}

// handIn publishes a result. It is dropped when the survey is over.
func (j *job) handIn(ctx context.Context, r *result, sequence uint64) error {
	subject := j.result(r.Shard)
	if j.Name == OwnName() {
		subject = j.own(r.Shard)
	}
	m := r.message(subject)
	if most := j.Conn.nats.MaxPayload(); int64(len(m.Data)) > most-1024 {
		r.Result, r.Failed = campaign.Result{Shard: r.Shard}, fmt.Sprintf("its result has %d bytes, more than the server takes in a message, %d (max_payload)", len(m.Data), most)
		m = r.message(m.Subject)
	}
	id := fmt.Sprintf("%s-%s-%d-%s", j.Name, j.topic, sequence, record.Sum(m.Data)[:8]) // of all tries to publish it
	return j.Conn.persist(ctx, "handing in a result", func(ctx context.Context) error {
		_, err := j.Conn.js.PublishMsg(ctx, m, jetstream.WithMsgID(id))
		if errors.Is(err, jetstream.ErrNoStreamResponse) {
			if list, err := j.Conn.orders(ctx); err == nil && list[j.topic.order()] == nil {
				return nil
			}
		}
		return err
	})
}

// errMemory is the cause of a shard that was given up as it took too much memory.
var errMemory = errors.New("more memory than the worker may use")

// make makes a shard within its time and memory; a panic is an error. When its time is over it calls silent: then the server may give the shard to
// another worker. If it goes on all the same, the worker has to end.
func (j *job) make(ctx context.Context, w *campaign.Worker, t campaign.Job, silent func()) (r campaign.Result, err error) {
	limit := seconds(j.order.Limit)
	if j.Worker.Limit > 0 {
		limit = min(limit, j.Worker.Limit)
	}
	hangs := time.AfterFunc(limit+min(grace, limit), func() {
		silent()
		select {
		case j.hung <- fmt.Errorf("shard %d: %w: it has not ended %v after its limit, %v", t.Shard, errHangs, min(grace, limit), limit):
		default:
		}
	})
	defer hangs.Stop()
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	limited, giveUp := context.WithCancelCause(timed)
	defer giveUp(nil)
	go func() {
		for sleep(limited, min(time.Second, j.every)) {
			if j.Memory > 0 && heap() > j.Memory {
				giveUp(errMemory)
			}
		}
	}()
	defer func() {
		if p := recover(); p != nil {
			j.Conn.log.Error("panic", "shard", t.Shard, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	r, err = w.Do(limited, t)
	switch {
	case err == nil || ctx.Err() != nil:
	case errors.Is(context.Cause(limited), errMemory):
		err = fmt.Errorf("given up: %w, %d MB", errMemory, j.Memory>>20)
	case timed.Err() != nil:
		err = fmt.Errorf("not done after %v, its limit", limit)
	}
	return r, err
}

// beat says every third of the ack wait that a task is in hand, until the context is done.
func (j *job) beat(ctx context.Context, m jetstream.Msg) {
	for sleep(ctx, max(seconds(j.AckWait)/3, time.Millisecond)) {
		if err := m.InProgress(); err != nil {
			j.Conn.log.Debug("sign of life", "error", err)
		}
	}
}

// heap returns the bytes that the objects of this process take, those included that are not collected yet.
func heap() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
