package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
)

// A Worker makes shards of all surveys that a server announces. It must not be copied.
type Worker struct {
	Conn    *Conn            // to the server
	Name    string           // see [NewName]; no two workers may have the same
	Slots   int              // number of shards made at the same time, 0 for one on each processor (GOMAXPROCS)
	Program campaign.Program // makes the shards
	// Idle, if positive, is how long the worker waits for tasks before it ends, also when the server is away.
	Idle time.Duration
	Hash string // of the only plan that the worker works for, "" for any
	// Limit is the longest time for a shard, if that is less than the client allows. Memory is the most bytes that the objects of this process
	// may take; when they take more, all shards in hand may be given up. 0 means no limit.
	Limit  time.Duration
	Memory uint64

	poll     time.Duration // between looks for surveys, 0 for pollInterval; shorter in tests
	lastWork atomic.Int64  // when there was something to do, in nanoseconds since 1970
	known    map[string]*survey
}

// Errors that errors of workers and of shards wrap.
var (
	errRefused = errors.New("this worker is refused")              // it fits none of the surveys that want workers, or its results do not count
	errHangs   = errors.New("a shard hangs")                       // it took too long and could not be stopped: the process has to end
	errMemory  = errors.New("more memory than the worker may use") // the shard was given up
)

const (
	pollInterval = time.Second      // between looks for surveys
	hangGrace    = 30 * time.Second // for a shard to end after its limit
)

// Run makes shards of all surveys, Slots at a time, until the context is done, or until there has been nothing to do for the time of Idle. It ends
// with an error if the worker fits no survey, is excluded, lacks a right, or has a shard that hangs. It gives the shards in hand back, except those
// that hang.
func (w *Worker) Run(ctx context.Context) error {
	if !validName.MatchString(w.Name) {
		return fmt.Errorf("%q is no name of a worker: want 1 to 80 letters, digits, _ and -", w.Name)
	}
	w.Slots, w.poll, w.known = cmp.Or(w.Slots, runtime.GOMAXPROCS(0)), cmp.Or(w.poll, pollInterval), map[string]*survey{}
	w.touch()
	ctx, stop := w.Conn.guard(ctx)
	defer stop(nil)
	var tasks sync.WaitGroup
	slots := make(chan struct{}, w.Slots)
	var silentSince time.Time // when the server failed to answer after its last answer, or zero
	for ctx.Err() == nil && (w.Idle <= 0 || time.Since(time.Unix(0, w.lastWork.Load())) <= w.Idle) {
		surveys, err := w.surveys(ctx)
		switch {
		case err == nil:
			silentSince = time.Time{}
		case silentSince.IsZero():
			silentSince = time.Now()
		}
		if errors.Is(err, errRefused) || err != nil && time.Since(silentSince) > maxOutage {
			stop(err)
		}
		if len(surveys) == 0 {
			sleep(ctx, w.poll)
		}
		for _, s := range surveys {
			slots <- struct{}{} // shards end when the context is done
			msg, err := w.Conn.take(ctx, s.surveyHash, taskConsumer, 2*w.poll/time.Duration(len(surveys)))
			if err != nil {
				<-slots
				sleep(ctx, w.poll/5) // the client may be making the stream anew
				continue
			}
			w.touch()
			tasks.Go(func() {
				defer func() { <-slots }()
				if err := w.doTask(ctx, s, msg); err != nil {
					stop(err)
				}
			})
		}
	}
	tasks.Wait()
	return context.Cause(ctx)
}

// A survey is a survey of a server, by the text of its order.
type survey struct {
	*order
	surveyHash
	newMaker func() (*campaign.Worker, error)
	err      error // why this program does not fit, or nil
}

// touch notes that there is something to do.
func (w *Worker) touch() { w.lastWork.Store(time.Now().UnixNano()) }

// surveys returns the surveys of the server that this program fits, or an error if it fits none of those that there are.
func (w *Worker) surveys(ctx context.Context) (fitting []*survey, err error) {
	texts, err := w.Conn.orders(ctx, surveyHash(cmp.Or(w.Hash, "*")))
	if err != nil {
		return nil, err
	}
	var refused []error
	for _, text := range texts {
		if w.known[text] == nil {
			w.known[text] = w.join(text)
		}
		if s := w.known[text]; s.err != nil {
			refused = append(refused, s.err)
		} else {
			fitting = append(fitting, s)
		}
	}
	if len(fitting) == 0 && len(refused) > 0 {
		err = fmt.Errorf("%w: %w", errRefused, errors.Join(refused...))
	}
	return fitting, err
}

// join reads an order.
func (w *Worker) join(text string) (s *survey) {
	s = new(survey)
	if s.order, s.err = parseOrder([]byte(text)); s.err == nil {
		s.surveyHash = surveyHash(s.plan.Hash())
		s.newMaker, s.err = w.Program.Workers(s.plan, s.Origin)
	}
	if s.err != nil {
		w.Conn.log.Error("a survey that this worker cannot do", "error", s.err)
	} else {
		w.Conn.log.Info("joined", "plan", s.surveyHash, "space", s.plan.Space, "shards", s.plan.Shards, "slots", w.Slots, "worker", w.Name)
	}
	return s
}

