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
	var confidence float64
	c := &cobra.Command{
		Use:   "compare A B",
		Short: "Whether two independent surveys agree, and what they say together",
		Long: `Compare sets two surveys side by side: the difference of their totals in joint standard errors, that of all by-products
that both have (men, pawns, promotions, rights, checks, diagrams), with p-values adjusted for their number by Holm's
method, and chi-squared over the parts of every division. Then it combines them, weighted by the inverse of
their variances.

It refuses surveys with the same seed, as they may share draws, and surveys of spaces that mean different things.`,
		Example: `  chesscensus survey compare record records/second`,
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, bad, err := compareSurveys(cmd.Context(), a, confidence, args[0], args[1])
			if err != nil {
				return err
			}
			if asJSON {
				err = cli.WriteJSON(a.Out, c)
			} else {
				_, err = a.Out.Write(comparisonText(c, args, verbose))
			}
			if err == nil && bad {
				return cli.ErrBadInput
			}
			return err
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON record")
	levelFlag(c, &confidence)
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
func comparisonText(c *report.Comparison, names []string, verbose bool) []byte {
	p := &page{}
	percent := 100 * c.A.Low.Confidence
	for i, e := range []*report.Edition{&c.A, &c.B} {
		p.line("%s: %s, from %s draws of %s (%g %%)", names[i], scientific(e.Low.Value, e.Low.HalfWidth()), cli.Number(e.Draws), e.Space, percent)
	}
	p.line("difference: %+.4f %%, %.2f joint standard errors (p = %.2g)", 100*(c.A.Low.Value/c.B.Low.Value-1), c.Z, c.P)
	p.parts(c, verbose)
	p.section("Together")
	m := &c.Combined
	p.line("%s are provable, weights %.3g and %.3g (inverse variances)", scientific(m.Low.Value, m.Low.HalfWidth()), m.WeightA, 1-m.WeightA)
	p.line("%s are not refuted; with what is undecided the number is %s (%g %%)", scientific(m.High.Value, m.High.HalfWidth()), interval(m.PartialLo, m.PartialHi), percent)
	p.line("the weights rest on variances of the same draws; faults that both surveys share do not cancel")
	return p.Bytes()
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
	rows := [][]string{{"", "first", "second", "z", "p", "p adjusted"}}
	for _, part := range c.Parts {
		rows = append(rows, []string{part.Group + " " + part.Value, scientific(part.A.Value, part.A.HalfWidth()), scientific(part.B.Value, part.B.HalfWidth()),
			fmt.Sprintf("%.2f", part.Z), fmt.Sprintf("%.2g", part.P), fmt.Sprintf("%.2g", part.Holm)})
	}
	p.table(rows)
}
