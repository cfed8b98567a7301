package search

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chesscensus/chess"
)

// sharedData is the folder of data that is kept outside the repository; tests that need
// it are skipped where it is missing.
const sharedData = "../../../../shared/data/"

// readRows reads a tab-separated file without its comment lines. It skips the test if
// the file does not exist.
func readRows(t testing.TB, path string) (rows [][]string) {
	t.Helper()
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("no file ", path)
	} else if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		if line := sc.Text(); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// setup reads a FEN record.
func setup(t testing.TB, fen string) chess.Setup {
	t.Helper()
	f, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return f.Setup
}

// list returns all kernels as sorted lines.
func list(s *Searcher, start, goal chess.Setup) (lines []string, err error) {
	for k, err := range s.All(context.Background(), start, goal) {
		if err != nil {
			return lines, err
		}
		lines = append(lines, k.String())
	}
	slices.Sort(lines)
	return lines, nil
}

// A listing is one row of a file of the reference's lists.
type listing struct {
	source      string
	start, goal string
	captures    int
	count       int
	kernels     string // joined by ; or a digest
}

func readListings(t testing.TB, path string) (all []listing) {
	t.Helper()
	for _, f := range readRows(t, path) {
		captures, err1 := strconv.Atoi(f[3])
		count, err2 := strconv.Atoi(f[4])
		if err1 != nil || err2 != nil || len(f) != 6 {
			t.Fatalf("%s: bad row %q", path, f)
		}
		all = append(all, listing{f[0], f[1], f[2], captures, count, f[5]})
	}
	return all
}

// encode writes sorted lines as the last column of such a file.
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

// difference says what is only in a and only in b.
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

// listings returns the file of the reference's lists: all of the development file, or the
// part in testdata.
func listings() string {
	path := sharedData + "kernels-dev.tsv"
	if _, err := os.Stat(path); err != nil {
		path = "testdata/kernels.tsv"
	}
	return path
}

var initial = chess.InitialSetup()

// A candidate is a goal with the reference's verdict about it.
type candidate struct {
	goal    chess.Setup
	verdict string // "unknown" if there is an extended kernel, "illegal"
	reason  string
}

// candidates reads the candidates of the ranked set that need from min to max captures.
func candidates(t testing.TB, min, max int) (all []candidate) {
	t.Helper()
	for _, f := range readRows(t, sharedData+"fresh-dev.tsv") {
		goal := setup(t, f[0])
		if k := 32 - goal.Board.Men(); min <= k && k <= max && !strings.HasPrefix(f[2], "Lossy") {
			all = append(all, candidate{goal, f[1], f[2]})
		}
	}
	return all
}

// contradicts reports whether the result and the reference's verdict differ. Of positions
// that other stages of the reference refute before, nothing is known.
func contradicts(r Result, c candidate) bool {
	switch {
	case c.verdict == "unknown":
		return r.Status != Found
	case strings.Contains(c.reason, "No proof kernel"):
		return r.Status != NoKernel
	case strings.Contains(c.reason, "No extended"):
		return r.Status != NoExtended
	}
	return false
}
