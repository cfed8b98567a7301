// Chesscensus estimates how many chess positions are legal: it draws positions
// from sets of exactly known size, judges them, and states what follows.
//
// Run "chesscensus help" for the commands. They read standard input or arguments
// and write standard output, one line in, one line out, in order; errors go to
// standard error with the name and the number of the line, and make the exit
// status 1 in the end. Other statuses: 2 for a wrong command line, 130 after
// Ctrl-C, 141 when the reader of the output has gone.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	// A reader that goes away is an error of the write, not a signal that kills. The
	// notebook commands start other programs, which would inherit that.
	if len(os.Args) < 2 || os.Args[1] != "notebook" {
		signal.Ignore(syscall.SIGPIPE)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first Ctrl-C the default action is back, so that a second one ends
	// a program that takes long to finish cleanly.
	context.AfterFunc(ctx, stop)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
