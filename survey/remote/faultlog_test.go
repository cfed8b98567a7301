package remote

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Environment variables of the long run of all faults, see "make faults".
const (
	roundsVariable   = "CHESSCENSUS_FAULTS"     // rounds of TestKilled
	faultLogVariable = "CHESSCENSUS_FAULTS_LOG" // file that a line a fault is added to
)

// setClock, if not nil, sets the clock of this process ahead or back; see clockjump_test.go.
var setClock func(time.Duration)

// faultRounds is how many faults TestKilled makes: n unless the environment says otherwise.
func faultRounds(t *testing.T, n int) int {
	text := os.Getenv(roundsVariable)
	if text == "" {
		return n
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		t.Fatalf("%s=%q: want a number of rounds", roundsVariable, text)
	}
	return n
}

// A fault is a line of the log.
type madeFault struct {
	round, survey string        // their numbers, "-" of a fault that comes once
	after         time.Duration // the beginning of the survey
	shards        string        // done by then
	what          string
}

// logFaults adds faults to the log, with whether the report of their survey was that of an undisturbed one.
func logFaults(t *testing.T, list []madeFault, identical bool) {
	t.Helper()
	var b strings.Builder
	for _, f := range list {
		fmt.Fprintf(&b, "%s\t%s\t%.1f\t%s\t%s\t%v\n", f.round, f.survey, f.after.Seconds(), f.shards, f.what, identical)
	}
	name := os.Getenv(faultLogVariable)
	if name == "" {
		return
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = file.WriteString(b.String())
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		t.Error(err)
	}
}

// logOnce has a test of one fault put into the log when it ends, unless it is skipped.
func logOnce(t *testing.T) {
	began := time.Now()
	t.Cleanup(func() {
		if !t.Skipped() {
			logFaults(t, []madeFault{{"-", "-", time.Since(began), "-", strings.TrimPrefix(t.Name(), "Test")}}, !t.Failed())
		}
	})
}

// TestFaultLog: a fault is a line, added to those that are there.
func TestFaultLog(t *testing.T) {
	name := t.TempDir() + "/log"
	t.Setenv(faultLogVariable, name)
	t.Setenv(roundsVariable, "7")
	if n := faultRounds(t, 3); n != 7 {
		t.Errorf("%d rounds", n)
	}
	logFaults(t, []madeFault{{"1", "1", 1500 * time.Millisecond, "3", "worker killed"}}, true)
	t.Run("fault", func(t *testing.T) { logOnce(t) })
	text, err := os.ReadFile(name)
	if want := "1\t1\t1.5\t3\tworker killed\ttrue\n-\t-\t0.0\t-\tFaultLog/fault\ttrue\n"; err != nil || string(text) != want {
		t.Errorf("%v, log %q, want %q", err, text, want)
	}
}
