package paper

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
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
	if !strings.Contains(f.Caption, "are those of the survey. Record first") {
		t.Errorf("the caption does not name the record: %s", f.Caption)
	}
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
