package chesscounter

import (
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// TestRuleExamples checks that in every variant each rule is the first to reject its rejected
// example, and all rules accept its accepted example.
func TestRuleExamples(t *testing.T) {
	for i, r := range Rules() {
		if r.Number != i+1 || r.Name == "" || r.Text == "" {
			t.Errorf("rule %d: number or texts missing: %+v", i+1, r)
		}
		if has := r.Witness != ""; has != (r.Game != "") || has != (r.Mended != "") || has != (r.Letter != "") {
			t.Errorf("rule %d: witness %q, game %q", r.Number, r.Witness, r.Game)
		}
		rejected, accepted := setup(t, r.Rejected), setup(t, r.Accepted)
		for _, o := range variants {
			if v := o.Judge(rejected, Restricted); v != (Verdict{Rule: r.Number}) {
				t.Errorf("%+v on %s: %v, want rule %d", o, r.Rejected, v, r.Number)
			}
			if v := o.Judge(accepted, Restricted); !v.Accepted() {
				t.Errorf("%+v on %s: %v, want accepted", o, r.Accepted, v)
			}
		}
		checkInvariants(t, rejected)
		checkInvariants(t, accepted)
	}
}

// TestRuleCorners tests special cases of the rules. The numbers are those of the rules that
// reject the setup, as published and mended; White is to move.
func TestRuleCorners(t *testing.T) {
	for _, c := range []struct {
		name, fen         string
		published, mended int
	}{
		{"initial position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 0, 0},
		{"bare kings", "4k3/8/8/8/8/8/8/4K3", 0, 0},
		{"touching kings", "8/8/8/8/8/8/4k3/4K3", Outside, Outside},
		{"no king", "8/8/8/8/8/8/8/4K3", Outside, Outside},
		{"two kings", "4k3/8/8/8/8/8/8/K3K3", Outside, Outside},
		{"empty board", "8/8/8/8/8/8/8/8", Outside, Outside},

		{"pawn on row 1", "4k3/8/8/8/8/8/8/P3K3", 1, 1},
		{"black pawn on row 8", "p3k3/8/8/8/8/8/8/4K3", 1, 1},
		{"33 men", "rnbqkbnr/pppppppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR", 1, 1},

		{"nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3", 2, 2},
		{"ten queens", "3k4/Q7/1Q6/Q7/1Q6/Q7/1QQQ4/2QQ3K", 2, 2},
		{"two promotions for a pawn", "rnbqkbnr/1ppppppp/8/8/3Q4/6Q1/1P1PPPPP/RNBQKBNR", 0, 0},
		{"two promotions for an officer", "rnbqkb1r/pppppppp/8/8/3Q4/6Q1/1P1PPPPP/RNBQKBNR", 2, 2},
		{"like-colored bishops, nothing else gone", "rnbqkbnr/pppppppp/8/8/3B4/8/1PPPPPPP/RNBQK1NR", 2, 0},
		{"like-colored bishops, a pawn gone", "rnbqkbnr/1ppppppp/8/8/3B4/8/1PPPPPPP/RNBQK1NR", 0, 0},
		{"three bishops, a pawn gone", "rnbqkbnr/pppppppp/8/8/3B4/8/1PPPPPPP/RNBQKBNR", 2, 2},
		{"three bishops on one color count as one promotion", "rnbqkbnr/pppppppp/8/8/3B4/4B3/2PPPPPP/RNBQK1NR", 0, 0},

		{"white bishop on c1 at home", "4k3/8/8/8/8/8/1P1P4/2B1K3", 0, 0},
		{"black bishop on c1", "4k3/8/8/8/8/8/1P1P4/2b1K3", 4, 0},
		{"black bishop on c1, eight pawns", "4k3/pppppppp/8/8/8/8/1P1P4/2b1K3", 4, 4},
		{"bishop in the corner", "4k3/8/8/8/8/8/1P6/B3K3", 4, 4},
		{"white bishop on row 8", "2B2k2/1p1p4/8/8/8/8/8/4K3", 4, 0},
		{"black bishop on f8 at home", "4kb2/4p1p1/8/8/8/8/8/4K3", 0, 0},
		{"black bishop on h8", "4k2b/6p1/8/8/8/8/8/4K3", 4, 4},

		{"any files, to the right", "4k3/8/8/8/8/4P3/3PPP2/4K3", 5, 5},
		{"any files, at the edge", "4k3/8/8/8/8/6P1/5PPP/4K3", 5, 5},
		{"two on row 3", "4k3/8/8/8/8/2PP4/1P1P1P2/4K3", 0, 0},
		{"two on row 3 between three", "4k3/8/8/8/8/2PP4/1P1PP3/4K3", 5, 5},
		{"the same in black", "4k3/3pp1p1/4pp2/8/8/8/8/4K3", 5, 5},
		{"h pawns", "4k3/8/8/8/6PP/7P/6P1/4K3", 0, 0},

		{"two captures for one man", "rnbqkb1r/pppppppp/8/8/P7/8/PP1PPPPP/RNBQKBNR", 6, 6},
		{"two captures for two men", "rnbqkb2/pppppppp/8/8/P7/8/PP1PPPPP/RNBQKBNR", 0, 0},
		{"passed each other", "rnbqkbnr/ppp1pppp/8/3P4/3p4/8/PPP1PPPP/RNBQKBNR", 6, 6},
		{"not passed", "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR", 0, 0},

		{"lines opened en passant", "2q1k3/8/8/4q3/8/2Kp4/8/8", 0, 0},
		{"en passant, king above", "4k3/8/8/2K5/8/3p4/5q2/2q5", 0, 0},
		{"pawn on the other side", "4k3/8/8/2K5/8/1p6/5q2/2q5", 8, 8},
		{"no pawn that captured", "2q1k3/8/8/4q3/8/2K5/8/8", 8, 8},
		{"no way for the pawn captured", "2q1k3/8/8/4q3/8/2Kp4/3N4/8", 8, 8},
		{"no pawn missing", "2q1k3/8/8/4q3/8/2Kp4/PPP1PPPP/3N4", 0, 0},
		{"eight pawns", "2q1k3/8/8/4q3/PP6/2Kp4/2PPPPPP/8", 8, 8},
		{"disclosed by a promotion", "4k3/8/8/8/8/4K3/8/2bn4", 0, 0},
		{"disclosed, none promoted", "4k3/pppppppp/8/8/8/4K3/8/2bn4", 8, 8},
		{"disclosed by a pawn that captured", "1r2k3/8/8/8/2p5/1K6/8/8", 0, 0},
		{"a pawn on no way to disclose", "4k3/8/8/8/2p5/1K5r/8/8", 8, 8},
		{"backed, 16 men", "rnb1r1k1/ppp2ppp/5n2/q2P4/2B4P/PNbP4/1PP2PP1/RNBQK2R", 8, 8},

		{"a pawn on row 7", "4k3/3p4/4K3/8/8/8/8/8", 9, 9},
		{"a pawn shut in", "4k3/2npp3/3p4/4K3/8/8/8/8", 9, 9},
		{"along the line, 16 men", "rnbqk1nr/pppp1ppp/4p3/8/8/PPP1PP2/3P1bPP/RNBQKBNR", 9, 9},
		{"a knight with no square to come from", "4k3/8/8/8/8/1P6/PPK5/n7", 9, 9},
		{"a knight promoted", "4k3/8/8/8/8/1P6/P1K5/n7", 0, 0},
		{"a distant check is not examined", "k6b/8/8/8/8/8/8/K7", 0, 0},
	} {
		s := setup(t, c.fen)
		for _, o := range variants {
			want := c.published
			if o.Mended {
				want = c.mended
			}
			if v := o.Judge(s, General); v.Rule != want {
				t.Errorf("%s: %s, %+v: %v, want rule %d", c.name, c.fen, o, v, want)
			}
		}
		checkInvariants(t, s)
	}
}

// TestWeights checks the weights of boards with castling rights and double steps, also with
// colors exchanged.
func TestWeights(t *testing.T) {
	for _, c := range []struct {
		fen    string
		weight int
	}{
		{"4k3/8/8/8/8/8/8/4K3", 1},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 16},
		{"4k2r/8/8/1Pp2pP1/8/8/8/R3K2R", 24}, // the README's example
		{"4k3/8/8/1pPp4/8/8/8/4K3", 3},
		{"4k3/8/8/PpP5/8/8/8/4K3", 2}, // once a black pawn
		{"4k3/8/1n6/PpP5/8/8/8/4K3", 1},
		{"4k3/1N6/8/PpP5/8/8/8/4K3", 1},
		{"4k3/8/8/p6P/8/8/8/4K3", 1},
		{"4k3/8/8/8/Pp6/8/8/4K3", 1},
		{"r3k2r/8/8/8/8/8/8/R3K2R", 16},
		{"r2k3r/8/8/8/8/8/8/R4K1R", 1},
		{"r3k2R/8/8/8/8/8/8/4K3", 0}, // the king to move next could be taken
		{"4k3/8/8/3pP3/8/8/8/r3K3", 2},
	} {
		s := setup(t, c.fen)
		m := s.Mirror()
		for _, s := range []*chess.Setup{s, &m} {
			if v := (Options{}).Judge(s, General); v.Weight != c.weight {
				t.Errorf("%s: %v, want weight %d", s, v, c.weight)
			}
		}
		checkInvariants(t, s)
	}
}

// TestInvariants checks random setups of few and of many men, and setups near those of games,
// which reach the later rules.
func TestInvariants(t *testing.T) {
	testkit.Medium(t)
	n := testkit.Size(1000, 10_000)
	src := testkit.Rand("laws")
	byRule := map[int]int{}
	check := func(s *chess.Setup) {
		checkInvariants(t, s)
		byRule[Options{}.Judge(s, VeryRestricted).Rule]++
	}
	for i := range n {
		check(randomSetup(src, []int{3, 8, 14, 30, 40}[i%5]))
		check(randomHomePawns(src))
		check(randomBesieged(src))
	}
	for i := 0; i < n; {
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			if src.IntN(20) > 0 {
				continue
			}
			s := p.Setup()
			for range src.IntN(5) { // move a man anywhere
				from, to := chess.Square(src.IntN(64)), chess.Square(src.IntN(64))
				man := s.Board.At(from)
				s.Board.Put(from, chess.NoPiece)
				s.Board.Put(to, man)
			}
			check(&s)
			i++
		}
	}
	for rule := Outside; rule <= 10; rule++ {
		if byRule[rule] < n/400 {
			t.Errorf("only %d setups fail rule %d first: the test is too weak", byRule[rule], rule)
		}
	}
}

