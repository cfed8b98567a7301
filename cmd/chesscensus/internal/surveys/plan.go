package surveys

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/survey/campaign"
	"chesscensus/survey/plan"
)

// planOptions holds the flags of survey plan.
type planOptions struct {
	campaign.Request
	budget    time.Duration
	shardTime time.Duration
	costs     []time.Duration
}

// surveyPlanCommand returns the command survey plan.
func surveyPlanCommand(a *cli.App) *cobra.Command {
	var o planOptions
	c := &cobra.Command{
		Use:   "plan DIR",
		Short: "Make the plan of a survey after a pilot",
		Long: `Plan does a pilot, a small survey with a seed of its own, and from what it shows decides
how many draws each stratum gets and what share of them is judged further. It writes
DIR/plan.json, a file to read, to edit and to commit: seeds, strata with their exact
sizes, draws and shares, the number of shards, the half-width to expect, and the build
of the program.

The counts of the pilot depend on its seed alone; the costs are measured on this machine,
unless --costs gives them (one for each phase, such as 3us,100us).

The last phase looks for games. At effort exhaustive it makes up to three passes over what
stays open, so that fewer draws are left undecided; at effort game it makes one.`,
		Example: `  chesscensus survey plan record --budget 10h --seed 7
  chesscensus survey plan record --target 0.00015`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("budget") && o.budget == 0 { // 0 stands for the default and cannot be given
				return cli.Usagef("--budget 0s: want more than 0; without it there is a default")
			}
			return surveyPlan(cmd.Context(), a, args[0], &o)
		},
	}
	spaces.AddFlag(c, &o.Space, spaces.Default)
	c.Flag("space").Usage += spaces.CoverHelp
	c.Flags().DurationVar(&o.budget, "budget", 0, "processor time for the pilot and all shards, such as 10m or 10h (default 10m, or what --target needs)")
	cli.ShareFlag(c, &o.Target, "target", "relative half-width to reach, such as 0.00015", false)
	c.Flags().Uint64Var(&o.Seed, "seed", 1, "seed, any 64 bits")
	o.Confidence = 0.95
	cli.ShareFlag(c, &o.Confidence, "confidence", "confidence level of the intervals", false)
	o.Effort = surveyEffort()
	cli.EffortFlag(c, &o.Effort)
	c.Flag("effort").Usage += "; of the last phase"
	c.Flags().Int64Var(&o.Nodes, "nodes", 0, "limit of every stage on one position, 0 for its default")
	c.Flags().StringVar(&o.Stratification, "stratify", "", "name of the stratification (default the finest of the space)")
	c.Flags().BoolVar(&o.Plain, "plain", false, "plain draws, without the conditional redraw of kings and side to move")
	c.Flags().IntVar(&o.Shards, "shards", 0, "number of shards (default by the budget)")
	c.Flags().DurationVar(&o.shardTime, "shard-time", 0, "processor time of a shard, such as 30s, in place of --shards")
	c.Flags().Uint64Var(&o.PilotDraws, "pilot", 0, "about the number of draws of the pilot (default by the budget)")
	cli.SetRange(c, "shards", 0, plan.MaxShards)
	cli.SetRange(c, "pilot", 0, plan.MaxDraws)
	c.Flags().DurationSliceVar(&o.costs, "costs", nil, "processor time of one judgement in each phase, instead of measured ones")
	c.Flags().StringVar(&o.Note, "note", "", "text to put in the plan")
	return c
}

// surveyEffort returns the default effort of the last phase, the highest effort of the build.
func surveyEffort() verdict.Effort {
	return slices.Max(legality.Efforts(legality.DefaultStages()))
}

// check checks the flags and converts times to seconds.
func (o *planOptions) check() (err error) {
	switch {
	case o.budget < 0:
		return cli.Usagef("--budget %v: want a time above 0", o.budget)
	case o.shardTime < 0 || o.shardTime > 0 && o.Shards > 0:
		return cli.Usagef("--shard-time %v: want a time above 0, in place of --shards", o.shardTime)
	}
	o.Budget, o.ShardSeconds = o.budget.Seconds(), o.shardTime.Seconds()
	for _, c := range o.costs {
		if c <= 0 {
			return cli.Usagef("--costs %v: want times above 0", c)
		}
		o.Costs = append(o.Costs, c.Seconds())
	}
	return nil
}

// surveyPlan runs the pilot, stores the plan and prints it.
func surveyPlan(ctx context.Context, a *cli.App, dir string, o *planOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	bar := a.ProgressBar(16, "shards of the pilot")
	o.Workers, o.Progress = a.Workers, func(done, _ int) { bar.Set(uint64(done)) }
	c, err := campaign.Make(ctx, Program(), dir, o.Request)
	bar.Finish()
	if err != nil {
		return err
	}
	p := c.Plan
	_, err = fmt.Fprintf(a.Out, `%s/%s: %s in %d strata, seed %d, %s draws in %d shards, %s of CPU
pilot: %s draws; costs %s; variance %s
program %s
expected: relative half-width %.4f %% at %g %% confidence (+- %.3g); simple sampling for the same CPU: %.1f times the variance
`, dir, plan.FileName, p.Space, len(p.Strata), p.Seed, cli.Number(p.Draws()), p.Shards, seconds(p.Expected.CPUSeconds),
		cli.Number(p.Pilot.Draws), costsText(p), varianceText(p), p.Code.Build, 100*p.Expected.Relative, 100*p.Confidence, p.Expected.HalfWidth,
		math.Pow(p.Expected.SimpleRelative/p.Expected.Relative, 2))
	if err == nil && !c.Proves() {
		_, err = fmt.Fprintln(a.Out, "no phase looks for games, so the result will be an upper bound")
	}
	return err
}

// varianceText returns the share of each phase in the variance that the plan expects.
func varianceText(p *plan.Plan) string {
	var list []string
	for k, share := range p.Expected.Variance {
		list = append(list, fmt.Sprintf("%s %.0f %%", p.Phases[k].Name, 100*share))
	}
	return strings.Join(list, ", ")
}

// costsText returns the cost of a judgement in each phase, in microseconds.
func costsText(p *plan.Plan) string {
	var list []string
	for k, c := range p.Pilot.Costs {
		list = append(list, fmt.Sprintf("%s %.3g us", p.Phases[k].Name, 1e6*c))
	}
	return strings.Join(list, ", ")
}
