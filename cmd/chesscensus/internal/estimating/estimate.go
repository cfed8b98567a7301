package estimating

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/internal/cputime"
	"chesscensus/plots"
	"chesscensus/stats"
	"chesscensus/survey"
	"chesscensus/survey/mates"
)

// estimateOptions holds the flags of the command estimate.
type estimateOptions struct {
	runFlags
	space, from, by string
	mates           int
	nodes           int64
	budget          time.Duration // by phases
	precision       float64       // by phases; 0 for none
}

// estimateCommand returns the command estimate.
func estimateCommand(a *cli.App) *cobra.Command {
	var o estimateOptions
	c := &cobra.Command{
		Use:   "estimate",
		Short: "The main job: draw, judge, estimate",
		Long: `Estimate draws positions from a space, judges them with the legality engine, and prints how many legal
positions follow.

By default it does so by phases, within some twenty seconds of processor time (--budget), or until the interval is as
narrow as --precision says: all draws are judged by cheap rules, a share of what these leave by kernels, and a
share of the rest by the search for a game. Every hit is a position with a game, so the result is an estimate. It is
printed with its interval, with bounds for what is undecided, beside the published number, with a table of where the draws
went and a histogram by number of men. It depends on space, seed, budget and precision alone: processor time
is counted in judgements at fixed costs.

With -n or --effort all draws are judged alike, to that effort, kernel unless told otherwise, which proves nothing legal:
the result is an upper bound. So it is with a --space that is not divided into strata. Draws that the effort leaves
undecided widen the result: the lower end counts them as illegal, the upper end as legal.

With --from it takes judged lines instead of drawing (FEN with the multiplicity as sixth
field, then legal, illegal or unknown, one line for each possibly legal draw of a sample
of -n draws), and first prints what ChessPositionRanking's estimate.pl prints. Published files
are of the set ranked, which is the default then: for other draws, name their --space.

With --figures it also writes figures as PNG, SVG and PDF: piece-histogram, verdicts and precision, or without phases
piece-histogram, cascade and convergence. Ctrl-C ends a run early and prints the estimate so far.

With --mates N it solves every position that is not refuted, and prints which shares are
checkmates, stalemates, and mates in 1 to N moves, beside those that ChessCounter has
published. Positions that the solver leaves undecided within --mate-nodes widen the shares.
With --by chesscounter, ChessCounter's rules say what counts as a position, as in its own
shares; the space is then one of counter-..., without -positions. The figure is mate-shares.`,
		Example: `  chesscensus estimate
  chesscensus estimate --precision 0.1% --figures figures
  chesscensus estimate -n 1000000 --effort kernel
  chesscensus estimate --from judged.txt -n 2000000
  chesscensus estimate --mates 3 -n 100000
  chesscensus estimate --mates 3 --space counter-general-feasible --by chesscounter`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("space") && o.from != "" {
				o.space = "ranked" // the space of published judged files
			}
			mates := cmd.Flags().Changed("mates")
			if !mates && (cmd.Flags().Changed("by") || cmd.Flags().Changed("mate-nodes")) {
				return cli.Usagef("--by and --mate-nodes go with --mates")
			}
			phases, err := usesPhases(cmd, &o)
			switch {
			case err != nil:
				return err
			case mates:
				return estimateMates(cmd.Context(), a, &o)
			case phases:
				return estimateByPhases(cmd.Context(), cmd, a, &o)
			}
			return runEstimate(cmd.Context(), a, &o)
		},
	}
	o.addFlags(c)
	return c
}

// addFlags adds the flags to the command.
func (o *estimateOptions) addFlags(c *cobra.Command) {
	spaces.AddFlag(c, &o.space, spaces.Default)
	c.Flag("space").Usage += spaces.CoverHelp + "; by phases the default is a cover: cover-5-6 for what takes a few seconds, cover for more"
	c.Flags().DurationVar(&o.budget, "budget", 0,
		"by phases: processor time, such as 20s or 5m (default 20s, or what --precision takes, up to an hour)")
	cli.ShareFlag(c, &o.precision, "precision", "by phases: relative half-width to reach, such as 0.1%", false)
	o.register(c, 10_000, "number of draws; with --from, the size of the sample")
	c.Flags().StringVar(&o.from, "from", "", "take judged lines from this file, - for standard input")
	c.Flags().IntVar(&o.mates, "mates", 0, "instead of counting positions, find the shares of mates in up to so many moves")
	c.Flags().Int64Var(&o.nodes, "mate-nodes", mates.DefaultNodes, "with --mates: budget of the solver for one position")
	cli.SetMinimum(c, 1, "mate-nodes")
	o.by = "engine"
	cli.ChoiceFlag(c, &o.by, "by", "with --mates: what says what counts, engine or chesscounter", "engine", "chesscounter")
	cli.MarkExclusive(c, "from", "figures", "mates")
}

