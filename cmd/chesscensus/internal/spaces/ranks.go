package spaces

import (
	"github.com/spf13/cobra"

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/sampler"
)

// rankCommand returns the command rank.
func rankCommand(a *cli.App) *cobra.Command {
	var name string
	c := &cobra.Command{
		Use:   "rank [FEN...]",
		Short: "FEN to rank: the number of a position in a space",
		Long: `Rank prints, for each FEN record, its rank in the space, a number from 0 to size-1.

If the position is present several times, the fifth field chooses one of them when
the sixth is their number, as unrank prints them; otherwise it is the one with
index 0. A record that is not in the space is an error that says why.`,
		Example: `  chesscensus rank --space ranked 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
  4363356584906475725281875852763383495825704796`,
	}
	AddFlag(c, &name, Default)
	setLineCommand(a, c, cli.FENArgs, func() (sampler.Space, error) { return New(name) }, func(space sampler.Space, line string) (string, func() any, error) {
		f, err := a.ReadDraw(line)
		if err != nil {
			return "", nil, err
		}
		d := sampler.FromFEN(f)
		rank, err := space.Rank(&d)
		return rank.Dec(), func() any { return rankRecord{cli.ThisProgram(), space.Name(), rank.Dec(), f.String()} }, err
	})
	return c
}

// unrankCommand returns the command unrank.
func unrankCommand(a *cli.App) *cobra.Command {
	var name string
	c := &cobra.Command{
		Use:   "unrank [RANK...]",
		Short: "Rank to FEN: the position with a given number in a space",
		Long: `Unrank prints, for each rank, the FEN record of the element with that rank. The fifth
field is the index of the element among those with the same position, from 0, and
the sixth is their number.`,
		Example: `  chesscensus unrank --space ranked 2767319389670148721918452131955021058376335346
  2NB4/RprpB2p/1PBrr2P/3b3q/p3PnK1/P1Q5/1krP1p2/nB3N2 w - - 5 6`,
	}
	AddFlag(c, &name, Default)
	setLineCommand(a, c, nil, func() (sampler.Space, error) { return New(name) }, func(space sampler.Space, line string) (string, func() any, error) {
		rank, err := sampler.ParseRank(space, cli.FENField(line))
		if err != nil {
			return "", nil, err
		}
		var d sampler.Draw
		space.Unrank(&d, &rank)
		f := d.FEN()
		return f.String(), func() any { return rankRecord{cli.ThisProgram(), space.Name(), rank.Dec(), f.String()} }, nil
	})
	return c
}
