package estimating

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/digits"
	"chesscensus/plots"
	"chesscensus/stats/compare"
	"chesscensus/survey"
)

// missingPositions returns words for the legal positions that a space lacks, by its name without conditions, or "" if that is not known.
func missingPositions(name string) string {
	if c, p, ok := parseKernelRegion(name); ok {
		return fmt.Sprintf("rights, en passant, more than %d captures or %d pawns", c, p)
	}
	switch name {
	case "ranked-repaired", "rndfen-conditioned":
		return "nothing"
	case "ranked":
		return "some positions with en passant"
	case "krinitskii":
		return "promotions, rights, en passant"
	case "counter-restricted-positions", "counter-very-restricted-positions":
		return "promoted men, but some queens"
	}
	return ""
}

// parseKernelRegion returns the greatest numbers of captures and pawns of positions in a space kernel-C-P, or in the space kernel, which is kernel-6-8.
// ok is false for other names.
func parseKernelRegion(name string) (captures, pawns int, ok bool) {
	if name == "kernel" {
		return 6, 8, true
	}
	n, err := fmt.Sscanf(name, "kernel-%d-%d", &captures, &pawns)
	return captures, pawns, n == 2 && err == nil
}

// partialSpaceNote returns a note about a kernel space, which holds only a part of the legal positions. It names the conditions that all spaces
// need to be comparable with it. The note is "" for other spaces, or if all the conditions are given.
func partialSpaceNote(name string, conditions []string) string {
	captures, pawns, ok := parseKernelRegion(name)
	if !ok {
		return ""
	}
	lacking := "" // conditions, each after a bar
	for _, c := range []string{"no-castling", "no-en-passant", fmt.Sprintf("men>=%d", 32-captures), fmt.Sprintf("both.pawns<=%d", pawns)} {
		if !slices.Contains(conditions, c) {
			lacking += "|" + c
		}
	}
	if lacking == "" {
		return ""
	}
	return fmt.Sprintf("%s holds a part of the legal positions only, so that estimates differ by what it lacks; add %s to every space to compare like with like", name, lacking)
}

// writeBestSpaces writes a table of what each space costs by draws and by time, and which ones need the fewest draws and the least time. It says
// nothing about the best if no space has a positive cost.
func writeBestSpaces(b *bytes.Buffer, r *survey.Compared) {
	b.WriteString("\nwhich space for what: relative standard errors (s.e.) times the root of draws, or of seconds of CPU; " +
		"the least is best; efficiency is for the same precision\n")
	lines := []string{"space\tsize\tnot refuted\tus a draw\ts.e. x sqrt(draws)\tefficiency\ts.e. x sqrt(CPU s)\tefficiency\tlacks"}
	a := r.NotRefuted
	for i, s := range a.Samples {
		e := a.Efficiency[i] // relative to the first space
		size, _ := new(big.Float).SetInt(r.Reports[i].Size).Float64()
		lines = append(lines, fmt.Sprintf("%s\t%.4g\t%s\t%.3g\t%.3g\t%.2f\t%.3g\t%.2f\t%s", baseName(s.Name), size, shareNotRefuted(s),
			1e6*s.Seconds/float64(s.Estimate.Draws),
			math.Sqrt(e.PerDraw), e.RatioPerDraw, math.Sqrt(e.PerSecond), e.RatioPerSecond, cmp.Or(missingPositions(baseName(s.Name)), "-")))
	}
	writeColumns(b, lines)
	byDraw := indexOfLeast(a, func(e *compare.Efficiency) float64 { return e.PerDraw })
	if byDraw < 0 {
		return
	}
	fmt.Fprintf(b, "  fewest draws for a precision: %s", baseName(a.Samples[byDraw].Name))
	if bySecond := indexOfLeast(a, func(e *compare.Efficiency) float64 { return e.PerSecond }); bySecond >= 0 {
		fmt.Fprintf(b, "; least CPU: %s", baseName(a.Samples[bySecond].Name))
	}
	b.WriteString("\n")
}

// shareNotRefuted returns the share of the draws that are not refuted in per cent, or "-" without draws.
func shareNotRefuted(s compare.Sample) string {
	if s.Estimate.Draws == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3g %%", 100*float64(s.Estimate.Hits)/float64(s.Estimate.Draws))
}

// indexOfLeast returns the index of the sample with the least positive figure, or -1 if no figure is positive.
func indexOfLeast(a *compare.Agreement, figure func(*compare.Efficiency) float64) int {
	least := -1
	for i := range a.Efficiency {
		f := figure(&a.Efficiency[i])
		if f > 0 && (least < 0 || f < figure(&a.Efficiency[least])) {
			least = i
		}
	}
	return least
}

