package jupyter

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/internal/relay"
)

// TestSuperviseReturnsStatus: the status is that of the program, or 128 plus the signal that ended it.
func TestSuperviseReturnsStatus(t *testing.T) {
	for script, want := range map[string]int{"exit 0": 0, "exit 3": 3, "kill -9 $$": 137, "kill -TERM $$": 143} {
		got, stopRequested, err := supervise(exec.Command("sh", "-c", script), nil)
		if err != nil || got != want || stopRequested {
			t.Errorf("%s: status %d, %v; want %d", script, got, err, want)
		}
	}
	if _, _, err := supervise(exec.Command("/no/such/program"), nil); err == nil {
		t.Error("missing program: no error")
	}
}

// TestSupervisePassesSignalsOn: a program gets SIGINT and SIGTERM once each, and its own status is returned.
func TestSupervisePassesSignalsOn(t *testing.T) {
	testkit.Medium(t)
	dir := t.TempDir()
	cmd := exec.Command("sh", "-c", `trap 'echo int >>log' INT; trap 'echo term >>log; exit 7' TERM; : >ready; while :; do sleep 0.05; done`)
	cmd.Dir = dir
	signals := make(chan os.Signal)
	type ending struct {
		status        int
		stopRequested bool
		err           error
	}
	ended := make(chan ending, 1)
	go func() {
		status, stopRequested, err := supervise(cmd, signals)
		ended <- ending{status, stopRequested, err}
	}()
	exists := func(name string) func() bool {
		return func() bool { _, err := os.Stat(filepath.Join(dir, name)); return err == nil }
	}
	testkit.Eventually(t, "the program is ready", exists("ready"))
	signals <- syscall.SIGINT
	testkit.Eventually(t, "the program has seen the first signal", exists("log"))
	signals <- syscall.SIGTERM
	if e := <-ended; e.err != nil || e.status != 7 || !e.stopRequested {
		t.Errorf("status %d, stop requested %v, %v; want 7, true", e.status, e.stopRequested, e.err)
	}
	if log, _ := os.ReadFile(filepath.Join(dir, "log")); string(log) != "int\nterm\n" {
		t.Errorf("the program saw %q, want one SIGINT and one SIGTERM", log)
	}
}

// TestRunKernelRefuses: without a connection file, or before the installation, the kernel ends with an error that says so, and leaves no files.
func TestRunKernelRefuses(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	root := makeRoot(t, seedGoMod)
	connection := filepath.Join(t.TempDir(), "connection file.json")
	check := func(file, want string) {
		t.Helper()
		status, err := RunKernel(file, KernelOptions{Root: root})
		if status != 1 || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("RunKernel = %d, %v; want 1 and an error with %q", status, err, want)
		}
	}
	check(connection, "connection file")
	testkit.OK(t, os.WriteFile(connection, []byte("{}"), 0o600))
	check(connection, "notebook install")
	if left, _ := os.ReadDir(os.TempDir()); len(left) != 0 {
		t.Errorf("%d files left behind", len(left))
	}
}

// TestRunKernelPortTaken checks that a port that is in use ends the kernel, and GoNB with it, with an error about the port.
func TestRunKernelPortTaken(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv(logEnv, "")
	root := makeRoot(t, seedGoMod)
	listener := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer listener.Close()
	port := listener.Addr().(*net.TCPAddr).Port
	connection := filepath.Join(t.TempDir(), "c.json")
	text := fmt.Sprintf(`{"transport": "tcp", "ip": "127.0.0.1", "shell_port": %d, "iopub_port": %[1]d}`, port)
	testkit.OK(t, os.Mkdir(filepath.Join(root, "bin"), 0o755))
	for path, text := range map[string]string{connection: text, filepath.Join(root, "bin", "gonb"): "#!/bin/sh\nexec sleep 60\n"} {
		testkit.OK(t, os.WriteFile(path, []byte(text), 0o700))
	}
	status, err := RunKernel(connection, KernelOptions{Root: root})
	if status != 1 || err == nil || !strings.Contains(err.Error(), fmt.Sprintf("port %d that Jupyter chose cannot be opened", port)) {
		t.Errorf("RunKernel = %d, %v; want 1 and an error about port %d", status, err, port)
	}
}

// TestRunKernelSupervisesGoNB runs a stand-in for GoNB, which checks its arguments and environment,
// and checks what RunKernel does when it ends.
func TestRunKernelSupervisesGoNB(t *testing.T) {
	testkit.Medium(t)
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv(logEnv, "")
	root := makeRoot(t, seedGoMod)
	connection, _, err := (&relay.Connection{Key: "k"}).OnPorts(t.TempDir(), "connection file.json") // as Jupyter chooses its ports
	testkit.OK(t, err)
	const script = `#!/bin/sh
case "$0 $1 $3" in *"/bin/gonb --kernel --raw_error") ;; *) exit 90 ;; esac
test -f "$2" || exit 91
test -d "$CHESSCENSUS_VALUES" || exit 94
mkdir "$TMPDIR/gonb_01234567" && cd "$TMPDIR/gonb_01234567" && go mod init gonb_01234567 || exit 92
grep -q 'chesscensus v0.0.0' go.mod || exit 93
echo the log >&2
exit 5
`
	testkit.OK(t, os.Mkdir(filepath.Join(root, "bin"), 0o755))
	testkit.OK(t, os.WriteFile(filepath.Join(root, "bin", "gonb"), []byte(script), 0o700))
	var stderr strings.Builder
	status, err := RunKernel(connection, KernelOptions{Root: root, Stderr: &stderr})
	if err != nil || status != 5 {
		t.Errorf("RunKernel = %d, %v; want 5", status, err)
	}
	if !strings.Contains(stderr.String(), "GoNB ended with status 5\nthe log\n") {
		t.Errorf("standard error: %q, want the status and the log", stderr.String())
	}
	// The go tool, asked about packages while GoNB started, has a folder until it ends.
	testkit.Eventually(t, "all temporary files are removed", func() bool {
		left, _ := os.ReadDir(os.TempDir())
		return len(left) == 0
	})
}

// TestTailKeepsTheEnd: of a long text the last tailSize bytes are kept.
func TestTailKeepsTheEnd(t *testing.T) {
	var log tail
	for range 10 * tailSize / 8 {
		log.Write([]byte("1234567\n"))
	}
	log.Write([]byte("the end"))
	if got := log.String(); len(got) != tailSize || !strings.HasSuffix(got, "1234567\nthe end") {
		t.Errorf("kept %d bytes that end in %q, want the last %d", len(got), got[len(got)-20:], tailSize)
	}
}
