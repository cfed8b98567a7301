package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// honestMaker makes right results without a server.
func honestMaker(t *testing.T, c *campaign.Campaign) func(shard int) *result {
	t.Helper()
	p, _ := newPool(t, nil, c)
	w := testkit.Must(p.Own())(t)
	return func(shard int) *result {
		r, err := w.Do(context.Background(), campaign.Job{Shard: shard, Keep: true})
		if err != nil {
			t.Error(err)
		}
		return &result{Result: r}
	}
}

// falsify changes a result so that all its sums stay right: it changes the last letter of the label of a refutation.
func falsify(t *testing.T, r *result) {
	t.Helper()
	s, err := record.Decode(r.Data)
	if err != nil {
		t.Error(err)
		return
	}
	for i := range s.Rows {
		if row := &s.Rows[i]; row.Property == shards.Verdict && row.Phase == 1 && row.Outcome == record.Out {
			row.Value = row.Value[:len(row.Value)-1] + "~" // the last letter: the order stays
			break
		}
	}
	if r.Data, err = s.Encode(); err != nil {
		t.Error(err)
	}
}

// startSaboteur takes n tasks as a worker with a name does, and publishes the bytes that makeData returns.
func startSaboteur(t *testing.T, conn *Conn, c *campaign.Campaign, name string, n int, makeData func(shard int) []byte) (ended chan struct{}) {
	t.Helper()
	h := surveyHash(c.Plan.Hash())
	ctx, cancel := context.WithCancel(context.Background())
	ended = make(chan struct{})
	t.Cleanup(func() { cancel(); <-ended })
	go func() {
		defer close(ended)
		for n > 0 && ctx.Err() == nil {
			tasks, err := conn.consumer(ctx, h, taskConsumer)
			if err != nil {
				sleep(ctx, time.Millisecond)
				continue
			}
			m, err := tasks.Next(jetstream.FetchMaxWait(time.Second))
			if err != nil {
				continue
			}
			job, err := parseTask(m.Data(), c.Plan)
			if err != nil {
				t.Error(err)
			}
			subject := fmt.Sprintf("chesscensus.%s.result.%d.%s", h, job.Shard, name)
			if err := conn.publish(ctx, subject, makeData(job.Shard)); err != nil && ctx.Err() == nil { // the run may end by this result before it is acknowledged
				t.Error(err)
			}
			_ = m.DoubleAck(ctx)
			n--
		}
	}()
	return ended
}

// TestBadResults: messages that cannot be read, damaged bytes, results of another shard, and contradictory tallies are reported, set aside and done
// again, and so are messages of a worker without a task.
func TestBadResults(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 12)
	want := runAlone(t, c)
	s := newSite(t)
	makeResult := honestMaker(t, c)
	n := 0
	conn := s.workerConn(t)
	ended := startSaboteur(t, conn, c, "bad", 6, func(shard int) []byte {
		r := makeResult(shard)
		switch n++; n {
		case 1:
			return bytes.Replace(record.Seal(r), []byte("cpu"), []byte("cPu"), 1) // damaged
		case 2:
			return []byte("{")
		case 3:
			r.Shard++
		case 4:
			r.Judged = append([]uint64{}, r.Judged...)
			r.Judged[1]++
		case 5:
			return record.Seal(struct {
				Plan string `json:"plan"`
			}{"another"})
		case 6:
			r = makeResult((shard + 1) % 12)
			r.Shard = shard
		}
		return record.Seal(r)
	})
	h := surveyHash(c.Plan.Hash())
	go func() {
		<-ended
		for _, subject := range []string{h.resultSubject(3, "b"), h.resultSubject(99, "b"), "chesscensus." + string(h) + ".result.x.b", h.resultSubject(-1, "b")} {
			_, _ = conn.js.Publish(context.Background(), subject, []byte("garbage"))
		}
		nameless := record.Seal(&result{Result: campaign.Result{Shard: 3}, Failed: "as nobody says"})
		_, _ = conn.js.Publish(context.Background(), h.resultSubject(3, "?"), nameless)
		_ = runHonest(t, conn)
	}()
	p, notices := newPool(t, s.clientConn(t), c)
	p.Audit = 1
	runToEnd(t, c, p)
	compareRemains(t, remains(t, c), want)
	text := notices.String()
	checkContains(t, text, "a result of bad is set aside: shard", "wrong checksum", "no checksum", "it says that it is of shard", "have judged",
		"the tallies are those of shard", "unknown field \"plan\"", "a result of somebody is set aside: the subject is", "or no maker")
	if n := strings.Count(text, "is set aside"); n < 10 { // more on a slow machine, where an unacknowledged result comes again
		t.Errorf("%d results set aside, want at least 10: %s", n, text)
	}
	if files, err := filepath.Glob(record.AsidePath(c.Folder.Dir, "*.json")); err != nil || len(files) < 6 {
		t.Errorf("%v, files %v", err, files)
	}
	if m := readMakers(t, c); len(m.By("bad")) > 0 || m.Again() != 12 {
		t.Errorf("shards of bad %v, %d made again", m.By("bad"), m.Again())
	}
}

