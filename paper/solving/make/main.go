// Make measures what it takes to judge fresh uniform draws, and writes the file that the article's figures of solving times are made from; see package paper.
//
//	go run ./paper/solving/make -draws 20000 -seed 1905 > paper/solving.tsv
package main

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"time"

	"chesscensus/legality"
	"chesscensus/paper"
	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
)

func main() {
	draws := flag.Uint64("draws", 20_000, "uniform draws, of which some nine in a hundred are candidates")
	seed := flag.Uint64("seed", 1905, "seed of the draws")
	flag.Parse()
	if err := run(*draws, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

func run(draws, seed uint64) error {
	const space = "ranked-repaired"
	s, err := spaces.Open(space)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(os.Stdout)
	err = paper.MeasureSolving(context.Background(), w, sampler.NewStream(s, seed), draws,
		fmt.Sprintf("go run ./paper/solving/make -draws %d -seed %d", draws, seed),
		fmt.Sprintf("%d draws of %s, seed %d; engine %v, %s, %s/%s, one goroutine, %s", draws, space, seed, legality.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH, time.Now().UTC().Format("2006-01-02")))
	return cmp.Or(err, w.Flush())
}
