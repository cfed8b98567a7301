package remote

import (
	"context"
	"iter"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/internal/survey/remote/internal/wire"
	"chesscensus/survey/campaign"
)

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

// clockSetForward is a worker with three shards in hand, and an engine whose clock is set forward by an hour: it takes the worker for gone, and
// gives the three to another one. Then the first worker stores its results, which are there already. The clock of this machine stays as it
// is: to the engine, which compares ages with the ack wait, an ack wait of a millisecond is the same as a jump.
func clockSetForward(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	conn := connect(t, e)
	ctx := patient(t)
	type inHand struct {
		desk
		jetstream.Msg
		wire.Task
	}
	var list []inHand
	enough, jumped := make(chan struct{}), make(chan struct{})
	do := shardsOf(t, c)
	saboteur(t, connect(t, e), c, func(d desk, m jetstream.Msg, task wire.Task) bool {
		if list = append(list, inHand{d, m, task}); len(list) < 3 {
			return true
		}
		close(enough)
		<-jumped
		for _, h := range list {
			r := do(h.Task)
			put(t, h.desk, h.Msg, h.Task, r.Append(nil))
		}
		return false
	})
	go func() {
		defer close(jumped)
		select {
		case <-enough:
		case <-ctx.Done():
			return
		}
		if again, err := jump(ctx, conn.at(c.Plan.Hash())); err != nil || again < 3 {
			t.Errorf("%d shards were given out again, want the 3 in hand; %v", again, err)
		}
	}()
	helpAfter(t, connect(t, e), "honest", time.Microsecond, enough)
	finish(t, c, hourPool{poolOf(t, connect(t, e), c)})
}

// jump makes everything in hand too old for the engine for a moment, and returns how many tasks it has given out again.
func jump(ctx context.Context, d desk) (again int, err error) {
	tasks, err := d.js.Consumer(ctx, d.jobs(), consumer)
	if err != nil {
		return 0, err
	}
	as := tasks.CachedInfo().Config
	short := as
	short.AckWait = time.Millisecond
	if _, err := d.js.UpdateConsumer(ctx, d.jobs(), short); err != nil {
		return 0, err
	}
	for again < 3 {
		info, err := tasks.Info(ctx)
		if err != nil {
			return again, err
		}
		again = int(info.Delivered.Consumer) - int(info.Delivered.Stream) // every task is given out once, and some again
		sleep(ctx, 10*time.Millisecond)
	}
	_, err = d.js.UpdateConsumer(ctx, d.jobs(), as)
	return again, err
}
