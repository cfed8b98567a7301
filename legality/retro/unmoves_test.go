package retro

import (
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/devdata"
	"chesscensus/internal/testing/testkit"
)

// eachMove calls f for about n moves of random games, with the positions before and after.
func eachMove(n int, f func(p chess.Position, m chess.Move, q chess.Position)) {
	src := rand.New(rand.NewPCG(20, 26))
	for n > 0 {
		p := chess.InitialPosition()
		for m, q := range chesstest.Moves(src, chesstest.RandomOptions(src)) {
			f(p, m, q)
			p = q
			n--
		}
	}
}

// sameMove reports whether the unmove has the same fields as the move.
func sameMove(u Unmove, m chess.Move) bool {
	return u.From() == m.From() && u.To() == m.To() && u.Role() == m.Role() &&
		u.Captured() == m.Captured() && u.capturedOn() == m.CapturedOn() &&
		u.Promotion() == m.Promotion() && u.EnPassant() == m.EnPassant() &&
		u.Castles() == m.Castles() &&
		u.Irreversible() == m.Irreversible() && u.String() == m.String()
}

// TestMovesAreUnmoves checks that for each move of random games, exactly one unmove leads to the
// setup before, with its rights and en passant square.
func TestMovesAreUnmoves(t *testing.T) {
	dst := make([]Unmove, 0, 1024)
	var counts struct{ all, ep, castles, promotions, rights, histories int }
	eachMove(testkit.Size(5_000, 100_000), func(p chess.Position, m chess.Move, q chess.Position) {
		dst = Unmoves(dst[:0], q.Setup(), Options{AllEP: true})
		times := 0
		for _, u := range dst {
			if u.From() == m.From() && u.To() == m.To() && Undo(q.Setup(), u) == p.Setup() {
				if times++; !sameMove(u, m) {
					t.Errorf("%s %s became %s: unmove %s", p, m, q, u.Append(nil))
				}
			}
		}
		if times != 1 {
			t.Errorf("%s %s became %s: found %d times", p, m, q, times)
		}
		counts.all++
		for k, v := range map[*int]bool{&counts.ep: m.EnPassant(), &counts.castles: m.Castles(), &counts.promotions: m.Promotion() != 0,
			&counts.rights: p.Castling() != q.Castling(), &counts.histories: p.EP() != chess.NoSquare} {
			if v {
				*k++
			}
		}
	})
	t.Logf("%+v", counts)
	if least := counts.all / 5000; min(counts.ep, counts.castles, counts.promotions, counts.rights, counts.histories) < least {
		t.Errorf("fewer than %d of a kind: %+v", least, counts)
	}
}

// checkUnmoves checks every unmove of s: the setup before is a position in which the move is
// legal and leads to s, and no unmove occurs twice. It returns their number.
func checkUnmoves(t *testing.T, s chess.Setup) int {
	t.Helper()
	list := Unmoves(nil, s, Options{AllEP: true})
	seen := map[Unmove]bool{}
	for _, u := range list {
		before := Undo(s, u)
		p, err := before.Position()
		if err != nil {
			t.Fatalf("%s unmove %s: %v", s, u.Append(nil), err)
		}
		m, err := p.ParseUCI(u.String())
		if err != nil {
			t.Fatalf("%s unmove %s: %v", s, u.Append(nil), err)
		}
		q := p.Play(m)
		if !sameMove(u, m) || q.Setup() != s {
			t.Fatalf("%s unmove %s to %s, then played becomes %s", s, u.Append(nil), p, q)
		}
		if seen[u] {
			t.Fatalf("%s: unmove %s twice", s, u.Append(nil))
		}
		seen[u] = true
	}
	withoutHistories := Unmoves(nil, s, Options{})
	for _, u := range withoutHistories {
		if !seen[u] || u.EP() != chess.NoSquare && !u.EnPassant() {
			t.Fatalf("%s: %s without histories", s, u.Append(nil))
		}
		delete(seen, u)
	}
	for u := range seen {
		if u.EP() == chess.NoSquare || u.EnPassant() {
			t.Fatalf("%s: %s only with histories", s, u.Append(nil))
		}
	}
	split := appendKinds(appendKinds(nil, &s, quiet), &s, forceful|histories)
	slices.Sort(split)
	slices.Sort(list)
	if s.Violations() == 0 && !slices.Equal(split, list) {
		t.Fatalf("%s: classes do not add up", s)
	}
	return len(list)
}

// TestUnmovesAreMoves checks the unmoves of positions of random games, and of the same boards with
// the other side to move.
func TestUnmovesAreMoves(t *testing.T) {
	i, n := 0, 0
	eachMove(testkit.Size(5_000, 100_000), func(_ chess.Position, _ chess.Move, q chess.Position) {
		if i++; i%31 != 0 {
			return
		}
		s := q.Setup()
		n += checkUnmoves(t, s)
		s.Turn, s.EP = s.Turn.Other(), chess.NoSquare
		n += checkUnmoves(t, s)
	})
	t.Logf("%d unmoves", n)
	// A capture en passant from e5 is none, since the pawn would have given check there.
	pawn := testkit.Setup(t, "8/8/3P1k2/8/8/8/8/4K3 b - -")
	checkUnmoves(t, pawn)
	checkUnmoves(t, pawn.Mirror())
}

// TestInvalidSetupsHaveNoUnmoves checks that there are no unmoves from invalid setups, nor from
// valid ones with too many promoted men.
func TestInvalidSetupsHaveNoUnmoves(t *testing.T) {
	for _, fen := range []string{
		"8/8/8/8/8/8/8/8 w - - 0 1",
		"4k3/8/8/8/8/8/8/4R2K w - - 0 1",          // king capture
		"4k3/8/8/8/8/8/8/4K3 w K - 0 1",           // no rook
		"4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1",        // no capture
		"4k2P/8/8/8/8/8/8/4K3 w - - 0 1",          // pawn on the last row
		"kk6/8/8/8/8/8/8/4K3 w - - 0 1",           // two kings
		"QQQQQQQQ/QQ6/8/8/8/8/7k/K7 b - - 0 1",    // ten queens: valid, but no setup before can be
		"4k3/8/8/8/8/8/PPPPPPPP/QQQ1K3 b - - 0 1", // eleven pawns and promoted men
	} {
		if got := formatUnmoves(testkit.Setup(t, fen)); len(got) != 0 {
			t.Errorf("%s has unmoves %v", fen, got)
		}
	}
}

// TestUnmovesDoNotAllocate checks that Unmoves allocates nothing if the slice has the capacity.
func TestUnmovesDoNotAllocate(t *testing.T) {
	dst := make([]Unmove, 0, 1024)
	for _, row := range devdata.Rows(t, devdata.Unmoves, 4) {
		s := testkit.Setup(t, row[1])
		if n := testing.AllocsPerRun(10, func() { dst = Unmoves(dst[:0], s, Options{AllEP: true}) }); n != 0 {
			t.Errorf("%s: %v allocations", row[1], n)
		}
	}
}

func FuzzUnmoves(f *testing.F) {
	for _, row := range devdata.Rows(f, devdata.Unmoves, 4) {
		f.Add(row[1])
	}
	f.Fuzz(func(t *testing.T, fen string) {
		f, err := chess.ParseFEN(fen)
		if err != nil {
			return
		}
		checkUnmoves(t, f.Setup)
		checkUnmoves(t, f.Setup.Canonical())
		for _, u := range Unmoves(nil, f.Setup, Options{AllEP: true}) {
			u.Append(nil)
		}
	})
}
