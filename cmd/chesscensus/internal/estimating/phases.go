package estimating

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/census"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/internal/cputime"
	"chesscensus/internal/digits"
	"chesscensus/legality"
	"chesscensus/plots"
	"chesscensus/survey/estimate"
	"chesscensus/survey/report"
)

// usesPhases reports whether the flags select an estimate by phases. That is the default, unless a flag sets the number of draws or how
// each is judged, or the space is not divided into strata for phases.
func usesPhases(cmd *cobra.Command, o *estimateOptions) (bool, error) {
	hasPhaseFlag := cmd.Flags().Changed("budget") || cmd.Flags().Changed("precision")
	for _, name := range []string{"draws", "effort", "from", "mates"} {
		if cmd.Flags().Changed(name) {
			if hasPhaseFlag {
				return false, cli.Usagef("--budget and --precision are of an estimate by phases; --%s is of one in which all draws are judged alike", name)
			}
			return false, nil
		}
	}
	if hasPhaseFlag || !cmd.Flags().Changed("space") {
		return true, nil
	}
	name := strings.TrimSpace(o.space)
	return name == "ranked" || name == "ranked-repaired" || strings.HasPrefix(name, "cover"), nil
}

// request returns the request that the flags describe.
func (o *estimateOptions) request(cmd *cobra.Command, a *cli.App) (r estimate.Request, err error) {
	r = estimate.Request{Seed: o.seed, CPU: o.budget, Precision: o.precision, Confidence: o.confidence, Build: cli.Version(),
		Workers: a.Workers}
	if cmd.Flags().Changed("budget") && r.CPU < time.Second {
		return r, cli.Usagef("--budget %v: want at least a second of processor time", r.CPU)
	}
	name := r.Cover()
	if cmd.Flags().Changed("space") {
		name = o.space
	}
	r.Set, err = spaces.Set(name)
	return r, err
}

// estimateByPhases runs an estimate by phases and prints it.
func estimateByPhases(ctx context.Context, cmd *cobra.Command, a *cli.App, o *estimateOptions) error {
	cli.LimitHeapGrowth(40)
	r, err := o.request(cmd, a)
	if err != nil {
		return err
	}
	cli.LimitHeapGrowth(20) // lower than before, now that the tables of the set exist
	if err := cli.EnsureWritable(o.figures); err != nil {
		return err
	}
	bar := a.ProgressBar(1000, "in a thousand")
	r.Progress = func(p estimate.Progress) { showProgress(bar, p) }
	start, cpu := time.Now(), cputime.Used()
	estimated, err := estimate.Run(ctx, r)
	bar.Finish()
	var expensive *estimate.CostError
	switch {
	case errors.As(err, &expensive):
		return fmt.Errorf("%w: --budget allows more; "+
			"a survey that can be stopped and gone on with, also on several machines, is planned by chesscensus survey plan", err)
	case err != nil && ctx.Err() != nil:
		return fmt.Errorf("stopped before there was anything to estimate: %w", err)
	case err != nil:
		return err
	}
	run := timing{time.Since(start).Seconds(), (cputime.Used() - cpu).Seconds()}
	out := resultOf(&r, estimated, run)
	out.text = a.Headline(out.text)
	return o.print(a, out)
}

// showProgress shows the estimate so far and the share of its draws that are done.
func showProgress(bar cli.Progress, p estimate.Progress) {
	text := fmt.Sprintf("%s of about %s draws, %s of CPU left", cli.Number(p.Draws), cli.Number(p.All), digits.Duration(p.Left.Seconds()))
	if p.Legal.Value > 0 {
		text = fmt.Sprintf("%.4g within %.2g %%, %s", p.Legal.Value, 100*p.Legal.Relative(), text)
	}
	bar.Describe(text)
	bar.Set(min(1000, 1000*p.Draws/max(p.All, 1)))
}

// resultOf returns what is printed of an estimate by phases, with its three figures.
func resultOf(r *estimate.Request, e *estimate.Result, run timing) result {
	out := result{record: phasesRecord(r, e, run), text: phasesText(r, e, run)}
	for _, name := range []string{"men", "verdicts", "precision"} {
		file := strings.Replace(name, "men", "piece-histogram", 1)
		out.figures = append(out.figures, namedFigure{file, func() (*plots.Figure, error) {
			return census.Plot(&census.Estimated{Report: e.Report, Trace: e.Trace}, name)
		}})
	}
	if e.Stopped {
		out.stopped = fmt.Sprintf(" after %s draws; the estimate above is of these", cli.Number(e.Report.Draws))
	}
	return out
}

// phasesRecord returns the JSON form of an estimate by phases.
func phasesRecord(r *estimate.Request, result *estimate.Result, t timing) any {
	rep := result.Report
	return struct {
		Version string `json:"chesscensus"`
		*report.Report
		Engine      int            `json:"engine"`
		Interrupted bool           `json:"interrupted"`
		Precision   float64        `json:"precision,omitempty"`
		Missed      bool           `json:"precision_missed"`
		Published   any            `json:"published"`
		Trace       []report.Point `json:"trace"`
		Elapsed     float64        `json:"elapsed_seconds"`
		CPU         float64        `json:"cpu_seconds"`
	}{cli.Version(), rep, legality.Version, result.Stopped, r.Precision, result.Missed, report.Published,
		result.Trace, math.Round(1000*t.elapsed) / 1000, math.Round(1000*t.cpu) / 1000}
}
