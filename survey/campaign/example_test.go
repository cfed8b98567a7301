package campaign

import (
	"context"
	"fmt"
	"os"

	"chesscensus/legality/verdict"
	"chesscensus/survey/report"
)

// A survey of a toy space, of whose positions 281 can be proven legal: planned after a
// pilot, run in two parts, and reported.
func Example() {
	dir, err := os.MkdirTemp("", "survey-*")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx, program := context.Background(), toyProgram(verdict.Game)
	request := toyRequest(verdict.Game)
	request.Budget = 0.6 // also with -short
	if _, err := Make(ctx, program, dir, request); err != nil {
		fmt.Println(err)
		return
	}
	c, err := Open(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		status, err := c.Run(ctx, program, Options{Shards: 6})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(status.Done, "of", status.Shards, "shards done")
	}
	reader, err := report.Open(dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	r, _, err := reader.Report(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("proven legal: %.0f +- %.0f\n", r.Estimate.Low.Value, r.Estimate.Low.HalfWidth())
	// Output:
	// 6 of 12 shards done
	// 12 of 12 shards done
	// proven legal: 277 +- 7
}
