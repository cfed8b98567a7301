// Make writes the pages of the project's site into a folder, for MkDocs; see package site.
package main

import (
	"fmt"
	"os"

	"chesscensus/tools/site"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: make PROJECT DIR")
		os.Exit(2)
	}
	pages, err := site.Make(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
	fmt.Printf("%d pages in %s\n", len(pages), os.Args[2])
}
