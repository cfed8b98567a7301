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
	for _, c := range testkit.Table[struct {
		Name, FEN         string
		Published, Mended int
	}](t, "corners.tsv") {
		s := setup(t, c.FEN)
		for _, o := range variants {
			want := c.Published
			if o.Mended {
				want = c.Mended
			}
			if v := o.Judge(s, General); v.Rule != want {
				t.Errorf("%s: %s, %+v: %v, want rule %d", c.Name, c.FEN, o, v, want)
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
