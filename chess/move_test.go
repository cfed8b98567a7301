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
	const rooks = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -"
	for _, c := range []struct{ before, uci, after string }{
		{initial, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -"}, // no capture
		{"4k3/8/8/8/3p4/8/4P3/4K3 w - -", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3"},
		{"4k3/8/8/8/3n4/8/4P3/4K3 w - -", "e2e4", "4k3/8/8/8/3nP3/8/8/4K3 b - -"},
		{"8/8/8/8/k2p3R/8/4P3/4K3 w - -", "e2e4", "8/8/8/8/k2pP2R/8/8/4K3 b - -"}, // bares the king
		{"8/8/8/8/3kp3/8/5P2/4K1B1 w - -", "f2f4", "8/8/8/8/3kpP2/8/8/4K1B1 b - -"},
		{"8/8/8/8/8/pk6/7P/K7 w - -", "h2h4", "8/8/8/8/7P/pk6/8/K7 b - -"}, // no wrap around the edge
		{rooks, "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq -"},
		{rooks, "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq -"},
		{rooks, "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b kq -"},
		{rooks, "a1b1", "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq -"},
		{rooks, "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq -"},
		{rooks, "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk -"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ -"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ -"},
		{"r3k3/1P6/8/8/8/8/8/4K3 w q -", "b7a8n", "N3k3/8/8/8/8/8/8/4K3 b - -"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - -"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e1e2", "4k3/8/8/3pP3/8/8/4K3/8 b - -"}, // the chance is gone
	} {
		p := testkit.Position(t, c.before)
		m := testkit.Must(p.ParseUCI(c.uci))(t)
		if q := p.Play(m); q.String() != c.after {
			t.Errorf("%s: after %s %v, want %s", c.before, c.uci, q, c.after)
		}
		if p.String() != testkit.Position(t, c.before).String() {
			t.Errorf("%s: Play changed its receiver to %v", c.before, p)
		}
	}
}
