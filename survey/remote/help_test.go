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
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
	"chesscensus/survey/plan"
	"chesscensus/survey/report"
)

// signatures are shared by all programs of the toy with the same verdicts.
var signatures campaign.Signatures

// toyProgram returns a program for the toy space whose kernel stage sleeps for nap in every judgement.
func toyProgram(nap time.Duration) campaign.Program {
	return campaign.Program{Space: func(name string) (sampler.Set, error) { return toy.New(name), nil }, Build: "toy build", Signatures: &signatures,
		Stages: func() []legality.Stage {
			list := toy.Stages(verdict.Game)()
			list[1] = hookedStage{list[1], func() { time.Sleep(nap) }}
			return list
		}}
}

// A hookedStage calls a function before it judges.
type hookedStage struct {
	legality.Stage
	before func()
}

func (s hookedStage) Judge(ctx context.Context, setup chess.Setup, b verdict.Budget) (verdict.Verdict, bool) {
	s.before()
	return s.Stage.Judge(ctx, setup, b)
}

// makeToy makes a plan with a number of shards in a new folder.
func makeToy(t testing.TB, shards int) *campaign.Campaign {
	t.Helper()
	c, err := campaign.Make(context.Background(), toyProgram(0), filepath.Join(t.TempDir(), "survey"), campaign.Request{Space: "toy", Seed: 5, Plain: true, Budget: 0.1,
		Effort: verdict.Game, Shards: shards, PilotRequest: campaign.PilotRequest{PilotDraws: 3000, Workers: 2, Costs: []float64{2e-6, 1e-5, 1e-4}}})
	testkit.OK(t, err)
	return c
}

// copyPlan returns a campaign of the same plan in a new folder.
func copyPlan(t testing.TB, c *campaign.Campaign) *campaign.Campaign {
	t.Helper()
	dir := t.TempDir()
	testkit.OK(t, record.WriteFile(filepath.Join(dir, plan.FileName), c.Plan.Append(nil)))
	return testkit.Must(campaign.Open(dir))(t)
}

// runAlone runs a campaign on a pool of this process, and returns its remains.
func runAlone(t testing.TB, c *campaign.Campaign) map[string]string {
	t.Helper()
	c = copyPlan(t, c)
	if _, err := c.Run(context.Background(), toyProgram(0), campaign.Options{Keep: true}); err != nil {
		t.Fatal(err)
	}
	return remains(t, c)
}

// remains returns the files of a survey, and its report without the number of shards that were made again. It leaves out the manifest, which has
// times, the files of the server, files that were set aside, and the makers.
func remains(t testing.TB, c *campaign.Campaign) map[string]string {
	t.Helper()
	contents := map[string]string{}
	err := fs.WalkDir(os.DirFS(c.Folder.Dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (path == "engine" || path == "aside") {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || slices.Contains([]string{record.ManifestName, "lock", "makers.jsonl", "worker.nk"}, path) {
			return err
		}
		data, err := os.ReadFile(filepath.Join(c.Folder.Dir, path))
		contents[path] = string(data)
		return err
	})
	testkit.OK(t, err)
	reader := testkit.Must(report.Open(c.Folder.Dir))(t)
	r, problems, err := reader.Report(context.Background())
	if err != nil || len(problems) > 0 {
		t.Fatalf("%v, problems %v", err, problems)
	}
	r.MadeAgain = nil
	text := testkit.Must(json.Marshal(r))(t)
	contents["report"] = string(text)
	return contents
}

// compareRemains compares the remains of two surveys.
func compareRemains(t testing.TB, got, want map[string]string) {
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

// tail returns the end of a log.
func tail(text string) string {
	const shown = 3000
	return text[max(0, len(text)-shown):]
}

// testLog returns a log whose last part is shown if the test fails.
func testLog(t testing.TB) *slog.Logger {
	log, _ := recordingLog(t)
	return log
}

// recordingLog returns a log and the buffer with its lines.
func recordingLog(t testing.TB) (*slog.Logger, *safeBuffer) {
	b := new(safeBuffer)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(tail(b.String()))
		}
	})
	return slog.New(slog.NewTextHandler(b, &slog.HandlerOptions{Level: slog.LevelDebug})), b
}

// A safeBuffer is a buffer for several goroutines.
type safeBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

// A site is a server with the key of its workers.
type site struct {
	*Server
	seed string
}

// newSite starts a server in a folder of its own.
func newSite(t testing.TB) *site {
	t.Helper()
	_, seed, public := newKey(t)
	s := testkit.Must(Listen(t.TempDir(), Listener{Address: "127.0.0.1:0", Worker: public}, testLog(t)))(t)
	t.Cleanup(s.Stop)
	return &site{s, seed}
}

// newKey makes a key in a file of its own, and returns the file, the seed and the public key.
func newKey(t testing.TB) (file, seed, public string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "worker.nk")
	seed, public, err := NewKey(file)
	testkit.OK(t, err)
	return file, seed, public
}

