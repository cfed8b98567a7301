package chess_test

import (
	"slices"
	"sort"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// uciMoves returns the legal moves in UCI notation, sorted.
func uciMoves(p chess.Position) (list []string) {
	for _, m := range p.Moves(nil) {
		list = append(list, m.String())
	}
	sort.Strings(list)
	return list
}

// playouts yields positions of random games of all styles, every step-th of each; with -short of a quarter of the games.
func playouts(seed uint64, games, step int) func(func(chess.Position) bool) {
	if testing.Short() {
		games = (games + 3) / 4
	}
	return func(yield func(chess.Position) bool) {
		src := source(seed)
		for range games {
			i := src.IntN(step)
			for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
				if i++; i%step == 0 && !yield(p) {
					return
				}
			}
		}
	}
}

// randomSetups yields valid positions with men on random squares, and with castling rights and en passant squares where they fit.
// Many have checks by several men, dozens of queens, or other features that no game has.
func randomSetups(seed uint64, n int) func(func(chess.Position) bool) {
	return func(yield func(chess.Position) bool) {
		src := source(seed)
		for found := 0; found < n; {
			s := chess.EmptySetup()
			s.Turn = chess.Color(src.IntN(2))
			men := 1 + src.IntN(24)
			if src.IntN(2) == 0 {
				for _, sq := range []chess.Square{chess.A1, chess.H1} {
					s.Board.Put(sq, chess.NewPiece(chess.White, chess.Rook))
					s.Board.Put(sq.Mirror(), chess.NewPiece(chess.Black, chess.Rook))
				}
				s.Board.Put(chess.E1, chess.NewPiece(chess.White, chess.King))
				s.Board.Put(chess.E8, chess.NewPiece(chess.Black, chess.King))
				s.Castling = chess.AllCastling
			} else {
				k := src.Perm(64)
				s.Board.Put(chess.Square(k[0]), chess.NewPiece(chess.White, chess.King))
				s.Board.Put(chess.Square(k[1]), chess.NewPiece(chess.Black, chess.King))
			}
			for range men {
				sq := chess.Square(src.IntN(64))
				role := chess.Role(1 + src.IntN(5))
				if src.IntN(3) == 0 {
					role = chess.Pawn
				}
				if s.Board.At(sq) != chess.NoPiece || role == chess.Pawn && (sq.Row() == 0 || sq.Row() == 7) {
					continue
				}
				s.Board.Put(sq, chess.NewPiece(chess.Color(src.IntN(2)), role))
			}
			for file := range 8 { // the first valid en passant square
				withEP := s
				withEP.EP = chess.NewSquare(file, 5-3*int(s.Turn))
				if withEP.Violations() == 0 {
					s = withEP
					break
				}
			}
			if p, err := s.Position(); err == nil {
				found++
				if !yield(p) {
					return
				}
			}
		}
	}
}

// checkPosition compares the moves and checks of a position with those of the oracle.
func checkPosition(tb testing.TB, p chess.Position) {
	tb.Helper()
	o := newOracle(p.Setup())
	got, want := uciMoves(p), o.moves()
	if !slices.Equal(got, want) {
		tb.Fatalf("%s: moves\n got %v\nwant %v", fen(p), got, want)
	}
	if n := p.CountMoves(); n != len(want) {
		tb.Fatalf("%s: CountMoves = %d, want %d", fen(p), n, len(want))
	}
	check := o.inCheck(o.white)
	if p.InCheck() != check || p.IsCheckmate() != (check && len(want) == 0) ||
		p.IsStalemate() != (!check && len(want) == 0) {
		tb.Fatalf("%s: in check %v, checkmate %v, stalemate %v, with %d moves",
			fen(p), p.InCheck(), p.IsCheckmate(), p.IsStalemate(), len(want))
	}
}