// costFigure returns the figure of what each space costs: the relative standard error of a million draws, and of a second of CPU, in
// per cent. The error of a million draws is a thousandth of that of one draw.
func costFigure(r *survey.Compared, opt plots.Options) (*plots.Figure, error) {
	var dots []plots.Dot
	for i, s := range r.NotRefuted.Samples {
		e := r.NotRefuted.Efficiency[i]
		for _, cost := range []struct {
			kind  string
			value float64
		}{{"a million draws", 0.1 * math.Sqrt(e.PerDraw)}, {"a second of CPU", 100 * math.Sqrt(e.PerSecond)}} {
			if cost.value > 0 {
				dots = append(dots, plots.Dot{Label: baseName(s.Name), Value: cost.value, Kind: cost.kind, Note: fmt.Sprintf("%.2g %%", cost.value)})
			}
		}
	}
	return plots.DotPlot(dots, plots.DotOptions{Options: opt, Log: true, XLabel: "relative standard error that it buys, %"})
}

// writeDisagreements writes, for each pair of distributions that a test finds different, the category in which they differ most. Pairs with a single
// category (no degrees of freedom) are left out.
func writeDisagreements(b *bytes.Buffer, list []survey.PropertyShares) {
	for _, s := range list {
		for _, d := range s.Differences {
			if !d.X2Rejected && !d.KSRejected || d.DF == 0 {
				continue
			}
			category := s.Merged[d.Worst]
			values := fmt.Sprint(category.First)
			if category.Last > category.First {
				values = fmt.Sprintf("%d to %d", category.First, category.Last)
			}
			fmt.Fprintf(b, "%s, %s differ most at %s %s: %.3g %% and %.3g %%, %.1f standard errors\n", baseName(s.Names[d.A]), baseName(s.Names[d.B]),
				strings.TrimSuffix(s.Property, "s"), values, 100*category.Shares[d.A], 100*category.Shares[d.B], math.Abs(d.WorstZ))
		}
	}
}

// writePairs writes a table of all pairs: whether they differ, which difference would have been seen, which can be excluded, and
// how many draws tell them apart; pairs that cannot be tested have dashes. With detect above 0, a share of the value, a second table has the draws
// to see and to exclude that difference.
func writePairs(b *bytes.Buffer, a *compare.Agreement, detect float64) {
	lines := []string{"pair\tz\tp\tadjusted\twould be seen\tequal within\tdraws to tell apart\t"}
	for i := range a.Pairs {
		p := &a.Pairs[i]
		if testable(a, *p) {
			lines = append(lines, fmt.Sprintf("%s\t%+.2f\t%.3g\t%.3g\t%.2g %%\t%.2g %%\t%s\t%s", pairName(a, p), p.Z, p.P, p.Adjusted,
				100*p.Detectable, 100*p.Within,
				drawsTimes(a, p, p.Apart()), differWord[p.Rejected]))
		} else {
			lines = append(lines, pairName(a, p)+"\t-\t-\t-\t-\t-\t-\t")
		}
	}
	writeColumns(b, lines)
	fmt.Fprintf(b, "  a pair differs if p, adjusted for %d pairs (Holm), is below %.3g; "+
		"a difference is seen with probability 0.8, or excluded at 5 %%;\n  draws from each space, if the difference is the one seen here\n", len(a.Pairs), a.Level)
	if detect == 0 {
		return
	}
	fmt.Fprintf(b, "\ndraws from each space that a difference of %.3g %% takes, at level %.3g\n", 100*detect, a.Level)
	lines = []string{"pair\tto see it\tCPU\tto exclude it\tCPU\t"}
	for i := range a.Pairs {
		p := &a.Pairs[i]
		see, exclude := p.Times(detect), p.TimesWithin(detect)
		lines = append(lines, fmt.Sprintf("%s\t%s\t%s\t%s\t%s\t", pairName(a, p), drawsTimes(a, p, see), cpuTimes(a, p, see),
			drawsTimes(a, p, exclude), cpuTimes(a, p, exclude)))
	}
	writeColumns(b, lines)
}

// pairName names the spaces of a pair.
func pairName(a *compare.Agreement, p *compare.Pair) string {
	return baseName(a.Samples[p.A].Name) + ", " + baseName(a.Samples[p.B].Name)
}

// drawsTimes formats a multiple of the draws of the first space of a pair (all spaces have equally many), or "-" if it is not known.
func drawsTimes(a *compare.Agreement, p *compare.Pair, times float64) string {
	draws := times * float64(a.Samples[p.A].Estimate.Draws)
	switch {
	case !(draws > 0):
		return "-"
	case draws < 1e12:
		return cli.Number(uint64(math.Ceil(draws)))
	}
	return fmt.Sprintf("%.2g", draws)
}

// cpuTimes formats a multiple of the processor time of both spaces of a pair, or "-" if it is not known.
func cpuTimes(a *compare.Agreement, p *compare.Pair, times float64) string {
	seconds := times * (a.Samples[p.A].Seconds + a.Samples[p.B].Seconds)
	if !(seconds > 0) {
		return "-"
	}
	return digits.Duration(seconds)
}
