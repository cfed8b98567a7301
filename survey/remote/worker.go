package remote

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
)

// A Worker makes shards of all surveys that a server announces.
type Worker struct {
	Conn    *Conn            // to the server
	Name    string           // see [NewName]; no two workers may have the same
	Slots   int              // number of shards made at the same time, 0 for one on each processor (GOMAXPROCS)
	Program campaign.Program // makes the shards
	// Idle, if positive, is how long the worker waits for tasks before it ends, or for a server that is away (but at least minAnswerTime).
	Idle time.Duration
	Hash string // of the only plan that the worker works for, "" for any
	// Limit is the longest time for a shard, if that is less than the client allows. Memory is the most bytes that the objects of this process
	// may take; when they take more, all shards in hand may be given up. 0 means no limit.
	Limit  time.Duration
	Memory uint64

	poll time.Duration // between looks for surveys, 0 for pollInterval; shorter in tests
}

// errRefused is wrapped by the error of a worker that fits none of the surveys that want workers, or whose results do not count.
var errRefused = errors.New("this worker is refused")

// errHangs is wrapped by the error of a worker with a shard that took too long and could not be stopped: the process has to end.
var errHangs = errors.New("a shard hangs")

const (
	pollInterval  = time.Second      // between looks for surveys
	idleTime      = 5 * time.Second  // without tasks, after which a worker leaves a survey to look for others
	hangGrace     = 30 * time.Second // for a shard to end after its limit
	minAnswerTime = 2 * time.Second  // that the server has at least to answer a worker that does not wait
)

// Run works for one survey after the other until the context is done, or until there has been nothing to do for the time of Idle. It ends with an
// error if the worker fits no survey, is excluded, lacks a right, or has a shard that hangs. It gives the shards in hand back, except those that hang.
func (w *Worker) Run(ctx context.Context) error {
	if !validName.MatchString(w.Name) {
		return fmt.Errorf("%q is no name of a worker: want 1 to 80 letters, digits, _ and -", w.Name)
	}
	if w.Slots <= 0 {
		w.Slots = runtime.GOMAXPROCS(0)
	}
	w.poll = orDefault(w.poll, pollInterval)
	answers := map[string]answer{} // by the text of the order
	for lastWork := time.Now(); ; {
		orders, isAway, err := w.orders(ctx, lastWork)
		if isAway {
			return nil
		}
		if err != nil {
			return err
		}
		var refused []error
		fits := false
		for _, subject := range slices.Sorted(maps.Keys(orders)) {
			if w.Hash != "" && subject != surveyHash(w.Hash).orderSubject() {
				continue
			}
			text := string(orders[subject])
			a, isKnown := answers[text]
			if !isKnown {
				if a.survey, a.err = w.join(orders[subject]); a.err != nil {
					w.Conn.log.Error("an order that this worker cannot do", "subject", subject, "error", a.err)
				}
				answers[text] = a
			}
			switch {
			case errors.Is(a.err, errNoOrder): // the client will replace it
			case a.err != nil:
				refused = append(refused, a.err)
			default:
				fits = true
				hadTasks, err := a.survey.run(ctx)
				if err != nil {
					return err
				}
				if hadTasks {
					lastWork = time.Now()
				}
			}
		}
		switch {
		case len(refused) > 0 && !fits:
			return fmt.Errorf("%w: %w", errRefused, errors.Join(refused...))
		case w.Idle > 0 && time.Since(lastWork) > w.Idle:
			return nil
		case !sleep(ctx, w.poll):
			return ctx.Err()
		}
	}
}

// orders returns the orders that the server has, by subject. isAway reports that the server did not answer for as long as an idle worker waits;
// then err is set, too.
func (w *Worker) orders(ctx context.Context, lastWork time.Time) (orders map[string][]byte, isAway bool, err error) {
	if w.Idle <= 0 {
		orders, err = w.Conn.orders(ctx)
		return orders, false, err
	}
	limited, cancel := context.WithTimeout(ctx, max(w.Idle-time.Since(lastWork), minAnswerTime))
	defer cancel()
	orders, err = w.Conn.orders(limited)
	idleTimeIsOver := limited.Err() != nil && ctx.Err() == nil // the caller's context is not done
	return orders, err != nil && !errors.Is(err, errDenied) && idleTimeIsOver, err
}

// An answer of a worker to an order is the work for its survey, or why there is none: errNoOrder, or what does not fit.
type answer struct {
	survey *surveyWorker
	err    error
}

// join reads an order, and returns the work for its survey unless this program does not fit it.
func (w *Worker) join(text []byte) (*surveyWorker, error) {
	o, err := parseOrder(text)
	if err != nil {
		return nil, err
	}
	newMaker, err := w.Program.Workers(o.plan, o.Origin)
	if err != nil {
		return nil, err
	}
	w.Conn.log.Info("joined", "plan", o.plan.Hash(), "space", o.plan.Space, "shards", o.plan.Shards, "slots", w.Slots, "worker", w.Name)
	return &surveyWorker{Worker: w, order: o, surveyHash: surveyHash(o.plan.Hash()), newMaker: newMaker, hung: make(chan error, 1)}, nil
}

