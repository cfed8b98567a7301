package remote

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/campaign"
)

// TestForgedName: results that come from a worker under the name of the client, whose word is not audited, are set aside and done again, and the client
// keeps its good name.
func TestForgedName(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 6)
	want := undisturbed(t, c)
	s := listenTo(t)
	lies, conn := maker(t, c, OwnName()), s.worker(t)
	ended := saboteur(t, conn, c, 3, func(shard int) []byte {
		r := lies(shard)
		lie(t, r)
		return encode(r)
	})
	go func() {
		<-ended
		_ = (&Worker{Conn: conn, Name: "honest", Slots: 2, Program: toyProgram(0), every: 50 * time.Millisecond}).Run(t.Context())
	}()
	p, told := poolOf(t, s.client(t), c)
	p.Audit = 1
	finish(t, c, p)
	same(t, left(t, c), want)
	contains(t, told.String(), "is set aside", "this process has not sent it")
	if m := madeBy(t, c); m.Again() != 6 || len(m.Wrong()) > 0 {
		t.Errorf("%d shards made again, want 6; wrong %v", m.Again(), m.Wrong())
	}
}

// TestTwoNames: whoever hands in a wrong result under several names does not outvote the client that makes it again: the run ends with an error that names all.
func TestTwoNames(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 6)
	s := listenTo(t)
	right, conn := maker(t, c, "first"), s.worker(t)
	h := topic(c.Plan.Hash())
	saboteur(t, conn, c, 6, func(shard int) []byte {
		r := right(shard)
		lie(t, r)
		for _, r.Maker = range []string{"second", "third"} {
			if _, err := conn.js.PublishMsg(context.Background(), r.message(h.result(shard))); err != nil && !strings.Contains(err.Error(), "no response") {
				t.Log(err) // the run may have ended
			}
		}
		r.Maker = "first"
		return encode(r)
	})
	p, told := poolOf(t, s.client(t), c)
	p.Audit = 1
	_, err := p.run(t, c, campaign.Options{})
	if !errors.Is(err, errDiffer) || !strings.Contains(err.Error(), OwnName()) || !strings.Contains(err.Error(), "second") {
		t.Fatalf("%v, want %v; notices %s", err, errDiffer, told)
	}
	if st, problems, err := c.Status(); err != nil || st.Done != 0 || len(problems) > 0 {
		t.Errorf("%d shards count, want none: %v, %v", st.Done, err, problems)
	}
}

// TestReplies: a worker names who is answered, and the server answers there whatever the worker may not publish. So orders can be spoilt, and nothing else: nobody
// reads, removes or makes a stream by it, and a worker that finds a spoilt order waits until the client has mended it.
func TestReplies(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 2)
	s := listenTo(t)
	client, worker := s.client(t), s.worker(t)
	h, ctx := topic(c.Plan.Hash()), patient(t)
	if err := client.prepare(ctx, h, 1, defaultAckWait); err != nil {
		t.Fatal(err)
	}
	if err := client.publish(ctx, h.job(1), "a", encode(task{Job: campaign.Job{Shard: 1, Keep: true}})); err != nil {
		t.Fatal(err)
	}
	for _, reply := range []string{"$JS.API.STREAM.DELETE." + h.results(), "$JS.API.STREAM.PURGE." + h.jobs(), "$JS.API.STREAM.DELETE." + ordersStream, "$JS.API.STREAM.CREATE.mine",
		"$JS.API.CONSUMER.DELETE." + h.jobs() + "." + workers, h.order()} {
		for _, subject := range []string{"$JS.API.STREAM.INFO." + ordersStream, "$JS.API.CONSUMER.INFO." + h.jobs() + "." + workers, "$JS.API.CONSUMER.MSG.NEXT." + h.jobs() + "." + workers} {
			if err := worker.nats.PublishRequest(subject, reply, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	await(t, "the order is spoilt", func() bool {
		orders, err := client.orders(ctx)
		return err == nil && strings.Contains(string(orders[h.order()]), "io.nats.jetstream")
	})
	for _, name := range append(h.streams(), ordersStream) {
		if _, err := client.stream(ctx, name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := client.stream(ctx, "mine"); !gone(err) {
		t.Errorf("a stream of the worker: %v", err)
	}
	want := undisturbed(t, c)
	ended := make(chan error, 1)
	go func() {
		ended <- (&Worker{Conn: worker, Name: "honest", Slots: 1, Program: toyProgram(0), every: 20 * time.Millisecond}).Run(t.Context())
	}()
	select {
	case err := <-ended:
		t.Fatalf("the worker has ended: %v", err)
	case <-time.After(500 * time.Millisecond):
	}
	p, _ := poolOf(t, client, c)
	finish(t, c, p)
	same(t, left(t, c), want)
}
