package surveys

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/legality"
	"chesscensus/legality/proofgame"
	sampled "chesscensus/sampler/spaces"
	"chesscensus/survey/campaign"
	"chesscensus/survey/plan"
	"chesscensus/survey/report"
)

// surveyCommand returns the command survey with its subcommands.
func surveyCommand(a *cli.App, cluster *Cluster) *cobra.Command {
	c := &cobra.Command{
		Use:   "survey",
		Short: "A planned survey with a stored record: plan, run, resume, audit, pack, report",
		Long: `Survey estimates how many positions are legal with as little work as possible: the space
is cut into strata, all draws pass a cheap filter, a part of what is left is judged by
the kernels, a part of the rest searched for games. A pilot decides how much of each.

The folder DIR holds the plan (plan.json, which may be edited before the first run), one
small Parquet file of counts for every shard of the work, and a manifest. A run can be
killed at any moment and resumed, also on another machine with a copy of the folder; the
report does not depend on it.`,
		Example: `  chesscensus survey plan record --budget 10m
  chesscensus survey run record
  chesscensus survey report record`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(surveyPlanCommand(a), surveyRunCommand(a, cluster, "run"), surveyRunCommand(a, cluster, "resume"), surveyStatusCommand(a),
		surveyOpenCommand(a), surveySettleCommand(a), surveyAuditCommand(a), surveyPackCommand(a), surveyExportCommand(a),
		surveyReportCommand(a), surveySampleCommand(a), surveyShareCommand(a), surveyCompareCommand(a))
	return c
}

// foreignInterval is the ratio of the games of a survey to those that the foreign program replays. The position decides which
// games it replays; our own verifier replays all.
const foreignInterval = 16

// signatures caches the signatures of the engine, which are the same for all plans in one process.
var signatures campaign.Signatures

// Program returns the functions and the version with which this program computes shards.
func Program() campaign.Program {
	return campaign.Program{Space: spaces.Set, Build: cli.Version(), Signatures: &signatures, Stages: func() []legality.Stage {
		return legality.StagesWith(proofgame.Options{Foreign: foreignInterval})
	}}
}

// drawnSpaces returns the function that makes the sets from which the shards of a plan were drawn. A set that lacked members when the plan
// was made is returned as it was then.
func drawnSpaces(p *plan.Plan) report.Spaces {
	if p.Gap() != nil {
		return sampled.First
	}
	return spaces.Set
}

// openSurvey opens a folder to change it or to recompute shards.
func openSurvey(dir string) (*campaign.Campaign, error) {
	c, err := campaign.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("%w (chesscensus survey plan makes one)", err)
	}
	return c, nil
}

// readSurvey opens a folder for reports.
func readSurvey(dir string) (*report.Reader, error) {
	r, err := report.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("%w (chesscensus survey plan makes one)", err)
	}
	return r, nil
}

// addConfidenceFlag adds --confidence to a command that reads a survey. 0 stands for the level of the plan.
func addConfidenceFlag(c *cobra.Command, level *float64) {
	cli.ShareFlag(c, level, "confidence", "confidence level of the intervals (default that of the plan)", false)
}

// reportProblems prints the problems of a folder. If there are any, the exit status of the command is [cli.StatusError].
func reportProblems(a *cli.App, problems []report.Problem) {
	for _, p := range problems {
		fmt.Fprintf(a.Err, "chesscensus: %v\n", p.Err)
		a.Status = cli.StatusError
	}
}

// surveyStatusCommand returns the command survey status.
func surveyStatusCommand(a *cli.App) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "status DIR",
		Short: "How far a survey is, the half-width reached, the time left",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openSurvey(args[0])
			if err != nil {
				return err
			}
			st, problems, err := s.Status()
			if err != nil {
				return err
			}
			reportProblems(a, problems)
			return printStatus(a, s.Plan, st, asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON record")
	return c
}

