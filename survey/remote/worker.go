package remote

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/campaign"
	"chesscensus/survey/filter"
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
	"chesscensus/survey/remote/internal/wire"
)

// A Worker does shards, and chunks of lines, for whoever wants some.
type Worker struct {
	// Conn is the connection to the engine.
	Conn *Conn
	// Name of the worker, see [NewName]; no two may have the same.
	Name string
	// Slots is how many shards it does at the same time, 0 for one on each processor.
	Slots int
	// Program makes the program that does them, which finds its tables in a folder.
	Program func(tables string) campaign.Program
	// Work makes what answers chunks of lines for a command; see [Lines]. The error is that of a command that it does not know, or that makes no sense.
	Work func(Work) (filter.Answerer, error)
	// Folder is where tables that come over the wire are kept.
	Folder string
	// Idle, if positive, is how long the worker waits for something to do before it ends.
	Idle time.Duration
	// Hash, if not empty, is that of the only plan that the worker works for.
	Hash string
	// Limit is the longest time for a shard, if that is less than the client allows, and Memory the most bytes that this process may
	// use while it does shards; a shard that takes more is given up. 0 means no limit of its own.
	Limit  time.Duration
	Memory uint64

	every time.Duration // between looks for surveys, 0 for looks; shorter in tests
}

// ErrRefused is wrapped by the error of a worker that fits none of the surveys that want workers, or whose results were wrong.
var ErrRefused = errors.New("this worker is refused")

// ErrHangs is wrapped by the error of a worker that cannot stop a shard that took too long: the process has to end.
var ErrHangs = errors.New("a shard hangs")

// NewName returns a name for a worker of this process: host, process and a random part.
func NewName() string {
	host, _ := os.Hostname()
	host = strings.Map(func(c rune) rune {
		if wire.ValidName(string(c)) {
			return c
		}
		return '-'
	}, host)
	return fmt.Sprintf("%s-%d-%s", host[:min(len(host), 40)], os.Getpid(), randomID())
}

// looks is how often a worker looks for surveys.
const looks = time.Second

// Run works until the context is done, or for as long as there is something to do if Idle says so. Shards in hand are given
// back when it ends.
func (w *Worker) Run(ctx context.Context) error {
	if !wire.ValidName(w.Name) {
		return fmt.Errorf("%q is no name of a worker: want 1 to 80 letters, digits, _ and -", w.Name)
	}
	if w.Slots <= 0 {
		w.Slots = runtime.GOMAXPROCS(0)
	}
	if w.every == 0 {
		w.every = looks
	}
	refusals, joined := map[string]error{}, map[string]*job{}
	idle := time.Now()
	for {
		orders, err := w.Conn.orders(ctx)
		if err != nil {
			return err
		}
		fits := false
		for _, text := range orders {
			j, err := w.join(ctx, text, refusals, joined)
			if err != nil {
				return err
			}
			if j == nil {
				continue
			}
			fits = true
			busy, err := j.run(ctx)
			if err != nil {
				return err
			}
			if busy {
				idle = time.Now()
			}
		}
		if len(orders) > 0 && len(refusals) > 0 && !fits {
			return fmt.Errorf("%w: %w", ErrRefused, errors.Join(slices.Collect(maps.Values(refusals))...))
		}
		if w.Idle > 0 && time.Since(idle) > w.Idle {
			return nil
		}
		if !sleep(ctx, w.every) {
			return ctx.Err()
		}
	}
}

// orders returns the orders that the engine has, in the order of their names.
func (c *Conn) orders(ctx context.Context) (list [][]byte, err error) {
	err = c.persist(ctx, "looking for surveys", func(ctx context.Context) error {
		list = nil
		kv, err := c.js.KeyValue(ctx, orderBucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			return nil // nobody has ever wanted anything
		}
		if err != nil {
			return err
		}
		keys, err := kv.Keys(ctx)
		if errors.Is(err, jetstream.ErrNoKeysFound) {
			return nil
		}
		if err != nil {
			return err
		}
		slices.Sort(keys)
		for _, key := range keys {
			e, err := kv.Get(ctx, key)
			if gone(err) {
				continue
			}
			if err != nil {
				return err
			}
			list = append(list, e.Value())
		}
		return nil
	})
	return list, err
}

// join reads an order and makes ready for it, once. It returns nil if the worker does not fit, and then notes why, once.
func (w *Worker) join(ctx context.Context, text []byte, refusals map[string]error, joined map[string]*job) (*job, error) {
	key := record.Sum(text)
	if refusals[key] != nil || joined[key] != nil {
		return joined[key], nil
	}
	o, p, err := wire.ParseOrder(text)
	if err == nil && w.Hash != "" && o.Hash != w.Hash {
		return nil, nil
	}
	j := &job{Worker: w, order: o, hung: make(chan error, 1)}
	if err == nil {
		j.desk = w.Conn.at(o.Hash)
		j.build, j.new, err = w.ready(ctx, j.desk, o, p)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		refusals[key] = err
		w.Conn.log.Error("this worker does not fit a survey that wants workers", "error", err)
		return nil, nil
	}
	joined[key] = j
	what := []any{"plan", o.Hash, "slots", w.Slots, "worker", w.Name}
	if o.Work != nil {
		what = append(what, "command", o.Work.Command, "options", string(o.Work.Options))
	} else {
		what = append(what, "space", p.Space, "shards", p.Shards)
	}
	j.log.Info("joined", what...)
	return j, nil
}

