//go:build unix

package remote

import (
	"bytes"
	"context"
	"encoding/json"
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

// Environment variables: the assignment of a process of these tests, and for the long run ("make faults") the number of faults and the path of its
// log.
const (
	assignmentVariable = "CHESSCENSUS_REMOTE_ASSIGNMENT"
	roundsVariable     = "CHESSCENSUS_FAULTS"
	faultLogVariable   = "CHESSCENSUS_FAULTS_LOG"
)

func TestMain(m *testing.M) {
	if text := os.Getenv(assignmentVariable); text != "" {
		var a assignment
		err := json.Unmarshal([]byte(text), &a)
		if err == nil {
			err = a.carryOut()
		}
		if err != nil {
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

// An assignment says what a process of the tests does.
type assignment struct {
	Role    string // "server", "worker", "client", or "alone" for a survey without a server
	Dir     string // of the files of the server, or of the survey
	Address string // of the server
	IsSlow  bool   // whether a worker takes seconds for a shard, for tests whose faults take seconds
}

// carryOut is the main function of a process of the tests. It ends the process when the parent process ends in any way.
func (a *assignment) carryOut() error {
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(3)
	}()
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	switch a.Role {
	case "server":
		return a.serve(log)
	case "worker":
		nap := 20 * time.Microsecond
		if a.IsSlow {
			nap = 2 * time.Millisecond
		}
		w := Worker{Conn: a.dial(log), Name: NewName(), Slots: 2, poll: 100 * time.Millisecond, Program: toyProgram(nap)}
		return w.Run(context.Background())
	}
	c, err := campaign.Open(a.Dir)
	if err != nil {
		return err
	}
	o := campaign.Options{Keep: true}
	if a.Role == "client" {
		p, err := toyPool(a.dial(log), c)
		if err != nil {
			return err
		}
		p.Audit, p.Notice = 0.2, func(s string) { log.Info(s) }
		o.Pool = p
	}
	_, err = c.Run(context.Background(), toyProgram(0), o)
	return err
}

// serve runs a server until the process ends.
func (a *assignment) serve(log *slog.Logger) error {
	o := &server.Options{JetStream: true, StoreDir: a.Dir, SyncAlways: true, NoSigs: true, NoLog: true, MaxPayload: maxPayload, JetStreamMaxStore: maxStore}
	if err := (&Listener{Address: a.Address}).applyTo(o); err != nil {
		return err
	}
	if _, err := startServer(o, log); err != nil {
		return err
	}
	select {}
}

// dial connects to the server as soon as it is there.
func (a *assignment) dial(log *slog.Logger) *Conn {
	for {
		conn, err := Dial(Access{URL: "nats://" + a.Address}, "_INBOX_"+a.Role, log)
		if err == nil {
			return conn
		}
		log.Info("not there yet", "error", err)
		time.Sleep(10 * time.Millisecond)
	}
}

// A process is a process of a test that can be killed and started again.
type process struct {
	assignment
	prefix  []string // command that runs it in a separate network, or nil
	command *exec.Cmd
	stderr  safeBuffer
	exit    chan error
}

// newServer and newClient return processes that are not started.
func newServer(dir, address string) *process {
	return &process{assignment: assignment{Role: "server", Dir: dir, Address: address}}
}

func newClient(c *campaign.Campaign, address string) *process {
	return &process{assignment: assignment{Role: "client", Dir: c.Folder.Dir, Address: address}}
}

// newWorker returns a process that is not started.
func newWorker(address string, isSlow bool) *process {
	return &process{assignment: assignment{Role: "worker", Address: address, IsSlow: isSlow}}
}

// start starts the process: this test binary, with its assignment.
func (p *process) start(t *testing.T) {
	t.Helper()
	words := append(slices.Clone(p.prefix), os.Args[0])
	p.command = exec.Command(words[0], words[1:]...)
	p.command.Env = append(os.Environ(), assignmentVariable+"="+string(testkit.Must(json.Marshal(p.assignment))(t)))
	p.command.Stderr = &p.stderr
	testkit.Must(p.command.StdinPipe())(t) // open until one of both processes ends
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
				t.Logf("%s: %s", p.Role, tail(p.stderr.String()))
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

// truncateFiles truncates every file below a folder to the size that newSize returns for its size.
func truncateFiles(t *testing.T, dir string, newSize func(int64) int64) {
	t.Helper()
	testkit.OK(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		return os.Truncate(path, newSize(info.Size()))
	}))
}

// withoutEnd returns a size without 1 to 64 bytes, as if the last write had not reached the disk.
func withoutEnd(size int64) int64 { return max(0, size-1-rand.Int64N(64)) }

// freeAddress returns a free address. Its port is below those that systems choose for programs, so that no program gets it while a server is started
// again.
func freeAddress(t *testing.T) string {
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
	began, address, store := time.Now(), freeAddress(t), t.TempDir()
	server, client := newServer(store, address), newClient(c, address)
	workers := []*process{newWorker(address, false), newWorker(address, false)}
	startAll(t, append([]*process{server, client}, workers...)...)
	log := ""
	early := rand.IntN(2) == 0 // whether faults may occur before the first shard, while programs start
	for ctx := untilDeadline(t); !client.ended() && sleep(ctx, time.Duration(200+rand.IntN(800))*time.Millisecond); {
		for _, p := range append(workers, server) {
			if p.ended() {
				t.Fatalf("a %s has ended by itself", p.Role)
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
		truncateFiles(t, store, withoutEnd)
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
	for name, newSize := range map[string]func(int64) int64{
		"nothing is left":          func(int64) int64 { return 0 },
		"half is left":             func(n int64) int64 { return n / 2 },
		"the last byte is missing": func(n int64) int64 { return max(n-1, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			c, address, store := copyPlan(t, c), freeAddress(t), t.TempDir()
			server, client := newServer(store, address), newClient(c, address)
			startAll(t, server, client, newWorker(address, true))
			await(t, "shards are done", func() bool { return storedShards(c) > 2 || client.ended() })
			server.kill()
			truncateFiles(t, store, newSize)
			server.start(t)
			client.waitForSurvey(t, c, want)
		})
	}
}
