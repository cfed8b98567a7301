package record_test

import (
	"fmt"

	"chesscensus/survey/internal/record"
)

// Shards merge exactly, and the sum can be written for other programs.
func ExampleMerge() {
	a := []record.Row{{Phase: 1, Property: "all", Outcome: record.Out, Weight: 1, Multiplicity: 1, Draws: 90},
		{Phase: 1, Property: "all", Outcome: record.Pass, Weight: 1, Multiplicity: 2, Draws: 10}}
	b := []record.Row{{Phase: 1, Property: "all", Outcome: record.Out, Weight: 1, Multiplicity: 1, Draws: 95}}
	sum, err := record.Merge(a, b)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(record.AppendCSV(nil, sum)))
	// Output:
	// phase,stratum,property,value,outcome,weight,multiplicity,draws
	// 1,0,all,,out,1,1,185
	// 1,0,all,,pass,1,2,10
}
