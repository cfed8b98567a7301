package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"chesscensus/chess"
)

// maxPerft bounds the depth: depth 15 is already more than anybody has computed.
const maxPerft = 15

func (a *app) perftCommand() *cobra.Command {
	var depth int
	var divide bool
	c := &cobra.Command{
		Use:   "perft [FEN]",
		Short: "Count the legal move sequences of a given length",
		Long: `Perft prints the number of sequences of d legal moves from a position, the initial
one by default. With --divide it prints the number for each first move as well.`,
		Example: `  chesscensus perft -d 6
  119060324`,
		Args: cobra.MaximumNArgs(6),
		RunE: func(cmd *cobra.Command, args []string) error {
			if depth < 0 || depth > maxPerft {
				return usagef("-d %d: want a depth from 0 to %d", depth, maxPerft)
			}
			p := chess.InitialPosition()
			if args = fenArgs(args); len(args) > 1 {
				return usagef("want one FEN record, found %d arguments", len(args))
			} else if len(args) == 1 {
				f, err := a.readFEN(args[0])
				if err != nil {
					return err
				}
				if p, err = f.Setup.Position(); err != nil {
					return err
				}
			}
			counts, err := a.perft(cmd.Context(), p, depth)
			if err != nil {
				return err
			}
			total := uint64(0)
			for i, m := range p.Moves(nil) {
				if depth == 0 {
					break
				}
				total += counts[i]
				if divide {
					if _, err := fmt.Fprintf(a.out, "%v %d\n", m, counts[i]); err != nil {
						return err
					}
				}
			}
			if depth == 0 {
				total = 1
			}
			_, err = fmt.Fprintln(a.out, total)
			return err
		},
	}
	c.Flags().IntVarP(&depth, "depth", "d", 5, "number of half-moves")
	c.Flags().BoolVar(&divide, "divide", false, "print the count of each first move")
	return c
}

// perft counts for each legal move the sequences that start with it. Moves are
// dealt to the workers; when the context ends it returns at once.
func (a *app) perft(ctx context.Context, p chess.Position, depth int) ([]uint64, error) {
	moves := p.Moves(nil)
	counts := make([]uint64, len(moves))
	if depth == 0 {
		return counts, nil
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(a.workers, len(moves)) {
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(moves) && ctx.Err() == nil; i = next.Add(1) - 1 {
				q := p.Play(moves[i])
				counts[i] = q.Perft(depth - 1)
			}
		})
	}
	done := make(chan struct{})
	go func() { workers.Wait(); close(done) }()
	select {
	case <-done:
		return counts, ctx.Err()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
