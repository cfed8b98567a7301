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
	for _, test := range testkit.Table[struct {
		FEN, UCI string
		Legal    bool
		Why      string
	}](t, "moves.tsv") {
		s := testkit.Must(board.ParseFEN(test.FEN))(t)
		m := board.Move{From: board.ParseSquare(test.UCI[:2]), To: board.ParseSquare(test.UCI[2:4])}
		if len(test.UCI) > 4 {
			m.Promo = test.UCI[4] &^ 0x20
		}
		if got := s.Legal(m); got != test.Legal || m.String() != test.UCI {
			t.Errorf("%s %s (%s): %v, want %v", test.FEN, m, test.Why, got, test.Legal)
		}
	}
}
