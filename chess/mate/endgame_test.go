package mate

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// A lone table holds the distance to mate of king and one officer against king, made by working back from the mates on squares
// alone: not a line of it is the solver's.
type endgameTable struct {
	role chess.Role
	// lost[wk][w][bk] is the number of moves to mate with Black to move, 1 more than that;
	// won the number with White to move. 0 means unknown, which in the end means none.
	lost, won [64][64][64]uint8
}

func (t *endgameTable) attacks(wk, w, sq chess.Square) bool {
	return chess.KingAttacks(wk).Has(sq) ||
		chess.Attacks(chess.NewPiece(chess.White, t.role), w, wk.BB()).Has(sq)
}

// escapes returns where the black king can go; the officer is lost on its own square.
func (t *endgameTable) escapes(wk, w, bk chess.Square) (safe chess.Bitboard, takes bool) {
	for sq := range (chess.KingAttacks(bk) &^ chess.KingAttacks(wk)).All() {
		if sq == w {
			takes = true
		} else if !chess.Attacks(chess.NewPiece(chess.White, t.role), w, wk.BB()).Has(sq) {
			safe |= sq.BB()
		}
	}
	return safe, takes
}

func newEndgameTable(role chess.Role) *endgameTable {
	t := &endgameTable{role: role}
	for depth := uint8(0); ; depth++ {
		changed := false
		t.forEach(func(wk, w, bk chess.Square) {
			if t.lost[wk][w][bk] == 0 && !chess.KingAttacks(wk).Has(bk) && t.isLost(wk, w, bk, depth) {
				t.lost[wk][w][bk] = depth + 1
				changed = true
			}
		})
		t.forEach(func(wk, w, bk chess.Square) {
			if t.won[wk][w][bk] == 0 && !t.attacks(wk, w, bk) && t.isWon(wk, w, bk, depth) {
				t.won[wk][w][bk] = depth + 1
				changed = true
			}
		})
		if !changed {
			return t
		}
	}
}

func (t *endgameTable) forEach(f func(wk, w, bk chess.Square)) {
	for wk := chess.A1; wk <= chess.H8; wk++ {
		for w := chess.A1; w <= chess.H8; w++ {
			for bk := chess.A1; bk <= chess.H8; bk++ {
				if wk != w && w != bk && wk != bk {
					f(wk, w, bk)
				}
			}
		}
	}
}

// isLost reports whether Black to move is mated in depth moves of White.
func (t *endgameTable) isLost(wk, w, bk chess.Square, depth uint8) bool {
	safe, takes := t.escapes(wk, w, bk)
	if depth == 0 {
		return safe == 0 && !takes && t.attacks(wk, w, bk)
	}
	if safe == 0 || takes {
		return false
	}
	for sq := range safe.All() {
		if d := t.won[wk][w][sq]; d == 0 || d > depth {
			return false
		}
	}
	return true
}

// isWon reports whether White to move reaches a position lost in depth moves.
func (t *endgameTable) isWon(wk, w, bk chess.Square, depth uint8) bool {
	for to := range (chess.KingAttacks(wk) &^ chess.KingAttacks(bk)).All() {
		if to != w && to != bk && t.lost[to][w][bk] == depth+1 {
			return true
		}
	}
	for to := range chess.Attacks(chess.NewPiece(chess.White, t.role), w, wk.BB()|bk.BB()).All() {
		if to != wk && to != bk && t.lost[wk][to][bk] == depth+1 {
			return true
		}
	}
	return false
}

func (t *endgameTable) position(wk, w, bk chess.Square) (chess.Position, error) {
	s := chess.EmptySetup()
	s.Board.Put(wk, chess.NewPiece(chess.White, chess.King))
	s.Board.Put(w, chess.NewPiece(chess.White, t.role))
	s.Board.Put(bk, chess.NewPiece(chess.Black, chess.King))
	return s.Position()
}

// TestAgreesWithEndgameTable asks for the mates of king and queen, which take 10 moves at most, and king and rook, 16 moves:
// well-known numbers, and deep ones.
func TestAgreesWithEndgameTable(t *testing.T) {
	testkit.Long(t)
	for _, c := range []struct {
		role    chess.Role
		longest uint8
		deep    uint8 // the solver is asked up to here
		step    int
	}{
		{chess.Queen, 10, 6, 4001},
		{chess.Rook, 16, 6, 4001},
	} {
		table := newEndgameTable(c.role)
		longest, i, asked := uint8(0), 0, 0
		s := New(Options{TableBits: 18})
		table.forEach(func(wk, w, bk chess.Square) {
			d := table.won[wk][w][bk]
			longest = max(longest, d)
			p, err := table.position(wk, w, bk)
			if err != nil {
				return
			}
			if i++; i%c.step != 0 {
				return
			}
			asked++
			n := min(d, c.deep)
			if d == 0 || d > c.deep {
				n = 4
			}
			r, _ := s.Solve(context.Background(), p, int(n))
			want := 0
			if d != 0 && d <= n {
				want = int(d)
			}
			if r.Moves != want || r.Outcome == Undecided {
				t.Fatalf("%v: %v in %d of %d, table %d", p, r.Outcome, r.Moves, n, d)
			}
		})
		if longest != c.longest || asked < 10 {
			t.Errorf("%v: longest mate %d, want %d; %d asked", c.role, longest, c.longest, asked)
		}
	}
}
