package jupyter

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// driverSource is the Python program that executes a notebook with nbclient. Its comment defines the events that it prints.
//
//go:embed driver.py
var driverSource []byte

// driverGrace is how long the driver has to shut its kernel down when it is
// interrupted, before it is killed; the kernel notices that and stops.
const driverGrace = 15 * time.Second

// An event is a line that the driver prints; see driver.py.
type event struct {
	Event string      `json:"event"` // cell, failed or done
	Cell  int         `json:"cell"`  // from 1
	Cells int         `json:"cells"`
	Kind  failureKind `json:"kind"`
	Text  string      `json:"text"`
}

// findPython returns the interpreter of the project's virtual environment.
func findPython(root string) (string, error) {
	python := filepath.Join(root, ".venv", "bin", "python")
	if _, err := os.Stat(python); err != nil {
		return "", fmt.Errorf("jupyter: executing notebooks needs Jupyter, and %s is missing; run `make venv` (or `make lab`) in %s",
			filepath.Join(".venv", "bin", "python"), root)
	}
	return python, nil
}

// A driver executes notebooks by way of Python.
type driver struct {
	root    string
	python  string
	dataDir string // Jupyter's data folder with the kernelspec
	work    string // temporary folder of this run
	timeout time.Duration
}

// execute runs the notebook source and has it saved with its outputs to target.
// It returns the event that ended the run, "done" or "failed".
func (d *driver) execute(ctx context.Context, source, target string, onCell func(event)) (last event, err error) {
	script := filepath.Join(d.work, "driver.py")
	if err := os.WriteFile(script, driverSource, 0o600); err != nil {
		return last, fmt.Errorf("jupyter: %w", err)
	}
	seconds := int((d.timeout + time.Second - 1) / time.Second)
	cmd := exec.CommandContext(ctx, d.python, script, source, target, specName, DisplayName, strconv.Itoa(seconds))
	cmd.Env = d.environ()
	ownGroup(cmd)          // Ctrl-C reaches the driver only through Cancel
	runtime.LockOSThread() // see supervise
	defer runtime.UnlockOSThread()
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
	cmd.WaitDelay = driverGrace
	var stderr tail
	cmd.Stderr = &stderr
	var stdout bytes.Buffer
	events := &lineWriter{line: func(line []byte) {
		var e event
		if json.Unmarshal(line, &e) != nil || e.Event == "" {
			stdout.Write(line) // no event, such as a warning printed by a library
			return
		}
		last = e
		if e.Event == "cell" && onCell != nil {
			onCell(e)
		}
	}}
	cmd.Stdout = events
	err = cmd.Run()
	if ctx.Err() != nil {
		return last, context.Cause(ctx)
	}
	if last.Event == "done" || last.Event == "failed" {
		return last, nil
	}
	if err == nil {
		err = errors.New("ended without a result")
	}
	return last, fmt.Errorf("jupyter: %s: %w\n%s", source, err, lastLines(clean(stderr.String()+stdout.String()), 20))
}

// environ returns an environment in which Jupyter uses the project's folder and not the user's settings, and the kernel is headless.
func (d *driver) environ() []string {
	env := newEnv(os.Environ())
	env.set("JUPYTER_DATA_DIR", d.dataDir)
	env.set("JUPYTER_PATH", d.dataDir)
	env.set("JUPYTER_CONFIG_DIR", filepath.Join(d.work, "config"))
	env.set("JUPYTER_RUNTIME_DIR", filepath.Join(d.work, "runtime"))
	env.set("IPYTHONDIR", filepath.Join(d.work, "ipython"))
	env.set("PYTHONDONTWRITEBYTECODE", "1")
	env.set("PYTHONIOENCODING", "utf-8")
	env.set(headlessEnv, "1")
	return env
}

// A lineWriter calls line with every complete line written to it.
type lineWriter struct {
	line func([]byte)
	rest []byte
}

// Write implements io.Writer. It never fails.
func (w *lineWriter) Write(p []byte) (int, error) {
	w.rest = append(w.rest, p...)
	for {
		n, line, _ := bufio.ScanLines(w.rest, false)
		if n == 0 {
			return len(p), nil
		}
		w.line(line)
		w.rest = w.rest[n:]
	}
}