// printStatus prints the progress of a survey.
func printStatus(a *cli.App, p *plan.Plan, st *campaign.Status, asJSON bool) error {
	reached, forecast := 0.0, 0.0
	if st.Done > 0 {
		r, err := st.Estimate()
		if err != nil {
			return err
		}
		reached, forecast = r.Low.Relative(), st.Forecast()
	}
	if asJSON {
		return cli.WriteJSON(a.Out, map[string]any{"chesscensus": cli.Version(), "shards": st.Shards, "shards_done": st.Done,
			"draws": st.Draws, "draws_planned": st.Want,
			"cpu_seconds": st.CPU, "cpu_seconds_left": st.Left(), "relative_half_width": reached, "expected_relative_half_width": forecast,
			"expected_at_the_end": p.Expected.Relative, "shards_kept": st.Kept, "builds": st.Builds, "shards_parked": st.Parked})
	}
	_, err := fmt.Fprintf(a.Out, "%d of %d shards done, %s of %s draws, %s of CPU used, %s left\n", st.Done, st.Shards,
		cli.Number(st.Draws), cli.Number(st.Want), seconds(st.CPU), seconds(st.Left()))
	if err == nil && st.Done > 0 {
		_, err = fmt.Fprintf(a.Out, "relative half-width %.4f %% (expected by now %.4f %%, at the end %.4f %%)\n",
			100*reached, 100*forecast, 100*p.Expected.Relative)
	}
	for _, shard := range slices.Sorted(maps.Keys(st.Parked)) {
		if err == nil {
			_, err = fmt.Fprintf(a.Out, "shard %d is parked, the next run tries it again: %s\n", shard, st.Parked[shard])
		}
	}
	return err
}

// seconds formats a time that is given in seconds.
func seconds(s float64) string {
	unit := time.Second
	if s < 10 {
		unit = 10 * time.Millisecond
	}
	return time.Duration(s * float64(time.Second)).Round(unit).String()
}

// surveyExportCommand returns the command survey export.
func surveyExportCommand(a *cli.App) *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "export DIR",
		Short: "Write the tallies of all shards, merged, as CSV and Parquet",
		Args:  cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := readSurvey(args[0])
			if err != nil {
				return err
			}
			if out == "" {
				out = args[0] + "/export"
			}
			files, problems, err := s.Export(out)
			if err != nil {
				return err
			}
			for _, f := range files {
				if _, err := fmt.Fprintln(a.Out, f); err != nil {
					return err
				}
			}
			reportProblems(a, problems)
			return nil
		},
	}
	c.Flags().StringVar(&out, "out", "", "folder for the files (default DIR/export)")
	_ = c.MarkFlagDirname("out")
	return c
}

// surveyPackCommand returns the command survey pack.
func surveyPackCommand(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use:   "pack DIR",
		Short: "Put the tallies of all shards that are done into one small file",
		Long: `Pack puts the tallies of all shards that are done into one file, DIR/bundle/N.parquet, and removes theirs: of a large survey
a tenth of the bytes is left. What reports, comparisons, exports and shares say does not change. The manifest keeps the checksum of
every file, so that audits work as before. The lists of open and of judged draws stay.

What reports look up on the judged draws, such as numbers of moves and men, is counted and stored beside, in DIR/counted.parquet with
checksums of the lists in DIR/counted.jsonl. Reports of large surveys take a fraction of the time with it; without it, or if the lists are
others, they count anew.

An unfinished survey can be packed too, and run on, and packed again. Programs made before November 22, 2026 do not know
bundles: they take the shards for missing.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return surveyPack(cmd.Context(), a, args[0]) },
	}
}

// surveyPack packs a survey and stores the counts that its reports need.
func surveyPack(ctx context.Context, a *cli.App, dir string) error {
	s, err := openSurvey(dir)
	if err != nil {
		return err
	}
	p, err := s.Pack()
	if err != nil {
		return err
	}
	r, err := readSurvey(dir)
	if err == nil {
		err = r.Count(ctx, drawnSpaces(r.Plan))
	}
	if err != nil {
		return err
	}
	reportProblems(a, p.Problems)
	_, err = fmt.Fprintf(a.Out, "%s: %d of %d shards in the bundle, %d of them new; %s bytes of tallies, %s before\n",
		dir, p.Shards, s.Plan.Shards, p.Added, cli.Number(uint64(p.After)), cli.Number(uint64(p.Before)))
	return err
}
