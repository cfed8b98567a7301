package proofkernel

import (
	"slices"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
)

// A devRow is a candidate with its known answer: any if neither kernels nor games tell.
type devRow struct {
	fen   string
	setup chess.Setup
	want  Result
	any   bool
}

// readRows reads a file of candidates.
func readRows(t testing.TB, name string) []devRow {
	t.Helper()
	return rowsOf(devdata.Candidates(t, name))
}

// someRows returns candidates of every answer and reason.
func someRows(t testing.TB) []devRow {
	t.Helper()
	all := append(devdata.Candidates(t, devdata.Known), devdata.Candidates(t, devdata.Fresh)...)
	return rowsOf(devdata.AtMost(120, all, func(c devdata.Candidate) string { return c.Truth + c.Reason }))
}

// rowsOf returns what is known of candidates. Those of setups that are not valid are left out.
func rowsOf(candidates []devdata.Candidate) (rows []devRow) {
	for _, c := range candidates {
		if _, err := c.Setup.Position(); err != nil {
			continue
		}
		r := devRow{fen: c.FEN, setup: c.Setup, want: Has}
		switch {
		case c.Reason == "No proof kernel":
			r.want = NoKernel
		case c.Reason == "No extended proof kernel":
			r.want = NoExtended
		case c.Truth == "illegal":
			r.any = true
		}
		rows = append(rows, r)
	}
	return rows
}

// TestKnownCandidates compares with published verdicts, cold and warm.
func TestKnownCandidates(t *testing.T) {
	for _, name := range []string{devdata.Known, devdata.Fresh} {
		t.Run(name, func(t *testing.T) {
			rows := readRows(t, name)
			var s Solver
			for _, state := range []string{"cold", "warm"} {
				counts := map[string]int{}
				var times []time.Duration
				var sum time.Duration
				var states, worst int64
				for _, r := range rows {
					start := time.Now()
					got, n := s.Exists(&r.setup, 0)
					times = append(times, time.Since(start))
					sum += times[len(times)-1]
					states += n
					worst = max(worst, n)
					name := "any"
					if !r.any {
						name = r.want.String()
					}
					counts[name+" -> "+got.String()]++
					if got != r.want && !r.any || got == GaveUp {
						t.Errorf("%s: got %v, want %s", r.fen, got, name)
					}
				}
				slices.Sort(times)
				k := len(times)
				t.Logf("%s: mean %v median %v 99%% %v worst %v, states mean %d worst %d, %d tables; %v", state,
					sum/time.Duration(k), times[k/2], times[k*99/100], times[k-1], states/int64(k), worst, len(s.tables), counts)
			}
		})
	}
}

// TestKnownKernels: goals for which the reference lists kernels from the initial
// position have one, and those for which it lists none have none.
func TestKnownKernels(t *testing.T) {
	var s Solver
	n := 0
	for _, l := range devdata.Listings(t) {
		if l.Start != chess.InitialSetup() {
			continue
		}
		if got, _ := s.Exists(&l.Goal, 0); (got == Has) != (l.Count > 0) {
			t.Errorf("%s: %v, the reference lists %d kernels", l.Goal, got, l.Count)
		}
		n++
	}
	t.Logf("%d goals", n)
}
