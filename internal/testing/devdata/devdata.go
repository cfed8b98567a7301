package devdata

import (
	"bufio"
	"compress/gzip"
	"embed"
	"io"
	"strconv"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

//go:embed data/*.tsv.gz
var files embed.FS

// maxLine is the largest length of a line in bytes.
const maxLine = 1 << 24

// Rows returns the columns of all lines of a file that are neither empty nor comments,
// which begin with #. It fails the test if there is no such file, or if a row has fewer
// than minColumns.
func Rows(t testing.TB, name string, minColumns int) [][]string {
	t.Helper()
	f := testkit.Must(files.Open("data/" + name + ".gz"))(t)
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return parseRows(t, name, r, minColumns)
}

// parseRows reads the rows of a file.
func parseRows(t testing.TB, name string, r io.Reader, minColumns int) (rows [][]string) {
	t.Helper()
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, maxLine)
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		row := strings.Split(line, "\t")
		if len(row) < minColumns {
			t.Fatalf("%s:%d: %d columns, want %d", name, n, len(row), minColumns)
		}
		rows = append(rows, row)
	}
	if err := sc.Err(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return rows
}

// A Candidate is a row of [Known] or [Fresh], or of [Disputed] or [Open].
type Candidate struct {
	FEN    string
	Setup  chess.Setup
	Truth  string // legal, illegal or unknown; in Open the source of its legality
	Reason string // reason of the reference, if illegal; empty in files without reasons
}

// Candidates reads a file of candidates.
func Candidates(t testing.TB, name string) []Candidate {
	t.Helper()
	return candidates(t, Rows(t, name, 2))
}

// candidates returns rows as candidates.
func candidates(t testing.TB, rows [][]string) (list []Candidate) {
	t.Helper()
	for _, row := range rows {
		row = append(row[:len(row):len(row)], "")
		list = append(list, Candidate{row[0], testkit.Setup(t, row[0]), row[1], row[2]})
	}
	return list
}

// A Listing is a row of [Kernels].
type Listing struct {
	Source      string
	Start, Goal chess.Setup
	Captures    int
	Count       int    // number of kernels that have an extended one
	Kernels     string // kernels joined by ";", or "sha256:" and a digest if there are more than 50
}

// Listings reads [Kernels].
func Listings(t testing.TB) []Listing {
	t.Helper()
	return listings(t, Rows(t, Kernels, 6))
}

// listings returns rows as listings.
func listings(t testing.TB, rows [][]string) (list []Listing) {
	t.Helper()
	for _, row := range rows {
		captures, err1 := strconv.Atoi(row[3])
		count, err2 := strconv.Atoi(row[4])
		if err1 != nil || err2 != nil {
			t.Fatalf("%s: bad row %q", Kernels, row)
		}
		list = append(list, Listing{row[0], testkit.Setup(t, row[1]), testkit.Setup(t, row[2]), captures, count, row[5]})
	}
	return list
}

// AtMost returns the first n rows of every kind, in their order: a small part of a file with
// all kinds.
func AtMost[R any](n int, rows []R, kind func(R) string) (part []R) {
	counts := map[string]int{}
	for _, r := range rows {
		k := kind(r)
		if counts[k]++; counts[k] <= n {
			part = append(part, r)
		}
	}
	return part
}
