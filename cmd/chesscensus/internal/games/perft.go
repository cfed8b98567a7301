package games

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
)

// maxPerftDepth is the greatest depth that --depth accepts. Positions with few men can be counted so far. From the initial position
// a depth of 14 exceeds 64 bits, see [chess.Position.Perft], but takes centuries.
const maxPerftDepth = 15

// perftCommand returns the command perft.
func perftCommand(a *cli.App) *cobra.Command {
	var depth int
	var divide, asJSON bool
	c := &cobra.Command{
		Use:   "perft [FEN]",
		Short: "Count the legal move sequences of a given length",
		Long: `Perft prints the number of sequences of d legal moves from a position, the initial
one by default. With --divide it prints the number for each first move as well.`,
		Example: `  chesscensus perft -d 6
  119060324`,
		Args: cobra.MaximumNArgs(6),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				if _, err := strconv.Atoi(args[0]); err == nil {
					return cli.Usagef("perft %.20s: the depth is given with -d, as in perft -d %.20s", args[0], args[0])
				}
			}
			p := chess.InitialPosition()
			if args = cli.FENArgs(args); len(args) > 1 {
				return cli.Usagef("want one FEN record, found %d arguments", len(args))
			} else if len(args) == 1 {
				f, err := a.ReadFEN(args[0])
				if err != nil {
					return err
				}
				if p, err = f.Setup.Position(); err != nil {
					return err
				}
			}
			r, err := perft(cmd.Context(), a, p, depth, divide)
			if err != nil {
				return err
			}
			if asJSON {
				return cli.WriteJSON(a.Out, r)
			}
			if divide && depth > 0 {
				for _, m := range p.Moves(nil) {
					if _, err := fmt.Fprintf(a.Out, "%v %d\n", m, r.Moves[m.String()]); err != nil {
						return err
					}
				}
			}
			_, err = fmt.Fprintln(a.Out, r.Nodes)
			return err
		},
	}
	c.Flags().IntVarP(&depth, "depth", "d", 5, "number of half-moves")
	cli.SetRange(c, "depth", 0, maxPerftDepth)
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON record")
	c.Flags().BoolVar(&divide, "divide", false, "print the count of each first move")
	return c
}

// A perftRecord is the JSON form of a count.
type perftRecord struct {
	cli.Program
	FEN   string            `json:"fen"`
	Depth int               `json:"depth"`
	Nodes uint64            `json:"nodes"`
	Moves map[string]uint64 `json:"moves,omitempty"` // with --divide: by first move, as in UCI
}

// perft counts the sequences of depth moves, and with divide also for each first move those that start with it.
func perft(ctx context.Context, a *cli.App, p chess.Position, depth int, divide bool) (perftRecord, error) {
	r := perftRecord{Program: cli.ThisProgram(), FEN: chess.FEN{Setup: p.Setup(), Fullmove: 1}.String(), Depth: depth}
	if depth == 0 {
		r.Nodes = 1
		return r, nil
	}
	moves := p.Moves(nil)
	counts := make([]uint64, len(moves))
	err := a.Each(ctx, cli.Range{End: uint64(len(moves)), Size: 1}, func(_ context.Context, i, _ uint64) error {
		q := p.Play(moves[i])
		counts[i] = q.Perft(depth - 1)
		return nil
	})
	if err != nil {
		return r, err // a worker may still set its count
	}
	if divide {
		r.Moves = map[string]uint64{}
	}
	for i, m := range moves {
		if r.Nodes += counts[i]; divide {
			r.Moves[m.String()] = counts[i]
		}
	}
	return r, nil
}
