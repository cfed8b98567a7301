package mate

import (
	"context"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// position reads a FEN record.
func position(t testing.TB, fen string) chess.Position {
	t.Helper()
	f := testkit.Must(chess.ParseFEN(fen))(t)
	return testkit.Must(f.Setup.Canonical().Position())(t)
}

// sanOfLine writes moves from p on, blanks between.
func sanOfLine(p chess.Position, moves []chess.Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, p.SAN(m))
		p = p.Play(m)
	}
	return strings.Join(words, " ")
}

// sanOfEach writes moves that are alternatives.
func sanOfEach(p chess.Position, moves []chess.Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, p.SAN(m))
	}
	return strings.Join(words, " ")
}

// A problem is a position with all that is claimed of it.
type problem struct {
	name, fen string
	moves     int
	keys      string // all of them
	line      string // one solution that the source gives, which must be sound
}

// The positions of D. A. Harrod, "Necessity and Sufficiency in Computer Chess Algorithms" (1980), men as its figures list them.
// Where its FEN record differs from the figure, or its solution is not sound, the comment says so.
var harrodProblems = []problem{
	// Figure 1 with a pawn on f7, where the paper prints a knight; see TestShannonAsPrinted.
	{"Shannon's Sacrifice", "3r2kr/ppp2p1p/7B/5q1N/1bp5/2Pp4/PP2RPPP/R2Q2K1 w - -", 3, "Re8+", "Re8+ Rxe8 Qg4+ Qxg4 Nf6#"},
	// Figure 2.
	{"Promotion Dilemma", "6R1/3P1k2/3B1N2/1p2K3/pP6/P7/8/8 w - -", 1, "d8=N#", "d8=N#"},
	// Figure 3b.
	{"SpaFis72 after 26 Kh3", "r3k3/5p1p/nRb2n2/4q3/4p1r1/P6K/2PQN2P/5B1R b - -", 1, "Qh5#", "Qh5#"},
	// Figure 4, White to move. Either knight takes first.
	{"Tightrope, White", "6rk/q3N1p1/4b1pp/2pn4/5N2/3B4/PPP5/K7 w - -", 3, "Nfxg6+ Nexg6+", "Nfxg6+ Kh7 Nf8+ Kh8 Neg6#"},
	// Figure 4, Black to move.
	{"Tightrope, Black", "6rk/q3N1p1/4b1pp/2pn4/5N2/3B4/PPP5/K7 b - -", 4, "Qxa2+", "Qxa2+ Kxa2 Nc3+ Ka3 Ra8+ Ba6 Rxa6#"},
	// Figure 5, after 5... Bc5.
	{"opening board", "rnbqk2r/pppp1pQp/8/2b5/2B1P1n1/8/PPPP1PPP/RNB1K1NR w KQq -", 1, "Qxf7#", "Qxf7#"},
}

// maxNodes is the limit for one problem. It is half of what the solver searches in a hundred milliseconds, some four million nodes a second.
const maxNodes = 200_000

// TestHarrodPositions: the least number of moves, all keys, the main line, the given line and the tree of each problem, within
// maxNodes.
func TestHarrodPositions(t *testing.T) {
	s := New(Options{})
	for _, c := range harrodProblems {
		p := position(t, c.fen)
		r := testkit.Must(s.Solve(context.Background(), p, 4))(t, c.fen)
		if r.Outcome != Mate || r.Moves != c.moves || !r.AllKeys || sanOfEach(p, r.Keys) != c.keys || r.NoneWithin != c.moves-1 {
			t.Errorf("%s: %v in %d by %s, want %d by %s\n%v", c.name, r.Outcome, r.Moves, sanOfEach(p, r.Keys), c.moves, c.keys, p)
		}
		if r.Nodes > maxNodes {
			t.Errorf("%s: %d nodes, want at most %d", c.name, r.Nodes, maxNodes)
		}
		if len(r.Line) != 2*c.moves-1 {
			t.Errorf("%s: main line %s, want %d plies", c.name, sanOfLine(p, r.Line), 2*c.moves-1)
		}
		checkLine(t, s, p, c)
		tree, err := s.Tree(context.Background(), p, r.Keys[0], r.Moves, true)
		if err == nil {
			err = tree.Check(p)
		}
		if err != nil || tree.Moves != r.Moves {
			t.Errorf("%s: tree of %d moves, error %v, want %d", c.name, tree.Moves, err, r.Moves)
		}
	}
}

