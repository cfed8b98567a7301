package remote

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/campaign"
	"chesscensus/survey/record"
	"chesscensus/survey/remote/internal/wire"
)

// TestTrouble has every kind of trouble that does not take a process to be killed. All surveys have the same plan and must leave the same.
func TestTrouble(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 12)
	want := undisturbed(t, c)
	for name, trouble := range map[string]func(*testing.T, *campaign.Campaign){
		"silent worker": silentWorker, "garbage": garbage, "liar": liar, "disputes": disputes, "tasks twice and in any order": disorder,
		"failing, then parked": failing, "hanging worker": hanging, "client gives up": clientGivesUp, "engine forgets": engineForgets, "engine forgets at once": engineForgetsAtOnce,
		"large results": largeResults, "clock set back": clockSetBack, "clock set ahead": clockSetAhead, "too much memory": greedy,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			logOnce(t)
			c := copyPlan(t, c)
			trouble(t, c)
			same(t, left(t, c), want)
		})
	}
}

// saboteur takes tasks as a worker does, until f returns false or the test ends.
func saboteur(t *testing.T, conn *Conn, c *campaign.Campaign, f func(d desk, m jetstream.Msg, task wire.Task) bool) {
	t.Helper()
	d := conn.at(c.Plan.Hash())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	t.Cleanup(func() { cancel(); <-ended })
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			tasks, err := d.js.Consumer(ctx, d.jobs(), consumer)
			if err != nil {
				sleep(ctx, time.Millisecond)
				continue
			}
			m, err := tasks.Next(jetstream.FetchMaxWait(time.Second))
			if err != nil {
				continue
			}
			task, err := wire.ParseTask(m.Data())
			if err != nil {
				t.Error(err)
			}
			if !f(d, m, task) {
				return
			}
		}
	}()
}

// silentWorker takes three shards and is never heard of again.
func silentWorker(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	taken, enough := 0, make(chan struct{})
	saboteur(t, connect(t, e), c, func(desk, jetstream.Msg, wire.Task) bool {
		if taken++; taken == 3 {
			close(enough)
		}
		return taken < 3
	})
	helpAfter(t, connect(t, e), "honest", time.Microsecond, enough)
	finish(t, c, poolOf(t, connect(t, e), c))
}

// A hourPool has an engine that waits an hour for a worker that is gone.
type hourPool struct{ *Pool }

func (p hourPool) Run(ctx context.Context, jobs iter.Seq[campaign.Job], done func(campaign.Result) error) error {
	next, end := iter.Pull(jobs)
	defer end()
	e := p.shards(next, done)
	e.order.AckWait = time.Hour.Seconds()
	return p.start(ctx, e)
}

// clockSetBack is a silent worker, and an engine whose clock is set back by an hour afterwards: it goes by that clock, and gives the shards to nobody else for an
// hour. The client sees that nobody has anything in hand.
func clockSetBack(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	taken, enough := 0, make(chan struct{})
	saboteur(t, connect(t, e), c, func(desk, jetstream.Msg, wire.Task) bool {
		if taken++; taken == 3 {
			close(enough)
		}
		return taken < 3
	})
	helpAfter(t, connect(t, e), "honest", time.Microsecond, enough)
	finish(t, c, hourPool{poolOf(t, connect(t, e), c)})
}

// clockSetAhead is an engine that takes every worker for gone the moment that it has taken a shard, as one does whose clock is set ahead again and again: it gives the
// same shards to others, and to the same worker, many times. The second results are refused.
func clockSetAhead(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	conn := connect(t, e)
	d := conn.at(c.Plan.Hash())
	ctx, cancel := context.WithCancel(context.Background())
	var ahead sync.WaitGroup
	defer ahead.Wait()
	defer cancel()
	most := 0 // shards that were given out again
	ahead.Go(func() {
		for sleep(ctx, time.Millisecond) {
			tasks, err := d.js.Consumer(ctx, d.jobs(), consumer)
			if err != nil {
				continue // not yet, or no longer
			}
			most = max(most, tasks.CachedInfo().NumRedelivered)
			o := tasks.CachedInfo().Config
			if o.AckWait = time.Millisecond; tasks.CachedInfo().Config.AckWait != o.AckWait {
				_, _ = d.js.UpdateConsumer(ctx, d.jobs(), o) // the client may be making it anew
			}
		}
	})
	help(t, connect(t, e), "one", 20*time.Microsecond)
	help(t, connect(t, e), "two", 20*time.Microsecond)
	finish(t, c, poolOf(t, conn, c))
	cancel()
	ahead.Wait()
	if most == 0 {
		t.Error("no shard was given out twice")
	}
}

// shardsOf does shards without an engine.
func shardsOf(t *testing.T, c *campaign.Campaign) func(wire.Task) *wire.Result {
	t.Helper()
	w, err := poolOf(t, nil, c).Own()
	if err != nil {
		t.Fatal(err)
	}
	return func(task wire.Task) *wire.Result {
		r, err := w.Do(context.Background(), campaign.Job{Shard: task.Shard, Keep: task.Keep})
		if err != nil {
			t.Error(err)
		}
		clear(r.CPU) // as this goroutine may change threads, whose times do not fit together
		for _, list := range r.StrataCPU {
			clear(list)
		}
		return &wire.Result{Result: r, Plan: c.Plan.Hash(), Worker: "bad", Build: "bad"}
	}
}

