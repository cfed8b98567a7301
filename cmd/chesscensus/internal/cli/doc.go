// Package cli holds what all commands of the program share: streams, exit statuses, filters of lines,
// parsing of FEN records as users write them, progress bars, and the version that outputs carry.
//
// A package of commands has one purpose and one [Group]: a function that returns its commands for an [App], which
// is one run of the program. [Run] builds a program from groups and executes a command line:
//
//	status := cli.Run(ctx, args, os.Stdin, os.Stdout, os.Stderr, games.Commands, judging.Commands)
//
// A command that answers lines calls [App.Filter], one that counts or draws calls [App.Blocks]: both work on all workers and write in order.
// A command that prints records has --json, to which the group [Tables] adds -o for tables of them. Package clitest runs command lines for tests.
//
// # Contract
//
// Commands read standard input or arguments and write standard output, one line in, one line out, in order. An error in a line is
// reported on standard error with the number of the line, and the other lines are processed. The number of workers never changes
// the output. Progress goes to standard error, only if that is a terminal or with --progress.
//
// The exit status is [StatusError] after an error or a bad line and [StatusUsage] after a wrong command line (see [Usagef]).
// It is [StatusInterrupted] after Ctrl-C, [StatusPipe] if the reader of the output has closed it, and [StatusUndecided] if
// the search for one game has ended at its limits.
package cli
