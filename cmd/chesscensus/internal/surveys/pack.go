package surveys

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
)

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
