package mate

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// bruteForce returns the least number of moves, up to n, in which the side to move mates, 0 if none: the definition, by recursion
// over all moves, without order or table.
func bruteForce(p chess.Position, n int) int {
	for k := 1; k <= n; k++ {
		for _, m := range p.Moves(nil) {
			if bruteForceLost(p.Play(m), k-1) {
				return k
			}
		}
	}
	return 0
}

// bruteForceKeys returns the first moves that mate in n.
func bruteForceKeys(p chess.Position, n int) (keys []chess.Move) {
	for _, m := range p.Moves(nil) {
		if bruteForceLost(p.Play(m), n-1) {
			keys = append(keys, m)
		}
	}
	return keys
}

// bruteForceLost reports whether the side to move is mated in at most n moves of the other.
func bruteForceLost(q chess.Position, n int) bool {
	moves := q.Moves(nil)
	if len(moves) == 0 {
		return q.InCheck()
	}
	if n == 0 {
		return false
	}
	for _, r := range moves {
		p := q.Play(r)
		won := false
		for _, m := range p.Moves(nil) {
			if bruteForceLost(p.Play(m), n-1) {
				won = true
				break
			}
		}
		if !won {
			return false
		}
	}
	return true
}

// compareWithBruteForce asks the solver and brute force about mates in at most n moves in one position. It returns the least number
// of moves, 0 if there is no mate.
func compareWithBruteForce(t *testing.T, s *Solver, p chess.Position, n int) int {
	t.Helper()
	want := bruteForce(p, n)
	r := testkit.Must(s.Solve(context.Background(), p, n))(t)
	got := 0
	if r.Outcome == Mate {
		got = r.Moves
	}
	if got != want || r.Outcome == Undecided {
		t.Fatalf("%v: %v in %d, brute force %d", p, r.Outcome, r.Moves, want)
	}
	if want > 0 {
		if keys := bruteForceKeys(p, want); !slices.Equal(keys, r.Keys) || !r.AllKeys {
			t.Fatalf("%v: keys %s, brute force %s", p, sanOfEach(p, r.Keys), sanOfEach(p, keys))
		}
		end := p
		for _, m := range r.Line {
			end = end.Play(m)
		}
		if len(r.Line) != 2*want-1 || !end.IsCheckmate() {
			t.Fatalf("%v: main line %s, want a mate in %d", p, sanOfLine(p, r.Line), want)
		}
		tree, err := s.Tree(context.Background(), p, r.Keys[len(r.Keys)-1], want, false)
		if err == nil {
			err = tree.Check(p)
		}
		if err != nil || tree.Moves != want {
			t.Fatalf("%v: tree of %d moves, error %v, want %d", p, tree.Moves, err, want)
		}
	}
	lost := false
	for k := 0; k < n && !lost; k++ {
		lost = bruteForceLost(p, k)
		if m, _ := s.Mated(context.Background(), p, k); (m.Outcome == Mate) != lost || lost && m.Moves != k {
			t.Fatalf("%v: mated in %d: %v, brute force %v", p, k, m.Outcome, lost)
		}
	}
	class := s.Classify(context.Background(), p, n)
	switch {
	case p.IsCheckmate() && class.Kind == Checkmated, p.IsStalemate() && class.Kind == Stalemated:
	case want > 0 && class == Class{MateIn, want}, want == 0 && p.CountMoves() > 0 && class == Class{Quiet, n}:
	default:
		t.Fatalf("%v: class %v, brute force %d", p, class, want)
	}
	return want
}

