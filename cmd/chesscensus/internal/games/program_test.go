package games

import (
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/cmd/chesscensus/internal/judging"
)

// program has the commands used in the tests of this package.
var program = clitest.Program{Commands, judging.Commands}

// invoke runs a command line of program, and check one that must succeed with a given output.
var invoke, check = program.Invoke, program.Check
