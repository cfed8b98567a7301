package devdata

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"chesscensus/chess"
)

// mostLine is the longest line that is read, in bytes.
const mostLine = 1 << 24

// folder returns the folder of the files, whether it exists or not: it lies beside the
// root of the module, which is the nearest folder above with a go.mod.
func folder() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for !isThere(filepath.Join(dir, "go.mod")) {
		up := filepath.Dir(dir)
		if up == dir {
			return "", os.ErrNotExist
		}
		dir = up
	}
	return filepath.Join(filepath.Dir(dir), "shared", "data"), nil
}

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Path returns the path of a development file. It skips the test if the file does not
// exist.
func Path(t testing.TB, name string) string {
	t.Helper()
	dir, err := folder()
	path := filepath.Join(dir, name)
	if err != nil || !isThere(path) {
		t.Skipf("the development file %s is not at hand; it belongs in ../shared/data beside the repository", name)
	}
	return path
}

// Either returns the path of a development file, or the other path if that file does not
// exist.
func Either(name, other string) string {
	if dir, err := folder(); err == nil && isThere(filepath.Join(dir, name)) {
		return filepath.Join(dir, name)
	}
	return other
}

// Rows returns the columns of all lines of a file that are neither empty nor comments,
// which begin with #. It fails the test if the file cannot be read, or if a row has
// fewer columns than least.
func Rows(t testing.TB, path string, least int) (rows [][]string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, mostLine)
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		if line == "" || line[0] == '#' {
			continue
		}
		row := strings.Split(line, "\t")
		if len(row) < least {
			t.Fatalf("%s:%d: %d columns, want %d", path, n, len(row), least)
		}
		rows = append(rows, row)
	}
	if err := sc.Err(); err != nil {
		t.Fatalf("%s: %v", path, err)
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

// A Candidate is a row of [Known], [Fresh] or a part of them.
type Candidate struct {
	FEN    string
	Setup  chess.Setup
	Truth  string // legal, illegal or unknown
	Reason string // of the reference, if illegal
}

// Candidates reads a file of candidates.
func Candidates(t testing.TB, path string) (all []Candidate) {
	t.Helper()
	for _, row := range Rows(t, path, 3) {
		all = append(all, Candidate{row[0], setup(t, row[0]), row[1], row[2]})
	}
	return all
}

// A Listing is a row of [Kernels] or a part of it.
type Listing struct {
	Source      string
	Start, Goal chess.Setup
	Captures    int
	Count       int    // of kernels that have an extended one
	Kernels     string // joined by ";", or "sha256:" and a digest if there are more than 50
}

// Listings reads a file of lists of kernels.
func Listings(t testing.TB, path string) (all []Listing) {
	t.Helper()
	for _, row := range Rows(t, path, 6) {
		captures, err1 := strconv.Atoi(row[3])
		count, err2 := strconv.Atoi(row[4])
		if err1 != nil || err2 != nil {
			t.Fatalf("%s: bad row %q", path, row)
		}
		all = append(all, Listing{row[0], setup(t, row[1]), setup(t, row[2]), captures, count, row[5]})
	}
	return all
}