// TestMovesAgreeWithOracle checks positions of random games and of the perft suites.
func TestMovesAgreeWithOracle(t *testing.T) {
	for p := range playouts(1, 200, 9) {
		checkPosition(t, p)
	}
	for _, c := range perftSuites(t) {
		if c.depth == 1 {
			checkPosition(t, testkit.Position(t, c.fen))
		}
	}
}

// TestMovesAgreeWithOracleOnRandomSetups checks positions that no game need have.
func TestMovesAgreeWithOracleOnRandomSetups(t *testing.T) {
	testkit.Medium(t)
	for p := range randomSetups(2, 5000) {
		checkPosition(t, p)
	}
}

// TestMovesAndResultsAgreeWithSecondGenerator compares the positions after each move with those of corentings/chess.
func TestMovesAndResultsAgreeWithSecondGenerator(t *testing.T) {
	testkit.Medium(t)
	n := 0
	check := func(p chess.Position) {
		n++
		want := secondMoves(t, fen(p))
		moves := p.Moves(nil)
		if len(moves) != len(want) {
			t.Fatalf("%s: %d moves, corentings finds %d: %v", fen(p), len(moves), len(want), want)
		}
		for _, m := range moves {
			q := p.Play(m)
			if w, ok := want[m.String()]; !ok || q.Setup() != w {
				t.Fatalf("%s: %v leads to %v, by corentings to %v", fen(p), m, q, w)
			}
		}
	}
	for p := range playouts(3, 220, 12) {
		check(p)
	}
	for p := range randomSetups(4, 500) {
		check(p)
	}
	if n < 3000 && !testing.Short() {
		t.Errorf("only %d positions compared", n)
	}
}

// TestPlayKeepsPositionsValid: after every legal move the position is valid and canonical, and the move fits the boards before and
// after.
func TestPlayKeepsPositionsValid(t *testing.T) {
	check := func(p chess.Position) {
		before := p.Board()
		for _, m := range p.Moves(nil) {
			q := p.Play(m)
			s := q.Setup()
			if v := s.Violations(); v != 0 || s.Canonical() != s {
				t.Fatalf("%s: after %v %v, which is not canonical or breaks %v", fen(p), m, s, v)
			}
			if q.Turn() != p.Turn().Other() || q.Castling()&^p.Castling() != 0 {
				t.Fatalf("%s: after %v %v, want the other side to move and no new right", fen(p), m, s)
			}
			lost := 0
			if m.Captured() != chess.NoRole {
				lost = 1
				if got := before.At(m.CapturedOn()); got != chess.NewPiece(p.Turn().Other(), m.Captured()) {
					t.Fatalf("%s: %v captures %v on %v, another man than it says", fen(p), m, got, m.CapturedOn())
				}
			}
			role := m.Role()
			if m.Promotion() != chess.NoRole {
				role = m.Promotion()
			}
			if s.Board.Men() != before.Men()-lost || s.Board.At(m.To()) != chess.NewPiece(p.Turn(), role) ||
				s.Board.At(m.From()) != chess.NoPiece || before.RoleAt(m.From()) != m.Role() {
				t.Fatalf("%s: after %v %v, which does not fit the men before", fen(p), m, s)
			}
			if err := checkSets(&s.Board); err != "" {
				t.Fatalf("%s: after %v %v: %s", fen(p), m, s, err)
			}
		}
	}
	for p := range playouts(5, 150, 5) {
		check(p)
	}
	for p := range randomSetups(6, 3000) {
		check(p)
	}
}

// checkSets tests that the eight sets of a board fit together.
func checkSets(b *chess.Board) string {
	var roles chess.Bitboard
	for r := chess.Pawn; r <= chess.King; r++ {
		if roles&b.Of(r) != 0 {
			return "two roles on a square"
		}
		roles |= b.Of(r)
	}
	white, black := b.Colored(chess.White), b.Colored(chess.Black)
	if white&black != 0 || white|black != roles {
		return "the sets of colors and roles do not fit"
	}
	return ""
}

