package surveys

import (
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/cmd/chesscensus/internal/endings"
	"chesscensus/cmd/chesscensus/internal/games"
	"chesscensus/cmd/chesscensus/internal/judging"
)

// program has the commands that the tests here run.
var program = clitest.Program{Commands, judging.Commands, endings.Commands, games.Commands}

// TestMain lets the test binary play the program itself, for the tests that kill it.
func TestMain(m *testing.M) { program.Main(m) }

func invoke(in string, args ...string) (status int, out, errs string) {
	return program.Invoke(in, args...)
}
