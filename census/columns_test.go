package census

import (
	"strings"
	"testing"

	"chesscensus/census/internal/figures"
	"chesscensus/internal/digits"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofkernel/search"
)

// TestKernelColumnsBecomeTheGoal checks that after the captures of a kernel each column of the goal is a part of the column: other pawns
// have promoted, and none has appeared.
func TestKernelColumnsBecomeTheGoal(t *testing.T) {
	testkit.Medium(t)
	for seed := range uint64(8) {
		g := Must(RandomPosition(seed + 1))
		k := testkit.Must(FindKernel(Must(g.Final())))(t)
		moves := testkit.Must(search.ParseMoves(strings.Join(k.Captures, " ")))(t)
		c, ok := figures.StartColumns(), true
		for _, m := range moves {
			if c, _, _, ok = c.After(m); !ok {
				t.Fatalf("%v: %v does not fit", k.Captures, m)
			}
		}
		for f, want := range figures.ColumnsOf(k.Goal) {
			left := c[f]
			for _, p := range want { // want must be a subsequence of c[f]
				i := 0
				for i < len(left) && left[i] != p {
					i++
				}
				if i == len(left) {
					t.Fatalf("%v: file %c has %v, the goal %v", k.Captures, 'a'+f, c[f], want)
				}
				left = left[i+1:]
			}
		}
		html := formOf(t, k)
		if n := strings.Count(html, "<img "); n != 1 {
			t.Errorf("%d pictures of a kernel, want one", n)
		}
	}
}

// formOf returns the HTML of a value, and fails the test if it has no form.
func formOf(t *testing.T, v any) string {
	t.Helper()
	form, ok := rich(v)
	if !ok {
		t.Fatalf("%T has no form", v)
	}
	return form.HTML
}

// TestGrouped checks counts in groups of three digits from five digits on, shares in percent, and rounding to two digits.
func TestGrouped(t *testing.T) {
	for in, want := range map[string]string{"0": "0", "9999": "9999", "10000": "10 000", "-10000": "-10 000", "1056208140": "1 056 208 140"} {
		testkit.Equal(t, digits.GroupFrom5(in), want, in)
	}
	for in, want := range map[float64]string{0.0571: "5.71 %", 0: "0 %", 1: "100 %", 7.77e-7: "0.000078 %", 8.62e-8: "0.0000086 %", -7.77e-7: "-0.000078 %"} {
		testkit.Equal(t, Percent(in), want, in)
	}
	testkit.Equal(t, twoDigits(616543), 620_000)
}
