package surveys

import (
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/cmd/chesscensus/internal/endings"
	"chesscensus/cmd/chesscensus/internal/games"
	"chesscensus/cmd/chesscensus/internal/judging"
)

// program has the commands used in these tests. invoke runs a command line.
var program = clitest.Program{Commands, judging.Commands, endings.Commands, games.Commands}
var invoke = program.Invoke

// TestMain lets the test binary run as the program itself, for tests that kill it.
func TestMain(m *testing.M) { program.Main(m) }