// TestSpaces checks in which spaces three or four queens fail rule 10.
func TestSpaces(t *testing.T) {
	threeQueens, fourQueens := setup(t, "4k3/8/8/8/8/8/8/QQQ1K3"), setup(t, "3k4/8/8/8/8/8/8/QQQ1QK2")
	for _, c := range []struct {
		space       Space
		three, four int
	}{{General, 0, 0}, {Split, 0, 0}, {Restricted, 0, 10}, {VeryRestricted, 10, 10}} {
		if a, b := (Options{}).Judge(threeQueens, c.space), (Options{}).Judge(fourQueens, c.space); a.Rule != c.three || b.Rule != c.four {
			t.Errorf("%v: %v with three queens, %v with four", c.space, a, b)
		}
	}
}

// TestNoAllocations checks that Judge allocates nothing, in every variant of the rules.
func TestNoAllocations(t *testing.T) {
	src := testkit.Rand("a")
	setups := []*chess.Setup{setup(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1")}
	for _, r := range Rules() {
		setups = append(setups, setup(t, r.Rejected), setup(t, r.Accepted))
	}
	for range 100 {
		setups = append(setups, randomSetup(src, 12))
	}
	for _, o := range variants {
		if n := testing.AllocsPerRun(10, func() {
			for _, s := range setups {
				o.Judge(s, Restricted)
			}
		}); n != 0 {
			t.Errorf("%+v: %v allocations", o, n)
		}
	}
}
