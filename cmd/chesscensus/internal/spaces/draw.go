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
			return a.Blocks(cmd.Context(), cli.Range{End: n, Size: drawBatch, Unit: "draws"}, a.Outputs(), func(_ context.Context, b *cli.Batch, from, count uint64) {
				for i, d := range stream.Draws(first+from, count) {
					f := d.FEN()
					if asJSON {
						b.Out, _ = cli.AppendJSON(b.Out, drawRecord{cli.ThisProgram(), space.Name(), seed, i,
							f.String(), d.Weight, d.Multiplicity}) // encoding strings and numbers cannot fail
					} else {
						b.Out = append(f.Append(b.Out), '\t')
						b.Out = append(strconv.AppendInt(b.Out, int64(d.Weight), 10), '\t')
						b.Out = strconv.AppendInt(b.Out, int64(d.Multiplicity), 10)
					}
					b.Out = append(b.Out, '\n')
				}
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
