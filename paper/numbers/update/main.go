// Update brings the figures up to date that README, docs and notebooks quote from the stored records; see package numbers.
//
//	go run ./paper/numbers/update .            # write
//	go run ./paper/numbers/update -list .      # print all figures by name
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"chesscensus/paper/numbers"
)

func main() {
	list := flag.Bool("list", false, "print all figures by name, and write nothing")
	flag.Parse()
	if err := run(flag.Arg(0), *list); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(root string, list bool) error {
	record, err := numbers.Stored(context.Background(), root)
	if err != nil {
		return err
	}
	values, err := record.Values()
	if err != nil {
		return err
	}
	if list {
		for _, v := range values {
			fmt.Printf("%s\t%s\n", v.Name, v.Unicode)
		}
		return nil
	}
	written, err := numbers.UpdatePages(root, values)
	for _, path := range written {
		fmt.Println(path)
	}
	return err
}
