package estimating

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
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
	if note := partialSpaceNote("kernel-5-6", nil); !strings.Contains(note, "add |no-castling|no-en-passant|men>=27|both.pawns<=6 to every space") {
		t.Errorf("without conditions: %q, want all four", note)
	}
	if note := partialSpaceNote("kernel-5-6", []string{"no-castling", "men>=27"}); !strings.Contains(note, "add |no-en-passant|both.pawns<=6 to") {
		t.Errorf("with two of four conditions: %q, want the other two", note)
	}
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
	if got := indexOfLeast(a, func(e *compare.Efficiency) float64 { return e.PerDraw }); got != 2 {
		t.Errorf("the least of 3, 0 and 2 has index %d, want 2", got)
	}
	if got := indexOfLeast(a, func(e *compare.Efficiency) float64 { return e.PerSecond }); got != -1 {
		t.Errorf("the least of zeros has index %d, want -1", got)
	}
}

// TestMissingPositions checks that the table says what a space lacks, and nothing where that is not known.
func TestMissingPositions(t *testing.T) {
	for name, want := range map[string]string{
		"ranked-repaired": "nothing",
		"what":            "",
		"kernel-5-6":      "rights, en passant, more than 5 captures or 6 pawns",
	} {
		if got := missingPositions(name); got != want {
			t.Errorf("%s lacks %q, want %q", name, got, want)
		}
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
	clitest.CheckContains(t, got,
		"a, b -2.50 0.0124 0.0248 3.1 % 4.2 % 1 538 differ",
		"draws from each space that a difference of 3.1 % takes",
		"a, b 1 000 30 s 892 27 s")
}