// TestMovesAppendsWithoutAllocation: neither Moves nor CountMoves allocates in the position with the most moves that is known to be
// legal, and Moves keeps what the slice holds.
func TestMovesAppendsWithoutAllocation(t *testing.T) {
	p := testkit.Position(t, "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")
	buf := make([]chess.Move, 1, 256)
	buf[0] = 77
	if n := testing.AllocsPerRun(100, func() { buf = p.Moves(buf[:1]) }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
	if len(buf) != 219 || buf[0] != 77 {
		t.Errorf("%d moves after %v, want 218 after 77", len(buf)-1, uint32(buf[0]))
	}
	if n := testing.AllocsPerRun(100, func() { _ = p.CountMoves() }); n != 0 {
		t.Errorf("CountMoves: %v allocations, want 0", n)
	}
}

// TestMovesOfDozensOfQueens: a valid position with more moves than the buffers of 256 in the package hold.
func TestMovesOfDozensOfQueens(t *testing.T) {
	const most = "QQQQQQnk/Q4Qnn/Q5QQ/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1"
	p := testkit.Position(t, most)
	if n := p.CountMoves(); n != 263 {
		t.Errorf("%s: %d moves, want 263", most, n)
	}
	checkPosition(t, p)
	for _, m := range p.Moves(nil) {
		if got, err := p.ParseSAN(p.SAN(m)); err != nil || got != m || !p.IsLegal(m) {
			t.Fatalf("%s: %v is %s, read as %v, %v", most, m, p.SAN(m), got, err)
		}
	}
}

// TestIsLegalKnowsAllOfAMove: a legal move with any one bit changed is legal only if it is in the list, too.
func TestIsLegalKnowsAllOfAMove(t *testing.T) {
	for p := range playouts(9, 10, 20) {
		moves := p.Moves(nil)
		for _, m := range moves {
			for bit := range 32 {
				if other := m ^ 1<<bit; p.IsLegal(other) != slices.Contains(moves, other) {
					t.Fatalf("%s: IsLegal(%#x) = %v", fen(p), uint32(other), p.IsLegal(other))
				}
			}
		}
		if p.IsLegal(0) {
			t.Fatalf("%s: the zero Move, which is no move, is legal", fen(p))
		}
	}
}

// TestIsLegalAgreesWithTheList asks of every pair of squares whether an officer or a king may go from one to the other: pinned, in
// check, into check, through men, onto own ones and where it should not.
func TestIsLegalAgreesWithTheList(t *testing.T) {
	legal, checks := 0, 0
	for p := range playouts(11, 80, 4) {
		moves := p.Moves(nil)
		b := p.Board()
		if p.InCheck() {
			checks++
		}
		for from := range b.Occupied().All() {
			for to := range chess.Square(64) {
				// The layout of a move is documented with its type.
				m := chess.Move(from) | chess.Move(to)<<6 | chess.Move(b.RoleAt(from))<<12 | chess.Move(b.RoleAt(to))<<15
				want := slices.Contains(moves, m)
				if p.IsLegal(m) != want {
					t.Fatalf("%s: IsLegal(%v) = %v", fen(p), m, !want)
				}
				if want {
					legal++
				}
			}
		}
	}
	if legal < 10_000 || checks < 20 {
		t.Errorf("only %d legal moves and %d checks were seen", legal, checks)
	}
}

// TestPlayOfIllegalMovesDoesNotPanic: the result means nothing, but outside data must not crash.
func TestPlayOfIllegalMovesDoesNotPanic(t *testing.T) {
	testkit.Medium(t)
	src := source(10)
	for range 100_000 {
		p := testkit.Position(t, kiwipete)
		for range 4 {
			p = p.Play(chess.Move(src.Uint32()))
		}
	}
	var zero chess.Position
	zero.CountMoves()
	zero.Moves(nil)
	zero.InCheck()
	_ = zero.String()
}
