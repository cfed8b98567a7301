package surveys

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/survey/campaign"
)

// surveyRunCommand returns the command survey run, or survey resume, which does the same.
func surveyRunCommand(a *cli.App, cluster *Cluster, name string) *cobra.Command {
	var o campaign.Options
	var budget time.Duration
	var workers RunOptions
	c := &cobra.Command{
		Use:   name + " DIR",
		Short: map[string]string{"run": "Do the shards that are not done yet", "resume": "The same as run, for a survey that was begun"}[name],
		Long: `Run does shard after shard and stores each when it is done. It may be stopped by Ctrl-C
or killed: what is lost are the shards in flight. Shards that are damaged or missing are
named and done again. Shards made from another plan, program, space or seed stop the run,
unless --redo replaces them.

With --listen or --nats the shards are made by workers on other machines ("chesscensus worker");
the record is the same to the last byte. See docs/OPERATIONS.md.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if budget < 0 {
				return cli.Usagef("want --budget above 0")
			}
			if err := workers.check(); err != nil {
				return err
			}
			if workers.usesWorkers() && cluster == nil {
				return copyExitStatus(a, runClusterProgram(cmd.Context()))
			}
			o.Budget = budget.Seconds()
			return surveyRun(cmd.Context(), a, cluster, args[0], o, &workers)
		},
	}
	c.Flags().IntVar(&o.Shards, "shards", 0, "do at most so many shards (default all)")
	cli.SetMinimum(c, 0, "shards")
	c.Flags().DurationVar(&budget, "budget", 0, "processor time for this run, such as 10m (default no limit)")
	c.Flags().BoolVar(&o.Keep, "keep", false, "keep the judged candidates as lines, DIR/kept/*.txt.zst")
	c.Flags().BoolVar(&o.Lists, "lists", false, "do shards again that were made before there were lists of open and judged draws")
	c.Flags().BoolVar(&o.Redo, "redo", false, "replace shards that were made from something else")
	workers.addFlags(c)
	return c
}

// surveyRun computes missing shards, on the workers of a cluster if there is one, and prints the status at the end.
func surveyRun(ctx context.Context, a *cli.App, cluster *Cluster, dir string, o campaign.Options, workers *RunOptions) error {
	s, err := openSurvey(dir)
	if err != nil {
		return err
	}
	inHand := ""
	o.Notice = func(text string) { fmt.Fprintf(a.Err, "chesscensus: %s\n", text) }
	if workers.usesWorkers() {
		workers.Watch = func(n int) { inHand = fmt.Sprintf("%d shards in hand, ", n) }
		workers.Notice = o.Notice
		pool, end, err := cluster.Pool(ctx, a, s, workers)
		if err != nil {
			return err
		}
		defer end()
		o.Pool = pool
	}
	bar := a.ProgressBar(s.Plan.Draws(), "draws")
	o.Workers = a.Workers
	o.Progress = func(st *campaign.Status) {
		if !bar.Visible() {
			return
		}
		if st.Done > 0 {
			if r, err := st.Estimate(); err == nil {
				bar.Describe(fmt.Sprintf("draws, %shalf-width %.4f %%, %s of CPU left,", inHand, 100*r.Low.Relative(), seconds(st.Left())))
			}
		}
		bar.Set(st.Draws)
	}
	st, err := s.Run(ctx, Program(), o)
	bar.Finish()
	if st == nil || err != nil && ctx.Err() == nil {
		return err
	}
	if printErr := printStatus(a, s.Plan, st, false); printErr != nil {
		return printErr
	}
	return err
}

// surveyAuditCommand returns the command survey audit.
func surveyAuditCommand(a *cli.App) *cobra.Command {
	var o campaign.AuditOptions
	c := &cobra.Command{
		Use:   "audit DIR",
		Short: "Recompute random shards and compare them byte by byte",
		Long: `Audit checks the certificates of the draws that were settled later, recomputes random shards of those that
are done and compares them byte by byte. Shards that an earlier version of the engine made are compared draw by draw: all verdicts of the last phase have to be the
same, but for draws that were left open. It wants the version that origin.json names, or the plan.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				o.Seed = rand.Uint64()
			}
			return surveyAudit(cmd.Context(), a, args[0], o)
		},
	}
	c.Flags().IntVar(&o.Shards, "shards", 2, "number of shards to recompute")
	cli.SetMinimum(c, 1, "shards")
	c.Flags().Uint64Var(&o.Seed, "seed", 0, "seed of the choice (default a new one each time)")
	return c
}

// surveyAudit checks the certificates of settled draws, recomputes random shards and prints how they compare.
func surveyAudit(ctx context.Context, a *cli.App, dir string, o campaign.AuditOptions) error {
	s, err := openSurvey(dir)
	if err != nil {
		return err
	}
	unconfirmed, err := s.Unconfirmed(ctx)
	if err != nil {
		return err
	}
	reportProblems(a, unconfirmed)
	bar := a.ProgressBar(uint64(o.Shards), "shards")
	o.Workers, o.Checked = a.Workers, func(done, _ int) { bar.Set(uint64(done)) }
	program := Program()
	program.Space = drawnSpaces(s.Plan)
	audit, err := s.Audit(ctx, program, o)
	bar.Finish()
	if audit == nil || err != nil {
		return err
	}
	reportProblems(a, audit.Problems)
	for _, err := range audit.Different {
		fmt.Fprintf(a.Err, "chesscensus: %v\n", err)
		a.Status = cli.StatusError
	}
	for _, o := range audit.Others {
		if _, err := fmt.Fprintf(a.Out, "shard %d, made by version %d of the engine: the same draws; "+
			"of the %d that its last phase judged all have the same verdict, but for %d that were open and are decided now\n",
			o.Shard, o.Engine, o.Judged, o.Decided); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(a.Out, "%d shards recomputed (seed %d): %d with the same bytes %v, %d of another version, %d different\n",
		len(audit.Same)+len(audit.Others)+len(audit.Different), o.Seed, len(audit.Same), audit.Same, len(audit.Others), len(audit.Different))
	return err
}