// put writes to the ledger as a worker does, and acknowledges.
func put(t *testing.T, d desk, m jetstream.Msg, task wire.Task, data []byte) {
	kind := kindShard
	if task.Check {
		kind = kindCheck
	}
	if _, err := d.publish(context.Background(), d.entry(kind, task.Shard), "", "bad", data); err != nil {
		t.Error(err)
	}
	if err := m.Ack(); err != nil {
		t.Error(err)
	}
}

// notices collects what people are told.
func notices(p *Pool) func() string {
	var mu sync.Mutex
	var list []string
	p.Notice = func(s string) { mu.Lock(); defer mu.Unlock(); list = append(list, s) }
	return func() string { mu.Lock(); defer mu.Unlock(); return strings.Join(list, "\n") }
}

// garbage returns results that cannot be read, until the worker is refused.
func garbage(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	do := shardsOf(t, c)
	n := 0
	ended := make(chan struct{})
	saboteur(t, connect(t, e), c, func(d desk, m jetstream.Msg, task wire.Task) bool {
		r := do(task)
		data := r.Append(nil)
		switch n++; n % 3 {
		case 0:
			data = data[:len(data)/2]
		case 1:
			data[len(data)-1] ^= 1 // wrong checksum
		case 2:
			r.Shard++
			data = r.Append(nil)
		}
		put(t, d, m, task, data)
		if n == 5 {
			close(ended)
		}
		return n < 5
	})
	helpAfter(t, connect(t, e), "honest", 0, ended)
	p := poolOf(t, connect(t, e), c)
	told := notices(p)
	finish(t, c, p)
	if text := told(); strings.Count(text, "is thrown away") != maxStrikes || !strings.Contains(text, wire.ErrSum.Error()) || !strings.Contains(text, "worker bad is refused") {
		t.Errorf("notices %s", text)
	}
}

// lie takes a draw from a count, and makes the sum right.
func lie(t *testing.T, r *wire.Result) {
	s, err := record.Decode(r.Data)
	if err != nil {
		t.Error(err)
		return
	}
	i := slices.IndexFunc(s.Rows, func(r record.Row) bool { return r.Phase == 2 && r.Property == "men" && r.Draws > 1 })
	s.Rows[i].Draws--
	if r.Data, err = s.Encode(); err != nil {
		t.Error(err)
	}
}

// liar returns five results with a wrong count and the right sum. Second opinions of all shards find it out, and all five are done again.
func liar(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	do := shardsOf(t, c)
	n := 0
	ended := make(chan struct{})
	saboteur(t, connect(t, e), c, func(d desk, m jetstream.Msg, task wire.Task) bool {
		if task.Not == "bad" {
			_ = m.NakWithDelay(time.Second) // or it would get this one all the time
			return true
		}
		r := do(task)
		lie(t, r)
		put(t, d, m, task, r.Append(nil))
		if n++; n == 5 {
			close(ended)
		}
		return n < 5
	})
	helpAfter(t, connect(t, e), "honest", 0, ended)
	p := poolOf(t, connect(t, e), c)
	p.Checks = 1
	told := notices(p)
	finish(t, c, p)
	if text := told(); !strings.Contains(text, "workers bad and honest differ") || !strings.Contains(text, "worker bad is refused: its result of shard") || strings.Contains(text, "worker honest is refused") {
		t.Errorf("notices %s", text)
	}
}

// disputes says of a right result that it is wrong.
func disputes(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	conn := connect(t, e)
	p := poolOf(t, conn, c)
	told := notices(p)
	d := conn.at(c.Plan.Hash())
	ctx := patient(t)
	if err := d.prepare(ctx, 1, p.AckWait); err != nil {
		t.Fatal(err)
	}
	r := shardsOf(t, c)(wire.Task{Shard: 3, Keep: true})
	r.Worker = "honest"
	if _, err := d.publish(ctx, d.entry(kindShard, 3), "", "honest", r.Append(nil)); err != nil {
		t.Fatal(err)
	}
	if err := d.note(ctx, "another sum", kindDisputed, 3, "quarrelsome"); err != nil {
		t.Fatal(err)
	}
	help(t, connect(t, e), "honest", 0)
	finish(t, c, p)
	if text := told(); !strings.Contains(text, "worker quarrelsome is refused") || strings.Contains(text, "worker honest is refused") {
		t.Errorf("notices %s", text)
	}
}

// disorder queues all tasks backwards before the client does, and again and again while it runs, and stores results of shards that nobody has asked for yet.
func disorder(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	conn := connect(t, e)
	d, p := conn.at(c.Plan.Hash()), poolOf(t, conn, c)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err := d.prepare(ctx, 1, p.AckWait); err != nil {
		t.Fatal(err)
	}
	queue := func(s int) {
		task := wire.Task{Shard: s, Keep: true}
		if _, err := d.publish(ctx, d.job(kindShard, s), "", "", task.Append(nil)); err != nil && ctx.Err() == nil && !gone(err) {
			t.Log(err)
		}
	}
	for s := 11; s >= 0; s-- {
		queue(s)
	}
	do := shardsOf(t, c)
	for _, s := range []int{2, 7} {
		r := do(wire.Task{Shard: s, Keep: true})
		if _, err := d.publish(ctx, d.entry(kindShard, s), "", "bad", r.Append(nil)); err != nil {
			t.Fatal(err)
		}
	}
	go func() {
		for ctx.Err() == nil {
			queue(rand.IntN(12))
			sleep(ctx, time.Millisecond)
		}
	}()
	help(t, connect(t, e), "one", time.Microsecond)
	help(t, connect(t, e), "two", time.Microsecond)
	finish(t, c, p)
}
