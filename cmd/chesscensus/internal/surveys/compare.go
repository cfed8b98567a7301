package surveys

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/survey/report"
)

func surveyCompareCommand(a *cli.App) *cobra.Command {
	var asJSON, verbose bool
	var confidence, detect float64
	var detectText string
	c := &cobra.Command{
		Use:   "compare A B",
		Short: "Whether two independent surveys agree, and what they say together",
		Long: `Compare sets two surveys side by side: the difference of their totals in joint standard errors, that of all by-products
that both have (men, pawns, promotions, rights, checks, diagrams), with p-values adjusted for their number by Holm's
method, and chi-squared over the parts of every division. It also says which difference would have been seen (with probability
0.8, at level 5 %), within which share the values are equal (two one-sided tests at 5 %), and how many times the draws it would take to
tell the two apart; --detect plans for a difference of your own. Then it combines them, weighted by the inverse of
their variances.

It refuses surveys with the same seed, as they may share draws, and surveys of spaces that mean different things.`,
		Example: `  chesscensus survey compare record records/second`,
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("detect") {
				var err error
				if detect, err = cli.ParseRelative("detect", detectText); err != nil {
					return err
				}
			}
			c, bad, err := compareSurveys(cmd.Context(), a, confidence, args[0], args[1])
			if err != nil {
				return err
			}
			if asJSON {
				err = cli.WriteJSON(a.Out, planned(c, detect))
			} else {
				_, err = a.Out.Write(comparisonText(c, args, verbose, detect))
			}
			if err == nil && bad {
				return cli.ErrBadInput
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON record")
	levelFlag(c, &confidence)
	c.Flags().StringVar(&detectText, "detect", "", "say how many times the draws it takes to see, or exclude, a relative difference such as 0.01%")
	c.Flags().BoolVarP(&verbose, "verbose", "v", false, "print all parts")
	return c
}

// compareSurveys reads and compares two folders, and reports whether something is wrong in them.
func compareSurveys(ctx context.Context, a *cli.App, confidence float64, dirs ...string) (c *report.Comparison, bad bool, err error) {
	var reports []*report.Report
	for _, dir := range dirs {
		s, err := readSurvey(dir)
		if err != nil {
			return nil, bad, err
		}
		s.Confidence = confidence
		r, problems, err := s.Report(ctx)
		if err != nil {
			return nil, bad, err
		}
		bad = tellProblems(a, problems) || bad
		reports = append(reports, r)
	}
	c, err = report.Compare(reports[0], reports[1], spaces.CountsAll)
	if errors.Is(err, report.ErrDependent) || errors.Is(err, report.ErrUnlike) {
		err = fmt.Errorf("%s and %s: %w", dirs[0], dirs[1], err)
	}
	return c, bad, err
}

// comparisonText writes a comparison for people.
func comparisonText(c *report.Comparison, names []string, verbose bool, detect float64) []byte {
	p := &page{}
	percent := 100 * c.A.Low.Confidence
	for i, e := range []*report.Edition{&c.A, &c.B} {
		p.line("%s: %s, from %s draws of %s (%g %%)", names[i], scientific(e.Low.Value, e.Low.HalfWidth()), cli.Number(e.Draws), e.Space, percent)
	}
	p.line("difference: %+.4f %%, %.2f joint standard errors (p = %.2g)", 100*(c.A.Low.Value/c.B.Low.Value-1), c.Z, c.P)
	p.power(c, detect)
	p.parts(c, verbose)
	p.section("Together")
	m := &c.Combined
	p.line("%s are provable, weights %.3g and %.3g (inverse variances)", scientific(m.Low.Value, m.Low.HalfWidth()), m.WeightA, 1-m.WeightA)
	p.line("%s are not refuted; with what is undecided the number is %s (%g %%)", scientific(m.High.Value, m.High.HalfWidth()), interval(m.PartialLo, m.PartialHi), percent)
	p.line("the weights rest on variances of the same draws; faults that both surveys share do not cancel")
	return p.Bytes()
}

// A plannedComparison is a comparison with a plan for a difference.
type plannedComparison struct {
	*report.Comparison
	Plan *detectionPlan `json:"plan,omitempty"`
}

// A detectionPlan says how many times the draws of both surveys it takes to see a relative difference with probability 0.8, and to exclude it if there is none.
type detectionPlan struct {
	Difference float64 `json:"difference"`
	See        float64 `json:"times_to_see"`
	Exclude    float64 `json:"times_to_exclude"`
}

// planned adds the plan for a difference, none for 0.
func planned(c *report.Comparison, detect float64) plannedComparison {
	if detect == 0 {
		return plannedComparison{c, nil}
	}
	return plannedComparison{c, &detectionPlan{detect, c.Power.Pair.Times(detect), c.Power.Pair.TimesWithin(detect)}}
}

// power writes what the comparison of the totals could show.
func (p *page) power(c *report.Comparison, detect float64) {
	w := &c.Power
	if !(w.Detectable > 0) {
		return
	}
	p.line("a difference of %.2g %% would have been seen (probability 0.8, level %g %%); the totals are equal within %.2g %% (two one-sided tests at 5 %%)",
		100*w.Detectable, 100*w.Level, 100*w.Within)
	if w.Apart > 1 {
		p.line("if they differ by as much as they do here, telling them apart takes %.3g times the draws of both", w.Apart)
	}
	if plan := planned(c, detect).Plan; plan != nil {
		p.line("a difference of %.3g %% is seen by %.3g times the draws of both, and excluded, if there is none, by %.3g times", 100*plan.Difference, plan.See, plan.Exclude)
	}
}

// parts writes how the by-products agree: all of them, or the one that agrees least.
func (p *page) parts(c *report.Comparison, verbose bool) {
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
	p.line("%d parts: %s %s differs most, z = %.2f, p = %.2g, adjusted for their number %.2g", len(c.Parts), worst.Group, worst.Value, worst.Z, worst.P, worst.Holm)
	for _, d := range c.Divisions {
		p.line("by %s: chi-squared %.1f on %d parts (p = %.2g)", d.Group, d.X2, d.DF, d.P)
	}
	if !verbose {
		return
	}
	p.section("Parts")
	rows := [][]string{{"", "first", "second", "z", "p", "p adjusted", "would be seen", "equal within"}}
	for _, part := range c.Parts {
		rows = append(rows, []string{part.Group + " " + part.Value, scientific(part.A.Value, part.A.HalfWidth()), scientific(part.B.Value, part.B.HalfWidth()),
			fmt.Sprintf("%.2f", part.Z), fmt.Sprintf("%.2g", part.P), fmt.Sprintf("%.2g", part.Holm),
			fmt.Sprintf("%.3g %%", 100*part.Power.Detectable), fmt.Sprintf("%.3g %%", 100*part.Power.Within)})
	}
	p.table(rows)
}
