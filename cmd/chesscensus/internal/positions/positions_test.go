package positions

import (
	"strings"
	"testing"
	"time"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/cmd/chesscensus/internal/judging"
	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/uniform"
)

// program has the commands used in these tests. invoke runs a command line.
var program = clitest.Program{Commands, judging.Commands}
var invoke = program.Invoke

// TestPositionsAreLegal: judge proves the printed positions legal, with another seed for its games.
func TestPositionsAreLegal(t *testing.T) {
	testkit.Medium(t)
	status, out, errs := invoke("", "positions", "-n", "12", "--seed", "3", "-j", "2")
	if status != 0 || strings.Count(out, "\n") != 12 || !strings.HasPrefix(errs, "chesscensus: 12 legal positions from ") ||
		!strings.Contains(errs, "of ranked-repaired, seed 3; no draw stayed undecided, so that at most 26 % of") {
		t.Fatalf("status %d, %s%s", status, out, errs)
	}
	if _, other, _ := invoke("", "positions", "-n", "12", "--seed", "3", "-j", "1"); other != out {
		t.Error("-j 1 differs from -j 2")
	}
	_, judged, _ := invoke(out, "judge", "--effort", "game", "--seed", "99")
	if strings.Count(judged, " legal: proof: ") != 12 {
		t.Errorf("judge says\n%s", judged)
	}
}

// TestUsage: wrong flags and conditions are usage errors of one line, or of three that mark the place in the condition.
func TestUsage(t *testing.T) {
	testkit.Medium(t)
	for args, want := range map[string]string{
		"-n x":                          "want a whole number, such as 1000000 or 1e6",
		"--effort kernel":               "want game or exhaustive",
		"--where=qeens>=2":              "--where: character 1, \"qeens\": want a condition here",
		"--where=mate&stalemate":        "--where: no position satisfies the condition: checkers would have to be at least 1 and at most 0",
		"--where=men=32&white.queens=2": "--where: uniform: ranked-repaired|men=32|white.queens=2: no element is left",
		"--space moon":                  "unknown space",
		"--space ranked|queens<":        "unknown condition",
		"--games":                       "--games goes with csv, jsonl and parquet",
		"--games --format epd":          "--games goes with csv",
		"--games -o positions.nosuch":   "--games goes with csv",
	} {
		status, out, errs := invoke("", append([]string{"positions"}, strings.Split(args, " ")...)...)
		lines := 1
		if strings.Contains(want, "character") { // the condition and a caret follow
			lines = 3
		}
		if status != 2 || out != "" || !strings.Contains(errs, want) || strings.Count(errs, "\n") != lines {
			t.Errorf("%s: status %d, output %q, errors %q, want %q", args, status, out, errs, want)
		}
	}
	if _, out, _ := invoke("", "__complete", "positions", "--effort", ""); !strings.Contains(out, "exhaustive") {
		t.Errorf("completion: %q", out)
	}
}

// TestPatience: a run that would certainly take more than a day is refused, unless it is unlimited.
func TestPatience(t *testing.T) {
	for _, c := range []struct {
		n, legal uint64
		after    time.Duration
		endless  bool
		want     string // of the error, "" for none
		accepted bool
	}{
		{1e9, 500, time.Second, false, "", false}, // too early to tell
		{1e9, 500, 2 * time.Second, false, "1 000 000 000 positions would take about 46 days (250 a second with -j 2): ask for -n 2e+07, for which a day suffices, or add --patient", false},
		{1e6, 500, 2 * time.Second, false, "", true},
		{1e9, 500, 2 * time.Second, true, "", true},
		{1000, 0, 10 * time.Second, false, "", false},
		{1e9, 0, 2 * time.Second, false, "-n 1 000 000 000 takes more than 17 years: ask for fewer", false},
		{1000, 0, 2 * time.Minute, false, "none of the first 3 700 000 draws (2 min) is a legal position as wanted, so that fewer than one in 1e+06 are (95 %) and -n 1000 takes more than 9 h", false},
		{1, 0, 2 * time.Minute, false, "takes more than 32 s; if the condition can hold", false},
		{8000, 1, time.Minute, false, "", true}, // 6 days by the one that was seen, 20 hours at best
		{300000, 1, time.Minute, false, "would take about 208 days", false},
	} {
		start := time.Now()
		notice := ""
		p := patience{n: c.n, workers: 2, start: start, unlimited: c.endless, notify: func(text string) { notice = text }}
		err := p.check(&uniform.Tally{Draws: 3_700_000, Legal: c.legal}, start.Add(c.after))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) || p.accepted != c.accepted {
			t.Errorf("%d positions, %d after %v: %v, accepted %v; want %q, %v", c.n, c.legal, c.after, err, p.accepted, c.want, c.accepted)
		}
		if (notice != "") != (c.legal == 0 && c.after >= waitNotice && !c.endless) {
			t.Errorf("%d positions, %d after %v: notice %q, want one only after %v without a position", c.n, c.legal, c.after, notice, waitNotice)
		}
	}
}

// TestExhausted: a space without a find counts as exhausted after enough draws.
func TestExhausted(t *testing.T) {
	testkit.Medium(t)
	for _, c := range []struct {
		size  float64
		tally uniform.Tally
		want  bool
	}{
		{1000, uniform.Tally{Draws: 20_907}, false}, // 1000 (ln 1000 + 14) = 20 907.8
		{1000, uniform.Tally{Draws: 20_908}, true},
		{1000, uniform.Tally{Draws: 1e6, Refuted: 7}, true},
		{1000, uniform.Tally{Draws: 1e6, Undecided: 1}, false},
		{1000, uniform.Tally{Draws: 1e6, Legal: 1}, false},
		{0, uniform.Tally{Draws: 1e6}, false},
	} {
		p := patience{size: c.size}
		testkit.Equal(t, p.exhausted(&c.tally), c.want, c.size, c.tally)
	}
	program.Refuse(t, 2, "nobody is there to give check", "positions", "-n", "1", "--where", "material=KvK and mate")
	// Kings side by side, that is: what the engine refutes, and no more.
	if status, _, errs := invoke("", "positions", "-n", "1", "--where", "material=KvK and stalemate"); status != 1 || !strings.Contains(errs, "draws have seen them all") {
		t.Errorf("a stalemate of bare kings: status %d, errors %s", status, errs)
	}
}

// TestJSON: --json is the same as --format jsonl.
func TestJSON(t *testing.T) {
	_, want, _ := invoke("", "positions", "-n", "3", "--seed", "4", "--format", "jsonl")
	if status, got, _ := invoke("", "positions", "-n", "3", "--seed", "4", "--json"); status != 0 || got != want {
		t.Errorf("status %d, %s\nwant %s", status, got, want)
	}
	program.Refuse(t, 2, "--json is --format jsonl", "positions", "--json", "--format", "csv")
}

// TestSummary: the summary of a run with undecided draws says which share of the positions can be lacking.
func TestSummary(t *testing.T) {
	got := summary(&uniform.Tally{Draws: 18000, Refuted: 16000, Undecided: 1, Legal: 999}, &positionsRun{space: "ranked", seed: 4, where: "check"})
	want := "999 legal positions from 18 000 draws of ranked where check, seed 4; 1 stayed undecided: 0.1 %, at most 0.56 %, of the legal positions are lacking (95 %), and no share is off by more"
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