// ready fetches tables and checks that program and plan fit.
func (w *Worker) ready(ctx context.Context, d desk, o *wire.Order, p *plan.Plan) (build string, makes func() (doer, error), err error) {
	if o.Work != nil {
		f, err := w.answers(o)
		return "", func() (doer, error) { return f, nil }, err
	}
	if err := w.fetch(ctx, d, o.Tables); err != nil {
		return "", nil, err
	}
	prog := w.Program(w.Folder)
	news, err := prog.Workers(p, o.Origin)
	return prog.Build, func() (doer, error) {
		worker, err := news()
		return func(ctx context.Context, t wire.Task) (campaign.Result, error) {
			return worker.Do(ctx, campaign.Job{Shard: t.Shard, Keep: t.Keep})
		}, err
	}, err
}

// fetch puts tables into the folder, as far as they are not there. Their names cannot lead out of it.
func (w *Worker) fetch(ctx context.Context, d desk, tables []wire.Table) error {
	if len(tables) == 0 {
		return nil
	}
	if err := os.MkdirAll(w.Folder, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(w.Folder)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	for _, t := range tables {
		if data, err := root.ReadFile(t.Name); err == nil && record.Sum(data) == t.SHA256 {
			continue
		}
		data, err := d.file(ctx, t.SHA256, t.Bytes)
		if err != nil {
			return fmt.Errorf("tables %s: %w", t.Name, err)
		}
		half := t.Name + "." + randomID()
		if err := root.WriteFile(half, data, 0o644); err != nil {
			return err
		}
		if err := root.Rename(half, t.Name); err != nil {
			return err
		}
		d.log.Info("tables fetched", "file", filepath.Join(w.Folder, t.Name), "bytes", len(data))
	}
	return nil
}

// A job is the work for one order.
type job struct {
	*Worker
	desk
	order *wire.Order
	new   func() (doer, error)

	mu     sync.Mutex
	hands  []int // shards in hand
	done   int
	active time.Time  // when a task was there
	hung   chan error // a shard that does not end
	build  string     // of the program
}

// patienceForTasks is how long a worker stays with a survey that has no tasks before it looks for others.
const patienceForTasks = 5 * time.Second

// run does tasks until the survey is over, or has had none for a while. It reports whether there were any.
func (j *job) run(ctx context.Context) (busy bool, err error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	sub, err := j.nats.Subscribe(j.roll(), j.answer)
	if err != nil {
		return false, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	j.active = time.Now()
	began := j.active
	var slots sync.WaitGroup
	failed := make(chan error, j.Slots)
	for range j.Slots {
		slots.Go(func() {
			if err := j.slot(ctx); err != nil {
				failed <- err
				stop(err)
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
func (j *job) watch(ctx context.Context, stop context.CancelCauseFunc) {
	missing := 0
	for sleep(ctx, j.every) {
		kv, err := j.js.KeyValue(ctx, orderBucket)
		if err == nil {
			_, err = kv.Get(ctx, j.topic.order())
		}
		if gone(err) {
			missing++
		} else if err == nil {
			missing = 0
		}
		j.mu.Lock()
		idle := len(j.hands) == 0 && time.Since(j.active) > patienceForTasks
		j.mu.Unlock()
		if missing >= 2 || idle {
			stop(nil)
		}
	}
}

// answer tells what the worker is doing.
func (j *job) answer(m *nats.Msg) {
	j.mu.Lock()
	s := wire.State{Name: j.Name, Build: j.build, Slots: j.Slots, Shards: slices.Clone(j.hands), Done: j.done}
	j.mu.Unlock()
	if err := m.Respond(s.Append(nil)); err != nil {
		j.log.Debug("roll call", "error", err)
	}
}

// slot does tasks one after the other.
func (j *job) slot(ctx context.Context) error {
	runtime.LockOSThread() // for its clock
	defer runtime.UnlockOSThread()
	w, err := j.new()
	if err != nil {
		return err
	}
	var tasks jetstream.Consumer
	for ctx.Err() == nil {
		denied := j.desk.denied.Load()
		if tasks == nil {
			if tasks, err = j.js.Consumer(ctx, j.jobs(), consumer); err != nil {
				tasks = nil
				if err := j.forbidden(denied); err != nil {
					return fmt.Errorf("looking for the queue: %w", err)
				}
				j.log.Debug("no queue", "error", err)
				sleep(ctx, j.every/5)
				continue
			}
		}
		batch, err := tasks.Fetch(1, jetstream.FetchMaxWait(2*j.every))
		if err == nil {
			got := false
			for m := range batch.Messages() {
				got = true
				if err := j.task(ctx, w, m); err != nil {
					return err
				}
			}
			err = batch.Error()
			if denial := j.forbidden(denied); !got && denial != nil {
				return fmt.Errorf("taking a task: %w", denial)
			}
		}
		if err != nil && !errors.Is(err, nats.ErrTimeout) && ctx.Err() == nil {
			j.log.Debug("no task", "error", err)
			tasks = nil // the queue may be gone
			sleep(ctx, j.every/5)
		}
	}
	return ctx.Err()
}
