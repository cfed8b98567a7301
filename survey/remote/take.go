package remote

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/campaign"
	"chesscensus/survey/remote/access"
	"chesscensus/survey/remote/internal/wire"
)

// maxStrikes is how many results of a worker may be thrown away before it is refused.
const maxStrikes = 3

// take deals with a message of the ledger. All of it may happen again: after a crash the ledger is read anew.
func (r *run) take(ctx context.Context, m *item) error {
	e, ok := r.parse(m.Subject)
	if !ok {
		r.log.Warn("a message of no known kind", "subject", m.Subject)
		return nil
	}
	switch e.kind {
	case kindShard:
		return r.takeShard(ctx, e.shard, m)
	case kindCheck:
		return r.takeCheck(ctx, e.shard, m)
	case kindDisputed:
		return r.takeDispute(ctx, e, m)
	case kindParked:
		return r.takeParked(ctx, e.shard, m)
	case kindFailed:
		r.log.Warn("a worker failed", "shard", e.shard, "error", string(m.Data))
	case kindRefused:
		r.refused[e.name] = true
	}
	return nil
}

// takeShard passes a result on, if it is wanted and can be one.
func (r *run) takeShard(ctx context.Context, s int, m *item) error {
	job, wanted := r.wanted[s]
	if !wanted {
		return nil // of an earlier run that the folder has
	}
	result, err := r.readable(ctx, m)
	if err != nil || result == nil {
		return err
	}
	if r.checked(s) { // first, so that no crash can leave it out
		r.checks[s] = result.Worker
		if err := r.second(ctx, job, result.Worker); err != nil {
			return err
		}
	}
	switch err := r.done(result.Result); {
	case errors.Is(err, campaign.ErrResult):
		if err := r.discard(ctx, m.RawStreamMsg); err != nil {
			return err
		}
		return r.refuse(ctx, result.Worker, err.Error())
	case err != nil:
		return err
	}
	delete(r.wanted, s)
	r.took[s], r.idle = true, 0
	r.log.Debug("shard done", "shard", s, "worker", result.Worker)
	if r.settled != nil {
		r.gave[result.Worker]++
		return r.settle(ctx, s)
	}
	retracted, err := r.last(ctx, r.entry(kindRetracted, s))
	if err == nil && retracted != nil {
		err = r.remove(ctx, retracted.Sequence)
	}
	return err
}

// checked decides whether a shard is done again for comparison. Nobody can foresee it.
func (r *run) checked(s int) bool {
	share := r.Checks
	if share == 0 {
		share = access.DefaultChecks
	}
	_, already := r.checks[s]
	return !already && rand.Float64() < share
}

