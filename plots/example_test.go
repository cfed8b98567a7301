package plots_test

import (
	"fmt"
	"os"
	"path/filepath"

	"chesscensus/plots"
	"chesscensus/stats"
)

func ExampleCascade() {
	table := stats.NewTable("both kings in check", "adjacent kings", "undecided")
	table.AddCount("both kings in check", 1, 1, 492045)
	table.AddCount("adjacent kings", 1, 1, 102541)
	table.AddCount("undecided", 1, 1, 94903)
	f, err := plots.Cascade(table, plots.CascadeOptions{
		Options:   plots.Options{Source: "chesscensus, space ranked, n = 1 000 000, seed 1"},
		Undecided: []string{"undecided"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, _ := os.MkdirTemp("", "figures")
	defer os.RemoveAll(dir)
	paths, err := f.Save(dir, "cascade")
	for _, p := range paths {
		fmt.Println(filepath.Base(p))
	}
	fmt.Println(err)
	// Output:
	// cascade.png
	// cascade.svg
	// cascade.pdf
	// <nil>
}
