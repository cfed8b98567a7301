package judging

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/recheck"
)

// recheckCommand returns the command recheck.
func recheckCommand(a *cli.App) *cobra.Command {
	var p recheckPlan
	var n uint64
	var file string
	c := &cobra.Command{
		Use:   "recheck",
		Short: "Draw, judge, and check every verdict again",
		Long: `Recheck draws from a space, judges, and has verdicts checked by package recheck, which
shares no code with the engine: all games, all refutations by kernels, last moves and later
stages, and one in --static of those by rules. A line for every --chunk draws goes to the file -o,
so that a run that was broken off goes on when the same command is given again; with larger -n it
goes on too. It prints a table by theorem, what is not confirmed, what an effort with games leaves
undecided, and the bound on the share of wrong refutations that follows.`,
		Example: `  chesscensus recheck -n 1000000 --seed 16 -o recheck.jsonl
  chesscensus recheck -n 1000000 --effort exhaustive --foreign 16 --static 0 -o games.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if p.Chunk == 0 || n == 0 || n%p.Chunk != 0 {
				return cli.Usagef("--draws %d: want a multiple of --chunk %d", n, p.Chunk)
			}
			if file == "" {
				return cli.Usagef("-o FILE is needed: that is where the run goes on")
			}
			return runRecheck(cmd.Context(), a, p, n, file)
		},
	}
	spaces.AddFlag(c, &p.Space, spaces.Default)
	cli.EffortFlag(c, &p.Effort)
	f := c.Flags()
	f.Uint64VarP(&n, "draws", "n", 100_000, "number of draws, a multiple of --chunk")
	f.Uint64Var(&p.Chunk, "chunk", 100_000, "draws in a line of the file")
	f.Uint64Var(&p.Seed, "seed", 1, "seed, any 64 bits")
	f.Uint64Var(&p.Static, "static", 10, "check one in so many of the refutations by rules, 0 for none")
	f.IntVar(&p.Foreign, "foreign", 0, "games that the foreign program replays, too: one in so many, 0 for all")
	f.Int64Var(&p.States, "nodes", recheck.DefaultStates, "limit of states for one check")
	cli.SetMinimum(c, 0, "foreign")
	cli.SetMinimum(c, 1, "nodes")
	f.StringVarP(&file, "output", "o", "", "the file of the run")
	return c
}

// runRecheck computes the pieces that the file lacks, and prints a summary of all.
func runRecheck(ctx context.Context, a *cli.App, p recheckPlan, n uint64, file string) error {
	space, err := spaces.New(p.Space)
	if err != nil {
		return err
	}
	if _, err := newRecheckWorker(p, space); err != nil {
		return cli.Usage(err)
	}
	f, total, err := p.OpenFile(file)
	if err != nil {
		return err
	}
	defer f.Close()
	workers := sync.Pool{New: func() any {
		w, _ := newRecheckWorker(p, space) // cannot fail, since it succeeded above
		return w
	}}
	chunks := cli.Range{First: total.Pieces * p.Chunk, End: n, Size: p.Chunk, Unit: "draws"}
	to := cli.Outputs{Out: f, EndAtError: true} // so the file has no gap
	err = a.Blocks(ctx, chunks, to, func(ctx context.Context, b *cli.Batch, first, _ uint64) {
		w := workers.Get().(*recheckWorker)
		defer workers.Put(w)
		piece, err := w.Piece(ctx, first/p.Chunk)
		if err == nil {
			b.Out, err = cli.AppendJSON(nil, piece)
			b.Out = append(b.Out, '\n')
		}
		if err != nil {
			b.Errors = append(b.Errors, err)
		}
	})
	if err != nil {
		return err
	}
	if total, err = readRecheckFile(file); err != nil {
		return err
	}
	return writeRecheck(a.Out, total)
}

// writeRecheck prints the summary of a file. It returns an error if a verdict is wrong; there is then no bound.
func writeRecheck(out io.Writer, t *recheckTotal) error {
	fmt.Fprintf(out, "%s, seed %d, effort %s: %s draws, refuted", t.Plan.Space, t.Plan.Seed, t.Plan.Effort, cli.Number(t.Draws))
	for _, stage := range slices.Sorted(maps.Keys(t.Refuted)) {
		fmt.Fprintf(out, " %s %s", stage, cli.Number(t.Refuted[stage]))
	}
	if n := uint64(len(t.Undecided)); t.Legal+n > 0 {
		fmt.Fprintf(out, ", legal %s, undecided %s", cli.Number(t.Legal), cli.Number(n))
	}
	fmt.Fprintf(out, "\n\n")
	if err := t.Tally.Write(out); err != nil {
		return err
	}
	for _, o := range t.Unconfirmed {
		fmt.Fprintf(out, "\n%s\n  %s\n", o.Why, o.Certificate)
	}
	for _, fen := range t.Undecided {
		fmt.Fprintf(out, "\nundecided: %s\n", fen)
	}
	if wrong := t.Tally.Sum().Wrong; wrong > 0 {
		return fmt.Errorf("%d claims do not hold: one of the two programs is wrong", wrong)
	}
	_, err := fmt.Fprintf(out, "\nNone of %d is wrong: with 95 %% confidence the share of wrong refutations is below %.2g.\n",
		t.Refutations().Confirmed, t.Bound())
	return err
}
