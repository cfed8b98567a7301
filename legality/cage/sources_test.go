package cage

import (
	"cmp"
	"math/rand/v2"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// lastStep returns the square that a man was on, or passed over, just before it came to a square: that from which it came, or the
// one before on the line.
func lastStep(from, to chess.Square) chess.Square {
	df, dr := to.File()-from.File(), to.Row()-from.Row()
	if df != 0 && dr != 0 && max(df, -df) != max(dr, -dr) {
		return from // a knight
	}
	return chess.NewSquare(to.File()-cmp.Compare(df, 0), to.Row()-cmp.Compare(dr, 0))
}

// TestEveryMoveComesFromASource plays games and checks that the last step of every man, by whatever move, is from one of its
// sources in the position after. Lemma 1 uses nothing else of them.
func TestEveryMoveComesFromASource(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	promotions, castlings, passing := 0, 0, 0
	for range testkit.Size(40, 400) {
		opt := chesstest.RandomOptions(rnd)
		opt.Weights.Promote, opt.Weights.PawnStep = 20, 4
		p := chess.InitialPosition()
		for m := range chesstest.Moves(rnd, opt) {
			p = p.Play(m)
			b := p.Board()
			from, to := m.From(), m.To()
			if !sources(&b, to).Has(lastStep(from, to)) {
				t.Fatalf("%v: the man on %v came from %v, its sources are %v", p, to, from, sources(&b, to))
			}
			switch {
			case m.Promotion() != chess.NoRole:
				promotions++
			case m.Castles():
				castlings++
				rook, corner := from+1, from|7
				if to < from {
					rook, corner = from-1, from&^7
				}
				if !sources(&b, rook).Has(lastStep(corner, rook)) {
					t.Fatalf("%v: the rook on %v came from %v by castling", p, rook, corner)
				}
			case m.CapturedOn() != chess.NoSquare && m.CapturedOn() != to:
				passing++
			}
		}
	}
	if promotions < 20 || castlings < 5 || passing < 1 {
		t.Errorf("%d promotions, %d castlings, %d captures in passing: too few", promotions, castlings, passing)
	}
}

// TestPawnSources checks the sources of single men on an empty board.
func TestPawnSources(t *testing.T) {
	for _, c := range []struct {
		man  chess.Piece
		sq   chess.Square
		want chess.Bitboard
	}{
		{chess.NewPiece(chess.White, chess.Pawn), chess.E2, 0},
		{chess.NewPiece(chess.Black, chess.Pawn), chess.E7, 0},
		{chess.NewPiece(chess.White, chess.Pawn), chess.E3, chess.D2.BB() | chess.E2.BB() | chess.F2.BB()},
		{chess.NewPiece(chess.Black, chess.Pawn), chess.A6, chess.A7.BB() | chess.B7.BB()},
		{chess.NewPiece(chess.White, chess.Knight), chess.H8, chess.F7.BB() | chess.G6.BB() | chess.G7.BB() | chess.H7.BB()},
		{chess.NewPiece(chess.Black, chess.Knight), chess.H8, chess.F7.BB() | chess.G6.BB()},
		{chess.NewPiece(chess.White, chess.King), chess.H8, chess.G7.BB() | chess.G8.BB() | chess.H7.BB()},
		{chess.NewPiece(chess.Black, chess.Bishop), chess.A1, chess.A2.BB() | chess.B2.BB()},
		{chess.NewPiece(chess.White, chess.Bishop), chess.A1, chess.B2.BB()},
		{chess.NewPiece(chess.White, chess.Rook), chess.D4, chess.C4.BB() | chess.E4.BB() | chess.D3.BB() | chess.D5.BB()},
	} {
		s := chess.EmptySetup()
		s.Board.Put(c.sq, c.man)
		testkit.Equal(t, sources(&s.Board, c.sq), c.want, c.man, "on", c.sq, "sources")
	}
}

// largestClosed is the oracle for deadlockedMen: it tries all subsets of the men. It uses excludedByChecks of the package, whose
// cases have tests of their own in checks_test.go.
func largestClosed(b *chess.Board) (best chess.Bitboard) {
	men := b.Occupied()
	for set := men; set != 0; set = (set - 1) & men {
		closed := true
		for sq := range set.All() {
			for x := range (sources(b, sq) &^ set).All() {
				closed = closed && excludedByChecks(b, set, sq, x)
			}
		}
		if closed && set.Count() > best.Count() {
			best = set
		}
	}
	return best
}

// TestDeadlockIsTheLargestSet compares deadlockedMen with all subsets of twelve men in a corner. The set is expected only if some
// man of it is not at home.
func TestDeadlockIsTheLargestSet(t *testing.T) {
	rnd := testkit.Rand(t.Name())
	initial := chess.InitialSetup()
	found, unmoved := 0, 0
	for range testkit.Size(150, 3000) {
		s := crowdedCorner(rnd)
		want := largestClosed(&s.Board)
		hasMoved := false
		for sq := range want.All() {
			hasMoved = hasMoved || s.Board.At(sq) != initial.Board.At(sq)
		}
		if want != 0 && !hasMoved {
			unmoved++
			want = 0
		} else if want != 0 {
			found++
		}
		if got := deadlockedMen(&s); got != want {
			t.Fatalf("%v: %v, want %v", s, got, want)
		}
	}
	if found < 15 || unmoved < 5 {
		t.Errorf("%d deadlocks, %d sets of men at home: too few", found, unmoved)
	}
}

// crowdedCorner returns a setup with men crowded into a corner of an otherwise empty board, some as they stand at the start.
func crowdedCorner(rnd *rand.Rand) chess.Setup {
	s, initial := chess.EmptySetup(), chess.InitialSetup()
	width := 3 + rnd.IntN(2)
	for sq := range chess.Square(64) {
		if sq.File() >= width || sq.Row() < 5 || s.Board.Men() == 12 {
			continue
		}
		switch x := rnd.IntN(12); {
		case x < 6 && sq.Row() > 5:
			s.Board.Put(sq, initial.Board.At(sq))
		case x < 11:
			role := chess.Role(rnd.IntN(6)) + chess.Pawn
			if rnd.IntN(3) > 0 {
				role = chess.Pawn
			}
			if color := chess.Color(rnd.IntN(2)); role != chess.Pawn || sq.Row() != color.LastRow() && sq.Row() != color.BackRow() {
				s.Board.Put(sq, chess.NewPiece(color, role))
			}
		}
	}
	return s
}
