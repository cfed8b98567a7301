package paper

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"chesscensus/internal/cputime"
	"chesscensus/legality"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
)

// What it takes to judge uniform draws, one after the other, is measured by a program of its own and stored, for figures:
//
//	draws --static rules--> candidates --measure--> solving.tsv --readSolved--> figures
//
// A candidate is a draw that the static rules do not refute. Each is judged twice: by the stage of kernels alone, whose states are counted, and by the
// whole engine at effort exhaustive, from the bare position to the game that both replay programs have played through. Times are those of the processor.

// A solved is what was measured about one candidate.
type solved struct {
	// Draw is its number in the stream.
	Draw uint64
	// Outcome is the verdict of the engine, Stage what decided it; no stage, no verdict.
	Outcome verdict.Outcome
	Stage   string
	// States are those that the search for a kernel looked at; 0 if the last capture left nothing to look for.
	States int64
	// Kernel and All are what kernels, and the whole verdict, took of the processor.
	Kernel, All time.Duration
	// Plies is the length of the game as it was found; 0 without one.
	Plies int
}

// MeasureSolving measures the candidates among the first draws of a stream and writes the file solving.tsv, with lines about its origin, without line breaks.
// The error is that of the context or of the writer.
func MeasureSolving(ctx context.Context, w io.Writer, stream *sampler.Stream, draws uint64, origin ...string) error {
	if _, err := io.WriteString(w, solvedHeader(origin...)); err != nil {
		return err
	}
	return measure(ctx, stream, draws, func(r solved) error {
		_, err := io.WriteString(w, r.line())
		return err
	})
}

// measure judges the candidates among the first draws of a stream on the calling goroutine and calls f for each. It costs some two milliseconds of
// CPU a candidate. The error is that of the context or of f.
func measure(ctx context.Context, stream *sampler.Stream, draws uint64, f func(solved) error) error {
	static, err := legality.New(legality.Options{Effort: verdict.Static})
	if err != nil {
		return err
	}
	engine, err := legality.New(legality.Options{Effort: verdict.Exhaustive})
	if err != nil {
		return err
	}
	var kernels proofkernel.Stage
	for i, d := range stream.Draws(0, draws) {
		if v := static.Judge(ctx, d.Setup); v.Outcome == verdict.Illegal {
			continue
		}
		row := solved{Draw: i}
		begin := cputime.Used()
		v, _ := kernels.Judge(ctx, d.Setup, verdict.Budget{})
		row.Kernel, row.States = cputime.Used()-begin, v.Cost.Nodes
		begin = cputime.Used()
		v = engine.Judge(ctx, d.Setup)
		row.All, row.Outcome = cputime.Used()-begin, v.Outcome
		if err := cmp.Or(ctx.Err(), engine.Err()); err != nil {
			return err
		}
		if v.Decided() {
			row.Stage = v.Stage
		}
		if v.Outcome == verdict.Legal {
			row.Plies = len(strings.Fields(v.Certificate.String()))
		}
		if err := f(row); err != nil {
			return err
		}
	}
	return nil
}

// solvedHead names the columns of a file.
const solvedHead = "draw\toutcome\tstage\tkernel_states\tkernel_us\tall_us\tplies"

// line is a row of a file.
func (r solved) line() string {
	return fmt.Sprintf("%d\t%v\t%s\t%d\t%d\t%d\t%d\n", r.Draw, r.Outcome, cmp.Or(r.Stage, "-"), r.States, r.Kernel.Microseconds(), r.All.Microseconds(), r.Plies)
}

// solvedHeader returns the first lines of a file: where it comes from, in words without line breaks, and its columns.
func solvedHeader(origin ...string) string {
	var b strings.Builder
	for _, line := range origin {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	return b.String() + solvedHead + "\n"
}

// readSolved reads a file: the lines about its origin, and the rows. The error names the line and what was expected.
func readSolved(r io.Reader) (origin []string, rows []solved, err error) {
	scan := bufio.NewScanner(r)
	for n := 1; scan.Scan(); n++ {
		line := scan.Text()
		if words, ok := strings.CutPrefix(line, "# "); ok {
			origin = append(origin, words)
			continue
		}
		if line == solvedHead {
			continue
		}
		row, err := parseSolved(line)
		if err != nil {
			return nil, nil, fmt.Errorf("solving: line %d: %w", n, err)
		}
		rows = append(rows, row)
	}
	return origin, rows, scan.Err()
}

// parseSolved reads one row.
func parseSolved(line string) (r solved, err error) {
	f := strings.Split(line, "\t")
	if want := strings.Count(solvedHead, "\t") + 1; len(f) != want {
		return r, fmt.Errorf("%d columns, want %d: %s", len(f), want, strings.ReplaceAll(solvedHead, "\t", " "))
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
