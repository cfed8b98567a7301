package remote

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/toy"
)

// TestSurveyOnWorkers: a survey with workers leaves the same files and report as one without, byte for byte, with all shards made again.
func TestSurveyOnWorkers(t *testing.T) {
	t.Parallel()
	shards := testkit.Size(3, 12)
	c := makeToy(t, shards)
	want := runAlone(t, c)
	s := newSite(t)
	startWorker(t, s.workerConn(t), "one", toyProgram(0))
	startWorker(t, s.workerConn(t), "two", toyProgram(0))
	conn := s.clientConn(t)
	p, notices := newPool(t, conn, c)
	p.Audit = 1
	if st := runToEnd(t, c, p); st.Done != shards || notices.String() != "" {
		t.Errorf("%d shards done, want %d; notices %s", st.Done, shards, notices)
	}
	compareRemains(t, remains(t, c), want)
	if m := readMakers(t, c); m.Again() != shards || m.Shards() != shards {
		t.Errorf("%d of %d shards made again, want all", m.Again(), m.Shards())
	}
	if list, err := conn.orders(t.Context(), "*"); err != nil || len(list) > 0 {
		t.Errorf("%v, %d orders are left", err, len(list))
	}
}

// disturbedProgram returns a program that calls a function in every judgement of its kernel stage, except for its signature.
func disturbedProgram(before func()) campaign.Program {
	prog := toyProgram(0)
	prog.Stages = func() []legality.Stage {
		list := toy.Stages(verdict.Game)()
		list[1] = hookedStage{list[1], before}
		return list
	}
	return prog
}

// TestTrouble has faults that need no killed processes. All surveys have the same plan and must leave the same files.
func TestTrouble(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 12)
	want := runAlone(t, c)
	for name, disturb := range map[string]func(*testing.T, *campaign.Campaign){
		"panics, then parked": testPanics, "hanging worker": testHangs, "too much memory": testMemory, "too slow": testSlow,
		"client gives up": testClientStops, "server forgets": testLostStreams, "silent worker": testSilentWorker,
		"counts too high": testHighCounts, "stuck result": testStuckResult,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := copyPlan(t, c)
			disturb(t, c)
			compareRemains(t, remains(t, c), want)
		})
	}
}

// testPanics has a worker that panics in all shards: every shard is parked with the reason. The next run has a sound worker.
func testPanics(t *testing.T, c *campaign.Campaign) {
	s := newSite(t)
	stop := startWorker(t, s.workerConn(t), "broken", disturbedProgram(func() { panic("no memory") }))
	p, _ := newPool(t, s.clientConn(t), c)
	p.Tries, p.AckWait = 2, time.Hour // a shard comes again when its worker gives it back
	_, err := p.run(t, c, campaign.Options{})
	var parked *campaign.ParkedError
	if !errors.As(err, &parked) || len(parked.Reasons) != 12 ||
		!strings.Contains(parked.Reasons[5], "given to workers 2 times without a result; worker broken: panic: no memory") {
		t.Fatalf("%v", err)
	}
	if st, _, err := c.Status(); err != nil || len(st.Parked) != 12 || st.Parked[5] != parked.Reasons[5] {
		t.Errorf("%v, status %+v", err, st)
	}
	_ = stop()
	startWorker(t, s.workerConn(t), "honest", toyProgram(0))
	p, _ = newPool(t, s.clientConn(t), c)
	runToEnd(t, c, p)
	if st, _, err := c.Status(); err != nil || len(st.Parked) > 0 {
		t.Errorf("%v, parked %v", err, st.Parked)
	}
}

// testHangs has a worker whose shards never end, although it sends heartbeats: the worker ends after the limit.
func testHangs(t *testing.T, c *campaign.Campaign) {
	s := newSite(t)
	never, ended := make(chan struct{}), make(chan error, 1)
	t.Cleanup(func() { close(never) })
	w := Worker{Conn: s.workerConn(t), Name: "hanging", Slots: 2, Program: disturbedProgram(func() { <-never }), poll: 50 * time.Millisecond}
	go func() { ended <- w.Run(context.Background()) }()
	p, _ := newPool(t, s.clientConn(t), c)
	p.Limit = 3 * time.Second // enough for a sound worker under the race detector; a late shard is tried again
	honest := s.workerConn(t)
	var workerErr error
	go func() {
		workerErr = <-ended
		close(ended)
		_ = runHonest(t, honest)
	}()
	runToEnd(t, c, p)
	if <-ended; !errors.Is(workerErr, errHangs) || !strings.Contains(workerErr.Error(), "3s") {
		t.Errorf("%v, want %v", workerErr, errHangs)
	}
}

