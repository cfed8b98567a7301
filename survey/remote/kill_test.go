//go:build unix

package remote

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/campaign"
	"chesscensus/survey/record"
	"chesscensus/survey/remote/access"
	"chesscensus/survey/remote/embedded"
)

// roleVariable tells the test binary to be an engine, a worker or a client of the toy.
const roleVariable = "CHESSCENSUS_REMOTE_ROLE"

func TestMain(m *testing.M) {
	if role := os.Getenv(roleVariable); role != "" {
		if err := play(role, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	// These tests wait rather than compute: four at a time, unless the command line says otherwise.
	if err := flag.Set("test.parallel", fmt.Sprint(max(4, runtime.GOMAXPROCS(0)))); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// play is a process of its own: an engine in a folder at an address, one of three that keep all messages, or a worker or client of the engine there; or it
// says who leads the ledger of a plan, or runs a survey without an engine. It ends with the process that has started it, however that ends.
func play(role string, args []string) error {
	go func() {
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			if d, err := time.ParseDuration(in.Text()); err == nil && setClock != nil {
				setClock(d)
			}
		}
		os.Exit(3)
	}()
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	ctx := context.Background()
	if role == "engine" {
		if _, err := embedded.Serve(args[0], args[1], log); err != nil {
			return err
		}
		select {}
	}
	if role == "member" {
		if _, err := embedded.Start(member(args[0], args[1], args[2:]), log); err != nil {
			return err
		}
		select {}
	}
	if role == "alone" {
		c, err := campaign.Open(args[0])
		if err == nil {
			_, err = c.Run(ctx, toyProgram(0), campaign.Options{Keep: true})
		}
		return err
	}
	var conn *Conn
	for err := error(nil); conn == nil; time.Sleep(10 * time.Millisecond) {
		if conn, err = Dial(access.Access{URL: "nats://" + args[1]}, role, log); err != nil {
			log.Info("not there yet", "error", err)
		}
	}
	if role == "leader" {
		name, err := leaderOf(ctx, conn, args[0])
		fmt.Println(name)
		return err
	}
	if role == "worker" {
		nap := 20 * time.Microsecond
		if len(args) > 2 {
			nap = 2 * time.Millisecond // for tests whose faults take seconds
		}
		w := Worker{Conn: conn, Name: NewName(), Slots: 2, Folder: args[0], every: 100 * time.Millisecond, Program: func(string) campaign.Program { return toyProgram(nap) }}
		return w.Run(ctx)
	}
	c, err := campaign.Open(args[0])
	if err != nil {
		return err
	}
	p, err := toyPool(conn, c)
	if err != nil {
		return err
	}
	p.Checks = 0.2
	if len(args) > 2 {
		p.Replicas, p.AckWait = 3, 2*time.Second // elections take a second
	}
	_, err = c.Run(ctx, toyProgram(0), campaign.Options{Keep: true, Pool: p})
	return err
}

// An actor is a process that is killed and started again.
type actor struct {
	role  string
	args  []string
	cmd   *exec.Cmd
	in    []string // the command that runs it in a place of its own, if it has one
	stdin io.Writer
	out   safeBuffer
	errs  safeBuffer
	end   chan error
}

func (a *actor) start(t *testing.T) {
	t.Helper()
	words := append(append(slices.Clone(a.in), os.Args[0]), a.args...)
	a.cmd = exec.Command(words[0], words[1:]...)
	a.cmd.Env = append(os.Environ(), roleVariable+"="+a.role)
	a.cmd.Stdout, a.cmd.Stderr = &a.out, &a.errs
	var err error
	if a.stdin, err = a.cmd.StdinPipe(); err != nil { // open until the process has ended, or we have
		t.Fatal(err)
	}
	if err := a.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	end, cmd := make(chan error, 1), a.cmd
	a.end = end
	go func() { end <- cmd.Wait() }()
}

// kill is kill -9. It may be done twice.
func (a *actor) kill() {
	_ = a.cmd.Process.Kill()
	a.end <- <-a.end
}

// ended reports whether the process has ended.
func (a *actor) ended() bool {
	select {
	case err := <-a.end:
		a.end <- err
		return true
	default:
		return false
	}
}

// cut takes up to 64 bytes from the end of every file, as if the last write had not reached the disk.
func cut(t *testing.T, dir string) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.Truncate(path, max(0, info.Size()-1-rand.Int64N(64)))
	})
	if err != nil {
		t.Error(err)
	}
}

