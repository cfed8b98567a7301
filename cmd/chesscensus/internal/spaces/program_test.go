package spaces_test

import (
	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/cmd/chesscensus/internal/judging"
	"chesscensus/cmd/chesscensus/internal/spaces"
)

// program has the commands used in the tests of this package.
var program = clitest.Program{spaces.Commands, judging.Commands}

// invoke runs a command line of program, and check one that must succeed with a given output.
var invoke, check = program.Invoke, program.Check
