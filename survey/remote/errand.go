package remote

import (
	"context"
	"errors"
	"fmt"

	"chesscensus/survey/campaign"
	"chesscensus/survey/record"
	"chesscensus/survey/remote/internal/wire"
)

// An errand is what is to be done, a survey or a list of lines, as far as a [run] has to know.
type errand struct {
	hash   string // the name of all that is in the engine for it
	order  *wire.Order
	tables map[string][]byte
	task   func(job campaign.Job) wire.Task         // asks for a shard, or for the chunk of that number
	verify func(r *campaign.Result) error           // the error of a result that cannot be one; asked ahead, by several goroutines
	own    doer                                     // does a task in this process
	next   func() (job campaign.Job, ok, more bool) // the next job if there is one now; more is false if there will be none
	done   func(campaign.Result) error
	// settled, if not nil, is called when a result is final: it is taken out of the ledger, and cannot be taken back.
	settled func(s int)
}

// A doer does tasks, one at a time.
type doer func(ctx context.Context, t wire.Task) (campaign.Result, error)

// shards is the errand of the plan.
func (p *Pool) shards(next func() (campaign.Job, bool), done func(campaign.Result) error) *errand {
	var own *campaign.Worker
	return &errand{hash: p.Plan.Hash(), order: p.order(), tables: p.Tables, done: done,
		next:   func() (campaign.Job, bool, bool) { job, ok := next(); return job, ok, ok },
		task:   func(job campaign.Job) wire.Task { return wire.Task{Shard: job.Shard, Keep: job.Keep} },
		verify: func(r *campaign.Result) error { return r.Verify(p.Plan) },
		own: func(ctx context.Context, t wire.Task) (_ campaign.Result, err error) {
			if own == nil {
				if p.Own == nil {
					return campaign.Result{}, errors.New("two workers differ, and there is none in this process to be believed")
				}
				if own, err = p.Own(); err != nil {
					return campaign.Result{}, err
				}
			}
			return own.Do(ctx, campaign.Job{Shard: t.Shard, Keep: t.Keep})
		}}
}

// order is what workers are told of the plan.
func (p *Pool) order() *wire.Order {
	o := p.terms()
	o.Hash, o.Text = p.Plan.Hash(), p.Plan.Append(nil)
	for name, data := range p.Tables {
		o.Tables = append(o.Tables, wire.Table{Name: name, SHA256: record.Sum(data), Bytes: int64(len(data))})
	}
	return o
}

// terms is an order without what is to be done.
func (p *Pool) terms() *wire.Order {
	return &wire.Order{Format: wire.Format, Origin: p.Origin,
		AckWait: or(p.AckWait, DefaultAckWait).Seconds(), Limit: or(p.Limit, DefaultLimit).Seconds(), Tries: or(p.Tries, DefaultTries)}
}

// start does an errand. When the context is done, tasks stay in the engine and workers go on with them.
func (p *Pool) start(ctx context.Context, e *errand) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	asked, id := 0, randomID()
	newID := func(s int) string { asked++; return fmt.Sprintf("%s-%d-%s-%d", e.hash, s, id, asked) }
	r := &run{Pool: p, errand: e, desk: p.Conn.at(e.hash), id: newID,
		wanted: map[int]campaign.Job{}, checks: map[int]string{}, parked: map[int]string{}, refused: map[string]bool{}, strikes: map[string]int{}, took: map[int]bool{},
		gave: map[string]int{}}
	if err := patiently(ctx, r.open); err != nil {
		return err
	}
	if err := r.loop(ctx); err != nil {
		return err
	}
	return r.close(ctx)
}
