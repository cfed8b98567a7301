// Table prints the forecasts of docs/SCALING.md as a table in Markdown: how fast a survey goes with 10 to 10 000 workers.
//
//	go run ./survey/remote/internal/scaling/table
package main

import (
	"fmt"

	"chesscensus/survey/remote/internal/scaling"
)

func main() {
	fmt.Println("| client | shard | slots | shards/s | efficiency | client busy | engine busy |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for _, processors := range []int{2, 8} {
		for _, shard := range []float64{30, 300, 3000} {
			for _, slots := range []int{10, 100, 1000, 10_000} {
				f := scaling.Simulate(scaling.Measured(slots, shard, processors))
				fmt.Printf("| %d processors | %.0f s | %d | %.3g | %.1f %% | %.1f %% | %.1f %% |\n", processors, shard, slots, f.Rate, 100*f.Efficiency, 100*f.ClientBusy, 100*f.EngineBusy)
			}
		}
	}
}
