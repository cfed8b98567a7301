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
