package endings

import (
	"chesscensus/cmd/chesscensus/internal/clitest"
)

// program has the commands that the tests here run.
var program = clitest.Program{Commands}

// invoke runs a command line of program.
var invoke = program.Invoke
