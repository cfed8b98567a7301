package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/paper"
	"chesscensus/paper/numbers"
)

// figureOptions holds the flags of the command figures.
type figureOptions struct {
	records    []string
	unpromoted string
	seed       uint64
	sample     int
}

// figuresCommands returns the command figures.
func figuresCommands(a *cli.App) []*cobra.Command {
	var o figureOptions
	c := &cobra.Command{
		Use:   "figures DIR",
		Short: "Figures, tables and numbers for an article, from the stored records",
		Long: `Figures writes into DIR what an article on the number of legal positions needs, computed from the stored records:
figures as PDF and SVG with text that can be searched, one column wide (3.4 in) and two (7 in), with title and without;
for each its data as CSV and a caption that names record, seed and program; tables for LaTeX (booktabs), rounded by their intervals;
and all numbers by name (numbers.json). DIR/README.txt lists it all.

The records are the finished ones of the current folder: records/first, records/second and so on (a file "unfinished" leaves one out).
Headline figures are those of the edition with the narrowest interval. Games, legal moves and boards are looked up on a fresh sample of
legal positions, --sample of them, drawn with --seed.`,
		Example: `  chesscensus figures figures
  chesscensus figures --record mine --sample 0 out`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return figures(cmd.Context(), a, args[0], o)
		},
	}
	c.Flags().StringArrayVar(&o.records, "record", nil, "folder of an edition, the oldest first; may be repeated (default those of the current folder)")
	c.Flags().StringVar(&o.unpromoted, "unpromoted", "",
		"folder of the survey of positions without extra men (default records/unpromoted, if it is there)")
	c.Flags().Uint64Var(&o.seed, "seed", 1, "seed of the sample")
	c.Flags().IntVar(&o.sample, "sample", 1000, "legal positions in the sample; 0 leaves its figures out")
	cli.SetRange(c, "sample", 0, 1_000_000)
	_ = c.MarkFlagDirname("record")
	_ = c.MarkFlagDirname("unpromoted")
	return []*cobra.Command{c}
}

// figures reads the records, and writes figures, tables and numbers for an article into a folder.
func figures(ctx context.Context, a *cli.App, dir string, o figureOptions) error {
	if len(o.records) == 0 {
		o.records = numbers.Folders(".")
	}
	if _, err := os.Stat("records/unpromoted/plan.json"); o.unpromoted == "" && err == nil {
		o.unpromoted = "records/unpromoted"
	}
	record, err := numbers.Open(ctx, o.records, o.unpromoted)
	if errors.Is(err, numbers.ErrNoRecord) && len(o.records) == 0 {
		return errors.New("there is no finished record below records here: go to the project's folder, or name one by --record DIR")
	}
	if err != nil {
		return err
	}
	if err := cli.EnsureWritable(dir); err != nil {
		return fmt.Errorf("%w: name a folder that can be written", err)
	}
	set, err := paper.Make(ctx, record, paper.Options{Seed: o.seed, SampleSize: o.sample, Workers: a.Workers})
	if err != nil {
		return err
	}
	n, err := set.Write(dir)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Out, "%d figures and %d tables in %s (%d files), from %s\n", len(set.Figures), len(set.Tables), dir, n, record.Headline().Dir)
	return err
}
