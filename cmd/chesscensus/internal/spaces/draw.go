package spaces

import (
	"context"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/sampler"
)

// drawBatch is the number of draws in a batch.
const drawBatch = 1000

// drawCommand returns the command draw.
func drawCommand(a *cli.App) *cobra.Command {
	var name string
	var n, seed, first uint64
	var asJSON bool
	c := &cobra.Command{
		Use:   "draw",
		Short: "Draw uniformly from a space",
		Long: `Draw prints independent uniform draws from a space: the FEN record, a tab, the
weight, a tab, the multiplicity. A draw that is legal contributes weight/multiplicity
to the estimate, which is the size of the space times the mean contribution.

Draw number i depends on space, seed and i alone; --first continues a stream.`,
		Example: `  chesscensus draw --space ranked -n 3 --seed 1
  chesscensus draw -n 100000 | cut -f1 | chesscensus prefilter`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if n > 0 && first > math.MaxUint64-(n-1) {
				return cli.Usagef("--first %d -n %d: want numbers of draws up to %d", first, n, uint64(math.MaxUint64))
			}
			space, err := New(name)
			if err != nil {
				return err
			}
			stream := sampler.NewStream(space, seed)
			bar := a.ProgressBar(n, "draws")
			defer bar.Finish()
			return a.Pipeline(cmd.Context(), func(ctx context.Context, send func(*cli.Batch) bool) error {
				for done := uint64(0); done < n; {
					from, count := first+done, min(drawBatch, n-done)
					if !send(cli.NewBatch(func(b *cli.Batch) {
						if asJSON {
							b.Out = appendDrawRecords(nil, stream, seed, from, count)
						} else {
							b.Out = appendDraws(nil, stream, from, count)
						}
					})) {
						return nil
					}
					done += count
					bar.Set(done)
				}
				return nil
			})
		},
	}
	AddFlag(c, &name, Default)
	cli.JSONFlag(c, &asJSON)
	c.Flags().Uint64VarP(&n, "draws", "n", 10, "number of draws")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed, any 64 bits")
	c.Flags().Uint64Var(&first, "first", 0, "number of the first draw")
	return c
}

// appendDraws appends a line for each of n draws, from the first one on.
func appendDraws(dst []byte, stream *sampler.Stream, first, n uint64) []byte {
	for _, d := range stream.Draws(first, n) {
		f := d.FEN()
		dst = append(f.Append(dst), '\t')
		dst = append(strconv.AppendInt(dst, int64(d.Weight), 10), '\t')
		dst = append(strconv.AppendInt(dst, int64(d.Multiplicity), 10), '\n')
	}
	return dst
}
