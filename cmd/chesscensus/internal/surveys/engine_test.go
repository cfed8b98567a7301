//go:build unix

package surveys

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/remote/embedded"
)

// TestEngineFlags: what makes no sense is a usage error that names the flag.
func TestEngineFlags(t *testing.T) {
	const nowhere = "nats://127.0.0.1:1"
	for _, c := range []struct {
		status int
		want   string
		args   []string
	}{
		{2, "--listen, --creds, --nkey and --tls-... are for an engine", []string{"survey", "run", "none", "--creds", "x"}},
		{2, "--listen: want --nats embedded", []string{"survey", "run", "none", "--nats", nowhere, "--listen", ":1"}},
		{2, "--checks 2: want a share", []string{"survey", "run", "none", "--nats", nowhere, "--checks", "2"}},
		{2, "--tries of at least 1", []string{"survey", "run", "none", "--nats", nowhere, "--tries", "0"}},
		{2, "--replicas 2: want 1, 3 or 5", []string{"survey", "run", "none", "--nats", nowhere, "--replicas", "2"}},
		{1, "survey plan makes one", []string{"survey", "run", "none", "--nats", nowhere}},
		{2, "want the URL of a server", []string{"worker"}},
		{2, "--log \"loud\": want debug", []string{"worker", "--nats", nowhere, "--log", "loud"}},
		{1, "connecting to nats://...@127.0.0.1:1: ", []string{"worker", "--nats", "nats://user:secret@127.0.0.1:1"}},
		{1, "no such file", []string{"worker", "--nats", nowhere, "--creds", "none"}},
		{1, "both a file of the certificate and one of its key", []string{"worker", "--nats", nowhere, "--tls-cert", "engine_test.go"}},
	} {
		status, out, errs := invoke("", c.args...)
		if status != c.status || !strings.Contains(errs, c.want) || strings.Contains(errs, "secret") || out != "" {
			t.Errorf("%s: status %d, output %q, errors %q, want status %d and %q", c.args, status, out, errs, c.status, c.want)
		}
	}
}

// TestSurveyOnAnEngine runs a survey on an engine with a worker that is killed and another one that ends it, and reads its metrics meanwhile. The report is
// that of a run without; so is that of a run on an engine in the program.
func TestSurveyOnAnEngine(t *testing.T) {
	testkit.Long(t)
	dir := tinySurvey(t, "2s")
	whole, inside := copySurvey(t, dir), copySurvey(t, dir)
	for _, args := range [][]string{{whole}, {inside, "--nats", "embedded", "-j", "2", "--checks", "0.3"}} {
		if status, _, errs := invoke("", append([]string{"survey", "run"}, args...)...); status != 0 {
			t.Fatalf("%s: status %d, errors %s", args, status, errs)
		}
	}
	e, err := embedded.Serve(t.TempDir(), "127.0.0.1:0", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Stop)
	run, metrics := startRun(t, dir, "--nats", e.URL(), "--metrics", "127.0.0.1:0", "--ack-wait", "500ms", "--checks", "0.3")
	shows(t, metrics, "shards_wanted 4", "workers 0", "shards_done 0", "half_width_ratio 0")
	visit := func(name string) *exec.Cmd {
		worker, _, _ := clitest.Process(t, "worker", "--nats", e.URL(), "--name", name, "-j", "1", "--folder", t.TempDir())
		if err := worker.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = worker.Process.Kill(); _ = worker.Wait() })
		return worker
	}
	visitor := visit("visitor")
	testkit.Eventually(t, "a shard is done", func() bool { return shardsDone(dir) > 0 })
	testkit.Eventually(t, "the visitor is at work", func() bool {
		status, out, _ := invoke("", "survey", "status", dir, "--nats", e.URL())
		return status == 0 && strings.Contains(out, "worker visitor: 1 of 1 slots at work")
	})
	if err := visitor.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	shows(t, metrics, fmt.Sprint("shards_done ", shardsDone(dir)), "workers 0", "shards 12", "half_width_ratio 0.")
	visit("another")
	if err := run.Wait(); err != nil {
		t.Fatal(err)
	}
	want := reportOf(t, whole)
	for _, dir := range []string{dir, inside} {
		if reportOf(t, dir) != want {
			t.Errorf("the report of %s is not that of a run without an engine", dir)
		}
	}
}

// startRun starts a run of a survey in a process, and returns where its metrics are.
func startRun(t *testing.T, dir string, args ...string) (run *exec.Cmd, metrics string) {
	t.Helper()
	run, _, _ = clitest.Process(t, append([]string{"survey", "run", dir}, args...)...)
	run.Stderr = nil
	pipe, err := run.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = run.Process.Kill(); _ = run.Wait() })
	lines := bufio.NewReader(pipe)
	line, err := lines.ReadString('\n')
	metrics, found := strings.CutPrefix(strings.TrimSpace(line), "chesscensus: metrics at ")
	if err != nil || !found {
		t.Fatalf("%v, a line %q, want where the metrics are", err, line)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return run, metrics
}

// shows waits until a page of metrics has lines that begin so.
func shows(t *testing.T, url string, want ...string) {
	t.Helper()
	text := ""
	defer func() {
		if t.Failed() {
			t.Logf("metrics: %s", text)
		}
	}()
	testkit.Eventually(t, "metrics "+strings.Join(want, ", "), func() bool {
		answer, err := http.Get(url)
		if err != nil {
			return false
		}
		defer func() { _ = answer.Body.Close() }()
		data, err := io.ReadAll(answer.Body)
		text = string(data)
		return err == nil && !slices.ContainsFunc(want, func(line string) bool { return !strings.Contains(text, "\nchesscensus_"+line) })
	})
}
