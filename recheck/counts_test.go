package recheck

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/recheck/internal/board"
	"chesscensus/recheck/internal/format"
)

// boundsByTrial returns what captureBounds does: the least and most captures of pawns on the way from their homes. It gives every pawn in
// turn every home file that is left. Ok is false if there are no homes for all.
func boundsByTrial(pawns []int8, black bool, used [8]bool) (least, most int, ok bool) {
	if len(pawns) == 0 {
		return 0, 0, true
	}
	file, rows := board.File(pawns[0]), int(board.RowsRisen(pawns[0], black))
	for home := range int8(8) {
		d := int(max(home-file, file-home))
		if used[home] || d > rows {
			continue
		}
		used[home] = true
		leastOfOthers, mostOfOthers, othersOK := boundsByTrial(pawns[1:], black, used)
		used[home] = false
		if !othersOK {
			continue
		}
		mostOfPawn := d // and two more, there and back, as long as there are rows
		for mostOfPawn+2 <= rows {
			mostOfPawn += 2
		}
		if n := leastOfOthers + d; !ok || n < least {
			least = n
		}
		if n := mostOfOthers + mostOfPawn; !ok || n > most {
			most = n
		}
		ok = true
	}
	return least, most, ok
}

// TestCaptureBounds compares captureBounds with boundsByTrial. Without homes the least number must be -1.
func TestCaptureBounds(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	none := 0
	for range 300 { // few files and rows, so that some have no homes
		var s board.Setup
		black := r.IntN(2) == 1
		for range 2 + r.IntN(6) {
			s.Men[board.At(int8(r.IntN(3)), int8(1+r.IntN(4)))] = board.Man('P', black)
		}
		s.Men[board.At(7, 3)] = board.Man('P', !black) // must not be counted
		least, most, ok := boundsByTrial(board.Squares(board.PawnsOf(&s, black)), black, [8]bool{})
		if !ok {
			least, most = -1, -1
			none++
		}
		if l, m := captureBounds(&s, black); l != least || ok && m != most {
			t.Fatalf("%v: %d to %d captures, want %d to %d", s, l, m, least, most)
		}
	}
	if none < 20 || none > 280 {
		t.Errorf("%d of 300 have no homes: too few or too many to say anything", none)
	}
}

// TestCaptureSquares compares captureSquares with the squares beyond the pawn row that walks of the pawns back to this row visit.
func TestCaptureSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 2))
	for range 100 {
		var s board.Setup
		black := r.IntN(2) == 1
		for range 1 + r.IntN(3) {
			s.Men[board.At(int8(r.IntN(8)), int8(1+r.IntN(6)))] = board.Man('P', black)
		}
		var want set
		var walk func(sq int8)
		walk = func(sq int8) {
			if board.RowsRisen(sq, black) == 0 || want.Has(sq) {
				return
			}
			want |= 1 << sq
			row := board.Row(sq) - board.Ahead(black)
			for file := max(0, board.File(sq)-1); file <= min(7, board.File(sq)+1); file++ {
				walk(board.At(file, row))
			}
		}
		for _, sq := range board.Squares(board.PawnsOf(&s, black)) {
			walk(sq)
		}
		if got := captureSquares(&s, black); got != want {
			t.Fatalf("%v: %v, want %v", s, board.Squares(got), board.Squares(want))
		}
	}
}

