package search

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/devdata"
)

// kernelLines returns all kernels as sorted lines.
func kernelLines(s *Searcher, start, goal chess.Setup) (lines []string, err error) {
	for k, err := range s.All(context.Background(), start, goal) {
		if err != nil {
			return lines, err
		}
		lines = append(lines, k.String())
	}
	slices.Sort(lines)
	return lines, nil
}

// encode writes sorted lines as the last column of the reference's lists.
func encode(lines []string) string {
	if len(lines) <= 50 {
		return strings.Join(lines, ";")
	}
	h := sha256.New()
	for _, l := range lines {
		fmt.Fprintln(h, l)
	}
	return fmt.Sprintf("sha256:%x", h.Sum(nil))
}

// difference returns the lines that are only in a and those that are only in b.
func difference(a, b []string) (onlyA, onlyB []string) {
	for _, x := range a {
		if !slices.Contains(b, x) {
			onlyA = append(onlyA, x)
		}
	}
	for _, x := range b {
		if !slices.Contains(a, x) {
			onlyB = append(onlyB, x)
		}
	}
	return onlyA, onlyB
}

var initial = chess.InitialSetup()

// candidates returns the candidates of the ranked set that need from min to max captures, with the reference's verdicts.
func candidates(t testing.TB, min, max int) []devdata.Candidate {
	t.Helper()
	return slices.DeleteFunc(devdata.Candidates(t, devdata.Fresh), func(c devdata.Candidate) bool {
		k := 32 - c.Setup.Board.Men()
		return k < min || k > max || strings.HasPrefix(c.Reason, "Lossy")
	})
}

// contradicts reports whether the result and the reference's verdict differ. Of positions that other stages of the reference
// refute before, nothing is known.
func contradicts(r Result, c devdata.Candidate) bool {
	switch {
	case c.Truth == "unknown":
		return r.Status != Found
	case strings.Contains(c.Reason, "No proof kernel"):
		return r.Status != NoKernel
	case strings.Contains(c.Reason, "No extended"):
		return r.Status != NoExtended
	}
	return false
}
