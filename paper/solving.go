package paper

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"chesscensus/legality/verdict"
)

// The cost of judging uniform draws is measured by a test with a flag (measured_test.go) and stored, for figures:
//
//	draws --static rules--> candidates --measure--> solving.tsv --readMeasurements--> figures
//
// A candidate is a draw that the static rules do not refute. Each is judged twice: by the stage of kernels alone, whose states are counted,
// and by the whole engine at effort exhaustive, from the bare position to the game that both replay programs have played through. Times are
// those of the processor.

// A measurement is the cost of judging one candidate.
type measurement struct {
	// Draw is the number of the draw in the stream.
	Draw uint64
	// Outcome is the verdict of the engine, Stage the stage that decided; "" if none did.
	Outcome verdict.Outcome
	Stage   string
	// States is the number of states of the search for a kernel; 0 if there was nothing to search.
	States int64
	// Kernel and All are the processor times of the stage of kernels and of the whole engine.
	Kernel, All time.Duration
	// Plies is the length of the game as it was found; 0 without a game.
	Plies int
}

// columnHead is the line with the names of the columns.
const columnHead = "draw\toutcome\tstage\tkernel_states\tkernel_us\tall_us\tplies"

// readMeasurements reads a file: the lines about its origin, and the rows. The error names the line and the expected form.
func readMeasurements(r io.Reader) (origin []string, rows []measurement, err error) {
	scan := bufio.NewScanner(r)
	for n := 1; scan.Scan(); n++ {
		line := scan.Text()
		if words, ok := strings.CutPrefix(line, "# "); ok {
			origin = append(origin, words)
			continue
		}
		if line == columnHead {
			continue
		}
		row, err := parseMeasurement(line)
		if err != nil {
			return nil, nil, fmt.Errorf("solving: line %d: %w", n, err)
		}
		rows = append(rows, row)
	}
	return origin, rows, scan.Err()
}

// parseMeasurement reads one row.
func parseMeasurement(line string) (r measurement, err error) {
	f := strings.Split(line, "\t")
	if want := strings.Count(columnHead, "\t") + 1; len(f) != want {
		return r, fmt.Errorf("%d columns, want %d: %s", len(f), want, strings.ReplaceAll(columnHead, "\t", " "))
	}
	number := func(s string) (n int64) {
		n, e := strconv.ParseInt(s, 10, 64)
		if e != nil || n < 0 {
			err = cmp.Or(err, fmt.Errorf("%.20q is no number from 0", s))
		}
		return n
	}
	if err := r.Outcome.UnmarshalText([]byte(f[1])); err != nil {
		return r, err
	}
	if f[2] != "-" {
		r.Stage = f[2]
	}
	r.Draw, r.States, r.Plies = uint64(number(f[0])), number(f[3]), int(number(f[6]))
	r.Kernel, r.All = time.Duration(number(f[4]))*time.Microsecond, time.Duration(number(f[5]))*time.Microsecond
	return r, err
}