// TestBadResultsPark: a shard with too many bad results is parked, with the last maker in the reason.
func TestBadResultsPark(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 1)
	s := newSite(t)
	startSaboteur(t, s.workerConn(t), c, "bad", 3, func(int) []byte { return record.Seal(&result{}) })
	p, _ := newPool(t, s.clientConn(t), c)
	p.Tries = 3
	_, err := p.run(t, c, campaign.Options{})
	var parked *campaign.ParkedError
	if !errors.As(err, &parked) || !strings.Contains(parked.Reasons[0], "3 results were bad ones, the last one of bad: shard 0: found counts") {
		t.Error(err)
	}
}

// TestRenamedLiar: a worker whose results are wrong but possible ends the run with an error that names both makers. Nothing of either counts until a
// third has decided; then the report is right, and the worker is excluded. Under another name it ends the run again.
func TestRenamedLiar(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 6)
	want := runAlone(t, c)
	s := newSite(t)
	runWithLiar := func(c *campaign.Campaign, name string, n int) error {
		makeResult := honestMaker(t, c)
		startSaboteur(t, s.workerConn(t), c, name, n, func(shard int) []byte {
			r := makeResult(shard)
			falsify(t, r)
			return record.Seal(r)
		})
		p, _ := newPool(t, s.clientConn(t), c)
		p.Audit = 1
		_, err := p.run(t, c, campaign.Options{})
		return err
	}
	if err := runWithLiar(c, "liar", 2); !errors.Is(err, errDiffer) || !strings.Contains(err.Error(), "liar and "+OwnName()) {
		t.Fatalf("%v, want %v of liar and %s", err, errDiffer, OwnName())
	}
	if st, problems, err := c.Status(); err != nil || st.Done != 0 || len(problems) > 0 {
		t.Errorf("%d shards count, want none: %v, %v", st.Done, err, problems)
	}
	if files, err := filepath.Glob(record.AsidePath(c.Folder.Dir, "shards/*")); err != nil || len(files) == 0 {
		t.Errorf("%v, set aside %v", err, files)
	}
	// A third decides: the liar was wrong. It is refused under its name from then on, and this process makes shards again.
	stop := startWorker(t, s.workerConn(t), "third", toyProgram(0))
	p, notices := newPool(t, s.clientConn(t), c)
	p.Audit = 1
	runToEnd(t, c, p)
	_ = stop()
	checkContains(t, notices.String(), "is disputed: liar and "+OwnName(), "third and another maker agree, and so others were wrong: [liar]")
	compareRemains(t, remains(t, c), want)
	m := readMakers(t, c)
	if wrong := m.Wrong(); len(wrong) != 1 || len(m.Disputed()) > 0 || len(m.By("liar")) > 0 {
		t.Errorf("wrong %v, disputed %v", wrong, m.Disputed())
	}
	if list := m.Excluded(); len(list) != 1 || list[0] != "liar" {
		t.Errorf("refused are %v, want the liar", list)
	}
	// Renamed, it is found again, and the next run has to decide again.
	again := copyPlan(t, c)
	data, err := os.ReadFile(filepath.Join(c.Folder.Dir, "makers.jsonl"))
	if err == nil {
		err = os.WriteFile(filepath.Join(again.Folder.Dir, "makers.jsonl"), data, 0o600)
	}
	testkit.OK(t, err)
	if err := runWithLiar(again, "renamed", 1); !errors.Is(err, errDiffer) || !strings.Contains(err.Error(), "renamed") {
		t.Errorf("under another name: %v, want %v", err, errDiffer)
	}
}

// TestAuditFails: a shard that cannot be made again ends the run with the reason.
func TestAuditFails(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 2)
	s := newSite(t)
	startWorker(t, s.workerConn(t), "one", toyProgram(0))
	p, _ := newPool(t, s.clientConn(t), c)
	broken := errors.New("no tables")
	p.Audit, p.Own = 1, func() (*campaign.Worker, error) { return nil, broken }
	if _, err := p.run(t, c, campaign.Options{}); !errors.Is(err, broken) || !strings.Contains(err.Error(), "making shard ") {
		t.Errorf("%v, want %v of a shard", err, broken)
	}
}

