// List prints the modules that the program chesscensus is built from with their licences, as a table.
//
//	go run ./tools/licences/list [package]...
package main

import (
	"fmt"
	"os"
	"text/tabwriter"

	"chesscensus/tools/licences"
)

func main() {
	packages := os.Args[1:]
	if len(packages) == 0 {
		packages = []string{"chesscensus/cmd/chesscensus"}
	}
	list, err := licences.Of("", packages...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	for _, m := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", m.Path, m.Version, m.Licence, m.File)
	}
	if err := w.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
