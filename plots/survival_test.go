package plots

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"pgregory.net/rapid"

	"chesscensus/internal/testing/testkit"
)

// spent generates the cost of a case, sometimes a value that cannot be drawn.
func spent() *rapid.Generator[float64] {
	return rapid.OneOf(rapid.Float64Range(1e-3, 1e6), rapid.Map(rapid.IntRange(1, 5), func(i int) float64 { return float64(i) }),
		rapid.SampledFrom([]float64{0, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64}))
}

// heightAt returns the height of steps at x: that of the last corner at or before x.
func heightAt(steps plotter.XYs, x float64) float64 {
	y := math.NaN()
	for _, s := range steps {
		if s.X <= x {
			y = s.Y
		}
	}
	return y
}

// TestSurvivalCountsCases compares the curve with counting the values above x, at values and between them.
func TestSurvivalCountsCases(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		values := rapid.SliceOfN(spent(), 1, 40).Draw(rt, "values")
		before := slices.Clone(values)
		lo, hi := spentRange([]Curve{{Values: values}}, nil)
		steps := survivalSteps(values, plot.Axis{Min: lo, Max: hi})
		for i, v := range values {
			if math.Float64bits(v) != math.Float64bits(before[i]) {
				rt.Fatal("the values were changed")
			}
		}
		for i := 1; i < len(steps); i++ {
			last, next := steps[i-1], steps[i]
			right, down := next.X >= last.X && next.Y == last.Y, next.Y <= last.Y && next.X == last.X
			if !right && !down {
				rt.Fatalf("%v to %v leads neither right nor down", last, next)
			}
		}
		for _, x := range append(values, lo, hi, math.Sqrt(lo*hi)) {
			if !(lo <= x && x <= hi) {
				continue
			}
			above := 0
			for _, v := range values {
				if !(v <= x) { // NaN is never solved
					above++
				}
			}
			if got, want := heightAt(steps, x), 100*float64(above)/float64(len(values)); got != want {
				rt.Fatalf("share after %g: %v, want %v of %v", x, got, want, values)
			}
		}
		if end := steps[len(steps)-1]; end.X != hi {
			rt.Fatalf("the curve ends at %g, want the end of the axis, %g", end.X, hi)
		}
	})
}

// TestMeasurementsAreDrawn draws random values, and checks that there is neither a panic nor a coordinate that is NaN or infinite.
func TestMeasurementsAreDrawn(t *testing.T) {
	testkit.Medium(t)
	rapid.Check(t, func(rt *rapid.T) {
		var curves []Curve
		for range rapid.IntRange(1, 6).Draw(rt, "curves") {
			curves = append(curves, Curve{Label: "c", Values: rapid.SliceOfN(spent(), 0, 8).Draw(rt, "values")})
		}
		var marks []Mark
		for _, v := range rapid.SliceOfN(spent(), 0, 4).Draw(rt, "marks") {
			marks = append(marks, Mark{v, "m"})
		}
		f, err := Survival(curves, SurvivalOptions{Log: rapid.Bool().Draw(rt, "log"), Marks: marks})
		checkDrawn(rt, f, err)
		numbers := rapid.SliceOfN(rapid.IntRange(-1000, 5000), 0, 20).Draw(rt, "numbers")
		g, err := Distribution(numbers, DistributionOptions{Bin: float64(rapid.IntRange(0, 30).Draw(rt, "bin")), Marks: marks})
		checkDrawn(rt, g, err)
	})
}

// TestSurvivalReachesEverything checks that the axis holds all values and marks, but not unsolved cases, also that of Bins in units of 10^9.
func TestSurvivalReachesEverything(t *testing.T) {
	f := must(Survival([]Curve{{"a", []float64{20, math.Inf(1)}}, {"empty", nil}, {"b", []float64{3}}},
		SurvivalOptions{XLabel: "plies", YLabel: "open", Marks: []Mark{{9700, "m"}, {0, "nowhere"}, {math.Inf(1), "never"}}}))
	if x := f.Plot.X; x.Min >= 3 || x.Min < 1 || x.Max <= 9700 || x.Max > 97000 {
		t.Errorf("axis from %g to %g, want all of 3 to 9700, within 1 to 97000", x.Min, x.Max)
	}
	if x, y := f.Plot.X.Label.Text, f.Plot.Y.Label.Text; x != "plies" || y != "open" {
		t.Errorf("labels %q and %q, want plies and open", x, y)
	}
	if len(f.key) != 3 {
		t.Errorf("%d keys, want one each for two curves and a mark", len(f.key))
	}
	f = must(Survival([]Curve{{"a", []float64{math.Inf(1)}}}, SurvivalOptions{}))
	if !(f.Plot.X.Min < f.Plot.X.Max) {
		t.Errorf("nothing solved: axis from %g to %g", f.Plot.X.Min, f.Plot.X.Max)
	}
	f = must(Bins([]float64{1e9, 2e9}, BinsOptions{Marks: []Mark{{5e9, "m"}, {-1, "nowhere"}}})) // drawn in units of a power of ten
	if x := f.Plot.X; x.Max <= 5 || x.Max > 60 || len(f.key) != 1 {
		t.Errorf("%d keys, axis from %g to %g, want one key and an axis to 5 or more, not above 60", len(f.key), x.Min, x.Max)
	}
}
