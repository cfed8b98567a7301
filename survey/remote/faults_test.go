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
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
)

// Environment variables: the role of a process of these tests, and for the long run ("make faults") the number of faults and the path of its log.
const (
	roleVariable     = "CHESSCENSUS_REMOTE_ROLE"
	roundsVariable   = "CHESSCENSUS_FAULTS"
	faultLogVariable = "CHESSCENSUS_FAULTS_LOG"
)

func TestMain(m *testing.M) {
	if role := os.Getenv(roleVariable); role != "" {
		if err := playRole(role, os.Args[1:]); err != nil {
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

// playRole is the main function of a process of the tests: a server in a folder at an address, a worker or client of such a server, or a survey without
// one. It ends the process when the parent process ends in any way.
func playRole(role string, args []string) error {
	go func() {
		_, _ = io.Copy(io.Discard, bufio.NewReader(os.Stdin))
		os.Exit(3)
	}()
	log, ctx := slog.New(slog.NewTextHandler(os.Stderr, nil)), context.Background()
	if role == "server" {
		host, port, err := net.SplitHostPort(args[1])
		if err != nil {
			return err
		}
		o := &server.Options{JetStream: true, StoreDir: args[0], SyncAlways: true, NoSigs: true, NoLog: true, MaxPayload: maxPayload,
			JetStreamMaxStore: maxStore, Host: host}
		if o.Port, err = strconv.Atoi(port); err == nil {
			_, err = startServer(o, log)
		}
		if err != nil {
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
		if conn, err = Dial(Access{URL: "nats://" + args[1]}, role == "worker", log); err != nil {
			log.Info("not there yet", "error", err)
		}
	}
	if role == "worker" {
		nap := 20 * time.Microsecond
		if len(args) > 2 {
			nap = 2 * time.Millisecond // for tests whose faults take seconds
		}
		w := Worker{Conn: conn, Name: NewName(), Slots: 2, poll: 100 * time.Millisecond, Program: toyProgram(nap)}
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
	p.Audit = 0.2
	p.Notice = func(s string) { log.Info(s) }
	_, err = c.Run(ctx, toyProgram(0), campaign.Options{Keep: true, Pool: p})
	return err
}

// A process is a process of a test that can be killed and started again.
type process struct {
	role    string
	args    []string
	prefix  []string // command that runs it in a separate network, or nil
	command *exec.Cmd
	stderr  safeBuffer
	exit    chan error
}

// start starts the process: this test binary, in its role.
func (p *process) start(t *testing.T) {
	t.Helper()
	words := append(append(slices.Clone(p.prefix), os.Args[0]), p.args...)
	p.command = exec.Command(words[0], words[1:]...)
	p.command.Env = append(os.Environ(), roleVariable+"="+p.role)
	p.command.Stderr = &p.stderr
	if _, err := p.command.StdinPipe(); err != nil { // open until one of both processes ends
		t.Fatal(err)
	}
	testkit.OK(t, p.command.Start())
	exit, cmd := make(chan error, 1), p.command
	p.exit = exit
	go func() { exit <- cmd.Wait() }()
}

// kill ends the process by SIGKILL. It may be called twice.
func (p *process) kill() {
	_ = p.command.Process.Kill()
	p.exit <- <-p.exit
}

// ended reports whether the process has ended.
func (p *process) ended() bool {
	select {
	case err := <-p.exit:
		p.exit <- err
		return true
	default:
		return false
	}
}

// startAll starts processes that are killed when the test ends.
func startAll(t *testing.T, list ...*process) {
	t.Helper()
	for _, p := range list {
		p.start(t)
		t.Cleanup(func() {
			p.kill()
			if t.Failed() {
				t.Logf("%s: %s", p.role, tail(p.stderr.String()))
			}
		})
	}
}

// waitForSurvey waits until a client has ended without an error, and compares the files of its survey.
func (p *process) waitForSurvey(t *testing.T, c *campaign.Campaign, want map[string]string) {
	t.Helper()
	await(t, "the survey is done", p.ended)
	err := <-p.exit
	p.exit <- err
	if err != nil {
		t.Fatalf("the client: %v", err)
	}
	compareRemains(t, remains(t, c), want)
}

// truncateFiles removes up to 64 bytes from the end of every file, as if the last write had not reached the disk.
func truncateFiles(t *testing.T, dir string) {
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

// freePort returns a free address. Its port is below those that systems choose for programs, so that no program gets it while a server is started
// again.
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

// storedShards returns the number of shards that a survey has stored.
func storedShards(c *campaign.Campaign) int {
	text, _ := os.ReadFile(filepath.Join(c.Folder.Dir, record.ManifestName)) // the file may not exist yet
	return bytes.Count(text, []byte("\n"))
}

// TestKilled kills server, workers and client with SIGKILL at random moments, stops a worker for longer than the ack wait, and removes the last
// bytes of all files of a killed server. "make faults" runs more rounds and writes a log of them. Every survey must leave the same files and report
// as an undisturbed one.
func TestKilled(t *testing.T) {
	testkit.Medium(t)
	t.Parallel()
	c := makeToy(t, 12)
	want := runAlone(t, c)
	rounds := testkit.Raced(2, testkit.Size(3, 10))
	if text := os.Getenv(roundsVariable); text != "" {
		var err error
		if rounds, err = strconv.Atoi(text); err != nil || rounds < 1 {
			t.Fatalf("%s=%q: want a number of rounds", roundsVariable, text)
		}
	}
	faults := map[string]int{}
	for numFaults, surveys := 0, 0; numFaults < rounds && !t.Failed(); surveys++ {
		if surveys > 10*rounds {
			t.Fatalf("%d surveys were over before %d faults could be made", surveys, rounds)
		}
		t.Run(fmt.Sprint("survey ", surveys+1), func(t *testing.T) {
			for _, kind := range disturb(t, copyPlan(t, c), want, rounds-numFaults) {
				faults[kind]++
				numFaults++
			}
		})
	}
	t.Logf("faults: %v", faults)
}

// disturb runs a survey with at most maxFaults random faults, and returns their names.
func disturb(t *testing.T, c *campaign.Campaign, want map[string]string, maxFaults int) (faults []string) {
	t.Helper()
	began, address, store := time.Now(), freePort(t), t.TempDir()
	server, client := &process{role: "server", args: []string{store, address}}, &process{role: "client", args: []string{c.Folder.Dir, address}}
	workers := []*process{{role: "worker", args: []string{"", address}}, {role: "worker", args: []string{"", address}}}
	startAll(t, append([]*process{server, client}, workers...)...)
	log := ""
	early := rand.IntN(2) == 0 // whether faults may occur before the first shard, while programs start
	for ctx := untilDeadline(t); !client.ended() && sleep(ctx, time.Duration(200+rand.IntN(800))*time.Millisecond); {
		for _, a := range append(workers, server) {
			if a.ended() {
				t.Fatalf("a %s has ended by itself", a.role)
			}
		}
		if shards := storedShards(c); len(faults) < maxFaults && (early || shards > 0) && !client.ended() {
			kind := injectFault(t, server, client, workers[rand.IntN(len(workers))], store)
			faults = append(faults, kind)
			log += fmt.Sprintf("%s\t%.1f\t%d\t%s\n", t.Name(), time.Since(began).Seconds(), shards, kind)
		}
	}
	client.waitForSurvey(t, c, want)
	if name := os.Getenv(faultLogVariable); name != "" {
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err == nil {
			_, err = f.WriteString(log)
			_ = f.Close()
		}
		if err != nil {
			t.Error(err)
		}
	}
	return faults
}

// injectFault causes a random fault and returns its name.
func injectFault(t *testing.T, server, client, worker *process, store string) string {
	switch rand.IntN(5) {
	case 0:
		worker.kill()
		worker.start(t)
		return "worker killed"
	case 1:
		client.kill()
		client.start(t)
		return "client killed"
	case 2:
		server.kill()
		server.start(t)
		return "server killed"
	case 3:
		server.kill()
		truncateFiles(t, store)
		server.start(t)
		return "server killed, files cut"
	}
	_ = worker.command.Process.Signal(syscall.SIGSTOP)
	time.Sleep(500 * time.Millisecond)
	_ = worker.command.Process.Signal(syscall.SIGCONT)
	return "worker stopped for 0.5 s"
}

// TestDamagedFiles truncates all files of a server during a survey, to nothing, to half and by the last byte. The server, started again, must finish
// the survey.
func TestDamagedFiles(t *testing.T) {
	testkit.Long(t)
	t.Parallel()
	c := makeToy(t, 12)
	want := runAlone(t, c)
	for name, size := range map[string]func(int64) int64{"nothing": func(int64) int64 { return 0 }, "half": func(n int64) int64 { return n / 2 },
		"but the last byte": func(n int64) int64 { return max(n-1, 0) }} {
		t.Run(name, func(t *testing.T) {
			c, address, store := copyPlan(t, c), freePort(t), t.TempDir()
			server, client := &process{role: "server", args: []string{store, address}}, &process{role: "client", args: []string{c.Folder.Dir, address}}
			startAll(t, server, client, &process{role: "worker", args: []string{"", address, "slow"}})
			await(t, "shards are done", func() bool { return storedShards(c) > 2 || client.ended() })
			server.kill()
			err := filepath.WalkDir(store, func(path string, d fs.DirEntry, err error) error {
				if err != nil || d.IsDir() {
					return err
				}
				info, err := d.Info()
				if err != nil {
					return err
				}
				return os.Truncate(path, size(info.Size()))
			})
			testkit.OK(t, err)
			server.start(t)
			client.waitForSurvey(t, c, want)
		})
	}
}