// freePort returns an address where nobody listens. It is below the ports that systems give to those who ask for any, so that nobody gets
// it while an engine is being started again.
func freePort(t *testing.T) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprint("127.0.0.1:", 20_000+rand.IntN(12_000))
		if l, err := net.Listen("tcp", address); err == nil {
			_ = l.Close()
			return address
		}
	}
	t.Fatal("a hundred ports of this machine are taken")
	return ""
}

// TestKilled kills engine, workers and client with SIGKILL at random moments, stops a worker for longer than the engine waits, and takes the last
// bytes from all files of a killed engine; "make faults" makes more rounds, keeps a log of them, and sets clocks as well. Every survey must leave what an undisturbed
// one leaves.
func TestKilled(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 12)
	want := undisturbed(t, c)
	rounds := faultRounds(t, testkit.Size(3, 10))
	faults := map[string]int{}
	surveys := 0
	for done := 0; done < rounds && !t.Failed(); surveys++ {
		if surveys > 10*rounds {
			t.Fatalf("%d surveys were over before %d faults could be made", surveys, rounds)
		}
		made := disturb(t, copyPlan(t, c), want, rounds-done)
		for i := range made {
			made[i].round, made[i].survey = fmt.Sprint(done+i+1), fmt.Sprint(surveys+1)
			faults[made[i].what]++
		}
		logFaults(t, made, !t.Failed())
		done += len(made)
	}
	t.Logf("%d surveys, faults: %v", surveys, faults)
}

// disturb runs a survey with at most so many faults, and returns those that there were.
func disturb(t *testing.T, c *campaign.Campaign, want map[string]string, most int) (made []madeFault) {
	t.Helper()
	began := time.Now()
	address, store := freePort(t), t.TempDir()
	engine := &actor{role: "engine", args: []string{store, address}}
	client := &actor{role: "client", args: []string{c.Folder.Dir, address}}
	workers := []*actor{{role: "worker", args: []string{t.TempDir(), address}}, {role: "worker", args: []string{t.TempDir(), address}}}
	all := append([]*actor{engine, client}, workers...)
	for _, a := range all {
		a.start(t)
		defer a.kill()
	}
	faulty, early := time.NewTimer(0), rand.IntN(2) == 0
	ctx := patient(t)
	for {
		select {
		case err := <-client.end:
			client.end <- err // for kill
			if err != nil {
				t.Errorf("the client: %v\n%s", err, client.errs.String())
			} else {
				same(t, left(t, c), want)
			}
			return made
		case <-ctx.Done():
			t.Error("not done when the tests have to end")
		case <-faulty.C:
		}
		for _, a := range append(workers, engine) {
			if a.ended() {
				t.Errorf("the %s has ended by itself", a.role)
			}
		}
		if t.Failed() {
			for _, a := range all {
				a.kill()
				t.Logf("%s: %s", a.role, last(a.errs.String()))
			}
			return made
		}
		faulty.Reset(time.Duration(200+rand.IntN(800)) * time.Millisecond)
		shards := begun(c)
		if len(made) == most || !early && shards == 0 {
			continue
		}
		after := time.Since(began)
		what := fault(t, engine, client, workers[rand.IntN(len(workers))], store)
		made = append(made, madeFault{after: after, shards: fmt.Sprint(shards), what: what})
	}
}

// begun returns how many shards a survey has. Before the first a fault finds programs that are starting: every second survey has such faults too.
func begun(c *campaign.Campaign) int {
	text, _ := os.ReadFile(filepath.Join(c.Folder.Dir, record.ManifestName)) // not there at first
	return bytes.Count(text, []byte("\n"))
}

// fault makes one, chosen at random.
func fault(t *testing.T, engine, client, worker *actor, store string) string {
	kinds := 5
	if setClock != nil {
		kinds = 7
	}
	switch rand.IntN(kinds) {
	case 0:
		worker.kill()
		worker.start(t)
		return "worker killed"
	case 1:
		client.kill()
		client.start(t)
		return "client killed"
	case 2:
		engine.kill()
		engine.start(t)
		return "engine killed"
	case 3:
		engine.kill()
		cut(t, store)
		engine.start(t)
		return "engine killed, files cut"
	case 5, 6:
		a := []*actor{engine, engine, client, worker}[rand.IntN(4)]
		jump := []string{"10s", "-10s", "1h", "-1h", "24h", "-24h"}[rand.IntN(6)]
		if _, err := fmt.Fprintln(a.stdin, jump); err != nil && !a.ended() {
			t.Error(err)
		}
		return "clock of the " + a.role + " set by " + jump
	}
	_ = worker.cmd.Process.Signal(syscall.SIGSTOP)
	time.Sleep(500 * time.Millisecond)
	_ = worker.cmd.Process.Signal(syscall.SIGCONT)
	return "worker stopped for 0.5 s"
}
