package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run executes the command and returns the exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("mutants", flag.ContinueOnError)
	flags.SetOutput(errs)
	root := flags.String("root", ".", "the project")
	name := flags.String("table", "tools/mutants/table.txt", "the table, from the root")
	only := flags.String("only", "", "try mutants whose name or file matches")
	onlyUncaught := flags.Bool("new", false, "try mutants that no test is known to catch")
	write := flags.Bool("write", false, "store results in the table")
	if flags.Parse(args) != nil {
		return 2
	}
	fail := func(err error, status int) int {
		fmt.Fprintln(errs, "mutants:", err)
		return status
	}
	filter, err := regexp.Compile(*only)
	if err != nil {
		return fail(err, 2)
	}
	file := filepath.Join(*root, *name)
	text, err := os.ReadFile(file)
	if err != nil {
		return fail(err, 1)
	}
	list, err := Parse(file, string(text))
	if err != nil {
		return fail(err, 1)
	}
	if *write { // even if no mutant is tried: this gives the table its usual form
		if err := saveTable(file, Head(string(text)), list); err != nil {
			return fail(err, 1)
		}
	}
	status := 0
	for i := range list {
		m := &list[i]
		if *onlyUncaught && m.Caught != "" || !filter.MatchString(m.Name) && !filter.MatchString(m.File) {
			continue
		}
		caught, err := m.Try(ctx, *root)
		switch {
		case err != nil:
			fmt.Fprintf(errs, "%s: %v\n", m.Name, err)
			status = 1
			if ctx.Err() != nil {
				return status
			}
			continue
		case caught == "" && m.Effect != "illegal":
			status = 1
		}
		fmt.Fprintf(out, "%s\t%s\t%s\n", m.Name, m.Effect, cmp.Or(caught, "LIVES"))
		m.Caught = caught
		if *write { // after each, since a run can be cut short
			if err := saveTable(file, Head(string(text)), list); err != nil {
				return fail(err, 1)
			}
		}
	}
	return status
}

// saveTable replaces the file of the table.
func saveTable(file, head string, list []Mutant) error {
	var b strings.Builder
	if err := Write(&b, head, list); err != nil {
		return err
	}
	if err := os.WriteFile(file+".new", []byte(b.String()), 0o666); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}
