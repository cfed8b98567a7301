package digits

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestGroup(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1 000", 123456: "123 456", 1234567: "1 234 567", math.MaxUint64: "18 446 744 073 709 551 615"} {
		if got := Group(n); got != want {
			t.Errorf("Group(%d) = %q, want %q", n, got, want)
		}
	}
}

// TestExponent: v lies between 10^Exponent(v) and ten times that, but for rounding.
func TestExponent(t *testing.T) {
	for v, want := range map[float64]int{0: 0, 1: 0, 9.99: 0, 10: 1, -4.8e44: 44, 0.05: -2, 1e-300: -300} {
		if got := Exponent(v); got != want {
			t.Errorf("Exponent(%v) = %d, want %d", v, got, want)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		v := rapid.Float64Range(1e-290, 1e290).Draw(rt, "v")
		if e := Exponent(v); v < math.Pow10(e)*(1-1e-12) || v > math.Pow10(e+1)*(1+1e-12) {
			rt.Fatalf("Exponent(%g) = %d", v, e)
		}
	})
}

func TestDuration(t *testing.T) {
	for s, want := range map[float64]string{0: "0 s", 4.234: "4.2 s", 32.4: "32 s", 119: "119 s", 300: "5 min", 3600: "60 min", 9000: "2.5 h", 86400: "24 h", 1e6: "12 days", 1e8: "3.2 years"} {
		if got := Duration(s); got != want {
			t.Errorf("%v: %s, want %s", s, got, want)
		}
	}
}