// clientConn returns a connection with all rights.
func (s *site) clientConn(t testing.TB) *Conn {
	t.Helper()
	return closing(t)(s.Dial(testLog(t)))
}

// workerConn returns a connection with the rights of a worker.
func (s *site) workerConn(t testing.TB) *Conn {
	t.Helper()
	return closing(t)(Dial(Access{URL: s.URL(), Seed: s.seed}, WorkerInbox, testLog(t)))
}

// closing returns a function that returns a connection, which is closed when the test ends, or fails the test.
func closing(t testing.TB) func(*Conn, error) *Conn {
	return func(c *Conn, err error) *Conn {
		t.Helper()
		testkit.OK(t, err)
		t.Cleanup(c.Close)
		return c
	}
}

// newPool returns a pool for a campaign of the toy, with short times, and the buffer with its notices.
func newPool(t testing.TB, conn *Conn, c *campaign.Campaign) (*Pool, *safeBuffer) {
	t.Helper()
	notices := new(safeBuffer)
	p := testkit.Must(toyPool(conn, c))(t)
	p.Notice = func(s string) { _, _ = notices.Write([]byte(s + "\n")) }
	return p, notices
}

// toyPool is newPool without a test, for other processes. Tries is large, since on a loaded machine shards are often late.
func toyPool(conn *Conn, c *campaign.Campaign) (*Pool, error) {
	origin, err := c.Origin()
	prog := toyProgram(0)
	return &Pool{Conn: conn, Plan: c.Plan, Folder: c.Folder, Origin: origin, AckWait: 300 * time.Millisecond, Limit: time.Hour, Tries: 100_000,
		Own: func() (*campaign.Worker, error) {
			makes, err := prog.Workers(c.Plan, origin)
			if err != nil {
				return nil, err
			}
			return makes()
		}}, err
}

// startWorker starts a worker that works until the test ends. It returns a function that ends the worker and returns its error.
func startWorker(t testing.TB, conn *Conn, name string, prog campaign.Program) (stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w := Worker{Conn: conn, Name: name, Slots: 2, Program: prog, poll: 50 * time.Millisecond}
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	stop = sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() {
		if err := stop(); err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, errRefused) {
			t.Errorf("worker %s: %v", name, err)
		}
	})
	return stop
}

// runHonest works for the surveys of a server until the test ends, or until the worker ends by itself.
func runHonest(t testing.TB, conn *Conn) error {
	w := Worker{Conn: conn, Name: "honest", Slots: 2, Program: toyProgram(0), poll: 50 * time.Millisecond}
	return w.Run(t.Context())
}

// untilDeadline returns a context that ends 20 s before the deadline of the tests. Tests have no other deadlines, since a machine may be slow.
func untilDeadline(t testing.TB) context.Context {
	d, ok := t.(interface{ Deadline() (time.Time, bool) })
	if !ok {
		return t.Context()
	}
	end, ok := d.Deadline()
	if !ok {
		return t.Context()
	}
	ctx, cancel := context.WithDeadline(t.Context(), end.Add(-20*time.Second))
	t.Cleanup(cancel)
	return ctx
}

// await waits until a condition holds, at most until the deadline of the tests.
func await(t *testing.T, condition string, holds func() bool) {
	t.Helper()
	for ctx := untilDeadline(t); !holds(); {
		if !sleep(ctx, time.Millisecond) {
			t.Fatalf("waited in vain: %s", condition)
		}
	}
}

// run runs a campaign on a pool.
func (p *Pool) run(t testing.TB, c *campaign.Campaign, o campaign.Options) (*campaign.Status, error) {
	t.Helper()
	o.Keep, o.Pool = true, p
	return c.Run(untilDeadline(t), toyProgram(0), o)
}

// runToEnd runs a campaign on a pool to its end.
func runToEnd(t testing.TB, c *campaign.Campaign, p *Pool) *campaign.Status {
	t.Helper()
	return testkit.Must(p.run(t, c, campaign.Options{}))(t)
}

// startServerFor starts a server for some users, without syncing files, and returns its URL.
func startServerFor(t testing.TB, users ...*server.NkeyUser) string {
	t.Helper()
	o := &server.Options{JetStream: true, StoreDir: t.TempDir(), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
		MaxPayload: maxPayload, JetStreamMaxStore: maxStore, Nkeys: users}
	s := testkit.Must(startServer(o, testLog(t)))(t)
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s.ClientURL()
}

// readMakers returns the makers of the shards of a survey.
func readMakers(t testing.TB, c *campaign.Campaign) *shards.Makers {
	t.Helper()
	return testkit.Must(shards.ReadMakers(c.Folder.Dir))(t)
}

// checkContains fails the test unless a text contains all words.
func checkContains(t testing.TB, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("no %q in %s", w, text)
		}
	}
}
