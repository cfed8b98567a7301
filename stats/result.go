package stats

import (
	"fmt"
	"math/big"
)

// Result holds two estimates from a tally, each with its interval: one that counts
// every undecided draw as Out and one that counts it as In.
type Result struct {
	// Low counts the In draws, High the In and the Open ones. They are the same if nothing is undecided.
	Low, High Estimate
	// Lo and Hi are the [Range] of Low and High: they allow for chance and for undecided draws. Counts of objects.
	Lo, Hi float64
	// OpenShare is the share of undecided draws, in [0,1].
	OpenShare float64
	// Draws, InCount and OpenCount are the counts of draws.
	Draws, InCount, OpenCount uint64
	// Size is N, the exact size of the space.
	Size *big.Int
}

// Decided reports whether no draw is Open, so that Low and High agree.
func (r Result) Decided() bool { return r.OpenCount == 0 }

// String returns the estimate. If draws are undecided it returns both estimates and their range.
func (r Result) String() string {
	if r.Decided() {
		return r.Low.String()
	}
	return fmt.Sprintf("undecided draws out: %v\nundecided draws in:  %v\ntogether: %.6g to %.6g; %d draws: %d in, %d undecided",
		r.Low, r.High, r.Lo, r.Hi, r.Draws, r.InCount, r.OpenCount)
}

// Estimate estimates the number of objects that are In from t, a sample of
// independent uniform draws with replacement from a space of the given size.
//
//	Value  = size * Mean,  Mean = (sum of weight/mult over the hits) / n
//	StdErr = size * sqrt(Variance / n)
//
// With opt.Method Auto the interval is
//
//   - Normal if there are at least 30 effective hits, (sum of y)^2/(sum of y^2),
//     and as many misses;
//   - else ClopperPearson if all hits contribute the same, or there are none:
//     exact if this equality is a property of the space. Without hits the upper
//     limit holds for every space whose contributions are at most the largest
//     weight;
//   - else Chernoff, which assumes only that no contribution exceeds the
//     largest weight (as multiplicities are at least 1).
//
// With a choice other than Normal the result has a warning. With fewer than two
// draws the interval is everything possible, [0, size*MaxWeight], with a warning.
//
// Estimate panics if size is nil, negative or above 2^900, or if opt is not valid. The result depends on the counts
// alone, to the last bit. It takes time linear in the number of cells, about 2 us for each.
//
// Source: M. H. Hansen and W. N. Hurwitz, "On the Theory of Sampling from
// Finite Populations", Ann. Math. Statist. 14 (1943).
func (t *Tally) Estimate(size *big.Int, opt Options) Result {
	mustValid(size, opt)
	return result(t.Draws(), t.cells(), size, opt)
}

// result computes the estimates of n draws whose hits are in cells.
func result(n uint64, cells []Cell, size *big.Int, opt Options) Result {
	r := Result{Draws: n, Size: new(big.Int).Set(size)}
	for _, c := range cells {
		switch c.Outcome {
		case In:
			r.InCount += c.Count
		case Open:
			r.OpenCount += c.Count
		}
	}
	low := momentsOf(n, cells, false)
	r.Low = low.estimate(size, opt)
	r.High = low.estimate(size, opt)
	if r.OpenCount > 0 {
		high := momentsOf(n, cells, true)
		r.High = high.estimate(size, opt)
		r.OpenShare = float64(r.OpenCount) / float64(n)
	}
	r.Lo, r.Hi = Range(r.Low, r.High)
	return r
}
