package estimating

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"chesscensus/census"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/cputime"
	"chesscensus/plots"
	"chesscensus/stats"
	"chesscensus/stats/compare"
	"chesscensus/survey"
)

// compareOptions holds the flags of the command compare.
type compareOptions struct {
	runFlags
	spaces []string
	class  string
	level  float64
	detect float64 // 0 if the flag is not given
}

// compareCommand returns the command compare.
func compareCommand(a *cli.App) *cobra.Command {
	o := compareOptions{level: 0.05}
	c := &cobra.Command{
		Use:   "compare",
		Short: "Estimate from several spaces and test whether they agree",
		Long: `Compare draws as many positions from each of several spaces, judges all of them with the
same engine, and tests whether the estimates of the number of legal positions agree:
pairwise by z, all together by chi-squared. If the spaces, their multiplicities and the
weights are right, they differ by chance alone. It also compares how the positions are
distributed by men, captures and promotions (weighted chi-squared, and Kolmogorov-Smirnov
by a bootstrap), and says which space is best for what: its size, the share of its draws
that is not refuted, what a draw costs, what precision costs by draws and by seconds of
processor time, and which legal positions it lacks.

Of each pair it also says which difference would have been seen (with probability 0.8), within which
share the values are equal (two one-sided tests at 5 %), and how many draws from each space it would take to
tell the two apart, if they differ by what they show here. --detect 0.5% plans for a difference of half a
per cent: how many draws, and how much processor time, to see it, and to exclude it if there is none. Where distributions
differ it says where they do so most. Where estimates differ it lists the theorems that refute
more positions in one space than in the other: the places to look for the reason.

What is compared are the draws that are not refuted. Below effort game nothing is proven
legal, so these are upper bounds of the legal positions, the same in all spaces; at effort
game what is proven is compared as well.

The level is the probability that any of the overall tests rejects by chance what is true.
They share it: the estimates of what is not refuted, those of what is proven, if there are any, and the
distributions have equal parts. Pairwise tests are adjusted for their number (Holm for estimates).

Some spaces count castling and en passant as weights that the engine does not check, or
consist nearly all of elements that stand for nothing. They are replaced by the like of
them that the engine can judge, and a note says so: counter-X by counter-X-positions, and
rndfen by rndfen-conditioned.

With --class restricted or very-restricted, ChessCounter's classes, all spaces are cut
down to the positions of the class: no promoted knight, bishop or rook, and at most 3
queens a side, or 1.

With --figures it also writes compare-estimates, compare-cost, compare-men,
compare-captures and compare-promotions as PNG, SVG and PDF.`,
		Example: `  chesscensus compare --spaces ranked-repaired,ranked,rndfen,counter-general -n 1000000
  chesscensus compare --class restricted --spaces ranked-repaired,counter-restricted`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return compareSpaces(cmd.Context(), a, &o)
		},
	}
	c.Flags().StringSliceVar(&o.spaces, "spaces", []string{"ranked-repaired", "rndfen", "counter-general"},
		"spaces, separated by commas; see size --help for their names and conditions")
	cli.ChoiceFlag(c, &o.class, "class", "compare only this class of positions: restricted, very-restricted", "restricted", "very-restricted")
	o.register(c, 100_000, "number of draws from each space")
	cli.ShareFlag(c, &o.level, "level", "level of the tests", false)
	cli.ShareFlag(c, &o.detect, "detect", "say how many draws it takes to see, or exclude, a relative difference such as 0.5%", false)
	return c
}

// compareSpaces draws from all spaces, compares the estimates and prints the result.
func compareSpaces(ctx context.Context, a *cli.App, o *compareOptions) error {
	list, err := parseSpaces(o.spaces, o.class)
	if err != nil {
		return err
	}
	if err := cli.EnsureWritable(o.figures); err != nil {
		return err
	}
	c := survey.Comparison{Seed: o.seed, Draws: o.draws, Effort: o.effort, Workers: a.Workers, Options: stats.Options{Confidence: o.confidence},
		Tests: compare.Options{Level: o.level, Seed: o.seed}, CPU: cputime.Used}
	for _, s := range list {
		c.Spaces = append(c.Spaces, s.space)
	}
	bar := a.ProgressBar(o.draws*uint64(len(list)), "draws")
	c.Progress = bar.Set
	r, err := survey.Compare(ctx, c)
	bar.Finish()
	if r == nil || r.NotRefuted == nil || err != nil && ctx.Err() == nil {
		return err
	}
	interrupted := err != nil // it covers the draws up to then
	out := result{record: compareRecord(o, list, r, interrupted), text: compareText(o, list, r), figures: compareFigures(r, o)}
	if interrupted {
		out.stopped = "; the comparison above is of the draws that were completed"
	}
	return o.print(a, out)
}

// compareFigures returns the figures of a comparison. In them, and in r from then on, spaces are named without their conditions.
func compareFigures(r *survey.Compared, o *compareOptions) []namedFigure {
	for i := range r.NotRefuted.Samples { // common conditions would leave no room for the axis
		r.NotRefuted.Samples[i].Name = baseName(r.NotRefuted.Samples[i].Name)
	}
	for k := range r.Shares {
		names := slices.Clone(r.Shares[k].Names) // the record shares the list
		for i := range names {
			names[i] = baseName(names[i])
		}
		r.Shares[k].Names = names
	}
	censusFigure := func(title, name string) func() (*plots.Figure, error) {
		return func() (*plots.Figure, error) {
			f, err := census.Plot(r, name)
			if err == nil {
				f.Options.Title = title
			}
			return f, err
		}
	}
	source := fmt.Sprintf("chesscensus, n = %s draws a space, seed %d, effort %v", cli.Number(r.Reports[0].Draws), o.seed, r.Reports[0].Effort)
	figures := []namedFigure{
		{"compare-estimates", censusFigure("The same quantity from several spaces", "totals")},
		{"compare-cost", func() (*plots.Figure, error) {
			return costFigure(r, plots.Options{Source: source, Title: "Which space for what"})
		}},
	}
	for i, s := range r.Shares {
		figures = append(figures, namedFigure{[]string{"compare-men", "compare-captures", "compare-promotions"}[i],
			censusFigure("Positions by "+s.Property, s.Property)})
	}
	return figures
}
