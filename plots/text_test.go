package plots

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot"
	"pgregory.net/rapid"
)

// TestNumbersAsText checks the texts of numbers, of numbers with an error, of counts and of shares.
func TestNumbersAsText(t *testing.T) {
	check := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	check(scientific(4.82193e44, 4), "4.822×10^{44}")
	check(scientific(0, 4), "0")
	check(scientific(12345, 3), "12345")
	check(scientific(0.05, 2), "0.05")
	check(scientific(1e-7, 2), "1.0×10^{-7}")
	check(plusMinus(4.82193e44, 2.74973e42), "(4.822 ± 0.027)×10^{44}")
	check(plusMinus(4.59389e44, 3.79922e43), "(4.59 ± 0.38)×10^{44}")
	check(plusMinus(1e44, 5e44), "(1.0 ± 5.0)×10^{44}")
	check(plusMinus(512, 20), "512 ± 20")
	check(plusMinus(79.85, 2.31), "79.8 ± 2.3")
	check(plusMinus(0, 7), "0")
	check(plusMinus(3e30, 0), "3.000×10^{30}")
	check(groupDigits(math.MaxUint64), "18\u00a0446\u00a0744\u00a0073\u00a0709\u00a0551\u00a0615")
	check(percent(0), "0 %")
	check(percent(0.492045), "49.2 %")
	check(percent(0.000714), "0.0714 %")
	check(percent(0.097), "9.70 %")
	check(percent(1), "100 %")
}

// TestTicksLieWithinAxis checks that ticks lie within the axis, that at most 12 have labels, or 20 on an axis of whole numbers, and that at
// least two have, or one on a logarithmic axis.
func TestTicksLieWithinAxis(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lo := rapid.Float64Range(0, 1e6).Draw(rt, "lo")
		hi := lo + rapid.Float64Range(1e-3, 1e6).Draw(rt, "length")
		checkTicks(rt, evenTicks{}, lo, hi, 12, 2)
		checkTicks(rt, evenTicks{whole: true}, lo, lo+max(hi-lo, 4), 20, 2)
		checkTicks(rt, evenTicks{whole: true}, -0.7, hi+5, 20, 2)
		low := math.Pow(10, rapid.Float64Range(0, 40).Draw(rt, "log lo"))
		high := low * math.Pow(10, rapid.Float64Range(2.1, 60).Draw(rt, "decades"))
		checkTicks(rt, decades{}, low, high, 12, 1)
	})
}

// checkTicks checks that all ticks lie between lo and hi, that none is called -0, and that least to most of them have labels.
func checkTicks(rt *rapid.T, m plot.Ticker, lo, hi float64, most, least int) {
	labels := 0
	for _, tick := range m.Ticks(lo, hi) {
		if tick.Value < lo-1e-12*math.Abs(lo) || tick.Value > hi+1e-12*hi || tick.Label == "-0" {
			rt.Fatalf("%T: tick %v, want it in [%v, %v] and 0 without a sign", m, tick, lo, hi)
		}
		if tick.Label != "" {
			labels++
		}
	}
	if labels > most || labels < least {
		rt.Fatalf("%T: %d labels in [%v, %v], want %d to %d", m, labels, lo, hi, least, most)
	}
}

// TestColorsDifferInGray checks the lumas that theme.go states, and that colors of neighboring areas differ in print: by at least 0.12 in
// luma, from 0 to 1.
func TestColorsDifferInGray(t *testing.T) {
	for _, c := range []struct {
		color color.NRGBA
		luma  float64
	}{{countedColor, 0.34}, {undecidedColor, 0.64}, {uncountedColor, 0.73}} {
		if got := luma(c.color); math.Abs(got-c.luma) > 0.005 {
			t.Errorf("%v has luma %.3f, want %.2f", c.color, got, c.luma)
		}
	}
	for _, pair := range [][2]color.NRGBA{
		{countedColor, undecidedColor}, {countedColor, uncountedColor}, {countedColor, countedTint}, {undecidedColor, undecidedTint},
	} {
		if d := math.Abs(luma(pair[0]) - luma(pair[1])); d < 0.12 {
			t.Errorf("%v and %v differ by %.2f in luma, want 0.12", pair[0], pair[1], d)
		}
	}
}
