package estimating

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats/compare"
	"chesscensus/survey"
)

// TestKernelRegion checks that the names of kernel spaces give their greatest numbers of captures and pawns, and other names none.
func TestKernelRegion(t *testing.T) {
	for name, want := range map[string][2]int{"kernel": {6, 8}, "kernel-5-6": {5, 6}} {
		if captures, pawns, ok := parseKernelRegion(name); !ok || captures != want[0] || pawns != want[1] {
			t.Errorf("%s: %d captures, %d pawns, %v, want %v", name, captures, pawns, ok, want)
		}
	}
	for _, name := range []string{"ranked", "kernel-x", "cover-5-6"} {
		if _, _, ok := parseKernelRegion(name); ok {
			t.Errorf("%s is taken for a kernel space", name)
		}
	}
}

// TestPartialSpaceNote checks that the note about a partial space names the conditions that are not given.
func TestPartialSpaceNote(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	testkit.Contains(t, partialSpaceNote("kernel-5-6", nil), "add |no-castling|no-en-passant|men>=27|both.pawns<=6 to every space")
	testkit.Contains(t, partialSpaceNote("kernel-5-6", []string{"no-castling", "men>=27"}), "add |no-en-passant|both.pawns<=6 to")
	all := []string{"both.pawns<=6", "men>=27", "no-castling", "no-en-passant"}
	if note := partialSpaceNote("kernel-5-6", all) + partialSpaceNote("ranked", nil); note != "" {
		t.Errorf("nothing is missing: %q, want no note", note)
	}
	list, err := parseSpaces([]string{"ranked-repaired", "kernel-5-6"}, "")
	if err != nil || !strings.HasPrefix(list[1].note, "kernel-5-6 holds a part") || list[0].note != "" {
		t.Errorf("spaces %+v, error %v, want a note for the second alone", list, err)
	}
}

// TestLikeWithLike checks that with the conditions of the note two sets hold the same legal positions, so that their estimates agree.
func TestLikeWithLike(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	const conditions = "|no-castling|no-en-passant|men>=27|both.pawns<=6"
	status, out, stderr := invoke("", "compare", "--spaces", "ranked-repaired"+conditions+",kernel-5-6"+conditions, "-n", "10000", "--level", "1e-6")
	agrees := strings.Contains(out, "the estimates agree") && !strings.Contains(out, "differ\n") // so ends the line of a pair that differs
	if status != 0 || stderr != "" || !agrees || strings.Contains(out, "holds a part") {
		t.Errorf("status %d, %s\n%s\nwant estimates that agree, and no note on a partial space", status, stderr, out)
	}
}

// TestIndexOfLeast checks that an efficiency of 0, which means that it is unknown, is never the least.
func TestIndexOfLeast(t *testing.T) {
	a := &compare.Agreement{Efficiency: []compare.Efficiency{{PerDraw: 3}, {PerDraw: 0}, {PerDraw: 2}}}
	testkit.Equal(t, indexOfLeast(a, func(e *compare.Efficiency) float64 { return e.PerDraw }), 2)
	testkit.Equal(t, indexOfLeast(a, func(e *compare.Efficiency) float64 { return e.PerSecond }), -1)
}

// TestMissingPositions checks that the table says what a space lacks, and nothing where that is not known.
func TestMissingPositions(t *testing.T) {
	for name, want := range map[string]string{
		"ranked-repaired": "nothing",
		"what":            "",
		"kernel-5-6":      "rights, en passant, more than 5 captures or 6 pawns",
	} {
		testkit.Equal(t, missingPositions(name), want, name)
	}
}

// TestDisagreements checks that for each pair that differs, and no other, the category with the greatest difference is named, with both shares
// and the difference in standard errors.
func TestDisagreements(t *testing.T) {
	shares := &compare.Shares{
		Names: []string{"a|x", "b|x", "c|x"},
		Merged: []compare.Category{
			{First: 26, Last: 28, Shares: []float64{0.9, 1, 0.9}},
			{First: 29, Last: 29, Shares: []float64{0.1, 0, 0.1}},
		},
		Differences: []compare.Difference{
			{A: 0, B: 1, DF: 1, Worst: 1, WorstZ: 9.04, X2Rejected: true},
			{A: 0, B: 2, DF: 1},
			{A: 1, B: 2, DF: 1, Worst: 0, WorstZ: -4, KSRejected: true},
		},
	}
	var b bytes.Buffer
	writeDisagreements(&b, []survey.PropertyShares{{Property: "men", Shares: shares}})
	want := []string{
		"a, b differ most at men 29: 10 % and 0 %, 9.0 standard errors",
		"b, c differ most at men 26 to 28: 100 % and 90 %, 4.0 standard errors",
	}
	if got := strings.Split(strings.TrimSpace(b.String()), "\n"); !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// TestWritePairs checks the columns of both tables for one pair of 1000 draws each, which differs by 2.5 %, has a relative standard error of 1 %
// and would have shown a difference of 3.1 %:
//
//	draws to tell apart   (3.1/2.5)^2 * 1000 = 1538
//	to see 3.1 %          (3.1/3.1)^2 * 1000 = 1000 draws, and 10 s + 20 s
//	to exclude 3.1 %      ((1.645+1.282) * 1/3.1)^2 = 0.8915, so 892 draws, and 26.7 s
func TestWritePairs(t *testing.T) {
	pair := compare.Pair{
		A: 0, B: 1,
		Z: -2.5, P: 0.0124, Adjusted: 0.0248, Rejected: true,
		Difference: -2.5, StdErr: 1, RelativeStdErr: 0.01,
		Detectable: 0.031, Within: 0.042,
	}
	a := &compare.Agreement{Level: 0.05, Samples: []compare.Sample{{Name: "a"}, {Name: "b"}}, Pairs: []compare.Pair{pair}}
	a.Samples[0].Estimate.Draws = 1000
	a.Samples[0].Seconds, a.Samples[1].Seconds = 10, 20
	a.Samples[0].Estimate.StdErr, a.Samples[1].Estimate.StdErr = 1, 1
	var b bytes.Buffer
	writePairs(&b, a, 0.031)
	got := strings.Join(strings.Fields(b.String()), " ")
	testkit.Contains(t, got,
		"a, b -2.50 0.0124 0.0248 3.1 % 4.2 % 1 538 differ",
		"draws from each space that a difference of 3.1 % takes",
		"a, b 1 000 30 s 892 27 s")
}

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
