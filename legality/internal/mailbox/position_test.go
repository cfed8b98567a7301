package mailbox

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestParseErrors checks that the error for each text names its reason.
func TestParseErrors(t *testing.T) {
	for _, c := range testkit.Table[struct{ FEN, Want string }](t, "parseerrors.tsv") {
		if p, err := Parse(c.FEN); err == nil || !strings.Contains(err.Error(), c.Want) {
			t.Errorf("%q: read as %v, error %v, want %q", c.FEN, &p, err, c.Want)
		}
	}
}

// FuzzParse checks that each package reads the positions of the other: what package chess accepts, this package reads from the text that
// package chess writes, and the other way round. Then both play the same line, which they must read alike.
func FuzzParse(f *testing.F) {
	for _, fen := range []string{Initial, "4k3/8/8/3pP3/8/8/8/4K3 w - d6", "4k3/8/8/8/8/8/8/R3K3 w Q - 3 4",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "8/8/8/8/8/8/8/8 w - -", "44/8 w"} {
		f.Add(fen, "e4 e5 O-O exd6 a1a2")
	}
	f.Fuzz(func(t *testing.T, fen, line string) {
		text := fen
		if q, err := chess.ParsePosition(fen); err == nil {
			text = q.String()
			if p, err := Parse(text); err != nil || p.String() != text {
				t.Fatalf("%s is read as %v, %v, package chess reads %s", fen, &p, err, text)
			}
		}
		p, err := Parse(text)
		if err != nil {
			return
		}
		q, err := chess.ParsePosition(p.String())
		if err != nil || q.String() != p.String() {
			t.Fatalf("%s is read as %v, but package chess reads that as %v, %v", fen, &p, q, err)
		}
		var g Game
		g.Start(p, 0, true) // keeps the positions, as Over needs
		for _, word := range strings.Fields(line) {
			m, err := g.PlayText(word)
			if err != nil {
				continue
			}
			if san, err := q.ParseSAN(word); err == nil && fromChess(san) != m {
				t.Fatalf("%s: %q is read as %v, package chess reads %v", fen, word, m, san)
			}
			chessMove, err := q.ParseUCI(m.String())
			if err != nil {
				t.Fatalf("%s: %q is read as %v, package chess: %v", fen, word, m, err)
			}
			if q = q.Play(chessMove); q.String() != g.Position.String() {
				t.Fatalf("%s: %q leads to %v, package chess: %v", fen, word, &g.Position, q)
			}
			g.Over() // must not panic
		}
	})
}
