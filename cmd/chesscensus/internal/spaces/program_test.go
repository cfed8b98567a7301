package spaces_test

import (
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/cmd/chesscensus/internal/judging"
	"chesscensus/cmd/chesscensus/internal/spaces"
)

// program has the commands that the tests here run.
var program = clitest.Program{spaces.Commands, judging.Commands}

func invoke(in string, args ...string) (status int, out, errs string) {
	return program.Invoke(in, args...)
}

func check(t *testing.T, in, want string, args ...string) {
	t.Helper()
	program.Check(t, in, want, args...)
}
