package chess_test

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestMoveAccessors: all that a move of each kind tells of itself.
func TestMoveAccessors(t *testing.T) {
	const promo = "3r4/2P5/8/8/8/8/8/k3K3 w - - 0 1"
	const ep = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"
	type fields struct {
		from, to              chess.Square
		role, captured, promo chess.Role
		ep, castles           bool
		capturedOn            chess.Square
		irreversible          bool
	}
	for _, c := range []struct {
		fen, uci string
		want     fields
	}{
		{initial, "e2e4", fields{from: chess.E2, to: chess.E4, role: chess.Pawn, capturedOn: chess.NoSquare, irreversible: true}},
		{initial, "e2e3", fields{from: chess.E2, to: chess.E3, role: chess.Pawn, capturedOn: chess.NoSquare, irreversible: true}},
		{initial, "b1c3", fields{from: chess.B1, to: chess.C3, role: chess.Knight, capturedOn: chess.NoSquare}},
		{kiwipete, "e1c1", fields{from: chess.E1, to: chess.C1, role: chess.King, castles: true, capturedOn: chess.NoSquare}},
		{kiwipete, "e1d1", fields{from: chess.E1, to: chess.D1, role: chess.King, capturedOn: chess.NoSquare}},
		{kiwipete, "e2a6", fields{from: chess.E2, to: chess.A6, role: chess.Bishop, captured: chess.Bishop, capturedOn: chess.A6, irreversible: true}},
		{kiwipete, "f3f6", fields{from: chess.F3, to: chess.F6, role: chess.Queen, captured: chess.Knight, capturedOn: chess.F6, irreversible: true}},
		{promo, "c7c8n", fields{from: chess.C7, to: chess.C8, role: chess.Pawn, promo: chess.Knight, capturedOn: chess.NoSquare, irreversible: true}},
		{promo, "c7d8q", fields{from: chess.C7, to: chess.D8, role: chess.Pawn, captured: chess.Rook, promo: chess.Queen, capturedOn: chess.D8, irreversible: true}},
		{ep, "d4e3", fields{from: chess.D4, to: chess.E3, role: chess.Pawn, captured: chess.Pawn, ep: true, capturedOn: chess.E4, irreversible: true}},
	} {
		p := testkit.Position(t, c.fen)
		m := testkit.Must(p.ParseUCI(c.uci))(t)
		got := fields{from: m.From(), to: m.To(), role: m.Role(), captured: m.Captured(), promo: m.Promotion(),
			ep: m.EnPassant(), castles: m.Castles(), capturedOn: m.CapturedOn(), irreversible: m.Irreversible()}
		if got != c.want || m.String() != c.uci {
			t.Errorf("%s: %s is %v %+v, want %+v", c.fen, c.uci, m, got, c.want)
		}
	}
}

// TestPlayOfSpecialMoves: the whole record after moves that do more than move a man.
func TestPlayOfSpecialMoves(t *testing.T) {
	for _, c := range testkit.Table[struct{ Before, UCI, After, Why string }](t, "specialmoves.tsv") {
		p := testkit.Position(t, c.Before)
		m := testkit.Must(p.ParseUCI(c.UCI))(t)
		if q := p.Play(m); q.String() != c.After {
			t.Errorf("%s: after %s %v, want %s", c.Before, c.UCI, q, c.After)
		}
		if p.String() != testkit.Position(t, c.Before).String() {
			t.Errorf("%s: Play changed its receiver to %v", c.Before, p)
		}
	}
}
