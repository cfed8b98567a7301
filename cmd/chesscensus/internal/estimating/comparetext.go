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

// legalMeaning returns a sentence about what "legal" means in a comparison: not refuted at its effort. It adds that the
// figures are upper bounds if nothing in it proves, or that figures of what is proven follow if its effort includes games.
func legalMeaning(r *survey.Compared) string {
	effort := r.Reports[0].Effort
	if r.Proven == nil {
		return fmt.Sprintf("\"legal\" means not refuted at effort %v: the figures are upper bounds of the legal positions", effort)
	}
	if effort < verdict.Game {
		return fmt.Sprintf("\"legal\" means not refuted at effort %v", effort)
	}
	return fmt.Sprintf("\"legal\" means not refuted at effort %v; what is proven by a game follows", effort)
}

// compareText returns a comparison as text for a terminal.
func compareText(o *compareOptions, list []comparedSpace, r *survey.Compared) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s draws from each of %d spaces, seed %d, effort %v\n%s\n",
		cli.Number(r.Reports[0].Draws), len(r.Reports), o.seed, r.Reports[0].Effort, legalMeaning(r))
	for i, s := range list {
		if s.note != "" {
			fmt.Fprintf(&b, "note: %s\n", s.note)
		}
		for _, other := range list[:i] {
			if s.space.Size().Cmp(other.space.Size()) == 0 {
				fmt.Fprintf(&b, "note: %s and %s have equally many elements; "+
					"if they are one set under two names, their agreement says little\n", baseName(other.space.Name()), baseName(s.space.Name()))
			}
		}
	}
	if _, conditions, found := strings.Cut(o.spaces[0], "|"); found {
		fmt.Fprintf(&b, "note: counted are only positions with %s\n", strings.ReplaceAll(conditions, "|", ", "))
	}
	if o.class != "" {
		fmt.Fprintf(&b, "note: counted are the positions of ChessCounter's class %s only\n", o.class)
	}
	writeAgreement(&b, r.NotRefuted, "", o.detect)
	if r.Proven != nil {
		b.WriteString("\nproven legal\n")
		writeAgreement(&b, r.Proven, "proven ", o.detect)
	}
	writeTheorems(&b, r, o.level)
	writeBestSpaces(&b, r)
	writeDistributions(&b, r.Shares)
	seen := map[string]bool{} // several samples may have the same warning
	for _, w := range compareWarnings(r) {
		if !seen[w] {
			fmt.Fprintf(&b, "warning: %s\n", w)
		}
		seen[w] = true
	}
	fmt.Fprintf(&b, "program: %s\n", cli.Version())
	return b.Bytes()
}

// compareWarnings lists the reasons why the numbers may be unreliable, with repetitions. It includes that there are no distributions to compare.
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

// baseName returns the name of a space without its conditions (name|condition|...), which are the same for all spaces of a comparison.
func baseName(name string) string {
	name, _, _ = strings.Cut(name, "|")
	return name
}

// writeColumns writes lines with tabs as a table, aligned to the right.
func writeColumns(b *bytes.Buffer, lines []string) {
	w := tabwriter.NewWriter(b, 0, 0, 3, ' ', tabwriter.AlignRight)
	for _, l := range lines {
		fmt.Fprintln(w, l+"\t")
	}
	_ = w.Flush() // writes to a bytes.Buffer cannot fail
}

// writeAgreement writes the estimates of all spaces, their pooled value, the tests of pairs and the overall test; what is "proven " or "", for the head
// of the estimates, and detect is passed to writePairs.
func writeAgreement(b *bytes.Buffer, a *compare.Agreement, what string, detect float64) {
	fmt.Fprintf(b, "\n")
	lines := []string{"space\t" + what + "estimate\t+-\t" + fmt.Sprintf("%g %% interval", 100*a.Samples[0].Estimate.Confidence) + "\tstd err\tCV\thits"}
	for _, s := range a.Samples {
		e := s.Estimate
		lines = append(lines, fmt.Sprintf("%s\t%.4g\t%.2g\t%.4g to %.4g\t%.2g\t%.2g %%\t%s", baseName(s.Name), e.Value, e.HalfWidth(), e.Lo,
			e.Hi, e.StdErr, 100*e.CV(), cli.Number(e.Hits)))
	}
	pooledHalfWidth := stats.Options{Confidence: a.Samples[0].Estimate.Confidence}.Quantile() * a.PooledStdErr // at the level of the estimates
	cv := 0.0
	if a.Pooled > 0 {
		cv = a.PooledStdErr / a.Pooled
	}
	lines = append(lines, fmt.Sprintf("all together\t%.4g\t%.2g\t%.4g to %.4g\t%.2g\t%.2g %%\t", a.Pooled, pooledHalfWidth,
		a.Pooled-pooledHalfWidth, a.Pooled+pooledHalfWidth, a.PooledStdErr, 100*cv))
	writeColumns(b, lines)
	b.WriteString("\n")
	writePairs(b, a, detect)
	if a.DF == 0 {
		b.WriteString("\noverall: nothing to test, since fewer than two samples have a standard error\n")
		return
	}
	fmt.Fprintf(b, "\noverall: chi-squared %.3g with %d degrees of freedom, p = %.3g: the estimates %s at level %g\n",
		a.X2, a.DF, a.P, agreeWord[a.Agree], a.Level)
}

// testable reports whether the z of a pair is defined: a sample without hits has no standard error.
func testable(a *compare.Agreement, p compare.Pair) bool {
	return a.Samples[p.A].Estimate.StdErr > 0 && a.Samples[p.B].Estimate.StdErr > 0
}

// differs reports whether a test finds that the estimates of a pair differ.
func differs(a *compare.Agreement, p compare.Pair) bool { return p.Rejected && testable(a, p) }

// Words for the results of tests: whether a pair differs, and whether all agree.
var (
	differWord = map[bool]string{true: "differ"}
	agreeWord  = map[bool]string{true: "agree", false: "DISAGREE"}
)

// writeDistributions writes the tests that compare distributions: those of pairs as a table, those of all spaces, and where pairs differ most. It writes
// nothing if no distributions were compared.
func writeDistributions(b *bytes.Buffer, list []survey.PropertyShares) {
	if len(list) == 0 {
		return
	}
	b.WriteString("\ndistributions of what is not refuted; KS is the largest difference of cumulative shares; the tests share the level\n")
	lines := []string{"by\tpair\tchi-squared\tdf\tp\tKS\tp\t"}
	for _, s := range list {
		for _, d := range s.Differences {
			lines = append(lines, fmt.Sprintf("%s\t%s, %s\t%.1f\t%d\t%.3g\t%.4f\t%.3g\t%s", s.Property, baseName(s.Names[d.A]), baseName(s.Names[d.B]),
				d.X2, d.DF, d.X2P, d.KS, d.KSP, differWord[d.X2Rejected || d.KSRejected]))
		}
	}
	writeColumns(b, lines)
	b.WriteString("\n")
	for _, s := range list {
		fmt.Fprintf(b, "%s: chi-squared of all spaces %.1f with %d degrees of freedom, p = %.3g: the distributions %s at level %.3g\n",
			s.Property, s.X2, s.DF, s.P, agreeWord[s.Agree], s.Level)
	}
	writeDisagreements(b, list)
}
