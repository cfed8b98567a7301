package chess

import (
	"errors"
	"testing"
)

// TestParseSANsStops checks that ParseSANs returns the moves before the first bad one, and an error about that one.
func TestParseSANsStops(t *testing.T) {
	p := InitialPosition()
	moves, err := p.ParseSANs([]string{"e4", "e4", "e5"})
	var e *MoveError
	if len(moves) != 1 || moves[0].String() != "e2e4" || !errors.As(err, &e) || e.Text != "e4" {
		t.Errorf("moves %v, error %v; want e2e4 alone and a MoveError about the second e4", moves, err)
	}
}
