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

func TestUnmovesBadInput(t *testing.T) {
	for fen, want := range map[string]string{"nonsense": "want a position", "8/8/8/8/8/8/8/8 w - - 0 1": "no king",
		"8/8/8/8/8/8/8/Kk6 w - - 0 1": "side not to move is in check"} {
		if status, out, errs := invoke(fen+"\n", "unmoves"); status != 1 || out != "" || !strings.Contains(errs, want) {
			t.Errorf("%s: status %d, output %q, errors %q, want %q", fen, status, out, errs, want)
		}
	}
}
