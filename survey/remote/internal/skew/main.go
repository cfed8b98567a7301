// Skew writes an overlay for go build and go test (-overlay FILE), by which time.Now adds time.ClockSkew seconds, 0 at first. A program built with it
// can have its clock jump as the clock of a machine does that is set: what was read before stays, timers and differences of readings
// go by the monotonic clock as always. The clock of the machine is not touched, and other programs do not notice.
//
//	go run ./survey/remote/internal/skew FOLDER  # prints the name of the file
//
// There is no other way without stopping other people's work: a time namespace of Linux has no wall clock of its own, and
// a library that stands in front of the C library's is not asked by Go.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "skew:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("want a folder for the overlay")
	}
	root, err := goroot()
	if err != nil {
		return err
	}
	file, err := overlay(root, args[0])
	if err == nil {
		fmt.Println(file)
	}
	return err
}

// goroot is where the go tool on PATH has its sources.
func goroot() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return strings.TrimSpace(string(out)), nil
}

// overlay writes a changed copy of time/time.go of a Go installation, and the file that names it.
func overlay(goroot, dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	original := filepath.Join(goroot, "src", "time", "time.go")
	text, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	if text, err = skewed(text); err != nil {
		return "", fmt.Errorf("%s: %w", original, err)
	}
	changed, file := filepath.Join(dir, "time.go"), filepath.Join(dir, "overlay.json")
	names, err := json.Marshal(map[string]map[string]string{"Replace": {original: changed}})
	if err == nil {
		err = os.MkdirAll(dir, 0o755)
	}
	if err == nil {
		err = os.WriteFile(changed, text, 0o644)
	}
	if err == nil {
		err = os.WriteFile(file, names, 0o644)
	}
	return file, err
}

// skewed adds ClockSkew to what Now reads. The error is that of a source that does not look as that of Go 1.26.
func skewed(text []byte) ([]byte, error) {
	for _, change := range [][2]string{
		{"import (\n", "import (\n\t\"sync/atomic\"\n"},
		{"\tsec, nsec, mono := runtimeNow()\n", "\tsec, nsec, mono := runtimeNow()\n\tsec += ClockSkew.Load()\n"},
	} {
		if n := bytes.Count(text, []byte(change[0])); n != 1 {
			return nil, fmt.Errorf("%q is there %d times, want once: this version of Go reads the clock in another way", strings.TrimSpace(change[0]), n)
		}
		text = bytes.Replace(text, []byte(change[0]), []byte(change[1]), 1)
	}
	return append(text, "\n// ClockSkew is added to the seconds of the wall clock.\nvar ClockSkew atomic.Int64\n"...), nil
}
