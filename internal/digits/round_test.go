package digits

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"chesscensus/internal/testing/testkit"
)

func TestRound(t *testing.T) {
	for _, c := range []struct {
		value, half float64
		want        string
	}{
		{4.82606e44, 6.6e40, "(4.8261 +- 0.0007) x 10^44"},
		{4.8256e44, 1.4e40, "(4.82560 +- 0.00014) x 10^44"},
		{4.82e44, 3e42, "(4.820 +- 0.030) x 10^44"},
		{4.82e44, 3.6e42, "(4.82 +- 0.04) x 10^44"},
		{3e40, 5e44, "(0 +- 5) x 10^44"},
		{4.8e44, 2.6e42, "(4.800 +- 0.026) x 10^44"},
		{9.8e38, 5e39, "(1 +- 5) x 10^39"}, // the half-width is the larger one
		{0.0381, 0.004, "0.038 +- 0.004"},
		{33.27, 0.04, "33.27 +- 0.04"},
		{1.0203823, 2.3e-5, "1.020382 +- 0.000023"},
		{4.1e44, 0, "4.1 x 10^44"},
		{12, 0, "12"},
		{123456, 0, "123000"},
		{999_960, 0, "1 x 10^6"},
		{9.99999e44, 0, "1 x 10^45"},
		{1e44, math.Inf(1), "1 x 10^44"},
		{0, 1, "0"},
		{-1.5, 1, "-1.5"},
		{math.Inf(1), 1, "+Inf"},
		{math.NaN(), 1, "NaN"},
	} {
		testkit.Equal(t, Round(c.value, c.half).ASCII(), c.want, c.value, c.half)
	}
}

func TestSignificantAndInterval(t *testing.T) {
	check := func(got Number, want string) {
		t.Helper()
		if got.ASCII() != want {
			t.Errorf("got %q, want %q", got.ASCII(), want)
		}
	}
	check(Significant(4.0952055e45, 5), "4.0952 x 10^45")
	check(Significant(9.99996e44, 5), "1.0000 x 10^45")
	check(Significant(0.0136, 2), "0.014")
	check(Significant(8.6e-6, 2), "8.6 x 10^-6")
	check(Significant(178110774, 3), "1.78 x 10^8")
	check(Significant(0, 3), "0")
	check(Interval(4.82541e44, 4.82742e44), "4.82541 to 4.82742 x 10^44")
	check(Interval(4.825413e44, 4.827421e44), "4.82541 to 4.82743 x 10^44")
	check(Interval(4.82580967e44, 4.8263642e44), "4.82580 to 4.82637 x 10^44")
	check(Interval(148.43553, 148.43605), "148.43553 to 148.43605")
	check(Interval(0, 8.27e36), "0 to 8.3 x 10^36")
	check(Interval(-1.23e-5, 4.56e-5), "-1.3 to 4.6 x 10^-5")
	check(Interval(0, 0), "0 to 0")
	check(Interval(9.8e43, 1.02e44), "0.980 to 1.020 x 10^44")
	check(Interval(1.25, 1.75), "1.25 to 1.75")
	check(Interval(-3, 0), "-3 to 0")
	check(Interval(1e36, 4.2e39), "0 to 4.2 x 10^39")
	check(Interval(4e44, math.Inf(1)), "4e+44 to +Inf")
}

