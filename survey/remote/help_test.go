package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/survey/campaign"
	"chesscensus/survey/plan"
	"chesscensus/survey/record"
	"chesscensus/survey/remote/embedded"
	"chesscensus/survey/report"
	"chesscensus/survey/toy"
)

// signatures are shared by all programs of the toy that answer alike.
var signatures campaign.Signatures

// toyProgram judges the toy space; every judgement of its kernels takes so long besides, without work.
func toyProgram(nap time.Duration) campaign.Program {
	return campaign.Program{Space: func(name string) (sampler.Set, error) { return toy.New(name), nil }, Build: "toy build", Signatures: &signatures,
		Stages: func() []legality.Stage {
			list := toy.Stages(verdict.Game)()
			list[1] = slowStage{list[1], nap}
			return list
		}}
}

// A slowStage takes its time.
type slowStage struct {
	legality.Stage
	nap time.Duration
}

func (s slowStage) Judge(ctx context.Context, setup chess.Setup, b verdict.Budget) (verdict.Verdict, bool) {
	if s.nap > 0 {
		time.Sleep(s.nap)
	}
	return s.Stage.Judge(ctx, setup, b)
}

// makeToy makes a plan of some shards in a new folder.
func makeToy(t testing.TB, shards int) *campaign.Campaign {
	t.Helper()
	c, err := campaign.Make(context.Background(), toyProgram(0), filepath.Join(t.TempDir(), "survey"), campaign.Request{Space: "toy", Seed: 5, Plain: true, Budget: 0.1,
		Effort: verdict.Game, Shards: shards, PilotRequest: campaign.PilotRequest{PilotDraws: 3000, Workers: 2, Costs: []float64{2e-6, 1e-5, 1e-4}}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// copyPlan returns a campaign of the same plan in a new folder.
func copyPlan(t testing.TB, c *campaign.Campaign) *campaign.Campaign {
	t.Helper()
	dir := t.TempDir()
	if err := record.WriteFile(filepath.Join(dir, plan.FileName), c.Plan.Append(nil)); err != nil {
		t.Fatal(err)
	}
	other, err := campaign.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return other
}

// undisturbed runs a campaign on the pool of this process, and returns what it leaves behind.
func undisturbed(t testing.TB, c *campaign.Campaign) map[string]string {
	t.Helper()
	c = copyPlan(t, c)
	if _, err := c.Run(context.Background(), toyProgram(0), campaign.Options{Keep: true}); err != nil {
		t.Fatal(err)
	}
	return left(t, c)
}

// left returns the files that a survey leaves behind, and its report. The manifest has times in it, and the engine's files are of no account.
func left(t testing.TB, c *campaign.Campaign) map[string]string {
	t.Helper()
	m := map[string]string{}
	err := fs.WalkDir(os.DirFS(c.Folder.Dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && path == "engine" {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || path == record.ManifestName || path == "lock" {
			return err
		}
		data, err := os.ReadFile(filepath.Join(c.Folder.Dir, path))
		m[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	reader, err := report.Open(c.Folder.Dir)
	if err != nil {
		t.Fatal(err)
	}
	r, problems, err := reader.Report(context.Background())
	if err != nil || len(problems) > 0 {
		t.Fatalf("%v, problems %v", err, problems)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	m["report"] = string(text)
	return m
}

// same compares what two surveys have left behind.
func same(t testing.TB, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s differs from that of the undisturbed survey", name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
}

// shownLog is how many bytes of a log are shown.
const shownLog = 3000

// last returns so much of a log.
func last(text string) string {
	if len(text) > shownLog {
		return "..." + text[len(text)-shownLog:]
	}
	return text
}

// logTo returns a log whose last part is shown if the test fails: whoever reads it wants to see the failure itself too.
func logTo(t testing.TB) *slog.Logger {
	var b safeBuffer
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(last(b.String()))
		}
	})
	return slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// A safeBuffer is written by many.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// engine starts one in a folder of its own. It does not wait for the disk, as nobody cuts its power; TestKilled has those that do.
func engine(t testing.TB) *embedded.Engine {
	t.Helper()
	return engineIn(t, t.TempDir())
}

// engineIn starts one in a folder.
func engineIn(t testing.TB, dir string) *embedded.Engine {
	t.Helper()
	return engineWith(t, embedded.Options(dir, embedded.MaxPayload))
}

// engineWith starts one with options.
func engineWith(t testing.TB, o *server.Options) *embedded.Engine {
	t.Helper()
	o.SyncAlways = false
	e, err := embedded.Start(o, logTo(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Stop)
	return e
}

// connect returns a connection to it.
func connect(t testing.TB, e *embedded.Engine) *Conn {
	t.Helper()
	c, err := DialHere(e, strings.ReplaceAll(t.Name(), "/", "-"), logTo(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// poolOf returns a pool for a campaign of the toy, with short times. A shard may be given to workers as often as a loaded machine makes
// them late.
func poolOf(t testing.TB, conn *Conn, c *campaign.Campaign) *Pool {
	t.Helper()
	p, err := toyPool(conn, c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func toyPool(conn *Conn, c *campaign.Campaign) (*Pool, error) {
	origin, err := c.Origin()
	prog := toyProgram(0)
	return &Pool{Conn: conn, Plan: c.Plan, Origin: origin, AckWait: 300 * time.Millisecond, Limit: time.Hour, Tries: 100_000, Checks: -1,
		Own: func() (*campaign.Worker, error) {
			makes, err := prog.Workers(c.Plan, origin)
			if err != nil {
				return nil, err
			}
			return makes()
		}}, err
}

// help starts a worker that works until the test ends. It returns a function that ends it before, and its error.
func help(t testing.TB, conn *Conn, name string, nap time.Duration) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w := Worker{Conn: conn, Name: name, Slots: 2, Program: func(string) campaign.Program { return toyProgram(nap) }, Folder: t.TempDir(), every: 50 * time.Millisecond}
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	var err error
	stopped := false
	stop = func() error {
		if !stopped {
			cancel()
			err, stopped = <-ended, true
		}
		return err
	}
	t.Cleanup(func() {
		if err := stop(); err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, ErrRefused) {
			t.Errorf("worker %s: %v", name, err)
		}
	})
	return stop
}

// helpAfter is help that begins when a channel is closed.
func helpAfter(t testing.TB, conn *Conn, name string, nap time.Duration, begin <-chan struct{}) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	t.Cleanup(func() { cancel(); <-ended })
	folder := t.TempDir()
	go func() {
		defer close(ended)
		select {
		case <-begin:
		case <-ctx.Done():
			return
		}
		w := Worker{Conn: conn, Name: name, Slots: 2, Program: func(string) campaign.Program { return toyProgram(nap) }, Folder: folder, every: 50 * time.Millisecond}
		if err := w.Run(ctx); err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("worker %s: %v", name, err)
		}
	}()
}

// patient returns a context that ends a moment before the tests have to. No test has a deadline of its own: a machine may be slow.
func patient(t *testing.T) context.Context {
	end, ok := t.Deadline()
	if !ok {
		return t.Context()
	}
	ctx, cancel := context.WithDeadline(t.Context(), end.Add(-20*time.Second))
	t.Cleanup(cancel)
	return ctx
}

// await waits until a condition holds, for as long as the tests may take.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for ctx := patient(t); !holds(); {
		if !sleep(ctx, time.Millisecond) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// finish runs a campaign on a pool.
func finish(t *testing.T, c *campaign.Campaign, p campaign.Pool) *campaign.Status {
	t.Helper()
	st, err := c.Run(patient(t), toyProgram(0), campaign.Options{Keep: true, Pool: p})
	if err != nil {
		t.Fatal(err)
	}
	return st
}
