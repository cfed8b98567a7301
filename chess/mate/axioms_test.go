package mate

import (
	"context"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// The axioms of Harrod's paper: what makes a chess algorithm Shannon-complete, and what incorrect. The mates in three and more stand in
// problems_test.go; that all forty moves of its list are generated is tested in package notation (TestPrintedListOfMoves).

// solve asks for a mate in n and returns moves and keys.
func solve(t *testing.T, fen string, n int) (moves int, keys string) {
	t.Helper()
	p := position(t, fen)
	r := testkit.Must(New(Options{}).Solve(context.Background(), p, n))(t)
	if r.Outcome == Mate {
		return r.Moves, sanOfEach(p, r.Keys)
	}
	return 0, ""
}

// TestNoMoveIsOverlooked: an algorithm is incorrect if it is ignorant of castling, en passant or promotion. Each of these problems
// has one key, which is such a move, or a first move that one such reply alone refutes. All were found among random boards by brute
// force over the definition.
func TestNoMoveIsOverlooked(t *testing.T) {
	testkit.Medium(t)
	for _, c := range testkit.Table[struct {
		FEN, Key string
		N        int
		Why      string
	}](t, "specialmates.tsv") {
		if moves, keys := solve(t, c.FEN, 2); moves != c.N || keys != c.Key {
			t.Errorf("%s: mate in %d by %s, want %d by %s", c.FEN, moves, keys, c.N, c.Key)
		}
	}
	for _, c := range []struct{ fen, move, refutation string }{
		{"4k2r/R7/1K6/2N5/1R2B3/8/8/8 w k -", "Ka5", "O-O"},
		{"8/1K6/8/6Pp/6p1/1Q4N1/7P/k7 w - -", "h4", "gxh3"},
		{"8/8/1R6/2p1kP2/3p2R1/8/3NPK2/8 w - -", "e4", "dxe3+"},
		{"k7/8/4B1R1/1p2P3/2Qp4/8/2PK1p2/8 w - -", "Qc7", "f1=N+"},
		{"8/4K3/8/2Pp4/2p3k1/8/1p2P2Q/3R4 w - -", "Kf6", "b1=Q"},
	} {
		p := position(t, c.fen)
		tries := testkit.Must(New(Options{}).Tries(context.Background(), p, 2, 1))(t, c.fen)
		found := false
		for _, x := range tries {
			q := p.Play(x.Move)
			found = found || p.SAN(x.Move) == c.move && sanOfEach(q, x.Refutations) == c.refutation && !x.More
		}
		if !found {
			t.Errorf("%s: %s is not refuted by %s alone", c.fen, c.move, c.refutation)
		}
	}
}

// TestEitherSideFromAnyPosition: an algorithm must play either color from an arbitrary board. With the colors exchanged the mates
// take as many moves.
func TestEitherSideFromAnyPosition(t *testing.T) {
	s := New(Options{})
	for _, c := range harrodProblems {
		p := position(t, c.fen)
		q := testkit.Must(p.Setup().Mirror().Position())(t)
		r, _ := s.Solve(context.Background(), q, 4)
		if r.Outcome != Mate || r.Moves != c.moves {
			t.Errorf("%s, colors exchanged: %v in %d", c.name, r.Outcome, r.Moves)
		}
	}
	p := position(t, harrodProblems[3].fen)
	black, err := Other(p)
	if err != nil || black != position(t, harrodProblems[4].fen) {
		t.Errorf("Tightrope with the other side to move: %v, error %v, want the fifth problem", black, err)
	}
	if _, err := Other(position(t, "7k/5KQ1/8/8/8/8/8/8 b - -")); err == nil {
		t.Error("Other gives the move to the other side although the side to move is in check")
	}
}

// TestMicrochessInTightrope: the quicker win of Microchess 1.0 with Black. Its first move is no key; after White's last it mates by
// Qxa2, which the paper prints as a rook's move.
func TestMicrochessInTightrope(t *testing.T) {
	p := position(t, harrodProblems[4].fen)
	s := New(Options{})
	for i, san := range []string{"Nxf4", "Nxg6+", "Nxg6", "Bxg6"} {
		m := testkit.Must(p.ParseSAN(san))(t)
		r, _ := s.Solve(context.Background(), p, 4)
		if i == 0 && sanOfEach(p, r.Keys) != "Qxa2+" {
			t.Errorf("before %s: keys %s, want Qxa2+", san, sanOfEach(p, r.Keys))
		}
		p = p.Play(m)
	}
	if r, _ := s.Solve(context.Background(), p, 1); sanOfEach(p, r.Keys) != "Qxa2#" {
		t.Errorf("keys %s, want Qxa2#", sanOfEach(p, r.Keys))
	}
}
