package mate

import (
	"context"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// An endgameTable holds the distance to mate of White's king and one officer against a king. It is made by working back from the
// mates, on squares alone, and shares nothing with the solver. All arguments wk, w and bk are the squares of the white king, the
// officer and the black king.
type endgameTable struct {
	role chess.Role
	// won[wk][w][bk] is the number of moves to mate with White to move, and lost 1 more than
	// that number with Black to move. 0 means unknown, which in the end means none.
	won, lost [64][64][64]uint8
}

// officerAttacks returns the squares that the officer attacks if the black king does not stand in its way.
func (t *endgameTable) officerAttacks(wk, w chess.Square) chess.Bitboard {
	return chess.Attacks(chess.NewPiece(chess.White, t.role), w, wk.BB())
}

// attacks reports whether White attacks sq.
func (t *endgameTable) attacks(wk, w, sq chess.Square) bool {
	return chess.KingAttacks(wk).Has(sq) || t.officerAttacks(wk, w).Has(sq)
}

// escapes returns the empty squares that the black king can go to, and whether it can capture the officer.
func (t *endgameTable) escapes(wk, w, bk chess.Square) (safe chess.Bitboard, captures bool) {
	reach := chess.KingAttacks(bk) &^ chess.KingAttacks(wk)
	return reach &^ t.officerAttacks(wk, w) &^ w.BB(), reach.Has(w)
}

// newEndgameTable fills a table for an officer, mates in 0 first, then those in 1, and so on.
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

// forEach calls f for all placements on three different squares.
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

// isLost reports whether Black to move is mated in at most depth moves of White.
func (t *endgameTable) isLost(wk, w, bk chess.Square, depth uint8) bool {
	safe, captures := t.escapes(wk, w, bk)
	if depth == 0 {
		return safe == 0 && !captures && t.attacks(wk, w, bk)
	}
	if safe == 0 || captures {
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

// position returns a placement with White to move, or an error if it is not valid.
func (t *endgameTable) position(wk, w, bk chess.Square) (chess.Position, error) {
	s := chess.EmptySetup()
	s.Board.Put(wk, chess.NewPiece(chess.White, chess.King))
	s.Board.Put(w, chess.NewPiece(chess.White, t.role))
	s.Board.Put(bk, chess.NewPiece(chess.Black, chess.King))
	return s.Position()
}

// TestAgreesWithEndgameTable solves a sample of the positions of king and officer against king. The longest mates of the tables are
// well known: 10 moves with a queen, 16 with a rook.
func TestAgreesWithEndgameTable(t *testing.T) {
	testkit.Long(t)
	const deepest = 6 // the solver is asked for mates in up to so many moves
	const step = 4001 // one position in so many is asked
	for role, wantLongest := range map[chess.Role]uint8{chess.Queen: 10, chess.Rook: 16} {
		table := newEndgameTable(role)
		longest, i, asked := uint8(0), 0, 0
		s := New(Options{TableBits: 18})
		table.forEach(func(wk, w, bk chess.Square) {
			d := table.won[wk][w][bk]
			longest = max(longest, d)
			p, err := table.position(wk, w, bk)
			if err != nil {
				return
			}
			if i++; i%step != 0 {
				return
			}
			asked++
			n := d
			if d == 0 || d > deepest {
				n = 4 // the answer must be that there is none
			}
			r, _ := s.Solve(context.Background(), p, int(n))
			want := 0
			if d != 0 && d <= n {
				want = int(d)
			}
			if r.Moves != want || r.Outcome == Undecided {
				t.Fatalf("%v: asked for %d moves: %v in %d; by the table in %d (0: none)", p, n, r.Outcome, r.Moves, d)
			}
		})
		if longest != wantLongest || asked < 10 {
			t.Errorf("%v: longest mate %d, want %d; %d positions asked, want at least 10", role, longest, wantLongest, asked)
		}
	}
}
