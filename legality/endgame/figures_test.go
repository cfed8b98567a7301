package endgame

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/retro"
)

// The text that we have of the article lacks the diagrams of its figures. These setups have
// all the properties that the text states, and the tests check them.
const (
	// Figure 1: an illegal KRK position, Black to move: no move of White can have led
	// to it. Of its kind there are six, two up to symmetry.
	figure1 = "8/8/8/8/8/k7/8/RK6 b - - 0 1"
	// Figure 2: simply derivedly illegal, KRKN, Black to move.
	figure2 = "8/8/8/8/8/k7/8/RK5n b - - 0 1"
	// Figure 3: three times derivedly illegal, Black to move; the only predecessor has a
	// white pawn on g2. It has several predecessors (figure 4 shows two), in all of which
	// queen and bishop give check at once, and which have none.
	figure3 = "k1K5/2Q5/8/8/3B4/6P1/8/7B b - - 0 1"
	// Figure 5: isolatedly illegal, a white bishop on a1 and a white pawn on b2.
	figure5 = "8/8/4k3/8/8/4K3/1P6/B7 b - - 0 1"
	// Figure 6: derivedly illegal within KRKN, but the rook can have come from a1 and
	// captured on a4. Figure 7: the same without the knight: within KRK.
	figure6 = "8/8/k7/7n/RK6/8/8/8 b - - 0 1"
	figure7 = "8/8/k7/8/RK6/8/8/8 b - - 0 1"
)

// classOf returns the class of a FEN record in a table.
func classOf(t *testing.T, tab *Table, fen string) Class {
	t.Helper()
	return testkit.Must(tab.Class(testkit.Setup(t, fen)))(t)
}

// TestFiguresOfTheArticle compares the classes of the figures with Derive and, where the
// table is made, with the table.
func TestFiguresOfTheArticle(t *testing.T) {
	testkit.Medium(t)
	check := func(what, fen, name string, r Reading, want Class) {
		t.Helper()
		s := testkit.Setup(t, fen)
		testkit.Equal(t, Derive(s, r, 6), want, what, fen, r)
		if name == "KRK" || *long && name != "" {
			testkit.Equal(t, classOf(t, mustEnumerate(t, name, Options{Reading: r}), fen), want, what, fen, r, "table")
		}
	}
	check("figure 1", figure1, "KRK", Within, 1)
	check("figure 1", figure1, "KRK", Beyond, 1)
	check("figure 3", figure3, "", Beyond, 3)
	check("figure 5", figure5, "KBPK", Within, Rest)
	check("figure 5", figure5, "KBPK", Beyond, Rest)
	check("figure 7", figure7, "KRK", Within, 1)
	check("figure 7", figure7, "KRK", Beyond, Rest)
	check("figure 2", figure2, "KRKN", Within, 1)
	check("figure 2", figure2, "KRKN", Beyond, 1)
	check("figure 6", figure6, "KRKN", Within, 1)
	check("figure 6", figure6, "KRKN", Beyond, Rest)
}

// TestFigure7NeedsTheCapture checks that with the rook back on a1 and a knight on a4, the
// setup before is one of KRKN that is not derivedly illegal.
func TestFigure7NeedsTheCapture(t *testing.T) {
	s := testkit.Setup(t, figure7)
	hasCapture := false
	for _, u := range retro.Unmoves(nil, s, retro.Options{}) {
		if u.Captured() == chess.NoRole {
			t.Errorf("%v: unmove %v captures nothing", s, u)
		}
		before := retro.Undo(s, u)
		if u.From() == chess.A1 && u.Captured() == chess.Knight {
			hasCapture = true
			if c := Derive(before, Within, 8); c != Rest {
				t.Errorf("%v: %v", before, c)
			}
		}
	}
	if !hasCapture {
		t.Errorf("%v: no unmove a1xa4 of a knight", s)
	}
}

// TestFigures3And4 checks each step of the article's explanation.
func TestFigures3And4(t *testing.T) {
	s := testkit.Setup(t, figure3)
	allEP := retro.Options{AllEP: true}
	unmoves := retro.Unmoves(nil, s, allEP)
	if len(unmoves) != 1 || unmoves[0].From() != chess.G2 || unmoves[0].Role() != chess.Pawn {
		t.Fatalf("%v: unmoves %v, want only that of a pawn to g2", s, unmoves)
	}
	before := retro.Undo(s, unmoves[0])
	second := retro.Unmoves(nil, before, allEP)
	if len(second) < 2 {
		t.Errorf("%v: %d unmoves, want several", before, len(second))
	}
	for _, u := range second {
		first := retro.Undo(before, u)
		pos := testkit.Must(first.Position())(t)
		checkers := pos.Checkers()
		if checkers&first.Board.Of(chess.Queen) == 0 || checkers&first.Board.Of(chess.Bishop) == 0 {
			t.Errorf("%v: checked from %v, want by queen and bishop both", first, checkers)
		}
		if earlier := retro.Unmoves(nil, first, allEP); len(earlier) != 0 {
			t.Errorf("%v: unmoves %v, want none", first, earlier)
		}
	}
}
