package games

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality/proofkernel/search"
)

// kernelsCommand returns the command kernels, which lists proof kernels.
func kernelsCommand(a *cli.App) *cobra.Command {
	var initial string
	var nodes int64
	var physical, asJSON bool
	c := &cobra.Command{
		Use:   "kernels [-i FEN] FEN",
		Short: "List the proof kernels of a position",
		Long: `Kernels prints every proof kernel that has an extended kernel: sequences of captures and
promotions that turn the men of the initial position (or of -i) into those of the goal,
a necessary condition of a game between them. Each line is a blank and the moves, in the
notation of texelutil proofkernel; all orders of the same captures are listed.

With --physical every pawn that can promote in order to be captured may do so; texelutil
misses some such kernels, and now and then the only ones (see docs/DIFFERENCES.md).`,
		Example: `  chesscensus kernels -i '4k3/4p3/8/8/8/8/2P5/4K3 w - - 0 1' '4k3/8/8/8/8/8/2P5/4K3 w - - 0 1'
   wxPe0`,
		Args: cobra.RangeArgs(1, 6),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args = cli.FENArgs(args); len(args) != 1 {
				return cli.Usagef("want one FEN record, found %d arguments", len(args))
			}
			start := chess.InitialSetup()
			if initial != "" {
				f, err := a.ReadFEN(initial)
				if err != nil {
					return fmt.Errorf("-i: %w", err)
				}
				start = f.Setup
			}
			goal, err := a.ReadFEN(args[0])
			if err != nil {
				return err
			}
			out := bufio.NewWriter(a.Out)
			s := search.Searcher{Options: search.Options{Nodes: nodes, Physical: physical}}
			var line []byte
			for k, err := range s.All(cmd.Context(), start, goal.Setup) {
				if err != nil {
					_ = out.Flush() // the kernels before the error stay in the output
					return err
				}
				line = append(k.Append(append(line[:0], ' ')), '\n')
				if asJSON {
					if line, err = cli.AppendJSON(line[:0], kernelRecord{cli.ThisProgram(), goal.String(), strings.Fields(k.String()),
						strings.Fields(k.ExtendedString())}); err != nil {
						return err
					}
					line = append(line, '\n')
				}
				if _, err := out.Write(line); err != nil {
					return err
				}
			}
			return out.Flush()
		},
	}
	c.Flags().StringVarP(&initial, "initial", "i", "", "FEN record to start from instead of the initial position")
	cli.RefuseEmpty(c, "initial")
	cli.JSONFlag(c, &asJSON)
	c.Flags().BoolVar(&physical, "physical", false, "list also kernels with promoted victims that texelutil misses")
	c.Flags().Int64Var(&nodes, "nodes", -1, "limit of search nodes, 0 for fifty million, negative for none")
	return c
}

// A kernelRecord is the JSON form of a proof kernel.
type kernelRecord struct {
	cli.Program
	FEN      string   `json:"fen"`
	Kernel   []string `json:"kernel"`
	Extended []string `json:"extended,omitempty"`
}
