package paper

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/cputime"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/proofkernel"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
	"chesscensus/stats"
	"chesscensus/survey/report"
)

// TestStoredVerdicts checks that the first stored candidates are those of their stream, and that the present engine gives the same
// verdicts.
func TestStoredVerdicts(t *testing.T) {
	testkit.Medium(t)
	m := testkit.Must(storedMeasurements())(t)
	if len(m.origin) != 2 || !strings.Contains(m.origin[1], "seed 1905;") || len(m.milli[verdict.Unknown]) > 0 || len(m.rows) < 1000 {
		t.Fatalf("%q, %d rows, %d of them without a verdict", m.origin, len(m.rows), len(m.milli[verdict.Unknown]))
	}
	done, n := errors.New("enough"), 0
	err := measure(t.Context(), streamOf(t, 1905), 20_000, func(r measurement) error {
		if want := m.rows[n]; r.Draw != want.Draw || r.Outcome != want.Outcome {
			t.Errorf("draw %d is %v, stored is draw %d, %v", r.Draw, r.Outcome, want.Draw, want.Outcome)
		}
		if n++; n == 20 {
			return done
		}
		return nil
	})
	if !errors.Is(err, done) {
		t.Errorf("%v after %d rows", err, n)
	}
}

// TestSolvingTimes checks the rows of the data, in seconds, and that games take longer than theorems.
func TestSolvingTimes(t *testing.T) {
	m := testkit.Must(storedMeasurements())(t)
	f := m.solvingTimes()
	if len(f.Rows) != len(m.rows)+len(peerSeconds) || f.Rows[len(f.Rows)-1][0] != "texelutil" || parse(t, f.Rows[len(f.Rows)-1][2]) != 9.7 {
		t.Errorf("%d rows for %d cases, the last %q", len(f.Rows), len(m.rows), f.Rows[len(f.Rows)-1])
	}
	legal, illegal := m.milli[verdict.Legal], m.milli[verdict.Illegal]
	if got := parse(t, f.Rows[0][2]); got != legal[0]/1000 || median(legal) < 10*median(illegal) {
		t.Errorf("the first game took %v s of %v ms; medians %v, %v ms", got, legal[0], median(legal), median(illegal))
	}
}

// TestKernelStates checks that candidates with nothing to search count as one state.
func TestKernelStates(t *testing.T) {
	m := &measurements{origin: []string{"command", "origin"}, rows: []measurement{{States: 7, Kernel: 4000}, {States: 0, Kernel: 2000}}}
	m.summarize()
	f := m.kernelStates()
	if len(f.Rows) != 2+len(peerNodes) || f.Rows[0][2] != "1" || f.Rows[1][2] != "7" || !strings.Contains(f.Caption, "takes 3.0 microseconds") {
		t.Errorf("%q, %s", f.Rows, f.Caption)
	}
	for _, form := range forms() {
		if _, err := f.Draw(form); err != nil {
			t.Errorf("%s: %v", form.Name, err)
		}
	}
}

// TestMates checks that each class has three rows, the published share, ours and twice the published, and that checkmates are taken from a
// record that has counted them.
func TestMates(t *testing.T) {
	m := testkit.Must(storedMeasurements())(t)
	e := inventedEdition(nil, map[string]float64{"32": 1000})
	f := m.mateShares(e)
	if len(f.Rows) != 12 || f.Rows[0][0] != "mated" || parse(t, f.Rows[2][2]) != 2*parse(t, f.Rows[1][2]) || strings.Contains(f.Caption, "are those of the survey") {
		t.Errorf("%q, %s", f.Rows, f.Caption)
	}
	for _, row := range m.mates.Rows() {
		if row.High.Value != row.Low.Value {
			t.Errorf("%s: some positions are not solved", row.Class)
		}
	}
	mated := stats.Estimate{Value: 39, Lo: 38, Hi: 40}
	e.Report.Groups = append(e.Report.Groups, report.Group{Name: "special", Items: []report.Item{{Value: "checkmate", Low: mated}}})
	f = m.mateShares(e)
	if got, want := f.Rows[0][2:], []string{"3.9", "3.8", "4"}; !slices.Equal(got, want) {
		t.Errorf("the share and its limits are %q, want those of the record, %q", got, want)
	}
	testkit.Contains(t, f.Caption, "are those of the survey. Record first")
}

// TestMeasuredNumbers checks that the numbers of the measurements are in every set and agree with the captions.
func TestMeasuredNumbers(t *testing.T) {
	testkit.Unraced(t)
	set := testkit.Must(Make(context.Background(), testkit.Must(unpromotedOnly())(t), Options{}))(t)
	values := map[string]string{}
	for _, v := range set.Values {
		values[v.Name] = v.Text
	}
	for _, name := range []string{"origin", "mates-origin", "candidates", "legal", "mean", "median", "worst", "states", "kernel",
		"mated", "checkmates", "mate-in-1", "mate-in-2", "mate-in-3"} {
		if values["measured."+name] == "" {
			t.Errorf("no number measured.%s", name)
		}
	}
	for _, f := range set.Figures {
		if f.Name == "solving-times" && !strings.Contains(f.Caption, "less than "+values["measured.median"]) {
			t.Errorf("the median is %s; %s", values["measured.median"], f.Caption)
		}
	}
}

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

// streamOf returns the stream of the stored measurement's space with a seed.
func streamOf(t *testing.T, seed uint64) *sampler.Stream {
	t.Helper()
	s := testkit.Must(spaces.Open("ranked-repaired"))(t)
	return sampler.NewStream(s, seed)
}

// TestSolvedRoundTrip writes rows and reads them again, to the microsecond.
func TestSolvedRoundTrip(t *testing.T) {
	rows := []measurement{
		{Draw: 6, Outcome: verdict.Illegal, Stage: "kernel", States: 16, Kernel: 85 * time.Microsecond, All: 69 * time.Microsecond},
		{Draw: 17, Outcome: verdict.Legal, Stage: "proofgame", States: 66, Kernel: 37 * time.Microsecond, All: 12188 * time.Microsecond, Plies: 329},
		{Draw: 1 << 40, Outcome: verdict.Unknown},
	}
	text := fileHeader("the command", "where and when")
	for _, r := range rows {
		text += r.line()
	}
	origin, got, err := readMeasurements(strings.NewReader(text))
	if err != nil || !slices.Equal(got, rows) || !slices.Equal(origin, []string{"the command", "where and when"}) {
		t.Errorf("%q, %+v, %v", origin, got, err)
	}
}

// TestReadNamesTheLine checks that errors name the line, the fault, and the expected form.
func TestReadNamesTheLine(t *testing.T) {
	good := "17\tlegal\tproofgame\t66\t37\t12188\t329\n"
	for bad, want := range map[string]string{
		"17\tlegal\n": "line 4: 2 columns, want 7: draw outcome",
		"17\tmaybe\tproofgame\t66\t37\t12188\t329\n":        `line 4: verdict: unknown outcome "maybe"`,
		"17\tlegal\tproofgame\t-1\t37\t12188\t329\n":        `line 4: "-1" is no number from 0`,
		"seventeen\tlegal\tproofgame\t66\t37\t12188\t329\n": `line 4: "seventeen" is no number`,
	} {
		if _, _, err := readMeasurements(strings.NewReader(fileHeader("x") + good + bad)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", bad, err, want)
		}
	}
}
