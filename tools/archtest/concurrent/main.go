// Command concurrent prints the packages whose tests may run two goroutines, one a line: those that make race has to look
// at. See archtest.Concurrent for why the others cannot have a data race.
//
//	go run ./tools/archtest/concurrent [FOLDER]
//
// The folder is the root of a clone, by default the current one.
package main

import (
	"fmt"
	"os"

	"chesscensus/tools/archtest"
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	list, err := archtest.Concurrent(root)
	if err != nil {
		fmt.Fprintln(os.Stderr, "concurrent:", err)
		os.Exit(1)
	}
	for _, path := range list {
		fmt.Println(path)
	}
}
