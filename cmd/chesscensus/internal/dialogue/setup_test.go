package dialogue

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess/notation"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// TestEveryPositionCanBeSetUp sets up positions of random games and plays a move in each, which must lead to the same position as
// by package chess. Texts that are no moves and an invalid FEN must not change the board and the game.
func TestEveryPositionCanBeSetUp(t *testing.T) {
	src := rand.New(rand.NewPCG(9, 9))
	moves := 0
	for range testkit.Size(6, 60) {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			if src.IntN(8) > 0 {
				continue
			}
			d := New(Options{Notation: notation.UCI})
			s := p.Setup()
			if err := d.SetUp(s.String()); err != nil || d.Position() != p {
				t.Fatalf("%v is put up as %v, %v", p, d.Position(), err)
			}
			for _, bad := range []string{"a1a1", "nonsense", "0000", "e9e4", ""} {
				if _, err := d.Say(bad); bad != "" && err == nil || d.Position() != p || len(d.Game().Moves) != 0 {
					t.Fatalf("%v: %q is taken for a move, %v", p, bad, err)
				}
			}
			if err := d.SetUp("8/8/8/8 w - -"); err == nil || d.Position() != p {
				t.Fatalf("%v: half a board is put up, %v", p, err)
			}
			list := p.Moves(nil)
			if len(list) == 0 {
				continue
			}
			m := list[src.IntN(len(list))]
			if _, err := d.Say(m.String()); err != nil || d.Position() != p.Play(m) || len(d.Game().Moves) != 1 || d.Game().Moves[0] != m {
				t.Fatalf("%v: %v leads to %v, %v", p, m, d.Position(), err)
			}
			moves++
		}
	}
	if moves < 20 {
		t.Errorf("%d moves only", moves)
	}
}

// TestFormsAreSetUp: SetUp reads the forms of package forms, and a word for the side to move that agrees with the record.
func TestFormsAreSetUp(t *testing.T) {
	const lone = "4k3/8/8/8/8/8/4P3/4K3"
	for text, want := range map[string]string{
		"https://lichess.org/editor/" + lone + "_b_-_-_0_1": lone + " b - -", lone + "_b_-_-_0_1": lone + " b - -", lone + " BLACK": lone + " b - -",
		lone: lone + " w - -", "[fen]" + lone + " b - - 0 1[/fen]": lone + " b - -", lone + " b - - 0 1 BLACK": lone + " b - -", lone + " b - - 0 1 WHITE": "",
		"startpos": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "https://lichess.org/abc": "", lone + "x": "", "hello BLACK": "",
	} {
		d := New(Options{})
		err := d.SetUp(text)
		if p := d.Position(); (err == nil) != (want != "") || want != "" && p.String() != want {
			t.Errorf("%s: %v, %v, want %s", text, p, err, want)
		}
	}
}
