package remote

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/survey/campaign"
	"chesscensus/survey/record"
	"chesscensus/survey/remote/embedded"
	"chesscensus/survey/remote/internal/wire"
	"chesscensus/survey/toy"
)

// A brokenStage fails in its way.
type brokenStage struct {
	legality.Stage
	fail func()
}

func (s brokenStage) Judge(context.Context, chess.Setup, verdict.Budget) (verdict.Verdict, bool) {
	s.fail()
	return verdict.Verdict{}, false
}

// A waitingStage has no answer until it is told to stop.
type waitingStage struct{ legality.Stage }

func (s waitingStage) Judge(ctx context.Context, _ chess.Setup, _ verdict.Budget) (verdict.Verdict, bool) {
	<-ctx.Done()
	return verdict.Verdict{}, false
}

// broken returns a program that fails in every shard, and answers right where it is asked who it is.
func broken(fail func()) campaign.Program {
	prog := toyProgram(0)
	prog.Stages = func() []legality.Stage {
		list := toy.Stages(verdict.Game)()
		list[1] = brokenStage{list[1], fail}
		return list
	}
	return prog
}

// workWith runs a worker with a program until it ends, and returns how.
func workWith(t *testing.T, conn *Conn, name string, prog campaign.Program) <-chan error {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	w := Worker{Conn: conn, Name: name, Slots: 2, Program: func(string) campaign.Program { return prog }, Folder: t.TempDir(), every: 50 * time.Millisecond}
	go func() { ended <- w.Run(ctx) }()
	t.Cleanup(cancel)
	return ended
}

// failing has workers that panic in all shards: every shard is parked, and named with what was heard of it. The next run has others.
func failing(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	ended := workWith(t, connect(t, e), "broken", broken(func() { panic("no memory") }))
	p := poolOf(t, connect(t, e), c)
	p.Tries, p.AckWait = 1, time.Hour // a shard comes again when its worker gives it back
	p.Notice = func(string) {}
	_, err := c.Run(patient(t), toyProgram(0), campaign.Options{Keep: true, Pool: p})
	var parked *campaign.ParkedError
	if !errors.As(err, &parked) || len(parked.Reasons) != 12 || !strings.Contains(parked.Reasons[5], "given to workers 1 times without a result; worker broken: panic: no memory") {
		t.Fatalf("%v", err)
	}
	st, _, err := c.Status()
	if err != nil || len(st.Parked) != 12 || st.Parked[5] != parked.Reasons[5] {
		t.Errorf("%v, status %+v", err, st)
	}
	select {
	case err := <-ended:
		t.Errorf("the worker has ended: %v", err)
	default:
	}
	other := engine(t)
	help(t, connect(t, other), "honest", 0)
	finish(t, c, poolOf(t, connect(t, other), c))
	if st, _, err := c.Status(); err != nil || len(st.Parked) > 0 {
		t.Errorf("%v, parked %v", err, st.Parked)
	}
}

// hanging has a worker whose shards never end and that says all the time that it is alive: it ends itself after the limit.
func hanging(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	never := make(chan struct{})
	t.Cleanup(func() { close(never) })
	ended := workWith(t, connect(t, e), "hanging", broken(func() { <-never }))
	p := poolOf(t, connect(t, e), c)
	p.Limit = 3 * time.Second // what an honest worker keeps to under the race detector; where it does not, it tries again
	hung := make(chan struct{})
	helpAfter(t, connect(t, e), "honest", 0, hung)
	go func() {
		defer close(hung)
		if err := <-ended; !errors.Is(err, ErrHangs) || !strings.Contains(err.Error(), "3s") {
			t.Errorf("%v, want %v", err, ErrHangs)
		}
	}()
	finish(t, c, p)
}

// greedy has a worker that may use no memory at all, and says so of all shards.
func greedy(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	prog := toyProgram(0)
	prog.Stages = func() []legality.Stage {
		list := toy.Stages(verdict.Game)()
		list[1] = waitingStage{list[1]}
		return list
	}
	w := Worker{Conn: connect(t, e), Name: "greedy", Slots: 2, Memory: 1, Program: func(string) campaign.Program { return prog }, Folder: t.TempDir(), every: time.Millisecond}
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	p := poolOf(t, connect(t, e), c)
	p.Tries, p.AckWait = 1, time.Hour
	_, err := c.Run(patient(t), toyProgram(0), campaign.Options{Keep: true, Shards: 2, Pool: p})
	var parked *campaign.ParkedError
	if !errors.As(err, &parked) || len(parked.Reasons) != 2 || !strings.Contains(parked.Reasons[0], errMemory.Error()) {
		t.Errorf("%v, want %v", err, errMemory)
	}
	cancel()
	<-ended
	help(t, connect(t, e), "honest", 0)
	finish(t, c, poolOf(t, connect(t, e), c))
}

