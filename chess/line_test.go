package chess

import (
	"errors"
	"testing"
)

// TestParseSANsStops: the error is that of the first bad move, after those before it.
func TestParseSANsStops(t *testing.T) {
	p := InitialPosition()
	moves, err := p.ParseSANs([]string{"e4", "e4", "e5"})
	var e *MoveError
	if len(moves) != 1 || !errors.As(err, &e) || e.Text != "e4" {
		t.Errorf("moves %v, error %v; want the one move before the second e4 and an error about that", moves, err)
	}
}
