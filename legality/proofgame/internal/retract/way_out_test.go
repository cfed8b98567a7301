package retract

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestOfficerWay checks the ways of single men, counted by hand.
func TestOfficerWay(t *testing.T) {
	for _, row := range []struct {
		name, fen string
		man       chess.Square
		want      int32
	}{
		{"a knight in the open", "4k3/8/8/3N4/8/8/8/4K3 w - -", chess.D5, 0},
		{"the king of black looks past its pawns from h8", "1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - -", chess.H8, 0},
		{"rook d8 was promoted on its square, from c7", "1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - -", chess.D8, wayPromote + wayTake},
		{"rook e8 on d8, when that is free", "1RbRRK1k/1p1ppppp/2p5/8/8/8/8/8 b - -", chess.E8, wayStep + wayOfficer + wayPromote + wayTake},
		{"rook e7 looks past the king and the bishops", "4BB1b/3pRK1k/4pppp/8/8/8/8/8 b - -", chess.E7, 0},
		{"bishop e8 between king and pawn: the king leaves, then the pawn g6", "4BB1b/3pRK1k/4pppp/8/8/8/8/8 b - -", chess.E8,
			3*wayStep + wayOfficer + wayPawn},
		{"a bishop behind pawns at home that is not at home", "4k3/8/8/8/8/8/PP6/B3K3 w - -", chess.A1, noWay},
		{"a bishop at home behind pawns at home is fixed; a rook beside it gets out by its home", "4k3/8/8/8/8/8/1P1P4/R1B1K3 w - -",
			chess.A1, 0},
		{"rook h2 not over h3, but to g1, where a pawn from the d-file was promoted",
			"5b1r/4p1p1/4KpPp/8/4P3/1P3PpP/b3P1Pr/2q1QBBk w - -", chess.H2,
			2*(wayStep+wayOfficer) + wayPromote + 3*wayTake},
		{"over h4, by g3", "4k3/8/8/8/7P/8/4P1P1/4KB1r w - -", chess.H1, 0},
		{"a king never passes squares that pawns at home attack", "8/pp6/8/8/8/8/8/K3k3 w - -", chess.A1, 0},
	} {
		s := testkit.Setup(t, row.fen)
		var w wayFinder
		w.setSetup(&s)
		if got := w.officerWay(row.man, s.Board.At(row.man).Color(), false); got != row.want {
			t.Errorf("%s (%s): %v needs %d, want %d", row.name, row.fen, row.man, got, row.want)
		}
	}
}

// TestPawnWay checks the steps back of pawns, counted by hand.
func TestPawnWay(t *testing.T) {
	for _, row := range []struct {
		name, fen string
		man       chess.Square
		want      int32
	}{
		{"free", "4k3/8/8/4P3/8/8/8/4K3 w - -", chess.E5, 0},
		{"a man behind it", "4k3/8/4P3/4N3/8/8/8/4K3 w - -", chess.E6, wayOfficer},
		{"a pawn behind it: it has captured", "4k3/8/8/4P3/4P3/8/8/4K3 w - -", chess.E5, wayCapture},
		{"a pawn at home behind it: it has captured", "4k3/8/8/8/8/4P3/4P3/4K3 w - -", chess.E3, wayCapture},
		{"pawns at home on all three squares", "4k3/8/8/8/8/4P3/3PPP2/4K3 w - -", chess.E3, noWay},
		{"black pawns go the other way", "4k3/8/8/8/4p3/8/8/4K3 w - -", chess.E4, 0},
	} {
		s := testkit.Setup(t, row.fen)
		var w wayFinder
		w.setSetup(&s)
		if got := w.pawnWay(row.man, s.Board.At(row.man).Color()); got != row.want {
			t.Errorf("%s (%s): %v needs %d, want %d", row.name, row.fen, row.man, got, row.want)
		}
	}
}

// TestFixedMen checks which men never go back.
func TestFixedMen(t *testing.T) {
	for fen, want := range map[string]chess.Bitboard{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -": initial.Occupied() &^
			(chess.B1.BB() | chess.G1.BB() | chess.B8.BB() | chess.G8.BB() | // which jump, and give way to the rooks
				chess.A1.BB() | chess.H1.BB() | chess.A8.BB() | chess.H8.BB()),
		"4k3/8/8/8/8/8/1P1P4/2B1K3 w - -":    chess.B2.BB() | chess.C1.BB() | chess.D2.BB(),
		"4k3/8/8/8/8/8/1P6/2B1K3 w - -":      chess.B2.BB(), // over d2
		"4k3/8/8/8/8/8/8/R3K3 w Q -":         chess.E1.BB(),
		"4k3/8/8/8/8/8/8/R3K3 w - -":         0,
		"4k3/8/8/8/8/1P1P4/2P5/2B1K3 w - -":  chess.C2.BB(),
		"4k3/1p1p4/2b5/8/8/8/8/2B1K3 w - -":  chess.B7.BB() | chess.D7.BB(),
		"2b1k3/1p1p4/8/8/8/8/8/2b1K3 w - -":  chess.B7.BB() | chess.D7.BB() | chess.C8.BB(),
		"4k3/8/8/8/8/8/3PPP2/3QKB2 w - -":    chess.D2.BB() | chess.E2.BB() | chess.F2.BB(), // the queen goes to c1 first
		"4k3/8/8/8/8/8/2PPPPP1/2BQKB2 w - -": chess.C2.BB() | chess.D2.BB() | chess.E2.BB() | chess.F2.BB() | chess.G2.BB() | chess.F1.BB(),
	} {
		s := testkit.Setup(t, fen)
		if got := fixedMen(&s); got != want {
			t.Errorf("%s: %v are fixed, want %v", fen, got, want)
		}
	}
}

// TestWaysOfBothColors checks that a setup measures the same with colors exchanged.
func TestWaysOfBothColors(t *testing.T) {
	for _, fen := range denseGoals {
		s := testkit.Setup(t, fen)
		mirrored := s
		mirrored.Board = s.Board.Mirror()
		var w wayFinder
		w.setSetup(&s)
		got := w.totalCost()
		w.setSetup(&mirrored)
		if other := w.totalCost(); got != other {
			t.Errorf("%s: %d, with colors exchanged %d", fen, got, other)
		}
	}
}
