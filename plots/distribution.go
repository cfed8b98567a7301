package plots

import (
	"cmp"
	"slices"
	"strconv"
)

// DistributionOptions adapt [Distribution].
type DistributionOptions struct {
	Options
	// Bin is the width of a bin; bins begin at its multiples. Zero means the least of
	// 1, 2, 5, 10, 20 and so on that makes at most 40 bins.
	Bin int
	// XLabel names the values, with their unit. Empty means "value".
	XLabel string
	// YLabel names what is counted, without its bin. Empty means "cases".
	YLabel string
	// Marks are drawn as vertical lines, as those of [SurvivalOptions].
	Marks []Mark
}

// Distribution draws how often whole numbers occur: a bar for each bin, as high as the number
// of values in it. Nothing is estimated, so there are no intervals; see [PieceHistogram] for
// estimates.
//
// It returns ErrNoData if there is no value.
func Distribution(values []int, opt DistributionOptions) (*Figure, error) {
	if len(values) == 0 {
		return nil, ErrNoData
	}
	lo, hi := slices.Min(values), slices.Max(values)
	width := opt.Bin
	if width <= 0 {
		width = binWidth(float64(hi) - float64(lo))
	}
	counts, most := map[int]int{}, 0
	for _, v := range values {
		k := floorDiv(v, width)
		counts[k]++
		most = max(most, counts[k])
	}
	yLabel := cmp.Or(opt.YLabel, "cases")
	if width > 1 {
		yLabel += " per bin of " + strconv.Itoa(width)
	}
	p := newPlot(cmp.Or(opt.XLabel, "value"), yLabel, false, true)
	first, last := float64(floorDiv(lo, width)), float64(floorDiv(hi, width)+1)
	w := float64(width)
	p.X.Min, p.X.Max = (first-0.5)*w, (last+0.5)*w
	for _, m := range opt.Marks {
		if positive(m.Value) {
			p.X.Min, p.X.Max = min(p.X.Min, m.Value-w), max(p.X.Max, m.Value+w)
		}
	}
	p.X.Tick.Marker = evenTicks{whole: true}
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 1.05*float64(most), evenTicks{whole: true}
	var bs bars
	for k, n := range counts {
		x, gap := float64(k)*w, 0.06*w
		bs = append(bs, bar{x + gap, x + w - gap, 0, float64(n), inColor})
	}
	slices.SortFunc(bs, func(a, b bar) int { return cmp.Compare(a.x0, b.x0) })
	p.Add(bs)
	f := &Figure{Plot: p, Options: opt.fill("", defaultHeight)}
	f.addMarks(opt.Marks)
	return f, nil
}

// binWidth returns the least round width that cuts the range into at most 40 bins.
func binWidth(size float64) int {
	width, factor := 1, [3]int{2, 5, 10}
	for i, unit := 0, 1; size/float64(width) >= 40; i++ {
		width = unit * factor[i%3]
		if i%3 == 2 {
			unit = width
		}
	}
	return width
}

// floorDiv returns the quotient a/b, rounded down, for b > 0.
func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