// TestEndOfGame checks which material ends a game as a dead position, and the ends by repetition and by the 75-move rule.
func TestEndOfGame(t *testing.T) {
	for fen, dead := range map[string]bool{
		"4k3/8/8/8/8/8/8/4K3 w - -":     true,
		"4k3/8/8/8/8/8/8/4KN2 w - -":    true,
		"4kn2/8/8/8/8/8/8/4K3 w - -":    true,
		"4k3/8/8/8/8/8/8/4KB2 w - -":    true,
		"4kb2/8/8/8/8/8/8/2B1K3 w - -":  true,  // both on dark squares
		"4kb2/8/8/8/8/8/8/4KB2 w - -":   false, // one on dark, one on light
		"b1b1k3/8/8/8/8/8/8/4KB2 w - -": true,  // three on light squares
		"4kn2/8/8/8/8/8/8/4KN2 w - -":   false,
		"4k3/8/8/8/8/8/8/3NKN2 w - -":   false,
		"4k3/8/8/8/8/8/8/3NKB2 w - -":   false,
		"4k3/7p/8/8/8/8/8/4K3 w - -":    false,
		"4k2r/8/8/8/8/8/8/4K3 w - -":    false,
		"4k3/8/8/8/8/8/8/3QK3 w - -":    false,
	} {
		s := testkit.Must(board.ParseFEN(fen))(t)
		if got := endOfGame(&s, 1, 0); (got == "a dead position") != dead || !dead && got != "" {
			t.Errorf("%s: %q, want dead: %v", fen, got, dead)
		}
	}
	s := board.Start
	for _, c := range []struct {
		times, clock int
		want         string
	}{{4, 149, ""}, {5, 0, "fivefold repetition"}, {1, 150, "the 75-move rule"}, {6, 200, "fivefold repetition"}} {
		testkit.Equal(t, endOfGame(&s, c.times, c.clock), c.want, c.times, "times", c.clock, "half-moves")
	}
}

// treeText returns a tree in format 2.
func treeText(nodes []format.Node) string {
	var words []string
	for _, n := range nodes {
		text := n.Move
		if n.Refuted {
			text = "!" + text
		}
		if len(n.Nodes) > 0 {
			text += "(" + treeText(n.Nodes) + ")"
		}
		words = append(words, text)
	}
	return strings.Join(words, " ")
}

// TestShortTrees compares trees of format 2 with what is read, and checks the errors of texts that are no trees.
func TestShortTrees(t *testing.T) {
	for text, want := range map[string]string{
		"":                      "",
		"   ":                   "",
		"a2a3":                  "a2a3",
		" a2a3  !b2b4 ":         "a2a3 !b2b4",
		"a2a3(b7b8=Q !c3b1)":    "a2a3(b7b8=Q !c3b1)",
		"a2a3()(":               "error: tree has no move",
		"a(b(c)d(e f) )g":       "a(b(c) d(e f)) g",
		"!!a":                   "!!a", // a move that no setup has
		"a)":                    "error: tree ends before \")\"",
		"(a)":                   "error: tree has no move before \"(a)\"",
		"a(b":                   "error: a bracket of the tree is not closed",
		"!":                     "error: tree has no move",
		"! a":                   "error: tree has no move",
		strings.Repeat("a(", 3): "error: a bracket of the tree is not closed",
		strings.Repeat("a(", format.MaxDepth+1) + strings.Repeat(")", format.MaxDepth+1): "error: tree deeper than 100",
	} {
		nodes, err := (&Certificate{Tree: text}).tree()
		if wrong, ok := strings.CutPrefix(want, "error: "); ok {
			if !errors.Is(err, ErrForm) || !strings.Contains(err.Error(), wrong) {
				t.Errorf("%.40q: %v, want %q", text, err, wrong)
			}
		} else if err != nil || treeText(nodes) != want {
			t.Errorf("%.40q: %q, %v, want %q", text, treeText(nodes), err, want)
		}
	}
	deep := strings.Repeat("a(", format.MaxDepth) + strings.Repeat(")", format.MaxDepth)
	if _, err := (&Certificate{Tree: deep}).tree(); err != nil {
		t.Errorf("the deepest tree: %v", err)
	}
	testkit.Fails((&Certificate{Tree: "a2a3", Left: 1}).tree())(t, ErrLimit, "a tree of which a move was left out")
}

