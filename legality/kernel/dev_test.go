package kernel

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
)

// sharedData is the folder of data that is kept outside the repository; tests use the
// part in testdata where it is missing.
const sharedData = "../../../shared/data/"

// A devRow is a candidate with its known answer: any if neither kernels nor games tell.
type devRow struct {
	fen   string
	setup chess.Setup
	want  Result
	any   bool
}

// readRows reads a file of candidates. Rows of setups that are not valid are left out.
func readRows(t testing.TB, path string) (rows []devRow) {
	t.Helper()
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		c := strings.Split(sc.Text(), "\t")
		if len(c) < 3 || strings.HasPrefix(c[0], "#") {
			continue
		}
		s := setupOf(t, c[0])
		if _, err := s.Position(); err != nil {
			continue
		}
		r := devRow{fen: c[0], setup: s, want: Has}
		switch {
		case c[2] == "No proof kernel":
			r.want = NoKernel
		case c[2] == "No extended proof kernel":
			r.want = NoExtended
		case c[1] == "illegal":
			r.any = true
		}
		rows = append(rows, r)
	}
	return rows
}

func setupOf(t testing.TB, fen string) chess.Setup {
	t.Helper()
	f, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return f.Setup
}

// candidateFiles are all files of candidates.
var candidateFiles = []string{"testdata/candidates.tsv", sharedData + "candidates-dev.tsv", sharedData + "fresh-dev.tsv"}

// TestKnownCandidates compares with published verdicts, cold and warm.
func TestKnownCandidates(t *testing.T) {
	for _, path := range candidateFiles {
		t.Run(path[strings.LastIndex(path, "/")+1:], func(t *testing.T) {
			rows := readRows(t, path)
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
	f, err := os.Open(sharedData + "kernels-dev.tsv")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var s Solver
	n := 0
	for sc := bufio.NewScanner(f); sc.Scan(); {
		c := strings.Split(sc.Text(), "\t")
		if len(c) < 5 || strings.HasPrefix(c[0], "#") || setupOf(t, c[1]) != chess.InitialSetup() {
			continue
		}
		setup := setupOf(t, c[2])
		got, _ := s.Exists(&setup, 0)
		if (got == Has) != (c[4] != "0") {
			t.Errorf("%s: %v, the reference lists %s kernels", c[2], got, c[4])
		}
		n++
	}
	t.Logf("%d goals", n)
}
