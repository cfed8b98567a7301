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

// phaseOptions are the flags of an estimate by phases.
type phaseOptions struct {
	budget    time.Duration
	precision float64 // 0 for none
}

// byPhases reports whether a command line asks for an estimate by phases: it is the default, unless a flag says how each draw is
// to be judged or how many there are, or the space is one whose draws are better judged alike.
func byPhases(cmd *cobra.Command, o *estimateOptions) (bool, error) {
	asked := cmd.Flags().Changed("budget") || cmd.Flags().Changed("precision")
	for _, name := range []string{"draws", "effort", "from", "mates"} {
		if cmd.Flags().Changed(name) {
			if asked {
				return false, cli.Usagef("--budget and --precision are of an estimate by phases; --%s is of one in which all draws are judged alike", name)
			}
			return false, nil
		}
	}
	if asked || !cmd.Flags().Changed("space") {
		return true, nil
	}
	name := strings.TrimSpace(o.space)
	return name == "ranked" || name == "ranked-repaired" || strings.HasPrefix(name, "cover"), nil
}

// request is what the flags ask for.
func (o *estimateOptions) request(cmd *cobra.Command, a *cli.App) (r estimate.Request, err error) {
	r = estimate.Request{Seed: o.seed, CPU: o.phases.budget, Precision: o.phases.precision, Confidence: o.confidence, Build: cli.Version(), Workers: a.Workers}
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

// estimateByPhases is estimate without -n, --effort and --from.
func estimateByPhases(ctx context.Context, cmd *cobra.Command, a *cli.App, o *estimateOptions) error {
	cli.LimitHeapGrowth(40)
	r, err := o.request(cmd, a)
	if err != nil {
		return err
	}
	cli.LimitHeapGrowth(20) // now that the tables are made
	if err := cli.EnsureWritable(o.figures); err != nil {
		return err
	}
	bar := a.ProgressBar(1000, "in a thousand")
	r.Progress = func(p estimate.Progress) { tell(bar, p) }
	start, cpu := time.Now(), cputime.Used()
	result, err := estimate.Run(ctx, r)
	bar.Finish()
	var expensive *estimate.CostError
	switch {
	case errors.As(err, &expensive):
		return fmt.Errorf("%w: --budget allows more; a survey that can be stopped and gone on with, also on several machines, is planned by chesscensus survey plan", err)
	case err != nil && ctx.Err() != nil:
		return fmt.Errorf("stopped before there was anything to estimate: %w", err)
	case err != nil:
		return err
	}
	run := timing{time.Since(start).Seconds(), (cputime.Used() - cpu).Seconds()}
	return showPhases(a, o, &r, result, run)
}

// tell shows how far an estimate is, by the share of its draws.
func tell(bar cli.Progress, p estimate.Progress) {
	text := fmt.Sprintf("%s of about %s draws, %s of CPU left", cli.Number(p.Draws), cli.Number(p.All), digits.Duration(p.Left.Seconds()))
	if p.Legal.Value > 0 {
		text = fmt.Sprintf("%.4g within %.2g %%, %s", p.Legal.Value, 100*p.Legal.Relative(), text)
	}
	bar.Describe(text)
	bar.Set(min(1000, 1000*p.Draws/max(p.All, 1)))
}

// showPhases prints the result and writes its figures. The estimate is printed even if the figures fail, and the other way round.
func showPhases(a *cli.App, o *estimateOptions, r *estimate.Request, result *estimate.Result, run timing) (failed error) {
	if o.json {
		failed = cli.WriteJSON(a.Out, phasesRecord(r, result, run))
	} else {
		_, failed = a.Out.Write(a.Headline(phasesText(r, result, run)))
	}
	if o.figures != "" {
		failed = withFigures(a, o.figures, o.json, failed, func() ([]string, error) { return savePhaseFigures(result, o.figures) })
	}
	if failed == nil && result.Stopped {
		fmt.Fprintf(a.Err, "chesscensus: interrupted after %s draws; the estimate above is of these\n", cli.Number(result.Report.Draws))
		a.Status = cli.StatusInterrupted
	}
	return failed
}

// phasesRecord is the JSON form.
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
	}{cli.Version(), rep, legality.Version, result.Stopped, r.Precision, result.Missed, report.Published, result.Trace, math.Round(1000*t.elapsed) / 1000, math.Round(1000*t.cpu) / 1000}
}

// savePhaseFigures writes the three figures of an estimate by phases.
func savePhaseFigures(result *estimate.Result, dir string) (files []string, err error) {
	var figures []namedFigure
	for _, name := range []string{"men", "verdicts", "precision"} {
		file := strings.Replace(name, "men", "piece-histogram", 1)
		figures = append(figures, namedFigure{file, func() (*plots.Figure, error) {
			return census.Plot(&census.Estimated{Report: result.Report, Trace: result.Trace}, name)
		}})
	}
	return saveAll(dir, figures)
}
