package mailbox

import (
	"strings"
	"testing"
)

// TestIllegalMoves tests a move for every rule that can be broken, with its error, and a
// similar legal move for each.
func TestIllegalMoves(t *testing.T) {
	for _, c := range []struct{ what, fen, bad, why, good string }{
		{"castling through check", "4k3/8/8/8/8/5r2/8/R3K2R w KQ -", "O-O", "castles through check", "O-O-O"},
		{"castling queenside through check", "4k3/8/8/8/8/3r4/8/R3K2R w KQ -", "O-O-O", "castles through check", "O-O"},
		{"castling into check", "4k3/8/8/8/8/6r1/8/R3K2R w KQ -", "e1g1", "leaves the king in check", "e1c1"},
		{"castling out of check", "4k3/8/8/8/8/4r3/8/R3K2R w KQ -", "O-O", "castles out of check", "Kd1"},
		{"castling, b1 attacked", "4k3/8/8/8/8/2r5/8/R3K2R w KQ -", "O-O-O", "leaves the king in check", "O-O"},
		{"castling through a man", "4k3/8/8/8/8/8/8/RN2K2R w KQ -", "O-O-O", "castles through a man", "O-O"},
		{"castling without right", "4k3/8/8/8/8/8/8/R3K2R w Q -", "O-O", "castles without the right", "O-O-O"},
		{"castling without king", "4k3/8/8/8/8/8/4K3/R6R w - -", "O-O", "castles without the right", "Kf1"},
		{"Black castling through check", "r3k2r/8/8/8/8/5R2/8/4K3 b kq -", "O-O", "castles through check", "O-O-O"},
		{"castling by the king's letter", "4k3/8/8/8/8/8/8/R3K2R w KQ -", "Kg1", "is not possible", "e1g1"},
		{"king two steps elsewhere", "4k3/8/8/8/8/8/4K3/R6R w - -", "e2g2", "castles without the right", "e2f2"},
		{"king two steps up", "4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1e3", "is no move of a king", "e1e2"},
		{"king a knight's move", "4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1g2", "is no move of a king", "e1f2"},
		{"pinned man", "4r1k1/8/8/8/8/8/4N3/4K3 w - -", "Nc3", "leaves the king in check", "Kd1"},
		{"pinned rook off its line", "4r1k1/8/8/8/8/8/4R3/4K3 w - -", "Rd2", "leaves the king in check", "Re7"},
		{"king stays in check", "4r1k1/8/8/8/8/8/8/4K3 w - -", "Ke2", "leaves the king in check", "Kd2"},
		{"king next to king", "8/8/8/3k4/8/3K4/8/8 w - -", "Kd4", "leaves the king in check", "Kd2"},
		{"king into a pawn's attack", "4k3/8/8/8/3p4/8/4K3/8 w - -", "Ke3", "leaves the king in check", "Kd3"},
		{"king beside a pawn", "4k3/8/8/8/3p4/8/2K5/8 w - -", "Kc3", "leaves the king in check", "Kd3"},
		{"en passant a move late", "4k3/8/8/3pP3/8/8/8/4K3 w - -", "exd6", "captures nothing", "e6"},
		{"en passant in coordinates, late", "4k3/8/8/3pP3/8/8/8/4K3 w - -", "e5d6", "is no move of a pawn", "e5e6"},
		{"en passant of two men from the row", "4k3/8/8/K2pP2r/8/8/8/8 b - -", "e8e8", "goes where an own man stands", "Kd7"},
		{"pawn forward onto a man", "4k3/8/8/4p3/4P3/8/8/4K3 w - -", "e5", "is no move of a pawn", "Kd1"},
		{"pawn two steps over a man", "4k3/8/8/8/8/4n3/4P3/6K1 w - -", "e4", "is no move of a pawn", "Kh1"},
		{"pawn two steps onto a man", "4k3/8/8/8/4n3/8/4P3/6K1 w - -", "e2e4", "is no move of a pawn", "e3"},
		{"pawn two steps later", "4k3/8/8/8/8/4P3/8/4K3 w - -", "e5", "is no move of a pawn", "e4"},
		{"pawn backwards", "4k3/8/8/8/4P3/8/8/4K3 w - -", "e4e3", "is no move of a pawn", "e4e5"},
		{"pawn captures nothing", "4k3/8/8/8/4P3/8/8/4K3 w - -", "e4d5", "is no move of a pawn", "e4e5"},
		{"pawn round the board", "4k3/8/8/p7/7P/8/8/4K3 w - -", "h4a5", "is no move of a pawn", "h5"},
		{"missing promotion", "4k3/P7/8/8/8/8/8/4K3 w - -", "a8", "does not say to what", "a8Q"},
		{"missing promotion in coordinates", "4k3/P7/8/8/8/8/8/4K3 w - -", "a7a8", "does not say to what", "a7a8r"},
		{"promotion to a king", "4k3/P7/8/8/8/8/8/4K3 w - -", "a8=K", "is no move in algebraic", "a8=N"},
		{"promotion too early", "4k3/8/P7/8/8/8/8/4K3 w - -", "a7=Q", "promotes before the last row", "a7"},
		{"promotion of a rook", "4k3/R7/8/8/8/8/8/4K3 w - -", "a7a8q", "promotes what is no pawn", "a7a8"},
		{"jump", "4k3/8/8/8/8/8/P7/R3K3 w - -", "Ra3", "jumps over a man", "Rb1"},
		{"rook slantwise", "4k3/8/8/8/8/8/8/R3K3 w - -", "a1b2", "is no move of such a man", "a1a2"},
		{"bishop straight", "4k3/8/8/8/8/8/8/B3K3 w - -", "a1a2", "is no move of such a man", "a1b2"},
		{"knight straight", "4k3/8/8/8/8/8/8/N3K3 w - -", "a1a3", "is no move of such a man", "a1b3"},
		{"queen like a knight", "4k3/8/8/8/8/8/8/Q3K3 w - -", "a1b3", "is no move of such a man", "a1d4"},
		{"own man", "4k3/8/8/8/8/8/8/Q3K3 w - -", "Qxe1", "goes where an own man stands", "Qd1"},
		{"man of the other side", "4k3/8/8/8/8/8/8/Q3K3 w - -", "e8e7", "moves a man of the other side", "e1e2"},
		{"no man", "4k3/8/8/8/8/8/8/Q3K3 w - -", "h1h2", "moves no man", "e1e2"},
		{"capture of nothing", "4k3/8/8/8/8/8/8/Q3K3 w - -", "Qxa5", "captures nothing", "Qa5"},
		{"ambiguous", "4k3/8/8/8/8/8/8/N1N1K3 w - -", "Nb3", "is ambiguous", "Nab3"},
		{"ambiguous still", "4k3/8/8/N7/8/8/8/N1N1K3 w - -", "N1b3", "is ambiguous", "Na1b3"},
		{"ambiguous pin resolved", "4r1k1/8/8/8/8/8/4N3/N3K3 w - -", "Nec3", "leaves the king in check", "Nc2"},
		{"hint of another file", "4k3/8/8/8/8/8/8/N1N1K3 w - -", "Nhb3", "is not possible", "N1d3"},
		{"pawn capture without file", "4k3/8/8/3p4/4P3/8/8/4K3 w - -", "d5", "is not possible", "exd5"},
		{"garbage", "4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e9", "is no move in algebraic", "e5"},
		{"garbage before", "4k3/8/8/3p4/4P3/8/8/4K3 w - -", "zze5", "is no move in algebraic", "e4e5"},
		{"empty", "4k3/8/8/3p4/4P3/8/8/4K3 w - -", "+", "is no move in algebraic", "e5+"},
	} {
		var g Game
		g.Start(parse(t, c.fen), 0, false)
		_, err := g.PlayText(c.bad)
		if err == nil || !strings.Contains(err.Error(), c.why) || !strings.HasPrefix(err.Error(), "ply 1: ") {
			t.Errorf("%s: %s in %s: %v, want %q", c.what, c.bad, c.fen, err, c.why)
		}
		if g.Position != parse(t, c.fen) || g.Plies != 0 {
			t.Errorf("%s: changed the game", c.what)
		}
		if _, err := g.PlayText(c.good); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}