// testMemory has a worker with a memory limit of one byte.
func testMemory(t *testing.T, c *campaign.Campaign) {
	testGivenUp(t, c, &Worker{Memory: 1, Program: toyProgram(2 * time.Millisecond), poll: time.Millisecond}, errMemory.Error())
}

// testSlow has a worker whose shards take longer than its limit, and end when they are given up.
func testSlow(t *testing.T, c *campaign.Campaign) {
	testGivenUp(t, c, &Worker{Limit: 2 * time.Second, Program: toyProgram(200 * time.Millisecond)}, "not done after 2s, its limit")
}

// testGivenUp has a worker that gives its shards up: they are parked with its reason. The next run has a sound worker.
func testGivenUp(t *testing.T, c *campaign.Campaign, w *Worker, reason string) {
	s := newSite(t)
	ctx, cancel := context.WithCancel(t.Context())
	w.Conn, w.Name, w.Slots = s.workerConn(t), "greedy", 2
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	p, _ := newPool(t, s.clientConn(t), c)
	p.Tries, p.AckWait = 1, time.Hour
	_, err := p.run(t, c, campaign.Options{Shards: 2})
	var parked *campaign.ParkedError
	if !errors.As(err, &parked) || len(parked.Reasons) != 2 || !strings.Contains(parked.Reasons[0], reason) {
		t.Errorf("%v, want %v", err, reason)
	}
	cancel()
	<-ended
	startWorker(t, s.workerConn(t), "honest", toyProgram(0))
	p, _ = newPool(t, s.clientConn(t), c)
	runToEnd(t, c, p)
}

