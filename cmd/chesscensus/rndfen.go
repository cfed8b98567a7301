package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"sync"

	"github.com/spf13/cobra"

	"chesscensus/chess"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
	"chesscensus/sampler"
	"chesscensus/sampler/rndfen"
	"chesscensus/survey/filter"
)

func (a *app) rndfenCommand() *cobra.Command {
	var effortName string
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
			n, err := strconv.ParseUint(args[0], 10, 64)
			if err != nil || n == 0 {
				return usagef("rndfen %.40q: want a number of at least 1", args[0])
			}
			seed := rand.Uint64()
			if len(args) == 2 {
				if seed, err = strconv.ParseUint(args[1], 10, 64); err != nil {
					return usagef("seed %.40q: want a number from 0 to 2^64-1", args[1])
				}
			}
			effort, err := verdict.ParseEffort(effortName)
			if err != nil {
				return usagef("--effort: %v", err)
			}
			if _, err := legality.New(legality.Options{Effort: effort}); err != nil {
				return usageError{err}
			}
			space := rndfen.NewConditioned()
			plan, err := rndfen.NewPlan(space, n, seed)
			if err != nil {
				return usageError{err}
			}
			if len(args) == 1 {
				fmt.Fprintf(a.err, "seed: %d\n", seed)
			}
			fmt.Fprintln(a.err, plan)
			return a.candidates(cmd.Context(), space, plan, effort)
		},
	}
	effortFlag(c, &effortName)
	flag := c.Flags().Lookup("effort")
	flag.DefValue = verdict.Static.String()
	effortName = flag.DefValue
	return c
}

// candidates prints the candidates of a plan that the effort does not refute.
func (a *app) candidates(ctx context.Context, space *rndfen.Conditioned, plan *rndfen.Plan, effort verdict.Effort) error {
	var engines sync.Pool // of *legality.Engine
	bar := a.progressBar(plan.Draws, "draws")
	defer bar.finish()
	return a.pipeline(ctx, func(ctx context.Context, send func(*filter.Batch) bool) error {
		for block := range plan.Blocks() {
			work := func(b *filter.Batch) {
				engine, _ := engines.Get().(*legality.Engine)
				if engine == nil {
					var err error
					if engine, err = legality.New(legality.Options{Effort: effort}); err != nil {
						b.Errors = append(b.Errors, err)
						return
					}
				}
				defer engines.Put(engine)
				plan.Candidates(space, block, func(s *chess.Setup) {
					if v := engine.Judge(ctx, *s); v.Outcome != verdict.Illegal {
						f := chess.FEN{Setup: *s, Fullmove: 1}
						b.Out = append(f.Append(b.Out), '\n')
					}
				})
			}
			if !send(filter.NewBatch(work)) {
				return nil
			}
			bar.set(min(plan.Draws, (block+1)*sampler.BulkBlock))
		}
		return nil
	})
}
