package remote

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"chesscensus/survey/remote/internal/wire"
)

// A crew is what is known of the workers of a survey.
type crew struct {
	mu   sync.Mutex
	list []wire.State
}

// answerTime is how long answers to a roll call are waited for.
const answerTime = 500 * time.Millisecond

// rollCall asks all workers of a survey what they are doing, and collects answers for a while.
func rollCall(ctx context.Context, d desk, wait time.Duration) ([]wire.State, error) {
	inbox := d.nats.NewInbox()
	sub, err := d.nats.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := d.nats.PublishMsg(&nats.Msg{Subject: d.roll(), Reply: inbox}); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	var list []wire.State
	for {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			break // the time is over, or the connection lost: then nobody has answered
		}
		if s, err := wire.ParseState(m.Data); err == nil && !slices.ContainsFunc(list, func(o wire.State) bool { return o.Name == s.Name }) {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b wire.State) int { return cmp.Compare(a.Name, b.Name) })
	return list, nil
}

// call begins to call the roll again and again, until the context is done.
func (c *crew) call(ctx context.Context, d desk) {
	go func() {
		for wait := answerTime / 10; ctx.Err() == nil; wait = min(2*wait, answerTime) {
			if list, err := rollCall(ctx, d, wait); err == nil {
				c.mu.Lock()
				c.list = list
				c.mu.Unlock()
			}
			sleep(ctx, 3*wait)
		}
	}()
}

// states returns the workers that have answered last.
func (c *crew) states() []wire.State {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.list
}

// slots returns how many shards they do at the same time.
func (c *crew) slots() int { return (&View{Workers: c.states()}).Slots() }

// Look asks the workers of a plan, by its hash, what they are doing. It takes half a second.
func (c *Conn) Look(ctx context.Context, hash string) (*View, error) {
	d := c.at(hash)
	list, err := rollCall(ctx, d, answerTime)
	if err != nil {
		return nil, err
	}
	v := &View{Workers: list}
	for stream, f := range map[string]func(entry){
		d.jobs(): func(e entry) {
			if e.kind == kindCheck {
				v.Checks++
			} else {
				v.Wanted++
			}
		},
		d.ledger(): func(e entry) {
			if e.kind == kindParked {
				v.Parked++
			}
		},
	} {
		subjects, _, err := d.subjects(ctx, stream)
		if err != nil {
			return nil, err
		}
		for subject := range subjects {
			if e, ok := d.parse(subject); ok {
				f(e)
			}
		}
	}
	return v, nil
}
