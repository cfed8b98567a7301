package surveys

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/survey/report"
)

// surveyCompareCommand returns the command survey compare.
func surveyCompareCommand(a *cli.App) *cobra.Command {
	var asJSON, verbose bool
	var confidence, detect float64
	c := &cobra.Command{
		Use:   "compare A B [C ...]",
		Short: "Whether independent surveys agree, and what they say together",
		Long: `Compare sets surveys side by side, two by two: the difference of their totals in joint standard errors, that of all by-products
that both have (men, pawns, promotions, rights, checks, diagrams), with p-values adjusted for their number by Holm's
method, and chi-squared over the parts of every division. It also says which difference would have been seen (with probability
0.8, at level 5 %), within which share the values are equal (two one-sided tests at 5 %), and how many times the draws it would take to
tell the two apart; --detect plans for a difference of your own. Then it combines all, weighted by the inverse of
their variances; of three or more it also tests whether all estimate one number (Cochran's Q, chi-squared).

It refuses surveys with the same seed, as they may share draws, and surveys of spaces that mean different things.`,
		Example: `  chesscensus survey compare records/first records/second records/third`,
		Args:    cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := compareSurveys(cmd.Context(), a, confidence, args...)
			if err != nil {
				return err
			}
			switch {
			case !asJSON:
				_, err = a.Out.Write(comparisonText(c, args, verbose, detect))
			case len(args) == 2:
				err = cli.WriteJSON(a.Out, withPlan(c.Pairs[0], detect))
			default:
				err = cli.WriteJSON(a.Out, withPlans(c, detect))
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON record")
	addConfidenceFlag(c, &confidence)
	cli.ShareFlag(c, &detect, "detect", "say how many times the draws it takes to see, or exclude, a relative difference such as 0.01%", false)
	c.Flags().BoolVarP(&verbose, "verbose", "v", false, "print all parts")
	return c
}

// compareSurveys reads and compares surveys. It prints problems of their folders on standard error.
func compareSurveys(ctx context.Context, a *cli.App, confidence float64, dirs ...string) (c *report.Comparisons, err error) {
	var reports []*report.Report
	for _, dir := range dirs {
		s, err := readSurvey(dir)
		if err != nil {
			return nil, err
		}
		s.Confidence = confidence
		r, problems, err := s.Report(ctx)
		if err != nil {
			return nil, err
		}
		reportProblems(a, problems)
		reports = append(reports, r)
	}
	c, err = report.CompareAll(reports, spaces.CountsAll)
	if errors.Is(err, report.ErrDependent) || errors.Is(err, report.ErrUnlike) {
		err = fmt.Errorf("%s: %w", strings.Join(dirs, ", "), err)
	}
	return c, err
}

// comparisonText returns comparisons as text for people.
func comparisonText(all *report.Comparisons, names []string, verbose bool, detect float64) []byte {
	p := &page{}
	combined := &all.Combined
	percent := 100 * combined.Low.Confidence
	pair := 0
	for i := range names {
		e := &all.Pairs[0].A // pair 0 is surveys 0 and 1, pair i-1 is surveys 0 and i
		if i > 0 {
			e = &all.Pairs[i-1].B
		}
		p.line("%s: %s, from %s draws of %s (%g %%)", names[i], scientific(&e.Low), cli.Number(e.Draws), e.Space, percent)
	}
	for i := range names {
		for j := i + 1; j < len(names); j++ {
			c := all.Pairs[pair]
			if pair++; len(names) > 2 {
				p.section(names[i] + " and " + names[j])
			}
			difference := names[j] + " proves nothing"
			if c.B.Low.Value != 0 {
				difference = fmt.Sprintf("%+.4f %%", 100*(c.A.Low.Value/c.B.Low.Value-1))
			}
			p.line("difference: %s, %.2f joint standard errors (p = %.2g)", difference, c.Z, c.P)
			p.writePower(c, detect)
			p.writeParts(c, verbose)
		}
	}
	p.section("Together")
	if all.DF > 1 && !combined.ByDraws {
		p.line("one number for all: chi-squared %.2f on %d degrees of freedom (p = %.2g)", all.Q, all.DF, all.P)
	}
	weights := make([]string, len(combined.Weights))
	for i, w := range combined.Weights {
		weights[i] = fmt.Sprintf("%.3g", w)
	}
	last, by := len(weights)-1, "inverse variances"
	if combined.ByDraws {
		by = "numbers of draws, since a variance is 0"
	}
	p.line("%s are provable, weights %s and %s (%s)", scientific(&combined.Low), strings.Join(weights[:last], ", "), weights[last], by)
	p.line("%s are not refuted; with what is undecided the number is %s (%g %%)",
		scientific(&combined.High), interval(combined.Lo, combined.Hi), percent)
	p.line("the weights rest on variances of the same draws; faults that all surveys share do not cancel")
	return p.Bytes()
}

// A plannedComparison is a comparison with the draws that a given difference needs.
type plannedComparison struct {
	*report.Comparison
	Plan *detectionPlan `json:"plan,omitempty"`
}

// A detectionPlan holds the factors by which the draws of both surveys must grow to see a relative difference with probability 0.8, and
// to exclude it if there is none.
type detectionPlan struct {
	Difference float64 `json:"difference"`
	See        float64 `json:"times_to_see"`
	Exclude    float64 `json:"times_to_exclude"`
}

// withPlan adds the plan for the difference detect to a comparison, or none if detect is 0.
func withPlan(c *report.Comparison, detect float64) plannedComparison {
	if detect == 0 {
		return plannedComparison{c, nil}
	}
	return plannedComparison{c, &detectionPlan{detect, c.Power.Pair.Times(detect), c.Power.Pair.TimesWithin(detect)}}
}

// withPlans returns the JSON form of the comparisons of several surveys, each pair as [withPlan] returns it.
func withPlans(all *report.Comparisons, detect float64) any {
	pairs := make([]plannedComparison, len(all.Pairs))
	for i, c := range all.Pairs {
		pairs[i] = withPlan(c, detect)
	}
	return struct {
		*report.Comparisons
		Pairs []plannedComparison `json:"pairs"`
	}{all, pairs}
}

// writePower writes which difference of the totals the comparison could have detected.
func (p *page) writePower(c *report.Comparison, detect float64) {
	w := &c.Power
	if !(w.Detectable > 0) {
		return
	}
	p.line("a difference of %.2g %% would have been seen (probability 0.8, level %g %%); the totals are equal within %.2g %% (two one-sided tests at 5 %%)",
		100*w.Detectable, 100*w.Level, 100*w.Within)
	if w.Apart > 1 {
		p.line("if they differ by as much as they do here, telling them apart takes %.3g times the draws of both", w.Apart)
	}
	if plan := withPlan(c, detect).Plan; plan != nil {
		p.line("a difference of %.3g %% is seen by %.3g times the draws of both, and excluded, if there is none, by %.3g times",
			100*plan.Difference, plan.See, plan.Exclude)
	}
}

// writeParts writes how well the by-products agree: the one that agrees least, and with verbose all.
func (p *page) writeParts(c *report.Comparison, verbose bool) {
	if len(c.Parts) == 0 {
		p.line("no part has enough draws in both")
		return
	}
	worst := &c.Parts[0]
	for i := range c.Parts {
		if c.Parts[i].P < worst.P {
			worst = &c.Parts[i]
		}
	}
	p.line("%d parts: %s %s differs most, z = %.2f, p = %.2g, adjusted for their number %.2g", len(c.Parts), worst.Group, worst.Value,
		worst.Z, worst.P, worst.Holm)
	for _, d := range c.Divisions {
		p.line("by %s: chi-squared %.1f on %d parts (p = %.2g)", d.Group, d.X2, d.DF, d.P)
	}
	if !verbose {
		return
	}
	p.section("Parts")
	rows := [][]string{{"", "first", "second", "z", "p", "p adjusted", "would be seen", "equal within"}}
	for _, part := range c.Parts {
		rows = append(rows, []string{part.Group + " " + part.Value, scientific(&part.A), scientific(&part.B),
			fmt.Sprintf("%.2f", part.Z), fmt.Sprintf("%.2g", part.P), fmt.Sprintf("%.2g", part.Holm),
			fmt.Sprintf("%.3g %%", 100*part.Power.Detectable), fmt.Sprintf("%.3g %%", 100*part.Power.Within)})
	}
	p.table(rows)
}
