package chess_test

import (
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
)

// walk returns the squares from sq in the given directions, up to and including the first occupied one. Without far it goes one
// step only.
func walk(sq chess.Square, dirs [][2]int, occ chess.Bitboard, far bool) (bb chess.Bitboard) {
	for _, d := range dirs {
		f, r := sq.File()+d[0], sq.Row()+d[1]
		for f >= 0 && f < 8 && r >= 0 && r < 8 {
			to := chess.NewSquare(f, r)
			bb |= to.BB()
			if !far || occ.Has(to) {
				break
			}
			f, r = f+d[0], r+d[1]
		}
	}
	return bb
}

// TestAttackTablesAgreeWithRayWalking compares the tables with walks square by square, for all squares and random occupied squares,
// sparse and dense.
func TestAttackTablesAgreeWithRayWalking(t *testing.T) {
	src := source(41)
	for sq := chess.A1; sq <= chess.H8; sq++ {
		for i := range 2000 {
			occ := chess.Bitboard(src.Uint64())
			if i%2 == 0 {
				occ &= chess.Bitboard(src.Uint64())
			}
			if i == 0 {
				occ = 0
			}
			for _, c := range []struct {
				role chess.Role
				want chess.Bitboard
			}{
				{chess.Rook, walk(sq, orthogonal, occ, true)},
				{chess.Bishop, walk(sq, diagonal, occ, true)},
				{chess.Queen, walk(sq, allDirections, occ, true)},
				{chess.King, walk(sq, allDirections, occ, false)},
				{chess.Knight, walk(sq, knightSteps, occ, false)},
				{chess.NoRole, 0},
			} {
				if got := chess.Attacks(chess.NewPiece(chess.White, c.role), sq, occ); got != c.want {
					t.Fatalf("%v on %v with\n%v attacks\n%v, want\n%v", c.role, sq, occ, got, c.want)
				}
			}
		}
		for color, row := range []int{1, -1} {
			want := walk(sq, [][2]int{{1, row}, {-1, row}}, 0, false)
			if got := chess.Attacks(chess.NewPiece(chess.Color(color), chess.Pawn), sq, ^chess.Bitboard(0)); got != want {
				t.Errorf("%v pawn on %v attacks\n%v, want\n%v", chess.Color(color), sq, got, want)
			}
		}
	}
}

// TestSliderTablesAreExact tries all occupancies of the lines through every square, so that the multipliers of magics.go are
// proven: none maps two occupancies with different attacks to one entry.
func TestSliderTablesAreExact(t *testing.T) {
	for sq := chess.A1; sq <= chess.H8; sq++ {
		for name, c := range map[string]struct {
			dirs    [][2]int
			attacks func(chess.Square, chess.Bitboard) chess.Bitboard
		}{"rook": {orthogonal, chess.RookAttacks}, "bishop": {diagonal, chess.BishopAttacks}} {
			lines := walk(sq, c.dirs, 0, true)
			for occ := chess.Bitboard(0); ; {
				if got := c.attacks(sq, occ); got != walk(sq, c.dirs, occ, true) {
					t.Fatalf("%s on %v, men on\n%vattacks\n%vwant\n%v", name, sq, occ, got, walk(sq, c.dirs, occ, true))
				}
				if occ = (occ - lines) & lines; occ == 0 {
					break
				}
			}
		}
	}
}

// TestBetweenAndLine compares both tables with walks from square to square, for all pairs of squares and in both orders.
func TestBetweenAndLine(t *testing.T) {
	for a := chess.A1; a <= chess.H8; a++ {
		for b := chess.A1; b <= chess.H8; b++ {
			var between, line chess.Bitboard
			for _, d := range allDirections {
				if ray := walk(a, [][2]int{d}, 0, true); ray.Has(b) {
					between = walk(a, [][2]int{d}, b.BB(), true) &^ b.BB()
					line = ray | a.BB() | walk(a, [][2]int{{-d[0], -d[1]}}, 0, true)
				}
			}
			if got := chess.Between(a, b); got != between || got != chess.Between(b, a) {
				t.Errorf("between %v and %v:\n%v, want\n%v", a, b, got, between)
			}
			if got := chess.Line(a, b); got != line || got != chess.Line(b, a) {
				t.Errorf("line through %v and %v:\n%v, want\n%v", a, b, got, line)
			}
		}
	}
}

// TestAttackersAgreesWithAttacks: a man is an attacker of what it attacks, and those of the king are the checkers.
func TestAttackersAgreesWithAttacks(t *testing.T) {
	for p := range playouts(42, 30, 11) {
		b := p.Board()
		occ := b.Occupied()
		var want [2][64]chess.Bitboard
		for from := range occ.All() {
			man := b.At(from)
			for to := range chess.Attacks(man, from, occ).All() {
				want[man.Color()][to] |= from.BB()
			}
		}
		for sq := chess.A1; sq <= chess.H8; sq++ {
			for c := chess.White; c <= chess.Black; c++ {
				if got := b.Attackers(sq, c, occ); got != want[c][sq] {
					t.Fatalf("%s: attackers of %v by %v\n%v, want\n%v", fen(p), sq, c, got, want[c][sq])
				}
			}
		}
		if got := p.Checkers(); got != want[p.Turn().Other()][b.King(p.Turn())] {
			t.Fatalf("%s: checkers\n%v, want the attackers of the king", fen(p), got)
		}
	}
}

// TestStepsAreAttacksBetweenNeighbors compares the steps from a set with the attacks of a man on each of its squares while all other
// squares are occupied. The steps of queens and kings leave out the set itself.
func TestStepsAreAttacksBetweenNeighbors(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	for _, role := range []chess.Role{chess.Knight, chess.Bishop, chess.Rook, chess.Queen, chess.King} {
		for range 1000 {
			set := chess.Bitboard(rnd.Uint64() & rnd.Uint64() & rnd.Uint64())
			want := chess.Bitboard(0)
			for sq := range set.All() {
				want |= chess.Attacks(chess.NewPiece(chess.White, role), sq, ^sq.BB())
			}
			if role == chess.Queen || role == chess.King {
				want &^= set
			}
			if got := chess.Steps(role, set); got != want {
				t.Fatalf("%v: steps from\n%vare\n%v, want\n%v", role, set, got, want)
			}
		}
	}
}