// clientGivesUp cancels the client after some shards, while workers go on; the next one finds their results.
func clientGivesUp(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	stop := help(t, connect(t, e), "one", time.Microsecond)
	ctx, cancel := context.WithCancel(context.Background())
	st, err := c.Run(ctx, toyProgram(0), campaign.Options{Keep: true, Pool: poolOf(t, connect(t, e), c), Progress: func(st *campaign.Status) {
		if st.Done == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || st.Done < 3 || st.Done == 12 {
		t.Fatalf("%v, %+v", err, st)
	}
	conn := connect(t, e)
	await(t, "the worker has done what was queued", func() bool {
		v, err := conn.Look(context.Background(), c.Plan.Hash())
		return err == nil && v.Wanted == 0
	})
	if err := stop(); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	help(t, connect(t, e), "two", 0)
	finish(t, c, poolOf(t, conn, c))
}

// engineForgets takes streams and order away from a survey at work.
func engineForgets(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	help(t, connect(t, e), "one", 20*time.Microsecond)
	conn := connect(t, e)
	d := conn.at(c.Plan.Hash())
	p := poolOf(t, conn, c)
	lost := 0
	ctx := patient(t)
	st, err := c.Run(ctx, toyProgram(0), campaign.Options{Keep: true, Pool: p, Progress: func(st *campaign.Status) {
		var err error
		switch st.Done {
		case 2:
			err = d.js.DeleteStream(ctx, d.jobs())
		case 4:
			err = d.js.DeleteStream(ctx, d.ledger())
		case 6:
			err = errors.Join(d.js.DeleteStream(ctx, d.ledger()), d.js.DeleteStream(ctx, d.jobs()), d.js.DeleteKeyValue(ctx, orderBucket))
		default:
			return
		}
		if lost++; err != nil {
			t.Error(err)
		}
	}})
	if err != nil || st.Done != 12 || lost != 3 {
		t.Errorf("%v, %d shards after %d losses", err, st.Done, lost)
	}
}

// engineForgetsAtOnce takes all away again and again while a survey begins.
func engineForgetsAtOnce(t *testing.T, c *campaign.Campaign) {
	e := engine(t)
	conn := connect(t, e)
	d := conn.at(c.Plan.Hash())
	ctx := patient(t)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for lost := 0; lost < 10 && ctx.Err() == nil; {
			if d.js.DeleteKeyValue(ctx, orderBucket) == nil {
				lost++
			}
			_ = d.js.DeleteStream(ctx, d.ledger())
		}
	}()
	helpAfter(t, connect(t, e), "one", 0, ended)
	finish(t, c, poolOf(t, conn, c))
}

// largeResults has an engine whose messages are smaller than results, which then go by the store of files.
func largeResults(t *testing.T, c *campaign.Campaign) {
	e := engineWith(t, embedded.Options(t.TempDir(), 12<<10))
	help(t, connect(t, e), "one", 0)
	help(t, connect(t, e), "two", 0)
	p := poolOf(t, connect(t, e), c)
	p.Checks = 1
	finish(t, c, p)
}

// TestTablesOverTheWire: a worker gets files by their hash, and only into its folder.
func TestTablesOverTheWire(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, 2)
	e := engine(t)
	dir := t.TempDir()
	data := []byte(strings.Repeat("tables ", 9999))
	w := Worker{Conn: connect(t, e), Name: "one", Slots: 1, Folder: filepath.Join(dir, "worker"), every: 50 * time.Millisecond, Program: func(folder string) campaign.Program {
		if got, err := os.ReadFile(filepath.Join(folder, "some.tables")); err != nil || string(got) != string(data) {
			t.Errorf("%v, %d bytes of tables, want %d", err, len(got), len(data))
		}
		return toyProgram(0)
	}}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	p := poolOf(t, connect(t, e), c)
	p.Tables = map[string][]byte{"some.tables": data}
	finish(t, c, p)
	cancel()
	<-ended
	d := connect(t, e).at(c.Plan.Hash())
	for _, table := range []wire.Table{{Name: "../out", SHA256: record.Sum(data), Bytes: 1 << 20}, {Name: "x", SHA256: record.Sum(data), Bytes: 7}, {Name: "y", SHA256: strings.Repeat("0", 64), Bytes: 7}} {
		if err := w.fetch(context.Background(), d, []wire.Table{table}); err == nil {
			t.Errorf("%+v: no error", table)
		}
	}
	if list, err := filepath.Glob(filepath.Join(dir, "*", "*")); err != nil || len(list) != 1 {
		t.Errorf("%v, files %v, want one", err, list)
	}
}

// TestWorkersThatDoNotFit: another engine, other answers and another survey are refused in words; a worker that fits does the survey meanwhile.
func TestWorkersThatDoNotFit(t *testing.T) {
	testkit.Medium(t)
	c := makeToy(t, 3)
	e := engine(t)
	conn := connect(t, e)
	p := poolOf(t, conn, c)
	ended := make(chan error, 1)
	go func() {
		_, err := c.Run(context.Background(), toyProgram(0), campaign.Options{Pool: p})
		ended <- err
	}()
	await(t, "the order is there", func() bool { list, err := conn.orders(context.Background()); return err == nil && len(list) == 1 })
	old := toyProgram(0)
	old.Engine = legality.Version - 1
	other := toyProgram(0)
	other.Signatures = nil
	other.Stages = func() []legality.Stage {
		return append(toy.Stages(verdict.Kernel)(), toy.Stage{Asks: verdict.Game, Refutes: 2, Proves: true})
	}
	for want, prog := range map[string]campaign.Program{"version ": old, "code.signature: found": other} {
		if err := <-workWith(t, connect(t, e), "misfit", prog); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %v and %q", err, ErrRefused, want)
		}
	}
	if err := (&Worker{Conn: conn, Name: "a b"}).Run(context.Background()); err == nil || !strings.Contains(err.Error(), "no name of a worker") {
		t.Error(err)
	}
	idle := Worker{Conn: conn, Name: "idle", Slots: 1, Hash: "another", Idle: time.Millisecond, every: time.Millisecond}
	if err := idle.Run(context.Background()); err != nil {
		t.Errorf("a worker for another survey: %v", err)
	}
	help(t, connect(t, e), "honest", 0)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
