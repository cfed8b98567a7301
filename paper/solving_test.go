package paper

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
)

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

// TestMeasure checks that rows come in the order of the draws, legal ones with a game, and are the same in a second run except for the
// times.
func TestMeasure(t *testing.T) {
	testkit.Medium(t)
	run := func() (rows []measurement) {
		if err := measure(t.Context(), streamOf(t, 7), 200, func(r measurement) error {
			if r.Kernel < 0 || r.All < 0 {
				t.Errorf("negative times: %+v", r)
			}
			r.Kernel, r.All = 0, 0
			rows = append(rows, r)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return rows
	}
	rows := run()
	last, legal := -1, 0
	for _, r := range rows {
		if int(r.Draw) <= last || (r.Plies > 0) != (r.Outcome == verdict.Legal) || (r.Stage == "") != (r.Outcome == verdict.Unknown) || r.States < 0 {
			t.Errorf("%+v after draw %d", r, last)
		}
		if last = int(r.Draw); r.Outcome == verdict.Legal {
			legal++
		}
	}
	if legal == 0 || legal == len(rows) {
		t.Errorf("%d of %d candidates are legal", legal, len(rows))
	}
	if again := run(); !slices.Equal(again, rows) {
		t.Errorf("%+v\nagain %+v", rows, again)
	}
}

// TestMeasureStops checks that measure ends with the error of the function or of the context.
func TestMeasureStops(t *testing.T) {
	testkit.Medium(t)
	full := errors.New("disk full")
	calls := 0
	err := measure(t.Context(), streamOf(t, 7), 10_000, func(measurement) error {
		calls++
		return full
	})
	if !errors.Is(err, full) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := measure(ctx, streamOf(t, 7), 10_000, func(measurement) error { t.Error("a row after the end"); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
