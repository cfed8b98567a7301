package mate

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
)

// position reads a FEN record.
func position(t testing.TB, fen string) chess.Position {
	t.Helper()
	f, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Setup.Canonical().Position()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// san writes moves from p on, blanks between.
func san(p chess.Position, moves []chess.Move) string {
	var words []string
	for _, m := range moves {
		words = append(words, p.SAN(m))
		p = p.Play(m)
	}
	return strings.Join(words, " ")
}

// sanEach writes moves that are alternatives.
func sanEach(p chess.Position, moves []chess.Move) string {
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

// The positions of D. A. Harrod, "Necessity and Sufficiency in Computer Chess
// Algorithms" (1980), men as its figures list them. Where its FEN record differs from the
// figure, or its solution is not sound, the comment says so.
var harrod = []problem{
	// Figure 1.
	{"Shannon's Sacrifice", "3r2kr/ppp2n1p/7B/5q1N/1bp5/2Pp4/PP2RPPP/R2Q2K1 w - -", 3, "Re8+", "Re8+ Rxe8 Qg4+ Qxg4 Nf6#"},
	// Figure 2. Its knight promotion is the mate; three promotions are stalemate or check.
	{"Promotion Dilemma", "6R1/3P1k2/3B1N2/1p2K3/pP6/P7/8/8 w - -", 1, "d8=N#", "d8=N#"},
	// Figure 3b.
	{"SpaFis72 after 26 Kh3", "r3k3/5p1p/nRb2n2/4q3/4p1r1/P6K/2PQN2P/5B1R b - -", 1, "Qh5#", "Qh5#"},
	// Figure 4, White to move.
	{"Tightrope, White", "6rk/q3N1p1/4b1pp/2pn4/5N2/3B4/PPP5/K7 w - -", 3, "Nfxg6+", "Nfxg6+ Kh7 Nf8+ Kh8 Neg6#"},
	// Figure 4, Black to move.
	{"Tightrope, Black", "6rk/q3N1p1/4b1pp/2pn4/5N2/3B4/PPP5/K7 b - -", 4, "Qxa2+", "Qxa2+ Kxa2 Nc3+ Ka3 Ra8+ Ba6 Rxa6#"},
	// Figure 5, after 5... Bc5.
	{"opening board", "rnbqk2r/pppp1pQp/8/2b5/2B1P1n1/8/PPPP1PPP/RNB1K1NR w KQq -", 1, "Qxf7#", "Qxf7#"},
}

func TestHarrodPositions(t *testing.T) {
	s := New(Options{})
	for _, c := range harrod {
		p := position(t, c.fen)
		start := time.Now()
		r, err := s.Solve(context.Background(), p, 4)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %v in %d, keys %s, line %s, %d nodes, %v", c.name, r.Outcome, r.Moves, sanEach(p, r.Keys), san(p, r.Line), r.Nodes, time.Since(start))
		if r.Outcome != Mate || r.Moves != c.moves || !r.AllKeys || sanEach(p, r.Keys) != c.keys {
			t.Errorf("%s: %v in %d by %s, want %d by %s\n%v", c.name, r.Outcome, r.Moves, sanEach(p, r.Keys), c.moves, c.keys, p)
		}
		checkLine(t, s, p, c)
	}
}

// checkLine checks that the solution of the source is sound: every move of the attacker
// keeps to the number of moves.
func checkLine(t *testing.T, s *Solver, p chess.Position, c problem) {
	t.Helper()
	words := strings.Fields(c.line)
	for i, w := range words {
		m, err := p.ParseSAN(w)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if i%2 == 0 {
			r, _ := s.Solve(context.Background(), p, c.moves-i/2)
			if !slices.Contains(r.Keys, m) {
				t.Errorf("%s: %s is no key in %v, but %s", c.name, w, p, sanEach(p, r.Keys))
			}
		}
		p = p.Play(m)
	}
	if !p.IsCheckmate() {
		t.Errorf("%s: the line does not end in mate", c.name)
	}
}
