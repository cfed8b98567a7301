package estimating

import (
	"bytes"
	"fmt"
	"strings"
	"text/tabwriter"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/verdict"
	"chesscensus/stats"
	"chesscensus/stats/compare"
	"chesscensus/survey"
)

// legalMeans says what is compared at an effort.
func legalMeans(r *survey.Compared) string {
	effort := r.Reports[0].Effort
	if r.Proven == nil {
		return fmt.Sprintf("\"legal\" means not refuted at effort %v: the figures are upper bounds of the legal positions", effort)
	}
	if effort < verdict.Game {
		return fmt.Sprintf("\"legal\" means not refuted at effort %v", effort)
	}
	return fmt.Sprintf("\"legal\" means not refuted at effort %v; what is proven by a game follows", effort)
}

// compareText is the report of a comparison for a person at a terminal.
func compareText(o *compareOptions, list []comparedSpace, r *survey.Compared) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s draws from each of %d spaces, seed %d, effort %v\n%s\n",
		cli.Number(r.Reports[0].Draws), len(r.Reports), o.seed, r.Reports[0].Effort, legalMeans(r))
	for i, s := range list {
		if s.note != "" {
			fmt.Fprintf(&b, "note: %s\n", s.note)
		}
		for _, other := range list[:i] {
			if s.space.Size().Cmp(other.space.Size()) == 0 {
				fmt.Fprintf(&b, "note: %s and %s have equally many elements; if they are one set under two names, their agreement says little\n", base(other.space.Name()), base(s.space.Name()))
			}
		}
	}
	if _, conditions, found := strings.Cut(o.spaces[0], "|"); found {
		fmt.Fprintf(&b, "note: counted are only positions with %s\n", strings.ReplaceAll(conditions, "|", ", "))
	}
	if o.class != "" {
		fmt.Fprintf(&b, "note: counted are the positions of ChessCounter's class %s only\n", o.class)
	}
	agreementText(&b, r.NotRefuted, "", o.detect)
	if r.Proven != nil {
		b.WriteString("\nproven legal\n")
		agreementText(&b, r.Proven, "proven ", o.detect)
	}
	theoremsText(&b, r, o.level)
	bestText(&b, r)
	sharesText(&b, r.Shares)
	seen := map[string]bool{}
	for _, w := range compareWarnings(r) {
		if !seen[w] {
			fmt.Fprintf(&b, "warning: %s\n", w)
		}
		seen[w] = true
	}
	fmt.Fprintf(&b, "program: %s\n", cli.Version())
	return b.Bytes()
}

// compareWarnings lists in what way the numbers are weak.
func compareWarnings(r *survey.Compared) (list []string) {
	add := func(prefix string, warnings []error) {
		for _, w := range warnings {
			list = append(list, prefix+w.Error())
		}
	}
	add("", r.NotRefuted.Warnings)
	if r.Proven != nil {
		add("proven: ", r.Proven.Warnings)
	}
	for _, s := range r.Shares {
		add(s.Property+": ", s.Warnings)
	}
	if len(r.Shares) == 0 {
		list = append(list, "fewer than two spaces have a draw that is not refuted: there are no distributions to compare")
	}
	return list
}

// base returns the name of a space without the conditions, which all have in common.
func base(name string) string {
	name, _, _ = strings.Cut(name, "|")
	return name
}

// columns writes lines with tabs between as a table; numbers stand on the right.
func columns(b *bytes.Buffer, lines []string) {
	w := tabwriter.NewWriter(b, 0, 0, 3, ' ', tabwriter.AlignRight)
	for _, l := range lines {
		fmt.Fprintln(w, l+"\t")
	}
	_ = w.Flush() // a bytes.Buffer takes everything
}

// agreementText tells whether estimates agree.
func agreementText(b *bytes.Buffer, a *compare.Agreement, what string, detect float64) {
	fmt.Fprintf(b, "\n")
	lines := []string{"space\t" + what + "estimate\t+-\t" + fmt.Sprintf("%g %% interval", 100*a.Samples[0].Estimate.Confidence) + "\tstd err\tCV\thits"}
	for _, s := range a.Samples {
		e := s.Estimate
		lines = append(lines, fmt.Sprintf("%s\t%.4g\t%.2g\t%.4g to %.4g\t%.2g\t%.2g %%\t%s", base(s.Name), e.Value, e.HalfWidth(), e.Lo, e.Hi, e.StdErr, 100*e.CV(), cli.Number(e.Hits)))
	}
	pooled := stats.Options{Confidence: a.Samples[0].Estimate.Confidence}.Quantile() * a.PooledStdErr // at the level of the estimates
	cv := 0.0
	if a.Pooled > 0 {
		cv = a.PooledStdErr / a.Pooled
	}
	lines = append(lines, fmt.Sprintf("all together\t%.4g\t%.2g\t%.4g to %.4g\t%.2g\t%.2g %%\t", a.Pooled, pooled, a.Pooled-pooled, a.Pooled+pooled, a.PooledStdErr, 100*cv))
	columns(b, lines)
	b.WriteString("\n")
	pairsText(b, a, detect)
	if a.DF == 0 {
		b.WriteString("\noverall: nothing to test, since fewer than two samples have a standard error\n")
		return
	}
	fmt.Fprintf(b, "\noverall: chi-squared %.3g with %d degrees of freedom, p = %.3g: the estimates %s at level %g\n",
		a.X2, a.DF, a.P, agreeText(a.Agree), a.Level)
}

// testable reports whether z means anything: a sample without hits has no standard error.
func testable(a *compare.Agreement, p compare.Pair) bool {
	return a.Samples[p.A].Estimate.StdErr > 0 && a.Samples[p.B].Estimate.StdErr > 0
}

func differ(rejected bool) string {
	if rejected {
		return "differ"
	}
	return ""
}

func agreeText(agree bool) string {
	if agree {
		return "agree"
	}
	return "DISAGREE"
}

// sharesText tells whether distributions agree.
func sharesText(b *bytes.Buffer, list []survey.PropertyShares) {
	if len(list) == 0 {
		return
	}
	b.WriteString("\ndistributions of what is not refuted; KS is the largest difference of cumulative shares; the tests share the level\n")
	lines := []string{"by\tpair\tchi-squared\tdf\tp\tKS\tp\t"}
	for _, s := range list {
		for _, d := range s.Differences {
			lines = append(lines, fmt.Sprintf("%s\t%s, %s\t%.1f\t%d\t%.3g\t%.4f\t%.3g\t%s", s.Property, base(s.Names[d.A]), base(s.Names[d.B]),
				d.X2, d.DF, d.X2P, d.KS, d.KSP, differ(d.X2Rejected || d.KSRejected)))
		}
	}
	columns(b, lines)
	b.WriteString("\n")
	for _, s := range list {
		fmt.Fprintf(b, "%s: chi-squared of all spaces %.1f with %d degrees of freedom, p = %.3g: the distributions %s at level %.3g\n",
			s.Property, s.X2, s.DF, s.P, agreeText(s.Agree), s.Level)
	}
	disagreements(b, list)
}
