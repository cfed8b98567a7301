package remote

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/survey/remote/internal/wire"
)

// A belt reads the ledger ahead and opens results on all processors, since to check one takes 0.2 s. Messages come off it in the order of the
// ledger.
type belt struct {
	seq   uint64 // of the next message to be read
	items []*item
}

// An item is a message of the ledger. If it is a result, what is in it is known once it is open.
type item struct {
	*jetstream.RawStreamMsg
	open   chan struct{}
	result *wire.Result
	err    error
}

// lay begins to open a message.
func (r *run) lay(ctx context.Context, m *jetstream.RawStreamMsg) *item {
	it := &item{RawStreamMsg: m, open: make(chan struct{})}
	e, ok := r.parse(m.Subject)
	if !ok || e.kind != kindShard && e.kind != kindCheck {
		close(it.open)
		return it
	}
	go func() {
		defer close(it.open)
		var data []byte
		if data, it.err = r.unpack(ctx, m.Data); it.err != nil {
			return
		}
		if it.result, it.err = wire.ParseResult(data); it.err != nil {
			return
		}
		res, maker := it.result, m.Header.Get(makerHeader)
		if res.Worker != maker || res.Shard != e.shard || res.Plan != string(r.topic) {
			it.err = fmt.Errorf("shard %d of plan %s by %s, want shard %d of %s by %.80q", res.Shard, res.Plan, res.Worker, e.shard, r.topic, maker)
			return
		}
		if e.kind == kindShard {
			_ = r.verify(&res.Result) // the campaign asks again, at no cost if all is well
		}
	}()
	return it
}

// read returns the next message of the ledger, nil if there is none yet.
func (r *run) read(ctx context.Context) (*item, error) {
	for b := &r.belt; len(b.items) <= 2*runtime.GOMAXPROCS(0); {
		m, err := r.following(ctx)
		if err != nil && len(b.items) == 0 {
			return nil, err
		}
		if m == nil {
			break
		}
		b.seq = m.Sequence + 1
		b.items = append(b.items, r.lay(ctx, m))
	}
	if len(r.belt.items) == 0 {
		return nil, nil
	}
	it := r.belt.items[0]
	r.belt.items = r.belt.items[1:]
	return it, nil
}

// following returns the message that follows those that were read, nil if there is none.
func (r *run) following(ctx context.Context) (m *jetstream.RawStreamMsg, err error) {
	err = r.persist(ctx, "reading the ledger", func(ctx context.Context) error {
		ledger, err := r.book(ctx)
		if err != nil {
			return err
		}
		m, err = ledger.GetMsg(ctx, r.belt.seq, jetstream.WithGetMsgSubject(">"))
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return m, err
}
