package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/survey/campaign"
)

func (a *app) surveyRunCommand(name string) *cobra.Command {
	var o campaign.Options
	var budget time.Duration
	c := &cobra.Command{
		Use:   name + " DIR",
		Short: map[string]string{"run": "Do the shards that are not done yet", "resume": "The same as run, for a survey that was begun"}[name],
		Long: `Run does shard after shard and stores each when it is done. It may be stopped by Ctrl-C
or killed: what is lost are the shards in flight. Shards that are damaged or missing are
named and done again. Shards made from another plan, program, space or seed stop the run,
unless --redo replaces them.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Shards < 0 || budget < 0 {
				return usagef("want --shards and --budget above 0")
			}
			o.Budget = budget.Seconds()
			return a.surveyRun(cmd.Context(), args[0], o)
		},
	}
	c.Flags().IntVar(&o.Shards, "shards", 0, "do at most so many shards (default all)")
	c.Flags().DurationVar(&budget, "budget", 0, "processor time for this run, such as 10m (default no limit)")
	c.Flags().BoolVar(&o.Keep, "keep", false, "keep the judged candidates as lines, DIR/kept/*.txt.zst")
	c.Flags().BoolVar(&o.Lists, "lists", false, "do shards again that were made before there were lists of open draws")
	c.Flags().BoolVar(&o.Redo, "redo", false, "replace shards that were made from something else")
	return c
}

func (a *app) surveyRun(ctx context.Context, dir string, o campaign.Options) error {
	s, err := openSurvey(dir)
	if err != nil {
		return err
	}
	bar := a.progressBar(s.Plan.Draws(), "draws")
	o.Workers = a.workers
	o.Notice = func(text string) { fmt.Fprintf(a.err, "chesscensus: %s\n", text) }
	o.Progress = func(st *campaign.Status) {
		if bar.bar == nil {
			return
		}
		if st.Done > 0 {
			if r, err := st.Estimate(); err == nil {
				bar.bar.Describe(fmt.Sprintf("draws, half-width %.4f %%, %s of CPU left,", 100*r.Low.Relative(), seconds(st.Left())))
			}
		}
		bar.set(st.Draws)
	}
	st, err := s.Run(ctx, surveyProgram(), o)
	bar.finish()
	if st == nil || err != nil && ctx.Err() == nil {
		return err
	}
	if failed := a.printStatus(s.Plan, st, false); failed != nil {
		return failed
	}
	return err
}

func (a *app) surveyAuditCommand() *cobra.Command {
	var o campaign.AuditOptions
	c := &cobra.Command{
		Use:   "audit DIR",
		Short: "Recompute random shards and compare them byte by byte",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Shards < 1 {
				return usagef("--shards %d: want at least 1", o.Shards)
			}
			if !cmd.Flags().Changed("seed") {
				o.Seed = rand.Uint64()
			}
			return a.surveyAudit(cmd.Context(), args[0], o)
		},
	}
	c.Flags().IntVar(&o.Shards, "shards", 2, "number of shards to recompute")
	c.Flags().Uint64Var(&o.Seed, "seed", 0, "seed of the choice (default a new one each time)")
	return c
}

func (a *app) surveyAudit(ctx context.Context, dir string, o campaign.AuditOptions) error {
	s, err := openSurvey(dir)
	if err != nil {
		return err
	}
	bar := a.progressBar(uint64(o.Shards), "shards")
	o.Workers, o.Checked = a.workers, func(done, _ int) { bar.set(uint64(done)) }
	audit, err := s.Audit(ctx, surveyProgram(), o)
	bar.finish()
	if audit == nil || err != nil {
		return err
	}
	bad := a.tellProblems(audit.Problems)
	for _, err := range audit.Different {
		fmt.Fprintf(a.err, "chesscensus: %v\n", err)
	}
	_, err = fmt.Fprintf(a.out, "%d shards recomputed (seed %d): %d with the same bytes %v, %d different\n",
		len(audit.Same)+len(audit.Different), o.Seed, len(audit.Same), audit.Same, len(audit.Different))
	if err == nil && (bad || len(audit.Different) > 0) {
		return errBadInput
	}
	return err
}
