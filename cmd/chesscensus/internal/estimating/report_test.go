package estimating

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/testing/testkit"
	"chesscensus/survey"
)

// timePatterns matches the times in a report, which differ from run to run.
var timePatterns = regexp.MustCompile(`(?m)^[0-9.]+ s, [0-9.]+ s of CPU, .*$|"(elapsed|cpu)_seconds": [0-9.e-]+`)

// TestWorkersDoNotChangeReport: reports of one worker and of several agree except for times.
func TestWorkersDoNotChangeReport(t *testing.T) {
	for _, form := range [][]string{nil, {"--json"}} {
		args := append([]string{"estimate", "-n", "3500", "--effort", "static", "--seed", "4"}, form...)
		_, oneWorker, _ := invoke("", append(args, "-j", "1")...)
		_, threeWorkers, _ := invoke("", append(args, "-j", "3")...)
		oneWorker, threeWorkers = timePatterns.ReplaceAllString(oneWorker, ""), timePatterns.ReplaceAllString(threeWorkers, "")
		if oneWorker != threeWorkers || oneWorker == "" {
			t.Errorf("%q: -j 1\n%s\n-j 3\n%s", form, oneWorker, threeWorkers)
		}
	}
}

// TestTextAgreesWithRecord: the text has the counts of the record.
func TestTextAgreesWithRecord(t *testing.T) {
	args := []string{"estimate", "-n", "2000", "--effort", "static", "--space", "material", "--seed", "2"}
	_, text, _ := invoke("", args...)
	_, out, _ := invoke("", append(args, "--json")...)
	var r struct {
		Version  string `json:"chesscensus"`
		Verdicts map[string]uint64
		CPU      float64 `json:"cpu_seconds"`
	}
	testkit.OK(t, json.Unmarshal([]byte(out), &r))
	if r.Version != cli.Version() || r.CPU < 0 {
		t.Errorf("%+v, want this version and a time", r)
	}
	for label, n := range r.Verdicts {
		want := fmt.Sprintf("  %-14s%6.3f%%  %s\n", cli.Number(n), float64(n)/20, verdictText(label))
		if n > 0 != strings.Contains(text, want) {
			t.Errorf("%s: %d draws, want %v of %q in\n%s", label, n, n > 0, want, text)
		}
	}
}

// TestVerdictText: every label has a text, and unknown labels are their own text.
func TestVerdictText(t *testing.T) {
	for label, want := range map[string]string{
		survey.LegalLabel:   "Legal: proven by a game",
		survey.UnknownLabel: "Unknown: not refuted at this effort",
		survey.GaveUpLabel:  "Unknown: a stage ran out of its budget",
		"something new":     "something new",
	} {
		if got := verdictText(label); got != want {
			t.Errorf("%s: %q, want %q", label, got, want)
		}
	}
}

// TestConfidence: a higher level widens the interval and changes nothing else.
func TestConfidence(t *testing.T) {
	width := func(level string) (value, width float64) {
		_, out, _ := invoke("", "estimate", "-n", "2000", "--effort", "static", "--confidence", level, "--json")
		var r struct {
			Estimate struct {
				High struct{ Value, Lo, Hi float64 }
			}
		}
		testkit.OK(t, json.Unmarshal([]byte(out), &r))
		return r.Estimate.High.Value, r.Estimate.High.Hi - r.Estimate.High.Lo
	}
	v1, w1 := width("0.5")
	v2, w2 := width("0.99")
	// Quantiles of the normal law: 0.6745 and 2.5758.
	if v1 != v2 || w2/w1 < 3.81 || w2/w1 > 3.83 {
		t.Errorf("values %g and %g, widths %g and %g", v1, v2, w1, w2)
	}
}

// TestFromCountsUndecidedLines: undecided lines and lines that cannot be parsed widen the bounds.
func TestFromCountsUndecidedLines(t *testing.T) {
	const king = "8/8/8/8/8/8/8/6Kk w - - 0 1"
	in := strings.Repeat(king+" legal: proof: e4\n", 3) + strings.Repeat(king+" unknown:\n", 2) + king + " illegal: Other\n"
	_, out, _ := invoke(in, "estimate", "--from", "-", "-n", "100", "--json")
	var r struct {
		Version               string `json:"chesscensus"`
		Space, From           string
		Legal, Illegal, Lines int
		Unknown               int
		Bad                   int `json:"bad_lines"`
		Estimate              struct{ Low, High struct{ Value float64 } }
	}
	testkit.OK(t, json.Unmarshal([]byte(out), &r))
	checkRecord(t, r, map[string]bool{
		"version, space ranked, standard input":   r.Version != "" && r.Space == "ranked" && r.From == "-",
		"3 legal, 1 illegal, 2 unknown, none bad": r.Legal == 3 && r.Illegal == 1 && r.Unknown == 2 && r.Bad == 0,
	})
	if ratio := r.Estimate.High.Value / r.Estimate.Low.Value; ratio < 1.66 || ratio > 1.67 { // 5 of 3
		t.Errorf("bounds %g to %g", r.Estimate.Low.Value, r.Estimate.High.Value)
	}
	status, text, _ := invoke(in, "estimate", "--from", "-", "-n", "100")
	if status != 0 || !strings.Contains(text, "undecided lines: 2;") {
		t.Errorf("status %d, %s, want two undecided lines", status, text)
	}
	// Of a file, errors name it.
	file := filepath.Join(t.TempDir(), "judged.txt")
	testkit.OK(t, os.WriteFile(file, []byte(in+"what\n"), 0o666))
	if status, _, errs := invoke("", "estimate", "--from", file, "-n", "100"); status != 1 || !strings.HasPrefix(errs, file+":7: ") {
		t.Errorf("a bad line of a file: status %d, errors %s", status, errs)
	}
}

// TestAllDrawsRefuted: a run whose draws are all refuted prints no histogram.
func TestAllDrawsRefuted(t *testing.T) {
	status, out, errs := invoke("", "estimate", "-n", "30", "--space", "naive", "--effort", "static")
	if status != 0 || errs != "" || strings.Contains(out, "men   at most") || !strings.Contains(out, "Illegal: ") {
		t.Errorf("status %d, output %s, errors %s, want refuted draws and no histogram", status, out, errs)
	}
}
