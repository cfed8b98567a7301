package spaces

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/rndfen"
)

// conditionedSpace returns the space of candidates, which is made once.
var conditionedSpace = sync.OnceValue(rndfen.NewConditioned)

// rndfenCommand returns the command rndfen.
func rndfenCommand(a *cli.App) *cobra.Command {
	effort := verdict.Static
	var asJSON bool
	c := &cobra.Command{
		Use:   "rndfen N [SEED]",
		Short: "Random candidates, about N of them legal",
		Long: `Rndfen prints random positions, about N of which are legal, and on standard error the
number of positions that each of these stands for:

  multiplier: M

M times the number of lines that are legal is an unbiased estimate of the number of
legal positions. Lines and set are those of texelutil rndfen, but what can be
counted is not drawn and dropped, no legal position is lost, and other positions come
out for the same seed. Positions that --effort refutes are left out.

Without SEED, any 64 bits, a random one is taken and named on standard error.`,
		Example: `  chesscensus rndfen 10 1
  chesscensus rndfen 1000 1 | chesscensus judge | grep -vc illegal`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := cli.ParseCount(args[0])
			if err != nil || n == 0 {
				return cli.Usagef("rndfen %.40q: want a number of at least 1", args[0])
			}
			seed := rand.Uint64()
			if len(args) == 2 {
				if seed, err = strconv.ParseUint(args[1], 10, 64); err != nil {
					return cli.Usagef("seed %.40q: want a number from 0 to 2^64-1", args[1])
				}
			}
			space := conditionedSpace()
			plan, err := rndfen.NewPlan(space, n, seed)
			if err != nil {
				return cli.Usage(err)
			}
			if len(args) == 1 {
				fmt.Fprintf(a.Err, "seed: %d\n", seed)
			}
			fmt.Fprintln(a.Err, plan)
			return printCandidates(cmd.Context(), a, space, plan, candidateOptions{legality.Options{Effort: effort}, asJSON})
		},
	}
	cli.JSONFlag(c, &asJSON)
	cli.EffortFlag(c, &effort)
	return c
}

// candidateOptions selects the candidates that are printed, and the format.
type candidateOptions struct {
	engine legality.Options
	json   bool
}

// printCandidates prints the candidates of a plan that the engine does not refute. An error of an engine ends the list, see
// [legality.Engine.Err]: from then on that engine refutes nothing. The block in which it happens is not printed.
func printCandidates(ctx context.Context, a *cli.App, space *rndfen.Conditioned, plan *rndfen.Plan, o candidateOptions) error {
	engines, err := cli.Engines(o.engine)
	if err != nil {
		return err
	}
	multiplier, _ := plan.Multiplier.Float64()
	run, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	draws := cli.Range{End: plan.Draws, Size: sampler.BulkBlock, Unit: "draws"}
	err = a.Blocks(run, draws, a.Outputs(), func(ctx context.Context, b *cli.Batch, first, _ uint64) {
		engine := engines.Get().(*legality.Engine)
		defer engines.Put(engine)
		plan.Candidates(space, first/sampler.BulkBlock, func(s *chess.Setup) {
			if v := engine.Judge(ctx, *s); v.Outcome == verdict.Illegal {
				return
			}
			f := chess.FEN{Setup: *s, Fullmove: 1}
			if o.json {
				b.Out, _ = cli.AppendJSON(b.Out, candidateRecord{cli.ThisProgram(), f.String(), multiplier}) // encoding strings and numbers cannot fail
			} else {
				b.Out = f.Append(b.Out)
			}
			b.Out = append(b.Out, '\n')
		})
		if err := engine.Err(); err != nil {
			stop(err)
		}
		if ctx.Err() != nil {
			b.Out = nil // an engine refutes nothing once it is stopped, by an error or by the context
		}
	})
	if cause := context.Cause(run); cause != nil && ctx.Err() == nil {
		return cause
	}
	return err
}
