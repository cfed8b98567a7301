package remote

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"chesscensus/legality"
	"chesscensus/survey/campaign"
	"chesscensus/survey/filter"
	"chesscensus/survey/remote/internal/wire"
)

// A Work is what is done with the lines of a list: a command of the program, and what it was asked besides.
type Work = wire.Work

// Lines has a list of lines handled by workers, chunk by chunk, in whatever order they come to it: positions to judge, endgames to classify. What comes
// back is that of a run in this process, byte for byte, and [filter.Lines] puts it in order.
//
// Unlike a survey nothing of it is kept. A client that was killed begins again under another name. An answer that has been passed on cannot be taken
// back: if the worker that gave it turns out to be wrong, the run ends with an error that says so.
type Lines struct {
	// Pool says how: connection, origin, checks, times, notices. Plan, Tables and Own are not used.
	Pool *Pool
	// Work is what workers are told; Own does it in this process, and is believed when two of them differ.
	Work Work
	Own  filter.Answerer
}

// A question is a chunk on its way, and where the answer goes.
type question struct {
	chunk  *filter.Chunk
	answer chan *filter.Answer
}

// A lineRun is a run of Lines.
type lineRun struct {
	asked chan question
	over  chan struct{} // closed when nobody asks any more

	mu    sync.Mutex
	open  map[int]question      // without an answer
	kept  map[int]*filter.Chunk // not settled
	count int
}

// Run calls use with a function that has chunks answered, by any number of goroutines at once, and ends when use has. Its error is that of use,
// of a chunk that nobody could answer (a [*campaign.ParkedError]), or of the engine. Nothing of the list is left in the engine, unless this process is killed.
func (l *Lines) Run(ctx context.Context, use func(ctx context.Context, elsewhere filter.Answerer) error) error {
	var name [16]byte
	_, _ = rand.Read(name[:]) // never fails
	o := l.Pool.terms()
	o.Hash, o.Work = hex.EncodeToString(name[:]), &l.Work
	r := &lineRun{asked: make(chan question), over: make(chan struct{}), open: map[int]question{}, kept: map[int]*filter.Chunk{}}
	e := &errand{hash: o.Hash, order: o, next: r.next, task: r.task, done: r.done, settled: r.settled, own: answering(l.Own),
		verify: func(result *campaign.Result) error { _, err := answerIn(result); return err }}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	ended := make(chan error, 1)
	go func() {
		err := l.Pool.start(ctx, e)
		if err != nil {
			stop(err)
		}
		ended <- err
	}()
	err := use(ctx, r.elsewhere)
	if err != nil && !errors.Is(err, filter.ErrBadLines) {
		stop(err)
	}
	close(r.over)
	failed := <-ended
	if failed != nil {
		l.Pool.forget(context.WithoutCancel(ctx), e)
	}
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// forget takes a list that has not come to its end out of the engine, if it can be had within a few seconds.
func (p *Pool) forget(ctx context.Context, e *errand) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	r := &run{Pool: p, errand: e, desk: p.Conn.at(e.hash)}
	if err := r.close(ctx); err != nil {
		p.Conn.log.Warn("the list is left in the engine", "name", e.hash, "error", err)
	}
}

// elsewhere has a chunk answered. It is a [filter.Answerer].
func (r *lineRun) elsewhere(ctx context.Context, c *filter.Chunk) (*filter.Answer, error) {
	q := question{c, make(chan *filter.Answer, 1)}
	select {
	case r.asked <- q:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	select {
	case a := <-q.answer:
		return a, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// next takes a question that waits, if there is one.
func (r *lineRun) next() (campaign.Job, bool, bool) {
	select {
	case <-r.over:
		return campaign.Job{}, false, false
	case q := <-r.asked:
		r.mu.Lock()
		defer r.mu.Unlock()
		s := r.count
		r.open[s], r.kept[s] = q, q.chunk
		r.count++
		return campaign.Job{Shard: s}, true, true
	case <-time.After(time.Millisecond): // as whoever got an answer asks the next
		return campaign.Job{}, false, true
	}
}

// task asks for a chunk.
func (r *lineRun) task(job campaign.Job) wire.Task {
	r.mu.Lock()
	defer r.mu.Unlock()
	return wire.Task{Shard: job.Shard, Chunk: r.kept[job.Shard]}
}

// done passes an answer on.
func (r *lineRun) done(result campaign.Result) error {
	a, err := answerIn(&result)
	if err != nil {
		return fmt.Errorf("%w: %w", campaign.ErrResult, err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	q, ok := r.open[result.Shard]
	if !ok {
		return fmt.Errorf("an answer has been passed on, to chunk %d, of a worker that is refused now: run it again without that worker", result.Shard)
	}
	delete(r.open, result.Shard)
	q.answer <- a
	return nil
}

// settled forgets a chunk.
func (r *lineRun) settled(s int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.kept, s)
}

// answerIn reads the answer in a result.
func answerIn(result *campaign.Result) (*filter.Answer, error) {
	a := new(filter.Answer)
	if err := json.Unmarshal(result.Data, a); err != nil {
		return nil, fmt.Errorf("the answer to a chunk: %w", err)
	}
	return a, nil
}

// answering does tasks by answering their chunks.
func answering(f filter.Answerer) doer {
	return func(ctx context.Context, t wire.Task) (campaign.Result, error) {
		a, err := f(ctx, t.Chunk)
		if err == nil {
			err = ctx.Err() // what was broken off is no answer
		}
		if err != nil {
			return campaign.Result{}, err
		}
		data, err := json.Marshal(a)
		return campaign.Result{Shard: t.Shard, Data: data}, err
	}
}

// answers returns what does the tasks of an order for lines, if this worker can.
func (w *Worker) answers(o *wire.Order) (doer, error) {
	switch {
	case o.Origin.Engine != legality.Version:
		return nil, fmt.Errorf("the client has version %d of the engine, this worker version %d, whose answers differ", o.Origin.Engine, legality.Version)
	case w.Work == nil:
		return nil, fmt.Errorf("this worker does surveys, and not the command %s", o.Work.Command)
	}
	f, err := w.Work(*o.Work)
	return answering(f), err
}