// A surveyWorker is a worker at work for one survey.
type surveyWorker struct {
	*Worker
	*order
	surveyHash
	newMaker func() (*campaign.Worker, error) // called once by each slot

	mu          sync.Mutex
	tasksInHand int
	lastActive  time.Time  // when run began, or a task began or ended
	hung        chan error // the error of a shard that hangs
}

// run does tasks until the survey is over or has had none for idleTime, until a slot fails, or until a shard hangs. hadTasks reports whether there
// were any. If the context is done, run returns no error.
func (sw *surveyWorker) run(ctx context.Context) (hadTasks bool, err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	began := time.Now()
	sw.lastActive = began
	failed := make(chan error, sw.Slots)
	var slots sync.WaitGroup
	for range sw.Slots {
		slots.Go(func() {
			if err := sw.runSlot(ctx); err != nil {
				failed <- err
				stop()
			}
		})
	}
	slots.Go(func() { sw.watchOrder(ctx, stop) })
	ended := make(chan struct{})
	go func() {
		slots.Wait()
		close(ended)
	}()
	select {
	case err := <-sw.hung:
		return true, err // without waiting for the slots: that of the shard that hangs does not end
	case <-ended:
	}
	close(failed)
	for err := range failed { // in the order in which they failed; those after the first were stopped by it
		if !errors.Is(err, context.Canceled) {
			return true, err
		}
	}
	return sw.lastActive.After(began), nil
}

// watchOrder stops the work when two looks find the order withdrawn and none between them finds it, or when there has been nothing to do for idleTime.
// A look that fails says nothing about the order.
func (sw *surveyWorker) watchOrder(ctx context.Context, stop func()) {
	defer stop()
	for missing := 0; missing < 2 && sleep(ctx, sw.poll); {
		orders, err := sw.Conn.orders(ctx)
		switch {
		case err != nil:
		case orders[sw.orderSubject()] == nil:
			missing++
		default:
			missing = 0
		}
		sw.mu.Lock()
		isIdle := sw.tasksInHand == 0 && time.Since(sw.lastActive) > idleTime
		sw.mu.Unlock()
		if isIdle {
			return
		}
	}
}

// runSlot does tasks one after the other until the context is done, a task ends the worker, or the server denies a right. When tasks cannot be
// fetched it looks for the queue again, as the client may have made it anew.
func (sw *surveyWorker) runSlot(ctx context.Context) error {
	runtime.LockOSThread() // a worker measures the processor time of its thread
	defer runtime.UnlockOSThread()
	maker, err := sw.newMaker()
	if err != nil {
		return err
	}
	denialAtStart := sw.Conn.lastDenial.Load()
	for ctx.Err() == nil {
		tasks, err := sw.Conn.consumer(ctx, sw.surveyHash, sw.taskStream())
		for err == nil && ctx.Err() == nil && sw.Conn.lastDenial.Load() == denialAtStart {
			var batch jetstream.MessageBatch
			if batch, err = tasks.Fetch(1, jetstream.FetchMaxWait(2*sw.poll)); err != nil {
				break
			}
			for msg := range batch.Messages() {
				if err := sw.doTask(ctx, maker, msg); err != nil {
					return err
				}
			}
			if err = batch.Error(); errors.Is(err, nats.ErrTimeout) {
				err = nil
			}
		}
		if denial := sw.Conn.lastDenial.Load(); denial != denialAtStart {
			return fmt.Errorf("taking tasks: %w: %w", errDenied, *denial)
		}
		sleep(ctx, sw.poll/5)
	}
	return ctx.Err()
}

// doTask does a task, submits its result and acknowledges the task. A task that fails is given back; at the last try its failure is the result. A task
// that has been given to workers more often than that, as they died or hung, fails without a try. If the context is done, the task is given back.
// It is given back, too, if it excludes this worker (task.Not), which ends with an error then.
func (sw *surveyWorker) doTask(ctx context.Context, maker *campaign.Worker, msg jetstream.Msg) error {
	metadata, err := msg.Metadata()
	if err != nil {
		return nil // the message is not of a stream
	}
	t, err := parseTask(msg.Data(), sw.plan)
	if err != nil {
		sw.Conn.log.Error("a task that is none is put away", "error", err)
		_ = msg.Term()
		return nil
	}
	r := &result{Plan: string(sw.surveyHash), Maker: sw.Name, Build: sw.Program.Build, Result: campaign.Result{Shard: t.Shard}}
	tries := int(metadata.NumDelivered)
	switch {
	case tries > sw.Tries:
		r.Failed = fmt.Sprintf("given to workers %d times without a result", tries-1)
	case slices.Contains(t.Not, sw.Name):
		_ = msg.Nak()
		return fmt.Errorf("%w: its result of a shard was not that of another maker (makers.jsonl in the folder of the survey)", errRefused)
	default:
		sw.countInHand(1)
		defer sw.countInHand(-1)
		beating, stopHeartbeats := context.WithCancel(ctx)
		defer stopHeartbeats()
		go sw.sendHeartbeats(beating, msg)
		made, err := sw.makeShard(ctx, maker, t.Job, stopHeartbeats)
		switch {
		case ctx.Err() != nil:
			_ = msg.Nak()
			return ctx.Err()
		case err == nil:
			r.Result = made
		default:
			sw.Conn.log.Error("a shard failed", "shard", t.Shard, "try", tries, "error", err)
			if tries < sw.Tries {
				_ = msg.NakWithDelay(min(time.Second, sw.poll))
				return nil
			}
			r.Failed = fmt.Sprintf("given to workers %d times without a result; worker %s: %v", tries, sw.Name, err)
		}
	}
	if err := sw.submit(ctx, r, metadata.Sequence.Stream); err != nil {
		return err
	}
	ackCtx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	if err := msg.DoubleAck(ackCtx); err != nil {
		sw.Conn.log.Warn("not heard by the server: the task will come again", "error", err)
	}
	return nil
}

