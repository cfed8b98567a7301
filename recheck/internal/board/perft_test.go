package board_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck/internal/board"
)

// TestPerftOfTheProject counts the moves of all positions for which the project keeps numbers. They are read as plain numbers, so
// that nothing of package chess is asked: castling, en passant, promotion, pins and mates at their edges.
func TestPerftOfTheProject(t *testing.T) {
	testkit.Medium(t)
	most, counted := 30_000, 0
	if testing.Short() {
		most = 1_500
	}
	for _, file := range []string{"edges", "standard", "own"} {
		text := testkit.Must(os.ReadFile("../../../chess/testdata/" + file + ".perft"))(t)
		for line := range strings.Lines(string(text)) {
			parts := strings.Split(strings.TrimSpace(line), ";")
			if strings.HasPrefix(line, "#") || len(parts) < 2 {
				continue
			}
			fields := strings.Fields(parts[0])
			s := testkit.Must(board.ParseFEN(strings.Join(fields[:4], " ")))(t)
			if s.EP != board.None && !s.Valid() {
				s.EP = board.None // written after every double step there
			}
			for _, part := range parts[1:] {
				var depth, want int
				if _, err := fmt.Sscanf(part, "D%d %d", &depth, &want); err != nil {
					t.Fatalf("%s.perft: %q: %v", file, line, err)
				}
				if want > most {
					break
				}
				counted++
				if got := perft(&s, depth); got != want {
					t.Errorf("%s.perft: %v: %d moves at depth %d, want %d", file, s, got, depth, want)
				}
			}
		}
	}
	if counted < 40 {
		t.Errorf("%d counts only", counted)
	}
}

// TestLegalMoves checks moves that are just legal, and moves that are just not.
func TestLegalMoves(t *testing.T) {
	for _, test := range []struct {
		fen, uci string
		legal    bool
		why      string
	}{
		{"4k3/8/8/8/8/8/4P3/4K3 w - -", "e2e4", true, "a double step"},
		{"4k3/8/8/8/8/4n3/4P3/4K3 w - -", "e2e4", false, "over a man"},
		{"4k3/8/8/8/4n3/8/4P3/4K3 w - -", "e2e4", false, "onto a man"},
		{"4k3/8/8/8/8/4P3/8/4K3 w - -", "e3e5", false, "from row 3"},
		{"4k3/8/8/8/8/8/4P3/4K3 w - -", "e2d3", false, "a capture of nobody"},
		{"4k3/8/8/8/8/3n4/4P3/4K3 w - -", "e2d3", true, "a capture"},
		{"4k3/8/8/8/8/7n/P7/4K3 w - -", "a2h3", false, "over the edge"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", true, "en passant"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - -", "e5d6", false, "too late"},
		{"4k3/8/8/K2pP2r/8/8/8/8 w - d6", "e5d6", false, "with the king on the row"},
		{"4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8q", true, "a promotion"},
		{"4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8", false, "a pawn on the last row"},
		{"4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8k", false, "a second king"},
		{"4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8p", false, "a promoted pawn"},
		{"4k3/8/8/8/8/8/8/4K2R w K -", "e1g1", true, "castling"},
		{"4k3/8/8/8/8/8/8/4K2R w - -", "e1g1", false, "without a right"},
		{"4k3/8/8/8/8/8/8/4K1NR w K -", "e1g1", false, "over a knight"},
		{"4kr2/8/8/8/8/8/8/4K2R w K -", "e1g1", false, "over an attacked square"},
		{"4k1r1/8/8/8/8/8/8/4K2R w K -", "e1g1", false, "onto one"},
		{"k3r3/8/8/8/8/8/8/4K2R w K -", "e1g1", false, "out of check"},
		{"1r2k3/8/8/8/8/8/8/R3K3 w Q -", "e1c1", true, "past an attacked square that the rook alone passes"},
		{"4k3/8/8/8/8/8/8/RN2K3 w Q -", "e1c1", false, "over a knight on b1"},
		{"4k3/8/8/8/8/8/8/4K3 w - -", "e1g1", false, "a king that goes two files"},
		{"4k3/8/8/8/4r3/8/4B3/4K3 w - -", "e2d3", false, "a pinned bishop"},
		{"4k3/8/8/8/4r3/8/4R3/4K3 w - -", "e2e4", true, "a pinned rook along the line"},
		{"4k3/8/8/8/8/8/3q4/4K3 w - -", "e1d2", true, "the king takes"},
		{"4k3/8/8/8/7b/8/3q4/4K3 w - -", "e1f1", true, "and leaves two checks"},
		{"4k3/8/8/b7/8/8/3q4/4K3 w - -", "e1d2", false, "a guarded queen"},
		{"4k3/8/8/8/8/8/8/N3K3 w - -", "a1b3", true, "a leap"},
		{"4k3/8/8/8/8/8/8/7N w - -", "h1a3", false, "a leap over the edge"},
		{"4k3/8/8/8/8/8/8/4K3 b - -", "e1e2", false, "the other side's man"},
		{"4k3/8/8/8/8/8/8/4K3 w - -", "e1e1", false, "no move"},
		{"4k3/8/8/8/8/8/8/4K3 w - -", "a3a4", false, "of nobody"},
	} {
		s := testkit.Must(board.ParseFEN(test.fen))(t)
		m := board.Move{From: board.ParseSquare(test.uci[:2]), To: board.ParseSquare(test.uci[2:4])}
		if len(test.uci) > 4 {
			m.Promo = test.uci[4] &^ 0x20
		}
		if got := s.Legal(m); got != test.legal || m.String() != test.uci {
			t.Errorf("%s %s (%s): %v, want %v", test.fen, m, test.why, got, test.legal)
		}
	}
}
