package figures

import (
	"fmt"
	"slices"
	"strings"

	"chesscensus/internal/digits"
	"chesscensus/stats"
	"chesscensus/survey"
)

// rounded returns an estimate rounded by its interval.
func rounded(e stats.Estimate) string { return digits.Estimate(e.Value, e.Lo, e.Hi) }

// ByGames returns the remark that each hit is proven by a game, "" without hits or for a survey by a rule.
func ByGames(e stats.Estimate, byRule bool) string {
	if e.Hits == 0 || byRule {
		return ""
	}
	return ", each hit proven by a game"
}

// Conclusion returns the result of a survey in words, each number rounded by its interval. The text with more digits, which the command
// line prints, is r.Conclusion().
func Conclusion(r *survey.Report) string {
	e := &r.Estimate
	percent := fmt.Sprintf("%g %% confidence", 100*e.High.Confidence)
	var lines []string
	switch {
	case e.Decided():
		lines = append(lines, fmt.Sprintf("%s legal positions (%s)%s", rounded(e.Low), percent, ByGames(e.Low, r.ByRule)))
	case e.InCount == 0:
		most := rounded(e.High) // without a hit it says "at most" itself
		if strings.Contains(most, " to ") {
			most = digits.Significant(e.High.Hi, 3).Plain() // a bound has no lower end
		}
		if !strings.Contains(most, "at most") {
			most = "at most " + most
		}
		lines = append(lines, fmt.Sprintf("%s legal positions (%s)", most, percent),
			fmt.Sprintf("%.3g %% of the draws are not refuted %s, and none of them is proven legal: an upper bound, not an estimate", 100*e.OpenShare, r.By()))
		return strings.Join(lines, "\n") // warnings of the low end would say the same again
	default:
		lines = append(lines, fmt.Sprintf("between %s legal positions (proven) and %s (not refuted)", rounded(e.Low), rounded(e.High)),
			fmt.Sprintf("chance (%s) and undecided draws together: %s", percent, digits.Interval(e.Lo, e.Hi).Plain()))
	}
	for _, w := range append(slices.Clone(e.Low.Warnings), e.High.Warnings...) {
		if warning := "warning: " + w.Error(); !slices.Contains(lines, warning) {
			lines = append(lines, warning)
		}
	}
	return strings.Join(lines, "\n")
}
