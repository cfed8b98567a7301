package census

import (
	"errors"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler/where"
)

// TestLegalPositions checks that the first positions are the same each time, that their games lead to them, and that they have a form.
func TestLegalPositions(t *testing.T) {
	var list []LegalPosition
	for range 2 {
		n := 0
		for p := range LegalPositions(4) {
			final, err := p.Game.Final()
			if err != nil || final.Setup() != p.Setup() {
				t.Errorf("the game leads to %v, want %v; %v", final, p.Position, err)
			}
			list = append(list, p)
			if n++; n == 3 {
				break
			}
		}
	}
	for i := range 3 {
		if a, b := list[i], list[i+3]; a.Position != b.Position || a.Draw != b.Draw {
			t.Errorf("position %d is %v, draw %d; the second time %v, draw %d", i, a.Position, a.Draw, b.Position, b.Draw)
		}
	}
	if form, ok := rich(list[0]); !ok || form.HTML == "" {
		t.Error("a legal position has no form")
	}
}

// TestLegalPositionsWhere checks that positions have their condition, and the errors for one that cannot be read and one that nothing has.
func TestLegalPositionsWhere(t *testing.T) {
	list := testkit.Must(LegalPositionsWhere("mate and men<=6", 1))(t)
	n := 0
	for p := range list {
		if board := p.Board(); !p.IsCheckmate() || board.Men() > 6 {
			t.Errorf("%v is no mate with at most six men", p.Position)
		}
		if n++; n == 2 {
			break
		}
	}
	var syntax *where.SyntaxError
	if _, err := LegalPositionsWhere("men<=", 1); !errors.As(err, &syntax) {
		t.Errorf("a condition without an end: error %v, want one of its syntax", err)
	}
	testkit.Fails(LegalPositionsWhere("mate and stalemate", 1))(t, where.ErrNothing, "mate and stalemate")
}
