// Chesscensus estimates how many chess positions are legal: it draws positions
// from sets of exactly known size, judges them, and states what follows.
//
// Run "chesscensus help" for the commands. They read standard input or arguments and write standard output, one line in, one line
// out, in order; errors go to standard error with the name and the number of the line, and make the exit status 1 in the end. Other
// statuses: 2 for a wrong command line, 130 after Ctrl-C, 141 if the reader of the output has closed it, 3 if a search for a game
// ended undecided.
package main

import (
	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/cmd/chesscensus/internal/endings"
	"chesscensus/cmd/chesscensus/internal/estimating"
	"chesscensus/cmd/chesscensus/internal/games"
	"chesscensus/cmd/chesscensus/internal/judging"
	"chesscensus/cmd/chesscensus/internal/positions"
	"chesscensus/cmd/chesscensus/internal/spaces"
	"chesscensus/cmd/chesscensus/internal/surveys"
)

// groups are the commands of the program, grouped by purpose.
var groups = []cli.Group{
	estimating.Commands, surveys.Commands, figuresCommands,
	spaces.Commands, positions.Commands,
	judging.Commands, games.Commands, endings.Commands,
	notebookCommands, cli.Tables,
}

func main() { cli.Main(groups...) }