// doTask does a task, submits its result and acknowledges the task. A task that fails is given back; at the last try its failure is the result. A task
// that has been given to workers more often than that, as they died or hung, fails without a try. If the context is done, the task is given back.
// It is given back, too, if it excludes this worker (task.Not), which ends with an error then.
func (w *Worker) doTask(ctx context.Context, s *survey, msg jetstream.Msg) error {
	t, err := parseTask(msg.Data(), s.plan)
	metadata, metadataErr := msg.Metadata()
	if err = errors.Join(err, metadataErr); err != nil {
		w.Conn.log.Error("a task that is none is put away", "error", err)
		return msg.Term()
	}
	var made result
	tries := int(metadata.NumDelivered)
	switch {
	case tries > s.Tries:
		made.Failed = fmt.Sprintf("given to workers %d times without a result", tries-1)
	case slices.Contains(t.Not, w.Name):
		_ = msg.Nak()
		return fmt.Errorf("%w: its result of a shard was not that of another maker (makers.jsonl in the folder of the survey)", errRefused)
	default:
		made.Result, err = w.makeShard(ctx, s, t.Job, msg)
		switch {
		case ctx.Err() != nil:
			return msg.Nak()
		case errors.Is(err, errHangs):
			return err
		case err != nil:
			w.Conn.log.Error("a shard failed", "shard", t.Shard, "try", tries, "error", err)
			if tries < s.Tries {
				return msg.NakWithDelay(min(time.Second, w.poll))
			}
			made.Failed = fmt.Sprintf("given to workers %d times without a result; worker %s: %v", tries, w.Name, err)
		}
		if size, limit := len(record.Seal(made)), w.Conn.nats.MaxPayload(); int64(size) > limit { // it would be so again
			made = result{Failed: fmt.Sprintf("its result has %d bytes, more than the server takes in a message, %d (max_payload)", size, limit)}
		}
	}
	made.Shard = t.Shard
	if err := w.submit(ctx, s, &made); err != nil {
		return err
	}
	w.touch()
	if err := msg.DoubleAck(ctx); err != nil {
		w.Conn.log.Warn("not heard by the server: the task will come again", "error", err)
	}
	return nil
}

// submit publishes a result. It drops the result if the survey is over, or if one of this shard and worker waits for the client.
func (w *Worker) submit(ctx context.Context, s *survey, made *result) error {
	return w.Conn.retry(ctx, "handing in a result", func() error {
		err := w.Conn.publish(ctx, s.resultSubject(made.Shard, w.Name), record.Seal(made))
		if errors.Is(err, jetstream.ErrNoStreamResponse) {
			if _, err := w.Conn.consumer(ctx, s.surveyHash, taskConsumer); isNotFound(err) {
				return nil // the survey is over
			}
		}
		return err
	})
}

// makeShard makes a shard within its time and memory; a panic is an error. Meanwhile it sends a heartbeat to the server every third of the ack wait. If the
// shard goes on for hangGrace after its limit (or as long as the limit, if that is shorter), the error is errHangs. If the context is done, makeShard does
// not wait for the shard to end.
func (w *Worker) makeShard(ctx context.Context, s *survey, job campaign.Job, msg jetstream.Msg) (campaign.Result, error) {
	limit := min(s.Limit, cmp.Or(w.Limit, s.Limit))
	graceTime := min(hangGrace, limit)
	limited, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	defer time.AfterFunc(limit, func() { giveUp(fmt.Errorf("not done after %v, its limit", limit)) }).Stop()
	var made campaign.Result
	var err error
	ended := make(chan struct{})
	go func() {
		defer func() {
			if p := recover(); p != nil {
				w.Conn.log.Error("panic", "shard", job.Shard, "stack", string(debug.Stack()))
				err = fmt.Errorf("panic: %v", p)
			}
			close(ended)
		}()
		var maker *campaign.Worker
		if maker, err = s.newMaker(); err == nil {
			made, err = maker.Do(limited, job)
		}
	}()
	heartbeats, checks := time.Tick(max(s.AckWait/3, time.Millisecond)), time.Tick(min(time.Second, w.poll))
	hangs := time.After(limit + graceTime)
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}} // of all objects, including those that are not collected yet
	for {
		select {
		case <-ended:
			if err != nil && limited.Err() != nil {
				err = context.Cause(limited)
			}
			return made, err
		case <-heartbeats:
			_ = msg.InProgress() // if this fails the next one may be heard
		case <-checks:
			w.touch()
			if metrics.Read(heap); w.Memory > 0 && heap[0].Value.Uint64() > w.Memory {
				giveUp(fmt.Errorf("given up: %w, %d MB", errMemory, w.Memory>>20))
			}
		case <-hangs:
			return campaign.Result{}, fmt.Errorf("shard %d: %w: it has not ended %v after its limit, %v", job.Shard, errHangs, graceTime, limit)
		case <-ctx.Done():
			return campaign.Result{}, ctx.Err()
		}
	}
}