// randomSparse returns a random valid setup with few men: kings, an attacker with power, a defender with little, pawns near
// promotion, as positions of games rarely are.
func randomSparse(rnd *rand.Rand) (chess.Position, bool) {
	s := chess.EmptySetup()
	put := func(p chess.Piece, squares chess.Bitboard) {
		squares &^= s.Board.Occupied()
		for range rnd.IntN(squares.Count()) {
			squares &= squares - 1
		}
		s.Board.Put(squares.First(), p)
	}
	all := ^chess.Bitboard(0)
	pawns := all &^ (chess.Row1 | chess.Row8)
	edge := chess.FileA | chess.FileH | chess.Row1 | chess.Row8
	put(chess.NewPiece(chess.Black, chess.King), edge)
	near := chess.KingAttacks(s.Board.King(chess.Black))
	far := chess.Bitboard(0)
	for sq := range near.All() {
		far |= chess.KingAttacks(sq)
	}
	put(chess.NewPiece(chess.White, chess.King), far&^near)
	for range 2 + rnd.IntN(3) {
		if r := chess.Role(rnd.IntN(6)) + chess.Pawn; r == chess.Pawn || r == chess.King {
			put(chess.NewPiece(chess.White, chess.Pawn), chess.RowBB(6)|chess.RowBB(4))
		} else {
			put(chess.NewPiece(chess.White, r), all)
		}
	}
	for range rnd.IntN(4) {
		if r := chess.Role(rnd.IntN(6)) + chess.Pawn; r == chess.King {
			put(chess.NewPiece(chess.Black, chess.Pawn), chess.RowBB(1)|chess.RowBB(4))
		} else if r == chess.Pawn {
			put(chess.NewPiece(chess.Black, r), pawns)
		} else {
			put(chess.NewPiece(chess.Black, r), all)
		}
	}
	if rnd.IntN(2) == 0 {
		s = s.Mirror()
	}
	if rnd.IntN(2) == 0 {
		s.Turn = s.Turn.Other()
	}
	s.Castling = chess.InitialSetup().Castling // what is not possible is removed
	p, err := s.Canonical().Position()
	return p, err == nil
}

// TestAgreesWithBruteForceOnSparseBoards compares everything with plain minimax, up to mates in three.
func TestAgreesWithBruteForceOnSparseBoards(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 7))
	s := New(Options{})
	n := testkit.Size(500, 2500)
	var seen [4]int
	for range n {
		p, ok := randomSparse(rnd)
		if !ok {
			continue
		}
		depth, board := 2, p.Board()
		if p.CountMoves() < 18 && board.Men() < 6 {
			depth = 3
		}
		seen[compareWithBruteForce(t, s, p, depth)]++
	}
	for k, want := range []int{n / 10, n / 20, n / 40, n / 500} {
		if seen[k] < want {
			t.Errorf("%d positions with result %d, want at least %d", seen[k], k, want)
		}
	}
}

// TestAgreesWithBruteForceInGames does so in random games, with castling, en passant and promotions among the moves.
func TestAgreesWithBruteForceInGames(t *testing.T) {
	testkit.Medium(t)
	s := New(Options{})
	games := testkit.Size(10, 60)
	var seen [3]int
	for i := range games {
		rnd := rand.New(rand.NewPCG(2, uint64(i)<<32))
		p := chess.InitialPosition()
		for ply := 0; ply < 120; ply++ {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			if ply%5 == 4 {
				seen[compareWithBruteForce(t, s, p, 1+ply/5%2)]++
			}
			p = p.Play(moves[rnd.IntN(len(moves))])
		}
	}
	if seen[1] == 0 || seen[0] == 0 {
		t.Errorf("positions without mate, with mates in 1 and in 2: %d; want some of the first two", seen)
	}
}

// TestMayCheckIsExact: mayCheck reports true for the moves that give check, and besides for promotions, en passant and castling alone.
func TestMayCheckIsExact(t *testing.T) {
	gave := 0
	for i := range 30 {
		options := chesstest.RandomOptions(rand.New(rand.NewPCG(3, uint64(i))))
		for p := range chesstest.Playout(rand.New(rand.NewPCG(4, uint64(i))), options) {
			c := newChecks(&p)
			for _, m := range p.Moves(nil) {
				q := p.Play(m)
				special := m.Promotion() != chess.NoRole || m.EnPassant() || m.Castles()
				if may := c.mayCheck(m); may != (q.InCheck() || special) {
					t.Fatalf("%v %v: mayCheck is %v, but the move gives check: %v", p, m, may, q.InCheck())
				}
				if q.InCheck() {
					gave++
				}
			}
		}
	}
	if gave < 1000 {
		t.Errorf("only %d checks in all games, want 1000", gave)
	}
}