// TestRetry: a call without an answer, or to a server without a leader, is made again until it succeeds; one that fails for good, or whose context
// is done, is not.
func TestRetry(t *testing.T) {
	c := &Conn{log: testLog(t)}
	ctx, cancel := context.WithCancel(t.Context())
	for err, want := range map[error]int{
		nats.ErrTimeout: 3, context.DeadlineExceeded: 3, jetstream.ErrNoStreamResponse: 3, &jetstream.APIError{Code: 503}: 3,
		&jetstream.APIError{Code: 400, ErrorCode: 10005}: 3,
		nats.ErrMaxPayload: 1, nats.ErrConnectionClosed: 1, &jetstream.APIError{Code: 400}: 1,
	} {
		calls := 0
		got := c.retry(ctx, "calling", func() error {
			if calls++; calls == 3 {
				return nil
			}
			return fmt.Errorf("the call: %w", err)
		})
		if isForGood := want == 1; calls != want || (got != nil) != isForGood || isForGood && !errors.Is(got, err) {
			t.Errorf("%v: %d calls, %v; want %d calls", err, calls, got, want)
		}
	}
	calls := 0
	if err := c.retry(ctx, "calling", func() error { calls++; cancel(); return nats.ErrTimeout }); !errors.Is(err, context.Canceled) || calls != 1 {
		t.Errorf("a context that ends: %v after %d calls", err, calls)
	}
}

// FuzzMessages: whatever comes from the network, nothing panics, and what is taken is written and read again as the same.
func FuzzMessages(f *testing.F) {
	c := makeToy(f, 2)
	f.Add(record.Seal(task{campaign.Job{Shard: 1, Keep: true}, []string{"a"}}))
	f.Add(record.Seal(&result{Failed: "why"}))
	f.Add(record.Seal(&order{Format: format, Plan: c.Plan.Append(nil), AckWait: 1, Limit: 1, Tries: 1}))
	f.Add([]byte(`{"format":2}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if a, err := parseTask(data, c.Plan); err == nil {
			if b, err := parseTask(record.Seal(a), c.Plan); err != nil || a.Job != b.Job || !slices.Equal(a.Not, b.Not) {
				t.Errorf("task %s: %v", data, err)
			}
		}
		if o, err := parseOrder(data); err == nil {
			if b, err := parseOrder(record.Seal(o)); err != nil || b.plan.Hash() != o.plan.Hash() {
				t.Errorf("order %s: %v", data, err)
			}
		}
		subject := surveyHash(c.Plan.Hash()).resultSubject(1, "a")
		if r, err := parseResult(c.Plan, subject, data); err == nil && (r.Shard != 1 || r.maker != "a") || r == nil {
			t.Errorf("result %s: %+v", data, r)
		}
	})
}

// TestStoredResultsFirst: no shard is queued before the results have arrived that the server had at the start.
func TestStoredResultsFirst(t *testing.T) {
	began := false
	r := &poolRun{Pool: new(Pool), next: func() (campaign.Job, bool) { began = true; return campaign.Job{}, false }}
	for _, r.isDrained = range []bool{false, true} {
		if r.queueTasks(t.Context()); began != r.isDrained {
			t.Errorf("the results have arrived %v: shards are queued %v", r.isDrained, began)
		}
	}
}

// TestPick: of n shards n times the share are made again, rounded up or down, and the first is any of them.
func TestPick(t *testing.T) {
	countPicks := func(share float64) (picks, first int) {
		a := audits{share: share, nextPoint: rand.Float64()}
		for i := range 50 {
			if a.pick() {
				if picks++; picks == 1 {
					first = i
				}
			}
		}
		return picks, first
	}
	firsts := map[int]bool{}
	for range 200 {
		picks, first := countPicks(0.05)
		firsts[first] = true
		if picks < 2 || picks > 3 {
			t.Fatalf("%d of 50 shards are made again at a share of 5 %%", picks)
		}
	}
	if len(firsts) < 10 || len(firsts) > 20 {
		t.Errorf("the first shard that is made again is one of %d", len(firsts))
	}
	for share, want := range map[float64]int{0: 0, 1: 50} {
		if picks, _ := countPicks(share); picks != want {
			t.Errorf("share %g: %d of 50", share, picks)
		}
	}
}