// readable returns the result in a message, or nil if there is none to be believed: then it is thrown away, and asked for again.
func (r *run) readable(ctx context.Context, m *item) (*wire.Result, error) {
	maker := m.Header.Get(makerHeader)
	if r.refused[maker] {
		return nil, r.discard(ctx, m.RawStreamMsg)
	}
	select {
	case <-m.open:
	case <-ctx.Done():
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	result, err := m.result, m.err
	if errors.Is(err, errGone) {
		return nil, err
	}
	if err != nil {
		r.strikes[maker]++
		r.notice("a result of worker %.80s is thrown away: %v", maker, err)
		if err := r.discard(ctx, m.RawStreamMsg); err != nil || r.strikes[maker] < maxStrikes {
			return nil, err
		}
		return nil, r.refuse(ctx, maker, "its results cannot be read")
	}
	return result, nil
}

// discard removes a result and asks for its shard again.
func (r *run) discard(ctx context.Context, m *jetstream.RawStreamMsg) error {
	if err := r.remove(ctx, m.Sequence); err != nil {
		return err
	}
	e, _ := r.parse(m.Subject)
	if e.kind == kindShard {
		job, ok := r.wanted[e.shard]
		if !ok {
			return nil
		}
		return r.ask(ctx, r.task(job))
	}
	first, ok := r.checks[e.shard]
	if !ok {
		return nil
	}
	return r.second(ctx, campaign.Job{Shard: e.shard, Keep: r.keeps(ctx, e.shard)}, first)
}

// takeCheck compares a second opinion with the first.
func (r *run) takeCheck(ctx context.Context, s int, m *item) error {
	second, err := r.readable(ctx, m)
	if err != nil || second == nil {
		return err
	}
	if err := r.compare(ctx, s, second.Worker, second.Sum()); err != nil {
		return err
	}
	delete(r.checks, s)
	if err := r.remove(ctx, m.Sequence); err != nil || r.settled == nil {
		return err
	}
	return r.settle(ctx, s)
}

// settle makes a result final, unless somebody is to check it.
func (r *run) settle(ctx context.Context, s int) error {
	_, checked := r.checks[s]
	if _, wanted := r.wanted[s]; wanted || checked {
		return nil
	}
	m, err := r.last(ctx, r.entry(kindShard, s))
	if err != nil || m == nil {
		return err
	}
	r.settled(s)
	return r.remove(ctx, m.Sequence)
}

// takeDispute deals with a worker that came to another result than the one that is stored.
func (r *run) takeDispute(ctx context.Context, e entry, m *item) error {
	if !r.refused[e.name] {
		if err := r.compare(ctx, e.shard, e.name, string(m.Data)); err != nil {
			return err
		}
	}
	return r.remove(ctx, m.Sequence)
}

// takeParked notes that a shard is given up.
func (r *run) takeParked(ctx context.Context, s int, m *item) error {
	if _, wanted := r.wanted[s]; !wanted {
		return nil
	}
	reason := string(m.Data[:min(len(m.Data), 1000)])
	if failed, err := r.last(ctx, r.entry(kindFailed, s)); err != nil {
		return err
	} else if failed != nil {
		reason += "; " + string(failed.Data[:min(len(failed.Data), 1000)])
	}
	if r.settled != nil {
		return fmt.Errorf("a chunk of lines was given up: %s", reason) // whoever asked waits for it
	}
	delete(r.wanted, s)
	r.parked[s] = reason
	r.notice("shard %d is parked: %s", s, reason)
	return nil
}

// compare holds the sum of a second result of a shard against the stored one. If they differ the shard is done here, and whoever
// was wrong is refused.
func (r *run) compare(ctx context.Context, s int, worker, sum string) error {
	m, err := r.last(ctx, r.entry(kindShard, s))
	if err != nil || m == nil {
		return err // being done again
	}
	data, err := r.unpack(ctx, m.Data)
	if err != nil {
		return err
	}
	first, err := wire.ParseResult(data)
	if err != nil {
		return err // takeShard has read it
	}
	if first.Sum() == sum {
		r.log.Debug("a second opinion agrees", "shard", s, "first", first.Worker, "second", worker)
		return nil
	}
	r.notice("shard %d: workers %s and %s differ; it is done here to see who is wrong", s, first.Worker, worker)
	own, err := r.judge(ctx, campaign.Job{Shard: s, Keep: first.Kept != nil})
	if err != nil {
		return err
	}
	if first.Sum() != own {
		err = r.refuse(ctx, first.Worker, fmt.Sprintf("its result of shard %d is wrong", s))
	}
	if err == nil && sum != own {
		err = r.refuse(ctx, worker, fmt.Sprintf("its result of shard %d is wrong", s))
	}
	return err
}

// judge does a shard in this process and returns the sum of the result.
func (r *run) judge(ctx context.Context, job campaign.Job) (sum string, err error) {
	result, err := r.own(ctx, r.task(job))
	return (&wire.Result{Result: result, Plan: string(r.topic)}).Sum(), err
}

// refuse makes nothing that a worker has done count: its results are taken out of the ledger, and their shards done again, whether
// or not the folder has them. Every step is noted before it is made.
func (r *run) refuse(ctx context.Context, worker, why string) error {
	r.refused[worker] = true
	r.notice("worker %s is refused: %s; all its shards are done again", worker, why)
	if n := r.gave[worker]; n > 0 {
		return fmt.Errorf("%d answers of worker %s have been passed on, which is refused now: %s; run it again without this worker", n, worker, why)
	}
	if wire.ValidName(worker) {
		if err := r.note(ctx, why, kindRefused, worker); err != nil {
			return err
		}
	}
	list, _, err := r.subjects(ctx, r.ledger())
	if err != nil {
		return err
	}
	for subject := range list {
		e, ok := r.parse(subject)
		if !ok || e.kind != kindShard && e.kind != kindCheck {
			continue
		}
		m, err := r.last(ctx, subject)
		if err != nil {
			return err
		}
		if m == nil || m.Header.Get(makerHeader) != worker {
			continue
		}
		if err := r.retract(ctx, e, m); err != nil {
			return err
		}
	}
	return nil
}

// retract has a shard of a refused worker done again.
func (r *run) retract(ctx context.Context, e entry, m *jetstream.RawStreamMsg) error {
	if e.kind == kindCheck {
		return r.discard(ctx, m)
	}
	job, ok := r.wanted[e.shard]
	if !ok {
		job = campaign.Job{Shard: e.shard}
		if data, err := r.unpack(ctx, m.Data); err == nil {
			if result, err := wire.ParseResult(data); err == nil {
				job.Keep = result.Kept != nil
			}
		}
	}
	again := wire.Task{Shard: job.Shard, Keep: job.Keep} // a note: of lines, too, it has no more
	if err := r.note(ctx, string(again.Append(nil)), kindRetracted, e.shard); err != nil {
		return err
	}
	if err := r.remove(ctx, m.Sequence); err != nil {
		return err
	}
	r.wanted[job.Shard] = job
	delete(r.took, job.Shard)
	return r.ask(ctx, r.task(job))
}

// look tells what the workers are doing, and makes second opinions here that nobody else can give.
func (r *run) look(ctx context.Context, more bool) error {
	crew := r.crew.states()
	if r.Watch != nil {
		r.Watch(&View{Workers: crew, Wanted: len(r.wanted), Checks: len(r.checks), Parked: len(r.parked)})
	}
	if len(r.wanted) > 0 {
		return revive(ctx, r, &View{Workers: crew})
	}
	if more || len(crew) > 1 {
		return nil
	}
	for _, s := range slices.Collect(maps.Keys(r.checks)) {
		sum, err := r.judge(ctx, campaign.Job{Shard: s, Keep: r.keeps(ctx, s)})
		if err != nil {
			return err
		}
		if err := r.compare(ctx, s, "client", sum); err != nil {
			return err
		}
		delete(r.checks, s)
		if err := r.withdraw(ctx, s); err != nil {
			return err
		}
		if r.settled == nil {
			continue
		}
		if err := r.settle(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// revive makes the queue anew when workers have had nothing in hand for four ack waits although tasks are there: the engine waits for signs of life of workers
// that are gone. It does so by the clock of its machine, for an hour if that is set back by an hour.
func revive(ctx context.Context, r *run, v *View) error {
	switch {
	case v.Running() > 0:
		r.idle = 0
	case len(v.Workers) > 0:
		r.idle++
	}
	if time.Duration(r.idle)*rounds <= 4*or(r.AckWait, DefaultAckWait) {
		return nil
	}
	r.idle, r.lost = 0, true // mend asks for all again
	r.log.Warn("the engine gives out no tasks, though workers are free; the queue is made anew")
	return r.persist(ctx, "removing the queue", func(ctx context.Context) error {
		if err := r.js.DeleteStream(ctx, r.jobs()); !gone(err) {
			return err
		}
		return nil
	})
}

// keeps reports whether the stored result of a shard has its candidates.
func (r *run) keeps(ctx context.Context, s int) bool {
	m, err := r.last(ctx, r.entry(kindShard, s))
	if err != nil || m == nil {
		return false
	}
	data, err := r.unpack(ctx, m.Data)
	if err != nil {
		return false
	}
	result, err := wire.ParseResult(data)
	return err == nil && result.Kept != nil
}

// withdraw takes the task of a second opinion out of the queue.
func (r *run) withdraw(ctx context.Context, s int) error {
	return r.persist(ctx, "withdrawing a task", func(ctx context.Context) error {
		jobs, err := r.js.Stream(ctx, r.jobs())
		if err == nil {
			err = jobs.Purge(ctx, jetstream.WithPurgeSubject(r.job(kindCheck, s)))
		}
		if gone(err) {
			return nil
		}
		return err
	})
}

func (r *run) notice(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	r.log.Warn(text)
	if r.Notice != nil {
		r.Notice(text)
	}
}
