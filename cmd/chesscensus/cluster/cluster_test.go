package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// program has the commands of the program.
var program = clitest.Program(groups)

// TestMain lets the test binary run as the program itself.
func TestMain(m *testing.M) { program.Main(m) }

// TestFlags: invalid flags and unreachable servers give errors, which contain no secret.
func TestFlags(t *testing.T) {
	const nowhere = "nats://127.0.0.1:1"
	for _, c := range []struct {
		status int
		want   string
		args   []string
	}{
		{1, "survey plan makes one", []string{"survey", "run", "none", "--nats", nowhere}},
		{1, "connecting to nats://...@127.0.0.1:1: ", []string{"worker", "--nats", "nats://user:secret@127.0.0.1:1"}},
		{1, "no such file", []string{"worker", "--nats", nowhere, "--creds", "none"}},
		{1, "both a file of the certificate and one of its key", []string{"worker", "--nats", nowhere, "--tls-cert", "main.go"}},
	} {
		status, out, errs := program.Invoke("", c.args...)
		if status != c.status || !strings.Contains(errs, c.want) || strings.Contains(errs, "secret") || out != "" {
			t.Errorf("%s: status %d, output %q, errors %q, want status %d and %q", c.args, status, out, errs, c.status, c.want)
		}
	}
}

// TestSurveyOnWorkers runs a survey with --listen, and a worker that connects by the printed command line. The report is that of a
// run in one process, except for the number of shards that were computed twice.
func TestSurveyOnWorkers(t *testing.T) {
	testkit.Medium(t)
	dir := filepath.Join(t.TempDir(), "survey")
	run := func(args ...string) string {
		t.Helper()
		status, out, errs := program.Invoke("", args...)
		if status != 0 {
			t.Fatalf("%s: status %d, errors %s", args, status, errs)
		}
		return out
	}
	run("survey", "plan", dir, "--budget", fmt.Sprint(testkit.Raced(100, 1000), "ms"), "--effort", "kernel", "--shards", "6", "--pilot", "2000", "--costs", "3us,60us")
	local := t.TempDir()
	clitest.Write(t, filepath.Join(local, "plan.json"), clitest.Read(t, filepath.Join(dir, "plan.json")))
	run("survey", "run", local)
	listeningRun, output := startListeningRun(t, dir, "--audit", "100%", "-j", "1")
	commandLine := regexp.MustCompile(`CHESSCENSUS_NKEY=(SU\w+) chesscensus worker --nats (nats://127\.0\.0\.1:\d+)`).FindStringSubmatch(output)
	if commandLine == nil {
		t.Fatalf("no command line for workers in %s", output)
	}
	key := filepath.Join(dir, "worker.nk")
	if info, err := os.Stat(key); err != nil || info.Mode().Perm() != 0o600 || clitest.Read(t, key) != commandLine[1] {
		t.Errorf("the key: %v, %v", err, info)
	}
	if status, _, errs := program.Invoke("", "worker", "--nats", commandLine[2]); status != 1 || !strings.Contains(errs, "uthorization") {
		t.Errorf("a worker without a key: status %d, errors %s", status, errs)
	}
	worker, _, _ := clitest.Process(t, "worker", "--nats", commandLine[2], "--name", "visitor", "-j", "1")
	worker.Env = append(worker.Env, "CHESSCENSUS_NKEY="+commandLine[1])
	testkit.OK(t, worker.Start())
	t.Cleanup(func() { _ = worker.Process.Kill(); _ = worker.Wait() })
	testkit.OK(t, listeningRun.Wait())
	again := regexp.MustCompile(`\d+ of 6 shards were made again elsewhere, and agreed\n`)
	report := run("survey", "report", dir)
	if !again.MatchString(report) || again.ReplaceAllString(report, "") != run("survey", "report", local) {
		t.Errorf("the report\n%s\nis not that of a run in one process", report)
	}
	if shard := "shards/000003.parquet"; clitest.Read(t, filepath.Join(dir, shard)) != clitest.Read(t, filepath.Join(local, shard)) {
		t.Errorf("%s differs", shard)
	}
	if status, _, errs := program.Invoke("", "survey", "run", dir, "--listen", ":0"); status != 0 ||
		strings.Contains(errs, commandLine[1]) || !strings.Contains(errs, "--nkey "+key) {
		t.Errorf("the second time: status %d, errors %s", status, errs)
	}
}

// startListeningRun starts a run of a survey in a process, and returns its messages up to the time when workers can connect.
func startListeningRun(t *testing.T, dir string, args ...string) (run *exec.Cmd, output string) {
	t.Helper()
	run, _, _ = clitest.Process(t, append([]string{"survey", "run", dir, "--listen", ":0"}, args...)...)
	run.Stderr = nil
	pipe := testkit.Must(run.StderrPipe())(t)
	testkit.OK(t, run.Start())
	t.Cleanup(func() { _ = run.Process.Kill(); _ = run.Wait() })
	lines := bufio.NewReader(pipe)
	for !strings.Contains(output, "--listen 0.0.0.0:4222") {
		line, err := lines.ReadString('\n')
		if output += line; err != nil {
			t.Fatalf("%v after %s", err, output)
		}
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return run, output
}
