package digits

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"chesscensus/internal/testing/testkit"
)

func TestGroup(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1 000", 123456: "123 456", 1234567: "1 234 567", math.MaxUint64: "18 446 744 073 709 551 615"} {
		testkit.Equal(t, Group(n), want, n)
	}
}

// TestExponent: v lies between 10^Exponent(v) and ten times that, but for rounding.
func TestExponent(t *testing.T) {
	for v, want := range map[float64]int{0: 0, 1: 0, 9.99: 0, 10: 1, -4.8e44: 44, 0.05: -2, 1e-300: -300} {
		testkit.Equal(t, Exponent(v), want, v)
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
		testkit.Equal(t, Duration(s), want, s)
	}
}

// TestTeX: signs that pdfLaTeX does not know, or would read as commands, are replaced.
func TestTeX(t *testing.T) {
	if got, want := EscapeTeX(`50% & a_b # $x {y} ^ ~ \z, Österlund`), `50\% \& a\_b \# \$x \{y\} \^{} \~{} \textbackslash{}z, Österlund`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	rows := TeXFields([][]string{{"5.1 ± 2 × 10⁻⁵ %", "≤ 10⁴⁴"}, {"e2e4", "(4.8261 ± 0.0007)e44"}})
	want := `\begin{tabular}{lr}
\toprule
share, \% & positions \\
\midrule
5.1 $\pm$ 2 $\times$ 10$^{-5}$ \% & $\le$ 10$^{44}$ \\
e2e4 & (4.8261 $\pm$ 0.0007) $\times$ 10$^{44}$ \\
\bottomrule
\end{tabular}
`
	testkit.Equal(t, Tabular([]string{"share, %", "positions"}, rows), want)
	if got := Tabular(nil, nil); got == "" {
		t.Error("a table without columns is nothing")
	}
}
