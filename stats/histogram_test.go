package stats

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"chesscensus/internal/testing/testkit"
)

// A binnedDraw is a draw with its bin.
type binnedDraw struct {
	bin int
	judgedDraw
}

// genBinnedDraw generates draws as genDraw does, with bins from -3 to 32.
func genBinnedDraw() *rapid.Generator[binnedDraw] {
	return rapid.Custom(func(t *rapid.T) binnedDraw {
		return binnedDraw{rapid.IntRange(-3, 32).Draw(t, "bin"), genDraw().Draw(t, "draw")}
	})
}

// histogramOf returns the histogram of a list of draws.
func histogramOf(draws []binnedDraw) *Histogram {
	h := new(Histogram)
	for _, d := range draws {
		h.Add(d.bin, d.outcome, d.weight, d.mult)
	}
	return h
}

// TestHistogramMergeOfPartsEqualsWhole merges two parts of random draws in both orders, and compares counts and estimates.
func TestHistogramMergeOfPartsEqualsWhole(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draws := rapid.SliceOfN(genBinnedDraw(), 0, 40).Draw(rt, "draws")
		cut := rapid.IntRange(0, len(draws)).Draw(rt, "cut")
		whole := histogramOf(draws)
		a, b := histogramOf(draws[:cut]), histogramOf(draws[cut:])
		ab, ba := new(Histogram), new(Histogram)
		ab.Merge(a)
		ab.Merge(b)
		ba.Merge(b)
		ba.Merge(a)
		if !ab.Equal(whole) || !ba.Equal(whole) || ab.Draws() != uint64(len(draws)) {
			rt.Fatalf("%v merged with %v is not %v", a, b, whole)
		}
		opt := Options{MaxWeight: math.MaxUint64}
		if !reflect.DeepEqual(ab.Estimate(rankedSize, opt), ba.Estimate(rankedSize, opt)) {
			rt.Fatal("estimates depend on the order of merging")
		}
	})
}

// TestBinsAddUpToTotal compares the sum of the estimates of all bins with that of the total: each bin is a domain
// of the whole sample.
func TestBinsAddUpToTotal(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		draws := rapid.SliceOfN(genBinnedDraw(), 2, 40).Draw(rt, "draws")
		h := histogramOf(draws)
		plain := make([]judgedDraw, len(draws))
		for i, d := range draws {
			plain[i] = d.judgedDraw
		}
		if !h.Total().Equal(tallyOf(plain)) {
			rt.Fatal("total is not the tally of all draws")
		}
		total := h.Total().Estimate(rankedSize, Options{})
		var low, high float64
		for i, b := range h.Estimate(rankedSize, Options{}) {
			if b.Key != h.Bins()[i] || b.Result.Draws != uint64(len(draws)) {
				rt.Fatalf("bin %+v", b)
			}
			if alone := h.Tally(b.Key).Estimate(rankedSize, Options{}); !reflect.DeepEqual(alone, b.Result) {
				rt.Fatalf("the bin's own tally gives\n%+v, want\n%+v", alone, b.Result)
			}
			low += b.Result.Low.Value
			high += b.Result.High.Value
		}
		if math.Abs(low-total.Low.Value) > 1e-12*low || math.Abs(high-total.High.Value) > 1e-12*high {
			rt.Fatalf("bins sum to %g, %g; total %g, %g", low, high, total.Low.Value, total.High.Value)
		}
	})
}

// TestHistogramJSONRoundTrip stores random histograms and reads them, which must give equal ones.
func TestHistogramJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		h := histogramOf(rapid.SliceOfN(genBinnedDraw(), 0, 40).Draw(rt, "draws"))
		data := testkit.Must(json.Marshal(h))(rt)
		var again Histogram
		if err := json.Unmarshal(data, &again); err != nil || !again.Equal(h) || again.Draws() != h.Draws() {
			rt.Fatalf("%s: %v", data, err)
		}
	})
}

// TestHistogramRejectsImpossibleJSON reads texts that are no histogram. Each must be an error and leave the histogram as it was.
func TestHistogramRejectsImpossibleJSON(t *testing.T) {
	for name, text := range map[string]string{
		"more hits than draws": `{"draws":1,"bins":[{"key":2,"in":[[1,1,1]]},{"key":3,"in":[[1,1,1]]}]}`,
		"bin twice":            `{"draws":9,"bins":[{"key":2,"in":[[1,1,1]]},{"key":2,"in":[[1,2,1]]}]}`,
		"empty bin":            `{"draws":9,"bins":[{"key":2}]}`,
		"mult 0":               `{"draws":9,"bins":[{"key":2,"open":[[1,0,1]]}]}`,
		"too many draws":       `{"draws":9007199254740992,"bins":[]}`,
		"key not whole":        `{"draws":9,"bins":[{"key":2.5,"in":[[1,1,1]]}]}`,
		"other field":          `{"draws":9,"bins":[],"more":1}`,
	} {
		h := Histogram{out: 5}
		testkit.FailsWith(t, json.Unmarshal([]byte(text), &h), "", name, text)
		if h.out != 5 {
			t.Errorf("%s: histogram changed by a failed read", name)
		}
	}
}
