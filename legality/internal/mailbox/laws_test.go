package mailbox

import (
	"strings"
	"testing"
)

// TestOver ends games by each law, and not a ply earlier.
func TestOver(t *testing.T) {
	for _, c := range []struct {
		what, fen, words string
		clock            int
		want             Ending
	}{
		{"fourth time", Initial, strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 3), 0, Goes},
		{"fifth time", Initial, strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 4), 0, Fivefold},
		{"after the fifth time", Initial, strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 4) + "e4", 0, Goes},
		{"clock 149", Initial, "Nf3", 148, Goes},
		{"clock 150", Initial, "Nf3", 149, SeventyFive},
		{"clock 150 and a pawn move", Initial, "e4", 149, Goes},
		{"both fivefold and 75 moves", Initial, strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 4), 140, Fivefold},
		{"a pawn", "4k3/8/8/8/8/8/4p3/4K3 b - -", "Kd8", 0, Goes},
		{"no pawn", "4k3/8/8/8/8/8/4p3/4K3 w - -", "Kxe2", 0, Dead},
		{"bishops, one color", "4kb2/8/8/8/8/8/8/B3K3 w - -", "Kd1", 0, Dead},
		{"bishops, both colors", "2b1k3/8/8/8/8/8/8/B3K3 w - -", "Kd1", 0, Goes},
		{"two knights", "4k3/8/8/8/8/8/8/N3K1N1 w - -", "Kd1", 0, Goes},
		{"one knight", "4k3/8/8/8/8/8/8/N3K3 w - -", "Kd1", 0, Dead},
		{"knight and bishop", "2b1k3/8/8/8/8/8/8/N3K3 w - -", "Kd1", 0, Goes},
	} {
		var g Game
		g.Start(parse(t, "4k3/8/8/8/8/8/8/4K3 w - -"), 99, true) // what was before leaves no trace
		g.Start(parse(t, c.fen), c.clock, true)
		for _, w := range strings.Fields(c.words) {
			if _, err := g.PlayText(w); err != nil {
				t.Fatal(err)
			}
		}
		if got := g.Over(); got != c.want {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
	}
}
