package games

import (
	"sort"
	"strings"
	"testing"

	"chesscensus/internal/testing/devdata"
)

// TestUnmovesAsTexelutil compares the lines with those of texelutil's revmoves.
func TestUnmovesAsTexelutil(t *testing.T) {
	rows := devdata.Rows(t, devdata.Unmoves, 4)
	for _, fields := range rows {
		fen, want := fields[1], fields[3]
		status, out, errs := invoke("", "unmoves", fen)
		if status != 0 || errs != "" {
			t.Fatalf("%s: status %d, %s", fen, status, errs)
		}
		var got []string
		for line := range strings.Lines(out) {
			if w := strings.Fields(line); w[0] != "Corrected" {
				got = append(got, strings.Join([]string{w[0], w[2], w[4], w[6]}, ","))
			}
		}
		sort.Strings(got)
		if strings.Join(got, ";") != want {
			t.Errorf("%s: the unmoves differ: %d lines", fen, len(got))
		}
	}
	if len(rows) < 10 {
		t.Errorf("only %d rows compared", len(rows))
	}
}

// TestNoUnmoves: a position without unmoves has no line, and the lines of those before and behind it stay apart.
func TestNoUnmoves(t *testing.T) {
	const some, none = "4k3/8/8/8/8/8/8/K7 b - - 0 1\n", "4k3/8/8/8/8/8/PP6/Kn6 b - - 0 1\n"
	for _, flag := range []string{"--fen=false", "--fen", "--legal", "--json"} {
		_, want, _ := invoke(some, "unmoves", flag)
		if status, out, errs := invoke(some+some+none+some, "unmoves", flag); status != 0 || want == "" || out != want+want+want {
			t.Errorf("%s: status %d, %s\n%s\nwant thrice\n%s", flag, status, errs, out, want)
		}
	}
}

func TestUnmovesBadInput(t *testing.T) {
	for fen, want := range map[string]string{"nonsense": "want a position", "8/8/8/8/8/8/8/8 w - - 0 1": "no king",
		"8/8/8/8/8/8/8/Kk6 w - - 0 1": "side not to move is in check"} {
		if status, out, errs := invoke(fen+"\n", "unmoves"); status != 1 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, output %q, errors %q, want %q", fen, status, out, errs, want)
		}
	}
}
