package chess_test

import (
	"errors"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestViolations: for each rule setups that break it alone, and near misses.
func TestViolations(t *testing.T) {
	for _, c := range testkit.Table[struct{ FEN, Violations, Why string }](t, "violations.tsv") {
		s := testkit.Setup(t, c.FEN)
		got := s.Violations()
		if got.String() != c.Violations {
			t.Errorf("%s: %v, want %s", c.FEN, got, c.Violations)
		}
		m := s.Mirror()
		testkit.Equal(t, m.Violations(), colorsExchanged(got), c.FEN, "mirrored to", m)
		_, err := s.Position()
		var invalid *chess.InvalidError
		if errors.As(err, &invalid) != (got != 0) {
			t.Errorf("%s: Position gives %v", c.FEN, err)
		}
		if err != nil && !strings.HasSuffix(err.Error(), ": "+c.Violations) {
			t.Errorf("%s: message %q lacks %q", c.FEN, err, c.Violations)
		}
	}
}

// colorsExchanged exchanges what is said of White and of Black.
func colorsExchanged(v chess.Violations) chess.Violations {
	const kings = chess.NoWhiteKing | chess.NoBlackKing | chess.ManyWhiteKings | chess.ManyBlackKings
	white := v & (chess.NoWhiteKing | chess.ManyWhiteKings)
	black := v & (chess.NoBlackKing | chess.ManyBlackKings)
	return v&^kings | white<<1 | black>>1
}

// TestViolationsOfImpossibleFields: a setup made by hand may hold more than a FEN.
func TestViolationsOfImpossibleFields(t *testing.T) {
	s := testkit.Setup(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
	s.Castling = 1 << 6
	if got := s.Violations(); got != chess.BadCastling {
		t.Errorf("castling %#x: %v, want %v", uint8(s.Castling), got, chess.BadCastling)
	}
	s.Castling = 0
	for _, ep := range []chess.Square{65, 128, 255} {
		s.EP = ep
		testkit.Equal(t, s.Violations(), chess.BadEnPassant, "ep square", ep)
	}
	var zero chess.Setup
	if v := zero.Violations(); v&chess.NoWhiteKing == 0 {
		t.Errorf("the zero setup: %v, want %v among it", v, chess.NoWhiteKing)
	}
}

// TestDropEP: an en passant square without a legal capture goes, with DropBareEP only if no pawn attacks it. What is wrong with a
// record stays to be reported.
func TestDropEP(t *testing.T) {
	for _, c := range []struct {
		fen        string
		idle, bare bool
	}{
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", true, true},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", false, false},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false, false},
		{"4k3/8/4r3/3pP3/8/8/8/4K3 w - d6 0 1", true, false}, // pinned
		{"4k3/8/8/3pP3/7b/8/8/4K3 w - d6 0 1", true, false},  // check not met
		{"4k3/8/8/3p4/8/8/8/4K3 w - e6 0 1", false, false},   // no pawn has passed
		{"4k3/8/8/3p4/8/8/8/4K3 w - d3 0 1", false, false},   // wrong row
		{"8/8/8/3p4/8/8/8/4K3 w - d6 0 1", false, false},     // no king
		{"4k3/8/8/3p4/8/8/8/4K3 w KQkq d6 0 1", true, true},  // rights stay
		{"4k3/8/3N4/3p4/8/8/8/4K3 w - d6 0 1", false, false}, // not empty
	} {
		f := testkit.Must(chess.ParseFEN(c.fen))(t)
		without := f.Setup
		without.EP = chess.NoSquare
		check := func(name string, got chess.Setup, dropped, want bool) {
			t.Helper()
			if dropped != want || want && got != without || !want && got != f.Setup {
				t.Errorf("%s: %s is %v, %v, want %v", c.fen, name, got, dropped, want)
			}
		}
		got, dropped := f.Setup.DropIdleEP()
		check("DropIdleEP", got, dropped, c.idle)
		got, dropped = f.Setup.DropBareEP()
		check("DropBareEP", got, dropped, c.bare)
	}
}

// TestCanonicalIsValidAndMinimal: the canonical form of a setup that is valid but for castling rights and en passant square is
// valid; it is its own canonical form, and valid setups are canonical.
func TestCanonicalIsValidAndMinimal(t *testing.T) {
	src := source(12)
	for p := range playouts(13, 100, 5) {
		s := p.Setup()
		if s.Canonical() != s {
			t.Fatalf("%v is not canonical", s)
		}
		s.Castling = chess.Castling(src.IntN(16))
		s.EP = chess.Square(src.IntN(65))
		c := s.Canonical()
		if v := c.Violations(); v != 0 {
			t.Fatalf("%v has the canonical form %v, which breaks %v", s, c, v)
		}
		if s.Violations() == 0 && c != s {
			t.Fatalf("%v is valid but has the canonical form %v", s, c)
		}
		if c.Canonical() != c || c.Board != s.Board || c.Castling&^s.Castling != 0 {
			t.Fatalf("%v has the canonical form %v, want one with the same men, no more rights, and itself as its form", s, c)
		}
	}
}

// FuzzViolations: Violations never panics, agrees with the oracle on the check of the side not to move, and with the mirrored setup.
// The canonical form breaks no rule of rights and en passant.
func FuzzViolations(f *testing.F) {
	for _, s := range []string{
		initial, kiwipete, "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "P3k3/8/8/3p4/4R3/8/8/4K3 w KQkq a1 0 1",
		"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "8/8/8/8/8/3p4/8/3kK3 w - - 0 1", "kk6/8/8/8/8/8/8/8 w - a3",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		record, err := chess.ParseFEN(text)
		if err != nil {
			return
		}
		s := record.Setup
		v := s.Violations()
		c := s.Canonical()
		if w := c.Violations(); w&(chess.BadCastling|chess.BadEnPassant|chess.IdleEnPassant) != 0 || w&^v != 0 {
			t.Fatalf("%v: %v; canonical %v: %v", s, v, c, w)
		}
		if m := s.Mirror(); m.Violations() != colorsExchanged(v) || m.Mirror() != s {
			t.Fatalf("%v: %v; mirrored %v: %v", s, v, m, m.Violations())
		}
		p, err := s.Position()
		if (err == nil) != (v == 0) {
			t.Fatalf("%v: %v, but error %v", s, v, err)
		}
		const kings = chess.NoWhiteKing | chess.NoBlackKing | chess.ManyWhiteKings | chess.ManyBlackKings
		if v&kings == 0 {
			o := newOracle(s)
			if o.inCheck(!o.white) != (v&chess.OppositeCheck != 0) {
				t.Fatalf("%v: %v, but the oracle finds that a check by the side to move is %v", s, v, o.inCheck(!o.white))
			}
		}
		if err == nil && s.EP != chess.NoSquare {
			legal := false
			for _, m := range p.Moves(nil) {
				legal = legal || m.EnPassant()
			}
			if !legal {
				t.Fatalf("%v is valid without an en passant capture", s)
			}
		}
	})
}