// TestLongTrees reads lists of format 1 and compares them in format 2, where unmoves that rules refute or that were seen before are left out.
func TestLongTrees(t *testing.T) {
	line := func(depth int, move, why string) format.Unmove {
		return format.Unmove{Depth: depth, Line: move + " captP: - castle: - ep: -", Why: why}
	}
	const exhausted, kernel, rules = "no last move", "no proof kernel", "against the rules"
	for _, c := range []struct {
		list []format.Unmove
		want string
	}{
		{[]format.Unmove{line(1, "a", exhausted), line(2, "b", kernel), line(2, "c", exhausted), line(1, "d", kernel)}, "a(!b c) !d"},
		{[]format.Unmove{line(1, "a", rules), line(1, "b", "seen before"), line(1, "c", kernel)}, "!c"},
		{[]format.Unmove{line(1, "a", exhausted), line(2, "b", exhausted), line(3, "c", kernel)}, "a(b(!c))"},
		// What stands below an unmove that is left out is left out, too.
		{[]format.Unmove{line(1, "a", exhausted), line(1, "b", rules), line(2, "c", kernel), line(1, "d", kernel)}, "a !d"},
		{[]format.Unmove{line(1, "a", exhausted), line(2, "b", rules), line(3, "c", exhausted), line(2, "d", kernel)}, "a(!d)"},
		{[]format.Unmove{line(1, "a", rules), line(2, "b", exhausted), line(3, "c", kernel), line(1, "d", kernel)}, "!d"},
		{[]format.Unmove{line(2, "a", exhausted)}, "depth 2, want 1"},
		{[]format.Unmove{line(1, "a", exhausted), line(3, "b", exhausted)}, "depth 3, want 1"},
		{[]format.Unmove{line(0, "a", exhausted)}, "depth 0, want 1"},
		{[]format.Unmove{line(1, "a", "for fun")}, `cause "for fun"`},
		{[]format.Unmove{{Depth: 1, Line: "a2a3", Why: exhausted}}, `last move "a2a3"`},
		{[]format.Unmove{{Depth: 1, Line: "a2a3 captP: - castle: - EP: -", Why: exhausted}}, "last move"},
	} {
		nodes, err := (&Certificate{Unmoves: c.list}).tree()
		if err != nil {
			if !errors.Is(err, ErrForm) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v: %v, want %q", c.list, err, c.want)
			}
		} else if treeText(nodes) != c.want {
			t.Errorf("%v: %s, want %s", c.list, treeText(nodes), c.want)
		}
	}
}

// TestLinesParse compares the theorem of a line, or a part of its error. Reasons get their present names for the stage cage alone.
func TestLinesParse(t *testing.T) {
	for line, want := range map[string]string{
		`{"format":3,"fen":"x","stage":"rules","reasons":["ManyMen"]}`:                "format 3, want 1 to 2",
		`{"format":-1,"fen":"x","stage":"rules","reasons":["ManyMen"]}`:               "format -1",
		`{"stage":"rules","reasons":["ManyMen"]}`:                                     "no FEN record",
		`{"fen":"x","stage":"rules"}`:                                                 "no reason, and no proof game",
		`{"fen":"x","stage":"proofgame","reasons":["ManyMen"],"proof":"e4"}`:          "reasons and a proof game",
		`{"fen":"x","stage":"retro","reasons":["ManyMen"],"tree":"a","unmoves":[{}]}`: "two trees",
		`{"fen":"x","stage":"rules","reasons":["ManyMen","ManyMen"]}`:                 "reason ManyMen twice",
		`{"fen":"x","stage":"rules","reasons":["manymen"]}`:                           `unknown reason "manymen"`,
		`{"fen":7}`: "number",
		`{"fen":"x","stage":"cage","reasons":["NoProofKernel","NoExtendedKernel"],"evidence":"no kernel without: a8"}`: "BarredPromotions,BarredPromotions",
		`{"fen":"x","stage":"cage","reasons":["LastMovesRejected"],"evidence":"whatever pawns did"}`:                   "ShutOut",
		`{"fen":"x","stage":"retro","reasons":["LastMovesRejected"],"evidence":"whatever pawns did"}`:                  "LastMovesRejected",
		`{"fen":"x","stage":"proofgame"}`: "Game",
	} {
		c, err := parse([]byte(line))
		if err != nil {
			if !errors.Is(err, ErrForm) || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", line, err, want)
			}
		} else if c.Theorem() != want {
			t.Errorf("%s: %s, want %s", line, c.Theorem(), want)
		}
	}
	long, _ := json.Marshal(Certificate{FEN: strings.Repeat("8", MaxBytes), Stage: "proofgame"})
	if _, err := parse(long); !errors.Is(err, ErrForm) || !strings.Contains(err.Error(), fmt.Sprint(len(long), " bytes")) {
		t.Errorf("a long line: %v", err)
	}
}
