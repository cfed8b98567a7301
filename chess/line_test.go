package chess

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

const mated = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#"

// TestLineRoundTrip: what is written is read, in every style, and leads to one position.
func TestLineRoundTrip(t *testing.T) {
	p := InitialPosition()
	moves, err := p.ParseSANs(strings.Fields(mated))
	if err != nil || len(moves) != 7 {
		t.Fatal(moves, err)
	}
	if got := p.SANs(moves); strings.Join(got, " ") != mated || string(p.AppendSANs(nil, moves, StandardSAN)) != mated {
		t.Errorf("%q, %q", got, p.AppendSANs(nil, moves, StandardSAN))
	}
	if q := p.PlayAll(moves); !q.IsCheckmate() || p != InitialPosition() {
		t.Errorf("%v, from %v", q, p)
	}
	if got := p.AppendSANs([]byte("x "), nil, StandardSAN); string(got) != "x " || len(p.SANs(nil)) != 0 || len(p.Numbered(nil, 1)) != 0 {
		t.Errorf("no moves: %q", got)
	}
	promoting, err := ParsePosition("8/P6k/8/8/8/8/8/K7 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	moves, err = promoting.ParseSANs([]string{"a8Q", "Kg7"})
	if got := string(promoting.AppendSANs(nil, moves, CompactSAN)); err != nil || got != "a8Q Kg7" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestParseSANsStops: the error is that of the first bad move, after those before it.
func TestParseSANsStops(t *testing.T) {
	p := InitialPosition()
	moves, err := p.ParseSANs([]string{"e4", "e4", "e5"})
	var e *MoveError
	if len(moves) != 1 || !errors.As(err, &e) || e.Text != "e4" {
		t.Errorf("%v, %v", moves, err)
	}
}

// TestNumbered: White or Black begins, at any number.
func TestNumbered(t *testing.T) {
	p := InitialPosition()
	moves, err := p.ParseSANs(strings.Fields(mated))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(p.Numbered(moves, 1), " "); got != "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#" {
		t.Error(got)
	}
	q := p.Play(moves[0])
	if got := q.Numbered(moves[1:4], 9); !slices.Equal(got, []string{"9...", "e5", "10.", "Bc4", "Nc6"}) {
		t.Errorf("%q", got)
	}
}
