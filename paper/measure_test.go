package paper

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
)

var writeSolving = flag.Uint64("write-solving", 0, "measure the candidates among so many draws, and store them in solving.tsv (20000: a minute)")

// TestWriteSolving writes solving.tsv anew if its flag is given:
//
//	go test ./paper -run TestWriteSolving -write-solving 20000
func TestWriteSolving(t *testing.T) {
	if *writeSolving == 0 {
		t.Skip("only with -write-solving")
	}
	const seed = 1905
	f := testkit.Must(os.Create("solving.tsv"))(t)
	w := bufio.NewWriter(f)
	fmt.Fprint(w, fileHeader(fmt.Sprintf("go test ./paper -run TestWriteSolving -write-solving %d", *writeSolving),
		fmt.Sprintf("%d draws of ranked-repaired, seed %d; engine %v, %s, %s/%s, one goroutine, %s", *writeSolving, seed, legality.Version,
			runtime.Version(), runtime.GOOS, runtime.GOARCH, time.Now().UTC().Format("2006-01-02"))))
	err := measure(t.Context(), streamOf(t, seed), *writeSolving, func(r measurement) error {
		_, err := w.WriteString(r.line())
		return err
	})
	testkit.OK(t, cmp.Or(err, w.Flush(), f.Close()))
}

// measure judges the candidates among the first draws of a stream on the calling goroutine and calls f for each. It costs some two
// milliseconds of CPU a candidate. The error is that of the context or of f.
func measure(ctx context.Context, stream *sampler.Stream, draws uint64, f func(measurement) error) error {
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
		row := measurement{Draw: i}
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

// line returns the measurement as a row of a file.
func (r measurement) line() string {
	return fmt.Sprintf("%d\t%v\t%s\t%d\t%d\t%d\t%d\n", r.Draw, r.Outcome, cmp.Or(r.Stage, "-"), r.States, r.Kernel.Microseconds(), r.All.Microseconds(), r.Plies)
}

// fileHeader returns the first lines of a file: its origin, in texts without line breaks, and the names of its columns.
func fileHeader(origin ...string) string {
	var b strings.Builder
	for _, line := range origin {
		fmt.Fprintf(&b, "# %s\n", line)
	}
	return b.String() + columnHead + "\n"
}
