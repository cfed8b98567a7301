package proofkernel

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
)

// A devRow is a candidate with its known result, unless it is refuted for another reason (isUnknown).
type devRow struct {
	fen       string
	setup     chess.Setup
	want      Result
	isUnknown bool
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

// rowsOf returns the rows of candidates whose setup is valid.
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
			r.isUnknown = true
		}
		rows = append(rows, r)
	}
	return rows
}

// TestKnownCandidates compares results with published verdicts, with empty tables and with those of the first round.
func TestKnownCandidates(t *testing.T) {
	for _, name := range []string{devdata.Known, devdata.Fresh} {
		t.Run(name, func(t *testing.T) {
			rows := readRows(t, name)
			var s Solver
			for _, state := range []string{"cold", "warm"} {
				for _, r := range rows {
					if got, _ := s.Exists(&r.setup, 0); got != r.want && !r.isUnknown || got == GaveUp {
						t.Errorf("%s, %s: got %v, want %v (any: %v)", state, r.fen, got, r.want, r.isUnknown)
					}
				}
			}
		})
	}
}

// TestKnownKernels checks that exactly the goals for which the reference lists kernels from the initial position have one.
func TestKnownKernels(t *testing.T) {
	var s Solver
	for _, l := range devdata.Listings(t) {
		if l.Start != chess.InitialSetup() {
			continue
		}
		if got, _ := s.Exists(&l.Goal, 0); (got == Has) != (l.Count > 0) {
			t.Errorf("%s: %v, the reference lists %d kernels", l.Goal, got, l.Count)
		}
	}
}
