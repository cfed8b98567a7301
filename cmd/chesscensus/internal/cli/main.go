package cli

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"
)

// endingSignals returns the signals that end a run cleanly. It leaves out signals that the process has inherited as ignored: nohup
// ignores SIGHUP, and a shell ignores interrupts for background jobs.
func endingSignals() []os.Signal {
	return slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
}

// Main runs the program that consists of the groups, with the arguments and streams of the process, and ends the process.
func Main(groups ...Group) {
	// A closed pipe becomes an error of the write and does not kill the process. The
	// notebook commands start other programs, which would inherit the ignored signal.
	if len(os.Args) < 2 || os.Args[1] != "notebook" {
		signal.Ignore(syscall.SIGPIPE)
	}
	ctx, stop := signal.NotifyContext(context.Background(), endingSignals()...)
	// The first Ctrl-C restores the default action, so that a second one ends a program that takes long to finish cleanly.
	context.AfterFunc(ctx, stop)
	code := Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, groups...)
	stop()
	os.Exit(code)
}

// LimitHeapGrowth starts the garbage collector whenever the heap has grown by the given percentage of its live part, unless the variable
// GOGC is set. It is for commands with large tables that stay alive: by default (100 percent) half of their memory would be garbage.
// docs/BENCHMARKS.md has measurements of memory and time.
func LimitHeapGrowth(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
