package cli

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// ends are the signals that end a run cleanly: but those that whoever started it has had ignored, as nohup does, and a shell for what it runs behind.
func ends() []os.Signal {
	return slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored)
}

// Main runs the program of some groups with the arguments and streams of the process, and ends it.
func Main(groups ...Group) {
	// A reader that goes away is an error of the write, not a signal that kills. The
	// notebook commands start other programs, which would inherit that.
	if len(os.Args) < 2 || os.Args[1] != "notebook" {
		signal.Ignore(syscall.SIGPIPE)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends()...)
	// After the first Ctrl-C the default action is back, so that a second one ends
	// a program that takes long to finish cleanly.
	context.AfterFunc(ctx, stop)
	code := Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr, groups...)
	stop()
	os.Exit(code)
}
