package survey

import (
	"fmt"
	"strings"

	"chesscensus/stats"
)

// Conclusion returns the estimate of a report in words, with its interval, its bounds and the accuracy of either end: two to
// five lines, and a line for every warning. As long as nothing is proven legal it says "at most".
func (r *Report) Conclusion() string {
	e := &r.Estimate
	var b strings.Builder
	percent := fmt.Sprintf("%g %%", 100*e.High.Confidence)
	switch {
	case e.Decided():
		fmt.Fprintf(&b, "legal positions: %s (%s: %.6g to %.6g)\n%s", withHalfWidth(&e.Low), percent, e.Low.Lo, e.Low.Hi, e.Low.Accuracy())
	case e.InCount == 0:
		fmt.Fprintf(&b, "legal positions: at most %s (%s)\n%s\n", withHalfWidth(&e.High), levelText(&e.High, percent), e.High.Accuracy())
		fmt.Fprintf(&b, "%.3f%% of the draws are not refuted %s; none of them is proven legal yet,\nso this is an upper bound, not an estimate",
			100*e.OpenShare, r.By())
		return b.String() // warnings of the low end would repeat this
	default:
		fmt.Fprintf(&b, "legal positions: between %s (proven) and %s (not refuted)\n", withHalfWidth(&e.Low), withHalfWidth(&e.High))
		fmt.Fprintf(&b, "chance and undecided draws together: %.6g to %.6g (%s)\nproven: %s\nnot refuted: %s", e.Lo, e.Hi, percent,
			e.Low.Accuracy(), e.High.Accuracy())
	}
	printed := map[string]bool{}
	for _, w := range append(append([]error(nil), e.Low.Warnings...), e.High.Warnings...) {
		if !printed[w.Error()] {
			printed[w.Error()] = true
			fmt.Fprintf(&b, "\nwarning: %v", w)
		}
	}
	return b.String()
}

// By returns the judge in words: "at effort game", or "by a rule of your own".
func (r *Report) By() string {
	if r.ByRule {
		return "by a rule of your own"
	}
	return fmt.Sprintf("at effort %v", r.Effort)
}

// withHalfWidth returns a value with its half-width, or the value alone if few hits make the interval asymmetric.
func withHalfWidth(e *stats.Estimate) string {
	if e.Method == stats.Normal {
		return fmt.Sprintf("%.6g +- %.2g", e.Value, e.HalfWidth())
	}
	return fmt.Sprintf("%.6g", e.Value)
}

// levelText returns the level of an interval, with its ends if [withHalfWidth] leaves them out.
func levelText(e *stats.Estimate, percent string) string {
	if e.Method == stats.Normal {
		return percent
	}
	return fmt.Sprintf("%s: %.6g to %.6g", percent, e.Lo, e.Hi)
}

// SourceLine returns the space, number of draws, seed and effort of a report in one line.
func SourceLine(r *Report) string {
	return fmt.Sprintf("chesscensus, space %s, n = %d, seed %d, effort %v", r.Space, r.Draws, r.Seed, r.Effort)
}
