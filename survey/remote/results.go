package remote

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// errDiffer is wrapped by the error of a run in which two makers have made different results of a shard.
var errDiffer = errors.New("two makers differ")

// standing sees to disputes that earlier runs have left.
func (r *run) standing() error {
	if s, found := r.makers.Wrong()[r.own]; found {
		r.notice("this machine (%s) has made a wrong result of shard %d, as two others have found: it makes no more, and none again", r.own, s)
	}
	for s, who := range r.makers.Disputed() {
		if len(r.makers.By(who...)) > 1 { // an earlier run was killed before it had set all aside
			return r.differ(s)
		}
		r.notice("shard %d is disputed: %s have made different results; a third has to make it", s, text(who))
	}
	return nil
}

// text joins names.
func text(names []string) (s string) {
	for i, name := range names {
		switch {
		case i == 0:
		case i == len(names)-1:
			s += " and "
		default:
			s += ", "
		}
		s += name
	}
	return s
}

// excluded are the makers whose results do not count: those who were wrong, and those in a dispute.
func (r *run) excluded() []string {
	list := slices.Collect(maps.Keys(r.makers.Wrong()))
	for _, who := range r.makers.Disputed() {
		list = append(list, who...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// read takes results from the server, and verifies them, which takes 0.2 s each, until the context is done.
func (r *run) read(ctx context.Context) {
	for ctx.Err() == nil {
		o, err := r.Conn.consumer(ctx, r.topic, r.results())
		for err == nil && ctx.Err() == nil {
			var batch jetstream.MessageBatch
			if batch, err = o.Fetch(1, jetstream.FetchMaxWait(time.Second)); err != nil {
				break
			}
			for m := range batch.Messages() {
				a := arrival{m: m}
				a.result, a.err = parseResult(r.Plan, m.Subject(), m.Headers(), m.Data())
				select {
				case r.arrived <- a:
				case <-ctx.Done():
				}
			}
			err = batch.Error()
		}
		sleep(ctx, tick)
	}
}

// take deals with a message: it counts a result, or has its shard done again. It acknowledges it in the end.
func (r *run) take(ctx context.Context, a arrival) error {
	s := a.result.Shard
	job, wanted := r.wanted[s]
	switch {
	case a.err != nil:
		if err := r.setAside(ctx, &a); err != nil {
			return err
		}
	case slices.Contains(r.excluded(), a.result.Maker):
		r.notice("shard %d: a result of %s, whose word does not count, is passed over", s, a.result.Maker)
		if wanted {
			if err := r.ask(ctx, job); err != nil {
				return err
			}
		}
	case a.result.Failed != "":
		if wanted {
			r.park(s, a.result.Failed)
		}
	default:
		if err := r.count(&a.result.Result, a.result.Maker, job, wanted); err != nil {
			return err
		}
	}
	ack, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	_ = a.m.DoubleAck(ack) // or it comes again, and is known
	return nil
}

// park gives a shard up.
func (r *run) park(s int, why string) {
	r.parked[s] = why
	delete(r.wanted, s)
	r.notice("shard %d is parked: %s", s, why)
}

// mostAside is how many bad results of a shard are kept for people to look at.
const mostAside = 3

// setAside names a bad result, keeps its bytes, and has its shard done again, unless that was so too often.
func (r *run) setAside(ctx context.Context, a *arrival) error {
	s, maker := a.result.Shard, a.result.Maker
	if !names.MatchString(maker) {
		maker = "somebody"
	}
	r.notice("shard %d: a result of %s is set aside: %v", s, maker, a.err)
	r.bad[s]++
	if r.bad[s] <= mostAside {
		if err := os.MkdirAll(record.AsidePath(r.Folder.Dir, ""), 0o777); err != nil {
			return err
		}
		if err := record.WriteFile(record.AsidePath(r.Folder.Dir, fmt.Sprintf("%06d-%d-%s.json", s, r.bad[s], maker)), a.m.Data()); err != nil {
			return err
		}
	}
	job, wanted := r.wanted[s]
	switch {
	case !wanted:
		return nil
	case r.bad[s] >= or(r.Tries, defaultTries):
		r.park(s, fmt.Sprintf("%d results were bad ones, the last one of %s: %v", r.bad[s], maker, a.err))
		return nil
	}
	return r.ask(ctx, job)
}

// count passes a good result on, unless another maker has made something else of the shard, and has some made again.
func (r *run) count(c *campaign.Result, maker string, job campaign.Job, wanted bool) error {
	s := c.Shard
	before, known := r.makers.Disputed()[s], r.makers.Sum(s)
	if err := r.makers.Add(shards.Making{Shard: s, Maker: maker, Sum: sumOf(c)}); err != nil {
		return err
	}
	sum := r.makers.Sum(s)
	switch {
	case sum == "":
		return r.differ(s)
	case before != nil:
		r.notice("shard %d: %s and another maker agree, and so others were wrong: %v", s, maker, slices.Sorted(maps.Keys(r.makers.Wrong())))
	case known != "" && !wanted:
		return nil // it is stored
	}
	delete(r.wanted, s)
	delete(r.parked, s)
	if err := r.done(*c); err != nil {
		return err
	}
	if job.Shard = s; maker != r.own && known == "" && !slices.Contains(r.excluded(), r.own) && r.again.pick(r.Audit) {
		r.again.open[s] = true
		r.again.queue = append(r.again.queue, job)
	}
	return nil
}

func newAgain() again {
	return again{jobs: make(chan campaign.Job), made: make(chan audited), open: map[int]bool{}, next: rand.Float64()}
}

// pick reports whether a shard is to be made again. Of n shards some n*share are: each shard takes the next piece of that length of a line, and every
// unit of the line has one point, drawn at random; a shard with a point is picked. So no order of the shards avoids them, and of 20 at 5 % one is.
func (a *again) pick(share float64) (yes bool) {
	a.share += share
	for ; a.next < a.share; a.next = math.Floor(a.next) + 1 + rand.Float64() {
		yes = true
	}
	return yes
}

// compare takes in a shard that was made again.
func (r *run) compare(a audited) error {
	if a.err != nil {
		return fmt.Errorf("making shard %d again: %w", a.result.Shard, a.err)
	}
	s := a.result.Shard
	delete(r.again.open, s)
	if err := r.makers.Add(shards.Making{Shard: s, Maker: r.own, Sum: sumOf(&a.result)}); err != nil {
		return err
	}
	if r.makers.Sum(s) == "" {
		return r.differ(s)
	}
	return nil
}

// differ sets aside what rests on the word of the makers who differ on a shard, and returns the error that ends the run.
func (r *run) differ(s int) error {
	who := r.makers.Disputed()[s]
	list := r.makers.By(who...)
	if err := record.SetAside(&r.Folder, list); err != nil {
		return err
	}
	for _, other := range list {
		if other != s {
			if err := r.makers.Add(shards.Making{Shard: other}); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("shard %d: %w: %s have made different results of it; %d shards that rest on their word alone are set aside (%s) and do not count. "+
		"Run again with another worker, which decides", s, errDiffer, text(who), len(list), record.AsidePath(r.Folder.Dir, ""))
}

// audit makes shards again until the context is done.
func (r *run) audit(ctx context.Context) {
	runtime.LockOSThread() // for its clock
	defer runtime.UnlockOSThread()
	var w *campaign.Worker
	for {
		select {
		case job := <-r.again.jobs:
			var a audited
			if w == nil {
				w, a.err = r.Own()
			}
			if a.err == nil {
				a.result, a.err = w.Do(ctx, job)
			}
			a.result.Shard = job.Shard
			select {
			case r.again.made <- a:
			case <-ctx.Done():
			}
		case <-ctx.Done():
			return
		}
	}
}
