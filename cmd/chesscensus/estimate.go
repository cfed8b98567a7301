package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/internal/cputime"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/plots"
	"chesscensus/stats"
	"chesscensus/survey"
	"chesscensus/survey/mates"
)

// estimateOptions are the flags of the estimate command.
type estimateOptions struct {
	space, effort, figures, from string
	by                           string
	mates                        int
	nodes                        int64
	draws, seed                  uint64
	confidence                   float64
	json                         bool
}

func (a *app) estimateCommand() *cobra.Command {
	var o estimateOptions
	c := &cobra.Command{
		Use:   "estimate",
		Short: "The main job: draw, judge, estimate",
		Long: `Estimate draws positions from a space, judges each with the legality engine, and
prints how many legal positions follow, with a table of the reasons and a histogram by
number of men. Draws that the effort leaves undecided widen the result: the lower end
counts them as illegal, the upper end as legal.

With --from it takes judged lines instead of drawing (FEN with the multiplicity as sixth
field, then legal, illegal or unknown, one line for each possibly legal draw of a sample
of -n draws), and first prints what ChessPositionRanking's estimate.pl prints.

With --figures it also writes piece-histogram, cascade and convergence as PNG, SVG and
PDF. Ctrl-C ends a run early and prints the estimate so far.

With --mates N it solves every position that is not refuted, and prints which shares are
checkmates, stalemates, and mates in 1 to N moves, beside those that ChessCounter has
published. Positions that the solver leaves undecided within --mate-nodes widen the shares.
With --by chesscounter, ChessCounter's rules say what counts as a position, as in its own
shares; the space is then one of counter-..., without -positions. The figure is mate-shares.`,
		Example: `  chesscensus estimate -n 1000000 --figures figures
  chesscensus estimate --from judged.txt -n 2000000
  chesscensus estimate --mates 3 -n 100000
  chesscensus estimate --mates 3 --space counter-general-feasible --by chesscounter`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("space") && o.from != "" {
				o.space = "ranked" // where judged files come from
			}
			if cmd.Flags().Changed("mates") {
				return a.estimateMates(cmd.Context(), &o)
			}
			if cmd.Flags().Changed("by") || cmd.Flags().Changed("mate-nodes") {
				return usagef("--by and --mate-nodes go with --mates")
			}
			return a.estimate(cmd.Context(), &o)
		},
	}
	spaceFlag(c, &o.space, spaces[0].name)
	effortFlag(c, &o.effort)
	c.Flags().Uint64VarP(&o.draws, "draws", "n", 10000, "number of draws; with --from, the size of the sample")
	c.Flags().Uint64Var(&o.seed, "seed", 1, "seed, any 64 bits")
	c.Flags().StringVar(&o.figures, "figures", "", "write figures to this folder")
	c.Flags().StringVar(&o.from, "from", "", "take judged lines from this file, - for standard input")
	c.Flags().Float64Var(&o.confidence, "confidence", 0.95, "confidence level of the intervals")
	c.Flags().BoolVar(&o.json, "json", false, "print a JSON record")
	c.Flags().IntVar(&o.mates, "mates", 0, "instead of counting positions, find the shares of mates in up to so many moves")
	c.Flags().Int64Var(&o.nodes, "mate-nodes", mates.DefaultNodes, "with --mates: budget of the solver for one position")
	c.Flags().StringVar(&o.by, "by", "engine", "with --mates: what says what counts, engine or chesscounter")
	_ = c.MarkFlagDirname("figures")
	return c
}

// check checks what every form of the command needs.
func (o *estimateOptions) check() (stats.Options, error) {
	options := stats.Options{Confidence: o.confidence}
	if o.confidence == 0 {
		return options, usagef("--confidence 0: want a level between 0 and 1, such as 0.95")
	}
	if err := options.Validate(); err != nil {
		return options, usagef("--confidence %v: want a level between 0 and 1, such as 0.95", o.confidence)
	}
	if o.draws == 0 {
		return options, usagef("-n 0: want at least 1 draw")
	}
	return options, nil
}

