package diagrams

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
	"chesscensus/plots/internal/pieces"
)

// randomGame returns a game of the given number of plies.
func randomGame(src *rand.Rand, opt chesstest.Options) *chess.Game {
	for {
		g := &chess.Game{Start: opt.Start}
		for m := range chesstest.Moves(src, opt) {
			g.Moves = append(g.Moves, m)
		}
		if len(g.Moves) == opt.Plies {
			return g
		}
	}
}

// TestContactSheet: the start, every so many plies, and always the end.
func TestContactSheet(t *testing.T) {
	src := rand.New(rand.NewPCG(9, 10))
	g := randomGame(src, chesstest.Options{Plies: 100})
	plies := testkit.Must(pliesOf(g))(t)
	for _, c := range []struct{ every, boards int }{{0, 18}, {30, 5}, {50, 3}, {99, 3}, {100, 2}, {1000, 2}, {-1, 18}} {
		s := testkit.Must(ContactSheet(g, SheetOptions{Every: c.every, Columns: c.every / 20}))(t)
		doc := s.String()
		count, text, err := elements(doc)
		testkit.OK(t, err)
		if count["circle"] != c.boards || !strings.Contains(text, plies[99].number) || !strings.Contains(text, "start") {
			t.Errorf("every %d plies: %d boards, want %d", c.every, count["circle"], c.boards)
		}
		if n := strings.Count(doc, pieces.Hex(markSquare)); n != 2*(c.boards-1) {
			t.Errorf("every %d plies: %d marks", c.every, n)
		}
		if c.every == 30 && !strings.Contains(text, plies[59].number) {
			t.Errorf("no position after 60 plies")
		}
	}
	s, err := ContactSheet(&chess.Game{}, SheetOptions{})
	if err != nil || strings.Count(s.String(), "<circle") != 1 {
		t.Errorf("game without moves: %v", err)
	}
}

// TestContactSheetRefusesIllegalMoves: the error names the move.
func TestContactSheetRefusesIllegalMoves(t *testing.T) {
	p := chess.InitialPosition()
	e4 := testkit.Must(p.ParseSAN("e4"))(t)
	var move *chess.MoveError
	if _, err := ContactSheet(&chess.Game{Moves: []chess.Move{e4, e4}}, SheetOptions{}); !errors.As(err, &move) {
		t.Errorf("illegal move: %v", err)
	}
}
