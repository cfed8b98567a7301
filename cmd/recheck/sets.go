package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"runtime"
	"time"

	"chesscensus/recheck/sets"
)

// runSets runs "recheck sets", which computes the sizes of all sets, and returns its status.
func runSets(ctx context.Context, args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("recheck sets", flag.ContinueOnError)
	flags.SetOutput(errs)
	o := sets.Options{}
	flags.IntVar(&o.Pawns, "pawns", 8, "of the kernel spaces, strata with up to so many pawns (0 to 8); 3 takes seconds, 8 minutes")
	flags.IntVar(&o.Workers, "jobs", runtime.NumCPU(), "goroutines at a time")
	if flags.Parse(args) != nil {
		return 2
	}
	if o.Pawns < 0 || o.Pawns > 8 || o.Workers < 1 || flags.NArg() > 0 {
		fmt.Fprintln(errs, "recheck sets: -pawns wants 0 to 8, -jobs at least 1, and there are no other arguments")
		return 2
	}
	start, printed := time.Now(), time.Now()
	o.Progress = func(set string, share float64) {
		if time.Since(printed) >= 10*time.Second || share == 1 && time.Since(start) > 10*time.Second {
			printed = time.Now()
			fmt.Fprintf(errs, "%s: %.1f %% after %v\n", set, 100*share, time.Since(start).Round(time.Second))
		}
	}
	rows, differ := 0, 0
	var writeErr error // the first error of out
	err := sets.Check(ctx, o, func(r sets.Row) {
		if rows++; !r.Equal() {
			differ++
		}
		_, err := fmt.Fprintln(out, r)
		writeErr = cmp.Or(writeErr, err)
	})
	switch {
	case err != nil:
		fmt.Fprintf(errs, "recheck sets: stopped after %d sizes: %v\n", rows, err)
		return 1
	case writeErr != nil:
		fmt.Fprintln(errs, "recheck sets:", writeErr)
		return 1
	}
	fmt.Fprintf(errs, "%d sizes, %d differ\n", rows, differ)
	if differ > 0 {
		return 1
	}
	return 0
}
