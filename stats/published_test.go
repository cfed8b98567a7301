package stats

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// rankedSize is the size of the ranked set, see docs/REFERENCE.md.
var rankedSize, _ = new(big.Int).SetString("8726713169886222032347729969256422370854716254", 10)

// The counts of the published samples by multiplicity, from index 0; docs/REFERENCE.md, section 4.
var (
	counts10K = []uint64{0, 516, 19, 2, 1}
	counts1M  = []uint64{0, 53930, 1674, 369, 25, 1, 10, 0, 0, 0, 2}
	counts2M  = []uint64{0, 108547, 3418, 705, 56, 3, 23, 0, 0, 0, 2}
)

// secondMillion returns the counts of the second of the two million, which is not printed there: counts2M - counts1M.
func secondMillion() []uint64 {
	counts := make([]uint64, len(counts2M))
	for mult := range counts {
		counts[mult] = counts2M[mult] - counts1M[mult]
	}
	return counts
}

// published holds the columns of docs/REFERENCE.md, section 4, in their order: six digits, and fifteen of the mean inverse
// multiplicity. The row of the second million follows from the other two, up to rounding: 2*4.82193 - 4.79082 = 4.85304, and
// 4*2.74973^2 - 3.87698^2 = 3.9004^2. Empty texts are not published.
var published = []struct {
	name                                                          string
	n                                                             uint64
	counts                                                        []uint64
	mu, variance, sigma, sigmaS, estimate, halfWidth, meanInverse string
}{
	{"10000", 10000, counts10K, "0.0526417", "0.0493373", "0.22212", "0.0022212", "4.59389e+44", "3.79922e+43", "0.978469640644362"},
	{"1000000", 1000000, counts1M, "0.0548983", "0.0513776", "0.226666", "0.000226666", "4.79082e+44", "3.87698e+42", "0.980134556902513"},
	{"second million", 1000000, secondMillion(), "", "", "", "", "4.85304e+44", "3.9004e+42", ""},
	{"2000000", 2000000, counts2M, "0.0552548", "0.051689", "0.227352", "0.000160762", "4.82193e+44", "2.74973e+42", "0.980095015106633"},
}

// TestPublishedEstimatesReproduced computes every number of published from the counts, with the quantile of the reference,
// 1.96, and compares all digits.
func TestPublishedEstimatesReproduced(t *testing.T) {
	for _, row := range published {
		tally := FromCounts(row.n, row.counts)
		r := tally.Estimate(rankedSize, Options{Z: ReferenceZ})
		e := r.Low
		check := func(name, want string, got float64, format string) {
			t.Helper()
			if s := fmt.Sprintf(format, got); want != "" && s != want {
				t.Errorf("%s: %s = %s, want %s", row.name, name, s, want)
			}
		}
		check("mu", row.mu, e.Mean, "%.6g")
		check("V", row.variance, e.Variance, "%.6g")
		check("sigma", row.sigma, math.Sqrt(e.Variance), "%.6g")
		check("sigma_S", row.sigmaS, math.Sqrt(e.Variance/float64(e.Draws)), "%.6g")
		check("estimate", row.estimate, e.Value, "%.6g")
		check("half-width", row.halfWidth, e.HalfWidth(), "%.6g")
		check("mean inverse multiplicity", row.meanInverse, e.MeanContribution(), "%.15g")
		if e.Method != Normal || len(e.Warnings) > 0 || !r.Decided() {
			t.Errorf("%s: method %v, warnings %v, decided %v; want normal, none, true", row.name, e.Method, e.Warnings, r.Decided())
		}
	}
}

// TestTrueQuantileDiffersInFifthDigit uses the true 95 % quantile 1.959964, which gives half-widths smaller by a
// share of 1.8e-5.
func TestTrueQuantileDiffersInFifthDigit(t *testing.T) {
	tally := FromCounts(2000000, counts2M)
	e := tally.Estimate(rankedSize, Options{}).Low
	testkit.Equal(t, fmt.Sprintf("%.6g", e.HalfWidth()), "2.74968e+42")
	if z := e.HalfWidth() / e.StdErr; math.Abs(z-1.9599639845400545) > 1e-12 { // R: qnorm(0.975)
		t.Errorf("z = %.16g, want 1.95996398454005", z)
	}
}

// TestZTestOfTheMillions compares the two published millions, which are independent and differ by 2.2 standard errors. By hand,
// in units of 1e44, with half-widths/1.96 as errors: (4.79082-4.85304)/sqrt(0.0197805^2+0.0199^2) = -2.2175.
func TestZTestOfTheMillions(t *testing.T) {
	first, second := FromCounts(1000000, counts1M), FromCounts(1000000, secondMillion())
	z, p := ZTest(first.Estimate(rankedSize, Options{}).Low, second.Estimate(rankedSize, Options{}).Low)
	if math.Abs(z+2.2175) > 5e-4 || math.Abs(p-0.02659) > 5e-5 {
		t.Errorf("z, p = %.5g, %.5g; want -2.2175, 0.02659", z, p)
	}
	first.Merge(&second)
	if both := FromCounts(2000000, counts2M); !first.Equal(&both) {
		t.Error("the two millions merged are not the published two million")
	}
}