// TestEstimate has intervals that are symmetric, asymmetric, below 0, and empty.
func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		value, lo, hi float64
		want          string
	}{
		{4.82193e44, 4.79443e44, 4.84943e44, "(4.822 ± 0.027)e44"},
		{5e37, 2.9e37, 8.3e37, "2.9e37 to 8.3e37"},
		{2e38, -3e38, 7e38, "0 to 7.0e38"},
		{8e-5, -2e-5, 1.8e-4, "0 to 1.80e-4"},
		{79.85, 77.55, 82.15, "79.8 ± 2.3"},
		{0, 0, 1.13e40, "0, at most 1.13e40"},
		{-7.3e39, -2.3e41, 2.16e41, "at most 2.16e41"},
		{100_000, 81_396.8, 118_603, "100 000 ± 19 000"},
		{144_716, 143_005, 146_427, "144 700 ± 1700"},
		{3e44, 3e44, 3e44, "3.00e44, at most 3.00e44"},
		{4.82612e44, 4.82541e44, 4.82683e44, "(4.8261 ± 0.0007)e44"},
		{4.8164e44, 4.7923e44, 4.8405e44, "(4.816 ± 0.024)e44"},
		{4.8e44, 4.7904e44, 4.8096e44, "(4.800 ± 0.010)e44"},
		{9.996e44, 9.946e44, 10.046e44, "(10.00 ± 0.05)e44"},
		{0.0571, 0.05664, 0.05756, "0.0571 ± 0.0005"},
		{1234, 1222, 1246, "1234 ± 12"},
		{98765, 94444, 103086, "99 000 ± 4000"},
		{1e-40, 9e-41, 1.1e-40, "(1.00 ± 0.10)e-40"},
	} {
		testkit.Equal(t, Estimate(c.value, c.lo, c.hi), c.want, c.value, c.lo, c.hi)
	}
}

func TestRaised(t *testing.T) {
	for text, want := range map[string]string{
		"(4.8261 ± 0.0007)e44, at most 1.1e40": "(4.8261 ± 0.0007) × 10⁴⁴, at most 1.1 × 10⁴⁰",
		"4.8040e44 to 4.8370e44":               "4.8040 × 10⁴⁴ to 4.8370 × 10⁴⁴",
		"1.80e-4":                              "1.80 × 10⁻⁴",
		"e2e4 a7e5 1e4x 4.e4q d5e6":            "e2e4 a7e5 1e4x 4.e4q d5e6",
		"p = 5.7e-175":                         "p = 5.7 × 10⁻¹⁷⁵",
		"commit 7e12345 of 3b88fcdd":           "commit 7e12345 of 3b88fcdd",
		"r1e2f3/8/4k3 w":                       "r1e2f3/8/4k3 w",
	} {
		testkit.Equal(t, Raised(text), want, text)
	}
}

func TestNotations(t *testing.T) {
	n := Round(4.82606e44, 6.6e40)
	for got, want := range map[string]string{
		n.Unicode(): "(4.8261 ± 0.0007) × 10⁴⁴",
		n.TeX():     `$(4.8261 \pm 0.0007) \times 10^{44}$`,
		n.Figure():  "(4.8261 ± 0.0007) × 10^{44}",

		Significant(8.6e-6, 2).Unicode():       "8.6 × 10⁻⁶",
		Interval(4.82541e44, 4.82742e44).TeX(): `$4.82541\text{ to }4.82742 \times 10^{44}$`,
		Round(33.27, 0.04).Unicode():           "33.27 ± 0.04",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestIntervalRoundsOutward: the rounded interval contains the interval, and is hardly wider.
func TestIntervalRoundsOutward(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 100_000 {
		lo := math.Exp(200*rng.Float64() - 100)
		hi := lo * (1 + math.Exp(-12*rng.Float64()))
		n := Interval(lo, hi)
		var a, b float64
		testkit.Must(fmt.Sscan(n.Value+" "+n.To, &a, &b))(t)
		scale := math.Pow(10, float64(n.Exponent))
		if a, b = a*scale, b*scale; a > lo*(1+1e-12) || b < hi*(1-1e-12) || (b-a)-(hi-lo) > 0.21*(hi-lo) {
			t.Fatalf("%g to %g is written %s", lo, hi, n.ASCII())
		}
	}
}

// TestRoundKeepsWithinItsError: the rounded number differs from the number by at most half of its half-width.
func TestRoundKeepsWithinItsError(t *testing.T) {
	for _, value := range []float64{1, 1.2345678e10, 9.99999999e44, 7.7e-9} {
		for rel := 1e-9; rel < 0.5; rel *= 3.7 {
			n := Round(value, rel*value)
			var v, h float64
			testkit.Must(fmt.Sscan(n.Value, &v))(t)
			testkit.Must(fmt.Sscan(n.Half, &h))(t)
			scale := math.Pow(10, float64(n.Exponent))
			if d := math.Abs(v*scale - value); d > 0.51*rel*value || math.Abs(h*scale-rel*value) > 0.34*rel*value {
				t.Errorf("%g +- %g is written %s", value, rel*value, n.ASCII())
			}
		}
	}
}
