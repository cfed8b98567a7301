package endings

import (
	"chesscensus/cmd/chesscensus/internal/clitest"
)

// program has the commands used in the tests of this package.
var program = clitest.Program{Commands}

// invoke runs a command line of program.
var invoke = program.Invoke
