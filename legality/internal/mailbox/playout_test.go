package mailbox

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// TestAgreesWithChessOnPlayouts plays random games of all styles, in coordinates and in
// both kinds of algebraic notation, and compares every position with package chess. In some
// positions it also compares the sets of legal moves.
func TestAgreesWithChessOnPlayouts(t *testing.T) {
	n := testkit.Size(40, 1000)
	src := newSource(1)
	kinds := map[string]int{}
	for range n {
		var g [3]Game
		before := chess.InitialPosition()
		for i := range g {
			g[i].Start(parse(t, Initial), 0, false)
		}
		clock := 0
		for m, after := range chesstest.Moves(src, chesstest.RandomOptions(src)) {
			countKinds(kinds, m, after)
			if clock++; m.Irreversible() {
				clock = 0
			}
			if src.IntN(100) == 0 {
				compareMoves(t, &g[0].Position, before)
			}
			compact := string(before.AppendSAN(nil, m, chess.CompactSAN))
			for i, text := range []string{m.String(), compact, before.SAN(m)} {
				if got, err := g[i].PlayText(text); err != nil || got != fromChess(m) {
					t.Fatalf("%s read as %v in %v: %v", text, got, before, err)
				}
			}
			for i := range g {
				if got := g[i].Position.String(); got != after.String() || g[i].Clock != clock {
					t.Fatalf("%v after %v: got %s, clock %d, want clock %d and %v", m, before, got, g[i].Clock, clock, after)
				}
			}
			before = after
		}
	}
	for _, kind := range []string{"en passant", "castling", "promotion", "capturing promotion", "offer of en passant", "check"} {
		if kinds[kind] < n/10 {
			t.Errorf("%s: only %d in %d games", kind, kinds[kind], n)
		}
	}
}

// countKinds adds 1 to each kind that the move m, which leads to after, belongs to.
func countKinds(kinds map[string]int, m chess.Move, after chess.Position) {
	for kind, is := range map[string]bool{
		"en passant": m.EnPassant(), "castling": m.Castles(), "promotion": m.Promotion() != chess.NoRole,
		"capturing promotion": m.Promotion() != chess.NoRole && m.Captured() != chess.NoRole,
		"offer of en passant": after.EP() != chess.NoSquare, "check": after.InCheck(), "moves": true,
	} {
		if is {
			kinds[kind]++
		}
	}
}

// compareMoves compares the legal moves and the positions after them with package chess.
func compareMoves(t *testing.T, p *Position, q chess.Position) {
	t.Helper()
	after := legalMoves(p)
	moves := q.Moves(nil)
	if len(after) != len(moves) {
		t.Fatalf("%v: %d moves are legal, package chess has %d", q, len(after), len(moves))
	}
	for _, m := range moves {
		next, ok := after[fromChess(m)]
		want := q.Play(m)
		if !ok || next.String() != want.String() {
			t.Fatalf("%v: %v leads to %v (%v), want %v", q, m, &next, ok, want)
		}
		if parsed := parse(t, want.String()); parsed != next {
			t.Fatalf("%v is read as %v", want, &parsed)
		}
	}
}
