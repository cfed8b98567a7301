package plots

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"chesscensus/internal/digits"
)

// BinsOptions adapt [Bins].
type BinsOptions struct {
	Options
	// Bin is the width of a bin; bins begin at its multiples. Zero means 1, 2 or 5 times a power of ten, the least one that is not below
	// the width of Freedman and Diaconis (1981), two interquartile ranges divided by the cube root of the number of values, or, for whole
	// numbers, 1; and of which the range holds at most 100.
	Bin float64
	// XLabel names the values, with their unit. Empty means "value".
	XLabel string
	// YLabel names what is counted, without its bin. Empty means "values".
	YLabel string
	// Marks are drawn as vertical lines, as those of [SurvivalOptions].
	Marks []Mark
}

// DistributionOptions are those of [Distribution].
type DistributionOptions = BinsOptions

// Distribution is [Bins] of whole numbers.
func Distribution(values []int, opt DistributionOptions) (*Figure, error) { return Bins(values, opt) }

// Bins draws a histogram of numbers: a bar for each bin [k w, (k+1) w) of width w, as high as the number of values in it. Values that are
// not finite are left out, and the key says how many. Nothing is estimated, so there are no intervals.
//
// It returns ErrNoData without a value, and an error if none is finite, or if the bins are so narrow that there would be more than ten
// thousand. It costs O(n log n) time.
func Bins[T ~int | ~int32 | ~int64 | ~uint | ~uint32 | ~uint64 | ~float32 | ~float64](values []T, options ...BinsOptions) (*Figure, error) {
	numbers := make([]float64, len(values))
	for i, v := range values {
		numbers[i] = float64(v)
	}
	var opt BinsOptions
	if len(options) > 0 {
		opt = options[0]
	}
	return drawBins(numbers, opt)
}

// A tally holds the counts of values in bins of one width.
type tally struct {
	width, first, last float64         // bin k is [k width, (k+1) width), k from first to last
	counts             map[float64]int // by k
	highest, dropped   int             // the highest count; the number of values that are not finite
	allWhole           bool            // all values are
}

// countBins counts values in bins of a width, 0 for that of [niceWidth]. It may reorder the values. It is an error if none is finite or
// there are ten thousand bins or more.
func countBins(values []float64, width float64) (t tally, err error) {
	n := len(values)
	if n == 0 {
		return t, ErrNoData
	}
	values = slices.DeleteFunc(values, func(v float64) bool { return !finite(v) })
	if t.dropped = n - len(values); t.dropped == n {
		return t, fmt.Errorf("plots: none of %d values is finite", n)
	}
	slices.Sort(values)
	lo, hi := values[0], values[len(values)-1]
	t.allWhole, t.width, t.counts = areWhole(values), width, map[float64]int{}
	if !positive(width) {
		t.width = niceWidth(values, t.allWhole)
	}
	bin := func(v float64) float64 { return math.Floor(v/t.width + 1e-9) } // 1e-9, as the quotient 0.6/0.2 is a little less than 3
	t.first, t.last = bin(lo), bin(hi)
	if !(t.last-t.first < 10_000) {
		return t, fmt.Errorf("plots: values from %.4g to %.4g in bins of %.4g, want fewer than 10000 bins", lo, hi, t.width)
	}
	for _, v := range values {
		t.counts[bin(v)]++
		t.highest = max(t.highest, t.counts[bin(v)])
	}
	return t, nil
}

// drawBins draws the figure of [Bins]. It may reorder the values.
func drawBins(values []float64, opt BinsOptions) (*Figure, error) {
	n := len(values)
	t, err := countBins(values, opt.Bin)
	if err != nil {
		return nil, err
	}
	xLabel, yLabel := cmp.Or(opt.XLabel, "value"), cmp.Or(opt.YLabel, "values")
	shift := 0.5 // in bins to the left, so that each bar is centered over its number
	if !t.allWhole || t.width != 1 {
		yLabel += " per bin of " + scientific(t.width, 1)
		shift = 0
	}
	unit, suffix := unitFor(t.width*max(math.Abs(t.first), math.Abs(t.last), 1), -2, 5)
	leftEnd := func(bin float64) float64 { return (bin - shift) * (t.width / unit) }
	p := newPlot(xLabel+suffix, yLabel, horizontalGrid)
	p.X.Min, p.X.Max, p.X.Tick.Marker = leftEnd(t.first-0.5), leftEnd(t.last+1.5), evenTicks{whole: t.allWhole && unit == 1}
	marks := slices.Clone(opt.Marks)
	for i := range marks {
		if marks[i].Value /= unit; positive(marks[i].Value) {
			p.X.Min, p.X.Max = min(p.X.Min, marks[i].Value-t.width/unit), max(p.X.Max, marks[i].Value+t.width/unit)
		}
	}
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 1.05*float64(t.highest), evenTicks{whole: true}
	var bs bars
	for _, k := range slices.Sorted(maps.Keys(t.counts)) {
		bs = append(bs, bar{x0: leftEnd(k + 0.03), x1: leftEnd(k + 0.97), y1: float64(t.counts[k]), fill: countedColor})
	}
	p.Add(bs)
	f := &Figure{Plot: p, Options: opt.fill(groupDigits(uint64(n-t.dropped))+" values", defaultHeight)}
	f.addMarks(marks, false)
	if t.dropped > 0 {
		f.key = append(f.key, keyBox(fmt.Sprintf("without %d not finite", t.dropped), countedColor))
	}
	return f, nil
}

// niceWidth returns the width of bins for sorted values, see [BinsOptions].
func niceWidth(values []float64, allWhole bool) float64 {
	spread := values[len(values)-1] - values[0]
	if spread == 0 {
		return max(math.Pow10(digits.Exponent(math.Abs(values[0]))-1), 1) // a single bar
	}
	quartiles := stat.Quantile(0.75, stat.Empirical, values, nil) - stat.Quantile(0.25, stat.Empirical, values, nil)
	w := 2 * quartiles / math.Cbrt(float64(len(values)))
	if allWhole && spread < 40 {
		w = 1
	}
	w = max(w, spread/100)
	if quartiles == 0 {
		w = max(w, spread/40)
	}
	unit := math.Pow10(digits.Exponent(w))
	for _, factor := range []float64{1, 2, 5, 10} {
		if factor*unit >= w*(1-1e-9) {
			w = factor * unit
			break
		}
	}
	if allWhole {
		w = max(w, 1)
	}
	return w
}