// countInHand adds n, 1 or -1, to the number of tasks in hand.
func (sw *surveyWorker) countInHand(n int) {
	sw.mu.Lock()
	defer sw.mu.Unlock()
	sw.tasksInHand += n
	sw.lastActive = time.Now()
}

// submit publishes a result, or a failure instead if it is too large for a message. It drops the result if the survey is over. All tries to publish it
// have one message ID, by which the server knows duplicates; sequence is the number of the task in its stream.
func (sw *surveyWorker) submit(ctx context.Context, r *result, sequence uint64) error {
	m := r.message(sw.subjectFor(sw.Name, r.Shard))
	if limit := sw.Conn.nats.MaxPayload(); int64(len(m.Data)) > limit-1024 { // headers count, too, and are shorter than that
		r.Result = campaign.Result{Shard: r.Shard}
		r.Failed = fmt.Sprintf("its result has %d bytes, more than the server takes in a message, %d (max_payload)", len(m.Data), limit)
		m = r.message(m.Subject)
	}
	id := fmt.Sprintf("%s-%s-%d-%s", sw.Name, sw.surveyHash, sequence, record.Sum(m.Data)[:8])
	return sw.Conn.retry(ctx, "handing in a result", func(ctx context.Context) error {
		_, err := sw.Conn.js.PublishMsg(ctx, m, jetstream.WithMsgID(id))
		if errors.Is(err, jetstream.ErrNoStreamResponse) {
			orders, ordersErr := sw.Conn.orders(ctx)
			if ordersErr == nil && orders[sw.orderSubject()] == nil {
				return nil // the survey is over
			}
		}
		return err
	})
}

// errMemory is the error of a shard that was given up since this process took too much memory.
var errMemory = errors.New("more memory than the worker may use")

// makeShard makes a shard within its time and memory; a panic is an error. If the shard goes on for hangGrace after its limit (or as long as the limit, if
// that is shorter), stopHeartbeats is called, so that the server may give the shard to another worker, and hung gets an error.
func (sw *surveyWorker) makeShard(ctx context.Context, maker *campaign.Worker, job campaign.Job, stopHeartbeats func()) (r campaign.Result, err error) {
	limit := secondsOf(sw.order.Limit)
	if sw.Worker.Limit > 0 {
		limit = min(limit, sw.Worker.Limit)
	}
	graceTime := min(hangGrace, limit)
	hangTimer := time.AfterFunc(limit+graceTime, func() {
		stopHeartbeats()
		select {
		case sw.hung <- fmt.Errorf("shard %d: %w: it has not ended %v after its limit, %v", job.Shard, errHangs, graceTime, limit):
		default: // another shard hangs, too
		}
	})
	defer hangTimer.Stop()
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	limited, giveUp := context.WithCancelCause(timed)
	defer giveUp(nil)
	go func() {
		for sleep(limited, min(time.Second, sw.poll)) {
			if sw.Memory > 0 && heapBytes() > sw.Memory {
				giveUp(errMemory)
			}
		}
	}()
	defer func() {
		if p := recover(); p != nil {
			sw.Conn.log.Error("panic", "shard", job.Shard, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	r, err = maker.Do(limited, job)
	switch {
	case err == nil || ctx.Err() != nil: // no limit ended it
	case errors.Is(context.Cause(limited), errMemory):
		err = fmt.Errorf("given up: %w, %d MB", errMemory, sw.Memory>>20)
	case timed.Err() != nil:
		err = fmt.Errorf("not done after %v, its limit", limit)
	}
	return r, err
}

// sendHeartbeats tells the server every third of the ack wait that a task is in hand, until the context is done.
func (sw *surveyWorker) sendHeartbeats(ctx context.Context, msg jetstream.Msg) {
	for sleep(ctx, max(secondsOf(sw.AckWait)/3, time.Millisecond)) {
		if err := msg.InProgress(); err != nil {
			sw.Conn.log.Debug("sign of life", "error", err)
		}
	}
}

// heapBytes returns the bytes that the objects of this process take, including those that are not collected yet.
func heapBytes() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}