func (a *app) estimate(ctx context.Context, o *estimateOptions) error {
	options, err := o.check()
	if err != nil {
		return err
	}
	if o.from != "" {
		return a.estimateFrom(o, options)
	}
	effort, err := verdict.ParseEffort(o.effort)
	if err != nil {
		return usagef("--effort: %v", err)
	}
	// Whatever can go wrong later is tried before the work starts.
	if o.figures != "" {
		if err := writable(o.figures); err != nil {
			return err
		}
	}
	space, err := newSpace(o.space)
	if err != nil {
		return err
	}
	bar := a.progressBar(o.draws, "draws")
	start, cpu := time.Now(), cputime.Used()
	report, err := survey.Run(ctx, survey.Config{Space: space, Seed: o.seed, Draws: o.draws, Effort: effort,
		Workers: a.workers, Options: options, Progress: bar.set})
	bar.finish()
	var effortErr *legality.EffortError
	if errors.As(err, &effortErr) {
		return usageError{err}
	}
	if report == nil || err != nil && ctx.Err() == nil {
		return err
	}
	run := timing{time.Since(start).Seconds(), (cputime.Used() - cpu).Seconds()}

	// The estimate is printed even if the figures fail, and the other way round.
	var failed error
	if o.json {
		failed = writeJSON(a.out, record(report, run))
	} else {
		_, failed = a.out.Write(reportText(report, run))
	}
	if o.figures != "" && report.Draws > 0 {
		files, err := saveFigures(report, o.figures)
		if err == nil && !o.json && failed == nil {
			_, failed = fmt.Fprintf(a.out, "\nfigures: %d files in %s\n", len(files), o.figures)
		}
		failed = errors.Join(failed, err)
	}
	if failed == nil && report.Interrupted() {
		fmt.Fprintf(a.err, "chesscensus: interrupted after %s of %s draws; the estimate above is of these\n",
			number(report.Draws), number(report.Requested))
		a.status = statusInterrupted
	}
	return failed
}

// writable makes the folder if need be, and tries to write a file there.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("figures: %w", err)
	}
	f, err := os.CreateTemp(dir, ".chesscensus-*")
	if err != nil {
		return fmt.Errorf("figures: cannot write to %s: %w", dir, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// saveFigures writes the three figures of a report and returns the paths.
func saveFigures(r *survey.Report, dir string) (files []string, err error) {
	source := survey.SourceLine(r)
	figures := []struct {
		name string
		make func() (*plots.Figure, error)
	}{
		{"cascade", func() (*plots.Figure, error) {
			return plots.Cascade(r.Verdicts, plots.CascadeOptions{Options: plots.Options{Source: source},
				Legal: []string{survey.LegalLabel}, Undecided: survey.UndecidedLabels, HideEmpty: true})
		}},
		{"piece-histogram", func() (*plots.Figure, error) {
			return plots.PieceHistogram(r.Men.Estimate(r.Size, r.Trace.Options), plots.HistogramOptions{Options: plots.Options{Source: source}})
		}},
		{"convergence", func() (*plots.Figure, error) {
			return plots.Convergence(&r.Trace, plots.Published, plots.ConvergenceOptions{Options: plots.Options{Source: source}})
		}},
	}
	var failed error
	for _, f := range figures {
		fig, err := f.make()
		if errors.Is(err, plots.ErrNoData) {
			continue // such as a histogram without a single draw that may be legal
		}
		if err == nil {
			var paths []string
			paths, err = fig.Save(dir, f.name)
			files = append(files, paths...)
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("figure %s: %w", filepath.Join(dir, f.name), err))
		}
	}
	return files, failed
}

// estimateFrom estimates from a file of judged lines.
func (a *app) estimateFrom(o *estimateOptions, options stats.Options) error {
	if o.figures != "" {
		return usagef("--figures goes with drawing, not with --from")
	}
	space, err := newSpace(o.space)
	if err != nil {
		return err
	}
	in, name := a.in, "standard input"
	if o.from != "-" {
		f, err := os.Open(o.from)
		if err != nil {
			return err
		}
		defer f.Close()
		in, name = f, o.from
	}
	j, err := survey.ReadJudged(in, name, o.draws, func(err error) { fmt.Fprintln(a.err, err) })
	if err != nil {
		return err
	}
	result := j.Tally.Estimate(space.Size(), options)
	if o.json {
		err = writeJSON(a.out, map[string]any{"space": space.Name(), "from": o.from, "lines": j.Lines, "legal": j.Legal,
			"illegal": j.Illegal, "unknown": j.Unknown, "bad_lines": j.Bad, "tally": &j.Tally, "estimate": result})
	} else {
		text := j.Reference(space.Size())
		if !result.Decided() {
			text += fmt.Sprintf("undecided lines: %d; if all of them were legal, %s\n", j.Unknown+j.Bad, result.High)
		}
		_, err = fmt.Fprint(a.out, text)
	}
	if err == nil && j.Bad > 0 {
		return errBadInput
	}
	return err
}