// TestShannonAsPrinted: with the knight that the paper prints on f7 there is no mate, since the knight can come to g5. Re8+ fails
// to two defenses. Brute force says the same.
func TestShannonAsPrinted(t *testing.T) {
	p := position(t, "3r2kr/ppp2n1p/7B/5q1N/1bp5/2Pp4/PP2RPPP/R2Q2K1 w - -")
	s := New(Options{})
	r, _ := s.Solve(context.Background(), p, 4)
	if r.Outcome != NoMate || r.NoneWithin != 4 {
		t.Fatalf("%v, none within %d, want no mate within 4", r.Outcome, r.NoneWithin)
	}
	if bruteForce(p, 2) != 0 {
		t.Error("brute force finds a mate in 2")
	}
	tries, err := s.Tries(context.Background(), p, 3, 5)
	if err != nil || len(tries) != p.CountMoves() {
		t.Fatalf("%d tries, error %v, want one for each of %d moves", len(tries), err, p.CountMoves())
	}
	for _, x := range tries {
		q := p.Play(x.Move)
		if name := p.SAN(x.Move); name == "Re8+" && (sanOfEach(q, x.Refutations) != "Bf8 Rxe8" || x.More) {
			t.Errorf("%s fails to %s, want Bf8 Rxe8", name, sanOfEach(q, x.Refutations))
		}
	}
	after := position(t, "4r1kr/ppp2n1p/7B/5q1N/1bp5/2Pp4/PP3PPP/R2Q2K1 w - -")
	tries, _ = s.Tries(context.Background(), after, 2, 5)
	for _, x := range tries {
		q := after.Play(x.Move)
		if name := after.SAN(x.Move); name == "Qg4+" && sanOfEach(q, x.Refutations) != "Ng5" {
			t.Errorf("%s fails to %s, want Ng5", name, sanOfEach(q, x.Refutations))
		}
	}
}

// TestPromotionDilemma: of four promotions one mates, and the other three stalemate, as the paper says.
func TestPromotionDilemma(t *testing.T) {
	p := position(t, "6R1/3P1k2/3B1N2/1p2K3/pP6/P7/8/8 w - -")
	for san, want := range map[string]string{"d8=N#": "mate", "d8=Q": "stalemate", "d8=R": "stalemate", "d8=B": "stalemate"} {
		m := testkit.Must(p.ParseSAN(san))(t)
		q := p.Play(m)
		got := "neither"
		if q.IsCheckmate() {
			got = "mate"
		} else if q.IsStalemate() {
			got = "stalemate"
		}
		testkit.Equal(t, got, want, san)
		if tree := (&Tree{Move: m, Moves: 1}); (tree.Check(p) == nil) != (want == "mate") {
			t.Errorf("%s: Check says %v", san, tree.Check(p))
		}
	}
}

// TestSpaFis72 solves the position of figure 3a, from an opening: nothing within three moves for either side.
func TestSpaFis72(t *testing.T) {
	p := position(t, "rnbqkb1r/1p3ppp/p2ppn2/6B1/3NPP2/2N5/PPP3PP/R2QKB1R b KQkq -")
	other := testkit.Must(Other(p))(t)
	s := New(Options{})
	for _, p := range []chess.Position{p, other} {
		if r, _ := s.Solve(context.Background(), p, 3); r.Outcome != NoMate {
			t.Errorf("%v: %v in %d, want no mate", p, r.Outcome, r.Moves)
		}
	}
}

// checkLine checks that the solution of the source is sound: every move of the attacker keeps to the number of moves.
func checkLine(t *testing.T, s *Solver, p chess.Position, c problem) {
	t.Helper()
	words := strings.Fields(c.line)
	for i, w := range words {
		m := testkit.Must(p.ParseSAN(w))(t)
		if i%2 == 0 {
			r, _ := s.Solve(context.Background(), p, c.moves-i/2)
			if !slices.Contains(r.Keys, m) {
				t.Errorf("%s: %s is no key in %v, but %s", c.name, w, p, sanOfEach(p, r.Keys))
			}
		}
		p = p.Play(m)
	}
	if !p.IsCheckmate() {
		t.Errorf("%s: the line does not end in mate", c.name)
	}
}
