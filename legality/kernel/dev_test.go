package kernel

import (
	"bufio"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
)

type row struct {
	fen, truth, reason string
	setup              chess.Setup
}

func devRows(t testing.TB, name string) []row {
	t.Helper()
	f, err := os.Open(filepath.Join(os.Getenv("CHESSCENSUS_DATA"), name))
	if err != nil {
		t.Skip("set CHESSCENSUS_DATA to the folder of the development data: ", err)
	}
	defer f.Close()
	var rows []row
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		c := strings.Split(sc.Text(), "\t")
		if len(c) < 3 || strings.HasPrefix(c[0], "#") {
			continue
		}
		fen, err := chess.ParseFEN(c[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fen.Setup.Position(); err != nil {
			continue
		}
		rows = append(rows, row{c[0], c[1], c[2], fen.Setup})
	}
	return rows
}

func TestDev(t *testing.T) {
	for _, name := range []string{"candidates-dev.tsv", "fresh-dev.tsv"} {
		rows := devRows(t, name)
		var s Solver
		counts := map[string]int{}
		for range 2 {
			var times []time.Duration
			var sum time.Duration
			var nodes, worst int64
			for _, r := range rows {
				start := time.Now()
				res, n := s.Exists(&r.setup, 0)
				d := time.Since(start)
				times = append(times, d)
				sum += d
				nodes += n
				worst = max(worst, n)
				counts[r.truth+"/"+r.reason+" -> "+res.String()]++
				bad := false
				switch {
				case r.truth == "legal" || r.truth == "unknown":
					bad = res != Has
				case r.reason == "No proof kernel":
					bad = res != NoKernel
				case r.reason == "No extended proof kernel":
					bad = res != NoExtended
				}
				if bad {
					t.Errorf("%s: %s %s: got %v", r.fen, r.truth, r.reason, res)
				}
			}
			slices.Sort(times)
			k := len(times)
			t.Logf("%s: %d rows, mean %v median %v 99%% %v worst %v, states mean %d worst %d, tables %d", name, k, sum/time.Duration(k), times[k/2], times[k*99/100], times[k-1], nodes/int64(k), worst, len(s.tables))
		}
		for k, v := range counts {
			t.Log(k, v/2)
		}
	}
}