// testClientStops cancels the client after some shards, while workers go on; the next client finds their results.
func testClientStops(t *testing.T, c *campaign.Campaign) {
	s := newSite(t)
	stop := startWorker(t, s.workerConn(t), "one", toyProgram(time.Microsecond))
	ctx, cancel := context.WithCancel(context.Background())
	p, _ := newPool(t, s.clientConn(t), c)
	st, err := c.Run(ctx, toyProgram(0), campaign.Options{Keep: true, Pool: p, Progress: func(st *campaign.Status) {
		if st.Done == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || st.Done < 3 || st.Done == 12 {
		t.Fatalf("%v, %+v", err, st)
	}
	conn := s.clientConn(t)
	await(t, "the worker has done what was queued", func() bool {
		jobs, err := conn.consumer(t.Context(), surveyHash(c.Plan.Hash()), taskConsumer)
		return err == nil && jobs.CachedInfo().NumPending == 0 && jobs.CachedInfo().NumAckPending == 0
	})
	if err := stop(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	startWorker(t, s.workerConn(t), "two", toyProgram(0))
	p, _ = newPool(t, conn, c)
	runToEnd(t, c, p)
	text, err := os.ReadFile(filepath.Join(c.Folder.Dir, "makers.jsonl"))
	if n := strings.Count(string(text), `"maker":"one"`); err != nil || n <= st.Done {
		t.Errorf("%v, %d shards are of the first worker, %d were stored: what it did meanwhile is lost", err, n, st.Done)
	}
}

// testLostStreams deletes stream, consumers and messages during a survey.
func testLostStreams(t *testing.T, c *campaign.Campaign) {
	s := newSite(t)
	startWorker(t, s.workerConn(t), "one", toyProgram(20*time.Microsecond))
	conn := s.clientConn(t)
	h, losses := surveyHash(c.Plan.Hash()), 0
	p, _ := newPool(t, conn, c)
	st, err := p.run(t, c, campaign.Options{Progress: func(st *campaign.Status) {
		var err error
		switch st.Done {
		case 2:
			err = conn.js.DeleteStream(t.Context(), h.stream())
		case 4:
			err = conn.js.DeleteConsumer(t.Context(), h.stream(), taskConsumer)
		case 6:
			err = conn.js.DeleteConsumer(t.Context(), h.stream(), resultConsumer)
		case 8:
			stream, streamErr := conn.js.Stream(t.Context(), h.stream())
			if err = streamErr; err == nil {
				err = stream.Purge(t.Context())
			}
		default:
			return
		}
		if losses++; err != nil && !isNotFound(err) { // an earlier loss may not be restored yet
			t.Error(err)
		}
	}})
	if err != nil || st.Done != 12 || losses != 4 {
		t.Errorf("%v, %d shards after %d losses", err, st.Done, losses)
	}
}

// testSilentWorker has a worker that takes three tasks and sends nothing more.
func testSilentWorker(t *testing.T, c *campaign.Campaign) {
	s := newSite(t)
	conn := s.workerConn(t)
	p, _ := newPool(t, s.clientConn(t), c)
	go func() {
		for tasks := 0; tasks < 3 && t.Context().Err() == nil; {
			consumer, err := conn.consumer(t.Context(), surveyHash(c.Plan.Hash()), taskConsumer)
			if err == nil {
				_, err = consumer.Next()
			}
			if err == nil {
				tasks++
			}
		}
		_ = runHonest(t, conn)
	}()
	runToEnd(t, c, p)
}

// testHighCounts loses a task while a worker has one in hand that nobody asked for, so that the server has as many as are wanted.
func testHighCounts(t *testing.T, c *campaign.Campaign) {
	s := newSite(t)
	conn, ctx, h := s.clientConn(t), untilDeadline(t), surveyHash(c.Plan.Hash())
	p, _ := newPool(t, conn, c)
	testkit.OK(t, conn.createStream(ctx, h, p.order(), 1))
	testkit.OK(t, conn.publish(ctx, h.taskSubject(99), []byte("{}")))
	msg := testkit.Must(testkit.Must(conn.consumer(ctx, h, taskConsumer))(t).Next())(t)
	go func() {
		for sleep(t.Context(), p.AckWait/5) {
			_ = msg.InProgress()
		}
	}()
	lost := make(chan error, 1)
	go func() {
		stream, err := conn.js.Stream(ctx, h.stream())
		for err == nil && stream.CachedInfo().State.Msgs < 2 {
			_, err = stream.Info(ctx)
		}
		lost <- errors.Join(err, stream.Purge(ctx, jetstream.WithPurgeSubject(h.taskSubject(0))))
		_ = runHonest(t, s.workerConn(t))
	}()
	runToEnd(t, c, p)
	testkit.OK(t, <-lost)
}

// testStuckResult has a result in the stream that the server does not give out, and one worker, which cannot publish it again.
func testStuckResult(t *testing.T, c *campaign.Campaign) {
	s := newSite(t)
	conn, ctx, h := s.clientConn(t), untilDeadline(t), surveyHash(c.Plan.Hash())
	p, _ := newPool(t, conn, c)
	testkit.OK(t, conn.createStream(ctx, h, p.order(), 1))
	results := testkit.Must(conn.consumer(ctx, h, resultConsumer))(t)
	once := results.CachedInfo().Config
	once.MaxDeliver = 1
	testkit.Must(conn.js.UpdateConsumer(ctx, h.stream(), once))(t)
	testkit.OK(t, conn.publish(ctx, h.resultSubject(0, "slow"), []byte("{}")))
	testkit.Must(results.Next())(t)
	await(t, "the server has given it up", func() bool { return testkit.Must(results.Info(ctx))(t).NumAckPending == 0 })
	startWorker(t, s.workerConn(t), "slow", toyProgram(2*time.Millisecond))
	runToEnd(t, c, p)
}

// TestWorkersThatDoNotFit: workers with another engine or other verdicts end with an error, those for another survey wait; a sound worker does the survey.
func TestWorkersThatDoNotFit(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 3)
	s := newSite(t)
	p, _ := newPool(t, s.clientConn(t), c)
	ended := make(chan error, 1)
	go func() {
		_, err := p.run(t, c, campaign.Options{})
		ended <- err
	}()
	conn := s.workerConn(t)
	await(t, "the order is there", func() bool { list, err := conn.orders(context.Background(), "*"); return err == nil && len(list) == 1 })
	old, other := toyProgram(0), toyProgram(0)
	old.Engine = legality.Version - 1
	other.Signatures = nil
	other.Stages = func() []legality.Stage {
		return append(toy.Stages(verdict.Kernel)(), toy.Stage{Asks: verdict.Game, Refutes: 2, Proves: true})
	}
	for want, prog := range map[string]campaign.Program{"version ": old, "code.signature: found": other} {
		w := Worker{Conn: conn, Name: "misfit", Slots: 1, Program: prog, poll: time.Millisecond}
		if err := w.Run(t.Context()); !errors.Is(err, errRefused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %v and %q", err, errRefused, want)
		}
	}
	if err := (&Worker{Conn: conn, Name: "a b"}).Run(t.Context()); err == nil || !strings.Contains(err.Error(), "no name of a worker") {
		t.Error(err)
	}
	idle := Worker{Conn: conn, Name: NewName(), Slots: 1, Hash: "another", Idle: time.Millisecond, poll: time.Millisecond}
	if err := idle.Run(t.Context()); err != nil {
		t.Errorf("a worker for another survey: %v", err)
	}
	startWorker(t, conn, "honest", toyProgram(0))
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestIdleWithoutAServer: a worker that waits for a second ends when the server is gone for longer.
func TestIdleWithoutAServer(t *testing.T) {
	s := newSite(t)
	conn := s.workerConn(t)
	s.Stop()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	w := Worker{Conn: conn, Name: NewName(), Slots: 1, Program: toyProgram(0), Idle: time.Second}
	if err := w.Run(ctx); err != nil {
		t.Error(err)
	}
}
