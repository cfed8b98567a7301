// Recheck confirms certificates and sizes of sets, with nothing of the rest of the project: see packages recheck and
// recheck/sets, docs/CERTIFICATES.md and docs/SETS.md.
//
//	recheck [-states N] [-time 10s] [-jobs N] [FILE...]
//	recheck sets [-pawns N] [-jobs N]
//
// The second form computes the size of every set again and prints a line for each, tabs between: set, stratum or "all", size, and
// "equal" or what differs. Progress goes to standard error. The status is 1 if a size differs. The first form is for certificates.
//
// It prints a line for every certificate: the position, a tab, and "confirmed" or why not; then
// a table by theorem on standard error. The status is 0 if all are confirmed, else 1.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"chesscensus/recheck"
	"chesscensus/recheck/batch"
)

func main() {
	ends := slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored) // nohup has some ignored
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// same reports whether an input is the file that an output goes to, under whatever name.
func same(in io.Reader, out io.Writer) bool {
	from, reads := in.(*os.File)
	to, writes := out.(*os.File)
	if !reads || !writes {
		return false
	}
	a, err := from.Stat()
	if err != nil || !a.Mode().IsRegular() {
		return false
	}
	b, err := to.Stat()
	return err == nil && os.SameFile(a, b)
}

// run is the command.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) > 0 && args[0] == "sets" {
		return runSets(ctx, args[1:], out, errs)
	}
	flags := flag.NewFlagSet("recheck", flag.ContinueOnError)
	flags.SetOutput(errs)
	var c recheck.Checker
	flags.Int64Var(&c.States, "states", recheck.LineStates, "limit of states for one certificate")
	flags.DurationVar(&c.Time, "time", 0, "limit of time for one certificate, 0 for none")
	jobs := flags.Int("jobs", runtime.NumCPU(), "certificates checked at a time")
	if flags.Parse(args) != nil {
		return 2
	}
	if c.States < 1 || c.Time < 0 || *jobs < 1 {
		fmt.Fprintln(errs, "recheck: -states and -jobs want at least 1, -time at least 0")
		return 2
	}
	status := 0
	var tally batch.Tally
	check := func(name string, in io.Reader) {
		if same(in, out) {
			fmt.Fprintf(errs, "recheck: %s is written as well as read: give the output another name\n", name)
			status = 1
			return
		}
		err := batch.Run(ctx, c, in, *jobs, func(a batch.Answer) {
			tally.Add(a)
			fen := fmt.Sprintf("%s:%d", name, a.Line)
			if a.Certificate != nil {
				fen = a.Certificate.FEN
			}
			answer := "confirmed"
			if a.Err != nil {
				status, answer = 1, strings.ReplaceAll(a.Err.Error(), "\n", " ")
			}
			fmt.Fprintf(out, "%s\t%s\n", fen, answer)
		})
		if err != nil {
			fmt.Fprintf(errs, "recheck: %s: %v\n", name, err)
			status = 1
		}
	}
	if flags.NArg() == 0 {
		check("standard input", in)
	}
	for _, name := range flags.Args() {
		f, err := os.Open(name)
		if err != nil {
			fmt.Fprintln(errs, "recheck:", err)
			status = 1
			continue
		}
		check(name, f)
		f.Close()
	}
	if err := tally.Write(errs); err != nil {
		status = 1
	}
	return status
}
