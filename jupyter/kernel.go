package jupyter

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// headlessEnv names the environment variable by which Run tells the kernel that no person is present: errors come as text, and a failing
// shell line reports its exit status.
const headlessEnv = "CHESSCENSUS_HEADLESS"

// logEnv names the environment variable with the file to which a kernel adds GoNB's log. By default the log is a temporary file, of which
// the end is shown if GoNB fails.
const logEnv = "CHESSCENSUS_KERNEL_LOG"

// stopGrace is how long GoNB has to stop after it was told to. It gives the program of a cell five seconds.
const stopGrace = 8 * time.Second

// KernelOptions are the parameters of RunKernel. The zero value is what the kernelspec needs.
type KernelOptions struct {
	// Root is the project's folder. Empty means FindRoot.
	Root string
	// Words are the completions that Tab offers within quotes.
	Words []string
	// Banner is the text that a console shows first.
	Banner string
	// Stderr receives the end of GoNB's log if GoNB fails. Nil means os.Stderr.
	Stderr io.Writer
}

// RunKernel runs GoNB as the kernel of one notebook, connected as the given connection file says, until Jupyter shuts it down. It returns
// GoNB's exit status, or 128 plus the number of the signal that ended it; the status is 1 if err is not nil.
//
// SIGINT, SIGTERM and SIGHUP are passed on to GoNB, once each: SIGINT interrupts the running cell and the kernel lives on. RunKernel takes
// no context for that reason: a context that ends with the first Ctrl-C would end the kernel. The kernel also stops if the process that
// started it goes away.
//
// All temporary files are removed at the end, those of earlier kernels that
// were killed included. Any number of kernels may run at the same time.
func RunKernel(connectionFile string, o KernelOptions) (status int, err error) {
	root, err := rootOr(o.Root)
	if err != nil {
		return 1, err
	}
	connectionFile, err = filepath.Abs(connectionFile)
	if err != nil {
		return 1, err
	}
	if _, err := os.Stat(connectionFile); err != nil {
		return 1, fmt.Errorf("jupyter: connection file: %w", err)
	}
	gonb := filepath.Join(root, "bin", "gonb")
	if _, err := os.Stat(gonb); err != nil {
		return 1, fmt.Errorf("jupyter: %s is missing; run `chesscensus notebook install`", gonb)
	}
	goTool, err := findGo()
	if err != nil {
		return 1, err
	}
	// Signals are caught before there is anything that would have to be cleaned up.
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)

	sweep()
	s, err := newSession(root, goTool)
	if err != nil {
		return 1, err
	}
	defer s.close()
	log, err := openLog(filepath.Join(s.dir, "log"))
	if err != nil {
		return 1, err
	}
	defer log.Close()

	headless := os.Getenv(headlessEnv) != ""
	link, err := s.connect(connectionFile, headless)
	if err != nil {
		return 1, err
	}
	link.options.Notebook.Words, link.options.Banner = o.Words, o.Banner
	cmd := exec.Command(gonb, "--kernel", link.innerFile, "--raw_error")
	cmd.Env = link.env
	cmd.Stdout, cmd.Stderr = log, log
	endRelay := link.start(func() { signals <- syscall.SIGTERM })
	status, stopRequested, err := supervise(cmd, signals)
	if err := errors.Join(err, endRelay()); err != nil {
		return 1, err
	}
	if status != 0 && !stopRequested {
		if o.Stderr == nil {
			o.Stderr = os.Stderr
		}
		reportLog(o.Stderr, status, log)
	}
	return status, nil
}

// supervise runs cmd, passes signals on to it, and returns its exit status and whether a signal asked it to stop. GoNB v0.11.5 can panic if
// it is asked twice, by a message and a signal, as JupyterLab does; the caller ignores that.
func supervise(cmd *exec.Cmd, signals <-chan os.Signal) (status int, stopRequested bool, err error) {
	// On Linux the child gets a signal when the thread that started it ends, which must therefore not happen before the process ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	ownGroup(cmd)
	parent := os.Getppid()
	if err := cmd.Start(); err != nil {
		return 1, false, fmt.Errorf("jupyter: %w", err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	poll := time.NewTicker(time.Second)
	defer poll.Stop()
	var kill <-chan time.Time
	stop := func(sig os.Signal) {
		cmd.Process.Signal(sig)
		if sig != syscall.SIGINT && kill == nil {
			kill = time.After(stopGrace)
		}
	}
	for {
		select {
		case sig := <-signals:
			stop(sig)
		case <-poll.C:
			if os.Getppid() != parent && kill == nil {
				stop(syscall.SIGTERM)
			}
		case <-kill:
			killGroup(cmd)
		case err := <-done:
			killGroup(cmd) // programs that cells left running
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				return 1, false, fmt.Errorf("jupyter: %w", err)
			}
			return exitStatus(cmd.ProcessState), kill != nil, nil
		}
	}
}

// exitStatus returns the status by which a shell would report the end of a process.
func exitStatus(state *os.ProcessState) int {
	if ws, ok := state.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return 128 + int(ws.Signal())
	}
	return state.ExitCode()
}
