package plots

import (
	"cmp"
	"math"
	"strconv"

	"gonum.org/v1/plot"

	"chesscensus/internal/digits"
)

// decades places ticks at the powers of ten of a logarithmic axis. It labels at most about most of them (0 means eight), and adds minor
// ticks if the axis spans at most six decades, with labels at 2 and 5 if at most one power lies within.
type decades struct{ most int }

// Ticks implements plot.Ticker.
func (d decades) Ticks(lo, hi float64) []plot.Tick {
	first, last := int(math.Floor(math.Log10(lo))), int(math.Ceil(math.Log10(hi)))
	most := cmp.Or(d.most, 8)
	step := max(1, (last-first+most-1)/most)
	var ticks []plot.Tick
	add := func(v float64, label string) {
		if lo <= v && v <= hi {
			ticks = append(ticks, plot.Tick{Value: v, Label: label})
		}
	}
	few := math.Floor(math.Log10(hi))-math.Ceil(math.Log10(lo)) < 1 // at most one power of ten within
	for e := first; e <= last; e++ {
		label := ""
		if e%step == 0 {
			label = power(e)
		}
		add(math.Pow10(e), label)
		for m := 2; m <= 9 && last-first <= 6; m++ {
			label = ""
			if few && (m == 2 || m == 5) {
				label = strconv.Itoa(m) + "×" + power(e)
			}
			add(float64(m)*math.Pow10(e), label)
		}
	}
	return ticks
}

// plainDecades places ticks as decades does, with labels such as 0.1 and 1000 between 1e-4 and 1e6.
type plainDecades struct{}

// Ticks implements plot.Ticker.
func (plainDecades) Ticks(lo, hi float64) []plot.Tick {
	ticks := decades{}.Ticks(lo, hi)
	for i, t := range ticks {
		if t.Label != "" && 1e-4 < t.Value && t.Value < 1e6 {
			ticks[i].Label = strconv.FormatFloat(t.Value, 'f', -1, 64)
		}
	}
	return ticks
}

// evenTicks places ticks at three to nine multiples of 1, 2 or 5 times a power of ten. If whole is true there are no fractions.
type evenTicks struct{ whole bool }

// Ticks implements plot.Ticker.
func (t evenTicks) Ticks(lo, hi float64) []plot.Tick {
	e := digits.Exponent((hi - lo) / 10)
	factor := [3]float64{1, 2, 5}
	step := math.Pow10(e)
	for i := 0; (hi-lo)/step > 8; i++ {
		step = factor[i%3] * math.Pow10(e+i/3)
	}
	if t.whole {
		if (hi - lo) <= 18 {
			step = 1
		}
		step = max(step, 1)
	}
	places := max(0, -digits.Exponent(step))
	var ticks []plot.Tick
	for k := math.Ceil(lo / step); k*step <= hi; k++ {
		v := k*step + 0 // never -0
		ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'f', places, 64)})
	}
	return ticks
}
