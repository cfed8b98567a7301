// Package cli is what all commands of the program have in common: streams, exit statuses, lines in
// and lines out, records as people write them, progress, and the version that outputs carry.
//
// A package of commands has one purpose and one [Group]: a function that returns its commands for an [App], the
// one run of the program. [Run] makes a program of some groups and executes a command line:
//
//	status := cli.Run(ctx, args, os.Stdin, os.Stdout, os.Stderr, games.Commands, judging.Commands)
//
// So a test of a group runs its commands as they are run from a shell, see package clitest.
//
// # Contract
//
// Commands read standard input or arguments and write standard output, one line in, one line out, in
// order. A line that cannot be handled is named on standard error and the others go on; the status is then
// [StatusError]. A wrong command line is [StatusUsage], made by [Usagef]; after Ctrl-C the status is
// [StatusInterrupted], and [StatusPipe] when the reader of the output has gone; after a search for one game that has given up it is
// [StatusUndecided]. The number of workers
// never changes the output. Progress goes to standard error, only if that is a terminal or with --progress.
package cli