// runEstimate draws and judges all positions alike, and prints the estimate.
func runEstimate(ctx context.Context, a *cli.App, o *estimateOptions) error {
	options := stats.Options{Confidence: o.confidence}
	if o.from != "" {
		return estimateFrom(a, o, options)
	}
	// Errors of the outputs come before the work.
	if err := cli.EnsureWritable(o.figures); err != nil {
		return err
	}
	space, err := spaces.New(o.space)
	if err != nil {
		return err
	}
	bar := a.ProgressBar(o.draws, "draws")
	start, cpu := time.Now(), cputime.Used()
	report, err := survey.Run(ctx, survey.Config{Space: space, Seed: o.seed, Draws: o.draws, Effort: o.effort,
		Workers: a.Workers, Options: options, Progress: bar.Set})
	bar.Finish()
	if report == nil || err != nil && ctx.Err() == nil {
		return err
	}
	run := timing{time.Since(start).Seconds(), (cputime.Used() - cpu).Seconds()}

	out := result{record: reportRecord(report, run), text: reportText(report, run)}
	if report.Draws > 0 {
		out.figures = reportFigures(report)
	}
	if report.Interrupted() {
		out.stopped = fmt.Sprintf(" after %s of %s draws; the estimate above is of these", cli.Number(report.Draws), cli.Number(report.Requested))
	}
	return o.print(a, out)
}

// reportFigures returns the three figures of a report.
func reportFigures(r *survey.Report) []namedFigure {
	source := plots.Options{Source: survey.SourceLine(r)}
	return []namedFigure{
		{"cascade", func() (*plots.Figure, error) {
			return plots.Cascade(r.Verdicts, plots.CascadeOptions{Options: source, Legal: []string{survey.LegalLabel},
				Undecided: []string{survey.UnknownLabel, survey.GaveUpLabel}, HideEmpty: true})
		}},
		{"piece-histogram", func() (*plots.Figure, error) {
			return plots.PieceHistogram(r.Men.Estimate(r.Size, r.Trace.Options), plots.HistogramOptions{Options: source})
		}},
		{"convergence", func() (*plots.Figure, error) {
			return plots.Convergence(&r.Trace, plots.Published, plots.ConvergenceOptions{Options: source})
		}},
	}
}

// estimateFrom estimates from a file of judged lines.
func estimateFrom(a *cli.App, o *estimateOptions, options stats.Options) error {
	space, err := spaces.New(o.space)
	if err != nil {
		return err
	}
	in, err := a.OpenInput(o.from)
	if err != nil {
		return err
	}
	defer in.Close()
	j, err := readJudged(in, in.Name, o.draws, func(err error) { fmt.Fprintln(a.Err, err) })
	if err != nil {
		return err
	}
	result := j.Tally.Estimate(space.Size(), options)
	if o.json {
		err = cli.WriteJSON(a.Out, map[string]any{"chesscensus": cli.Version(), "space": space.Name(), "from": o.from, "lines": j.Lines, "legal": j.Legal,
			"illegal": j.Illegal, "unknown": j.Unknown, "bad_lines": j.Bad, "tally": &j.Tally, "estimate": result})
	} else {
		text := j.referenceText(space.Size())
		if !result.Decided() {
			text += fmt.Sprintf("undecided lines: %d; if all of them were legal, %s\n", j.Unknown+j.Bad, result.High)
		}
		_, err = fmt.Fprint(a.Out, text)
	}
	if err == nil && j.Bad > 0 {
		return cli.ErrBadInput
	}
	return err
}
