package spaces_test

import (
	"strings"
	"testing"

	"chesscensus/cmd/chesscensus/internal/clitest"
	"chesscensus/internal/testing/testkit"
)

// TestEncodeAndDecode: codes are known ones, and decode gives the positions back.
func TestEncodeAndDecode(t *testing.T) {
	testkit.Medium(t)
	const enPassant = "rnbqkbnr/1p2pppp/p7/2Pp4/3p4/8/PP1PPPPP/RNBQKB1R w KQkq d6 0 1"
	check(t, "", "ZGkAAUmmDeXq6uUgCh5BvUSbkz\n", "encode", clitest.InitialFEN)
	check(t, "", "ZGkAAUmmDeXq6uUgCh5BvUSbkz\n", append([]string{"encode"}, strings.Fields(clitest.InitialFEN)...)...)
	check(t, "# a comment\n"+clitest.InitialFEN+"\tsomething\r\n\n"+enPassant, "Rlu2RhJ8Et2egSOI1cgYwDw9hx\nRlu2Rhhb-7ZUiZiKZEDLXNvOV6\n", "encode", "--codec", "rank")
	check(t, "", clitest.InitialFEN+"\n", "decode", "ZGkAAUmmDeXq6uUgCh5BvUSbkz")
	check(t, " ZGkAAUmmDeXq6uUgCh5BvUSbkz \tx\nZK-5bqXejZJz8nfzdDqWcriNZN", clitest.InitialFEN+"\n"+enPassant+"\n", "decode", "--codec", "tomic")
	check(t, "", "", "encode")
	check(t, "", "50209325007364940764539843570679669387641891674\n", "size", "--space", "material")
}

// TestBadCodes: records without a code and texts that are no code are errors with their line, and the others are answered.
func TestBadCodes(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	status, out, errs := invoke(clitest.InitialFEN+"\n8/8/8/8/8/8/8/8 w - - 0 1\nwhat\n"+clitest.InitialFEN+"\n", "encode")
	if want := "standard input:2: material: not in the space: 0 white kings"; status != 1 || strings.Count(out, "\n") != 2 ||
		!strings.Contains(errs, want) || !strings.Contains(errs, "standard input:3: ") {
		t.Errorf("encode: status %d, output %q, errors %q", status, out, errs)
	}
	status, out, errs = invoke("________________________________\n\nZGkAAUmmDeXq6uUgCh5BvUSbkz\n__________________________\n", "decode")
	if status != 1 || out != clitest.InitialFEN+"\n" || !strings.Contains(errs, "standard input:1: not a code: 32 characters") ||
		!strings.Contains(errs, "standard input:4: not a code") {
		t.Errorf("decode: status %d, output %q, errors %q", status, out, errs)
	}
}
