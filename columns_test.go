package chesscensus

import (
	"strings"
	"testing"
)

// TestKernelsAreDrawn: kernels that were found fit the columns of their goals, so each has its picture.
func TestKernelsAreDrawn(t *testing.T) {
	for seed := range uint64(8) {
		g := Must(RandomPosition(seed + 1))
		k, err := FindKernel(Must(g.Final()))
		if err != nil {
			t.Fatal(err)
		}
		html := formOf(t, k)
		if n := strings.Count(html, "<img "); n != 1 {
			t.Errorf("%d pictures", n)
		}
	}
	if html := formOf(t, &ProofKernel{Captures: []string{"wPa0xPb7"}, Words: []string{"no capture"}}); strings.Contains(html, "<img ") {
		t.Error("a picture of captures that do not fit")
	}
}

func formOf(t *testing.T, v any) string {
	form, ok := rich(v)
	if !ok {
		t.Fatalf("%T has no form", v)
	}
	return form.HTML
}

// TestGrouped: counts in groups of three from five digits on.
func TestGrouped(t *testing.T) {
	for in, want := range map[string]string{"0": "0", "9999": "9999", "10000": "10 000", "-10000": "-10 000", "1056208140": "1 056 208 140"} {
		if got := grouped(in); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
	for in, want := range map[float64]string{0.0571: "5.71 %", 0: "0 %", 1: "100 %", 7.77e-7: "0.000078 %", 8.62e-8: "0.0000086 %", -7.77e-7: "-0.000078 %"} {
		if got := Percent(in); got != want {
			t.Errorf("%v: %q, want %q", in, got, want)
		}
	}
	if got := twoDigits(616543); got != 620_000 {
		t.Errorf("%v", got)
	}
}
