package estimating

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"chesscensus/census"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/digits"
	"chesscensus/stats"
	"chesscensus/survey/estimate"
	"chesscensus/survey/report"
)

// phasesText returns an estimate by phases as text for a terminal, the number first.
func phasesText(r *estimate.Request, result *estimate.Result, t timing) []byte {
	var b bytes.Buffer
	rep := result.Report
	e := &rep.Estimate
	percent := fmt.Sprintf("%g %%", 100*e.Low.Confidence)
	fmt.Fprintf(&b, "%s legal positions are estimated to be provable, each hit has a game (%s interval, half-width %.2g %%)\n",
		formatEstimate(e.Low), percent, 100*e.Low.Relative())
	fmt.Fprintf(&b, "%s are not refuted; draws left undecided: %s\n", formatEstimate(e.High), cli.Number(e.OpenDraws))
	fmt.Fprintf(&b, "%s is the number, with chance and undecided draws allowed for\n", digits.Interval(e.Lo, e.Hi).ASCII())
	fmt.Fprintf(&b, "%s\n", e.Low.Accuracy())
	fmt.Fprintf(&b, "%s was published by ChessPositionRanking, from two million draws; the difference is %.1f joint standard errors\n",
		formatEstimate(report.Published), rep.Z)
	b.WriteString(precisionText(r, result))
	for _, w := range e.Low.Warnings {
		fmt.Fprintf(&b, "warning: %v\n", w)
	}
	b.WriteString(phaseTable(rep))
	b.WriteString(shareTable(rep))
	b.WriteString(menBars(rep))
	size, _ := e.Size.Float64()
	fmt.Fprintf(&b, "\n%s draws from %s (N = %.6g), seed %d\n"+
		"%.1f s, %.1f s of CPU; uniform draws that are all judged to the end take %.0f times as much for this interval\nprogram %s\n",
		cli.Number(rep.Draws), rep.Space, size, rep.Seed, t.elapsed, t.cpu, rep.Gain, cli.Version())
	return b.Bytes()
}

// formatEstimate formats an estimate as [census.Rounded] does, in ASCII.
func formatEstimate(e stats.Estimate) string {
	return strings.ReplaceAll(census.Rounded(e), "±", "+-")
}

// precisionText says whether the requested precision is reached. If it is, it also gives the interval that holds at any stopping time.
// It returns "" if no precision was requested.
func precisionText(r *estimate.Request, result *estimate.Result) string {
	switch {
	case r.Precision == 0:
		return ""
	case result.Missed:
		return fmt.Sprintf("the half-width of %.3g %% that was asked for is not reached; it takes about %s of CPU\n", 100*r.Precision,
			digits.Duration(result.Needs))
	}
	text := fmt.Sprintf("the half-width of %.3g %% that was asked for is reached\n", 100*r.Precision)
	e := &result.Report.Estimate.Low
	if e.StdErr == 0 || e.Value == 0 {
		return text
	}
	aim := r.Precision / e.Relative()
	reach := stats.Anytime(aim*aim, e.Confidence) * e.StdErr
	return text + fmt.Sprintf("%.5g to %.5g holds at %g %% however often the run was looked at, and whenever it was stopped (%.1f times as wide)\n",
		e.Value-reach, e.Value+reach, 100*e.Confidence, reach/e.HalfWidth())
}

// phaseTable returns the table of the draws by phase. A phase judges a share of the draws that the phase before has left.
func phaseTable(rep *report.Report) string {
	var b strings.Builder
	b.WriteString("\nWhere the draws went: each phase judges a share of those that the one before leaves\n")
	fmt.Fprintf(&b, "  %-12s %12s %12s %12s %12s   share of the variance\n", "phase", "judged", "refuted", "proven", "left")
	for k, ph := range rep.Estimate.Phases {
		fmt.Fprintf(&b, "  %-12s %12s %12s %12s %12s   %4.0f %%\n", rep.Phases[k].Name, cli.Number(ph.Judged), cli.Number(ph.Out),
			cli.Number(ph.Decided-ph.Out), cli.Number(ph.Passed), 100*ph.Share)
	}
	return b.String()
}

// shareTable returns the table of the shares of a space's elements by verdict, the largest first.
func shareTable(rep *report.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nWhat uniform draws from the space are\n  %-11s %-9s verdict\n", "share", "+-")
	list := slices.Clone(rep.Verdicts)
	slices.SortStableFunc(list, func(x, y report.VerdictShare) int { return cmp.Compare(y.Share, x.Share) })
	for _, v := range list {
		fmt.Fprintf(&b, "  %8.4f %%  %7.4f   %s\n", 100*v.Share, 100*v.HalfWidth, verdictText(v.Label))
	}
	return b.String()
}

// menBars returns a histogram of the proven positions by number of men, in characters.
func menBars(rep *report.Report) string {
	items := rep.Items("men")
	largest := 0.0
	for i := range items {
		largest = max(largest, items[i].Low.Value)
	}
	if largest == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\nLegal positions by number of men\n")
	const width = 40
	for i := range items {
		low := &items[i].Low
		fmt.Fprintf(&b, "  %3s  %-24s %s\n", items[i].Value, formatEstimate(*low), strings.Repeat("#", int(math.Round(width*low.Value/largest))))
	}
	return b.String()
}
