package census

import (
	"math"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
	"chesscensus/survey/report"
)

// TestTable checks how a table writes counts, numbers and estimates, that values beyond the head get a column, and the empty table.
func TestTable(t *testing.T) {
	table := NewTable("name", "n", "share").Add("a", 12, 0.123456).Add("bb", uint64(3)).Add("c", 1, stats.Estimate{Value: 4.8e44, Lo: 4.79e44, Hi: 4.81e44}, "too many")
	want := "name   n               share\na     12              0.1235\nbb     3\nc      1  (4.800 ± 0.010)e44  too many"
	testkit.Equal(t, table.String(), want)
	testkit.Equal(t, new(Table).String(), "an empty table")
}

// TestBoards checks that the picture has a board for each position, and the caption.
func TestBoards(t *testing.T) {
	p, err := Boards([]string{"4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/3K4 w - -"}, []string{"a<b"})
	if err != nil || strings.Count(p.HTML, "<img ") != 2 || !strings.Contains(p.HTML, "a&lt;b") || !strings.Contains(p.Text, "a<b") {
		t.Errorf("error %v, want two boards and the caption a<b: %.200s", err, p.HTML)
	}
}

// TestFind checks that Find returns the draws of Draws in order, with the verdicts of Judge, at most n of them.
func TestFind(t *testing.T) {
	testkit.Medium(t)
	s := Sample{Draws: 60, Effort: Kernel}
	all, err := Find(s, 1000, nil)
	draws, _ := Draws("", 1, 60)
	if err != nil || len(all) != 60 {
		t.Fatalf("%d draws, error %v, want all 60", len(all), err)
	}
	open := 0
	for i, f := range all {
		v, _ := Judge(draws[i].Setup, Kernel)
		if f.Number != uint64(i) || f.Draw != draws[i] || f.Verdict.Words != v.Words {
			t.Errorf("draw %d: %+v, want that of Draws, judged %v", i, f, v)
		}
		if f.Verdict.Outcome == Unknown {
			open++
		}
	}
	some, err := Find(s, open-1, func(v Verdict) bool { return v.Outcome == Unknown })
	if err != nil || open < 2 || len(some) != open-1 {
		t.Errorf("%d of %d open draws, error %v, want one less than all, of two or more", len(some), open, err)
	}
	if form, ok := rich(some); !ok || strings.Count(form.HTML, "<img ") != len(some) || !strings.Contains(form.Text, "unknown") {
		t.Errorf("the form is not a board of each draw: %.300s", form.Text)
	}
	for _, s := range []Sample{{Space: "nosuch"}, {Effort: 200}} {
		testkit.Fails(Find(s, 1, nil))(t, "", s)
	}
}

// TestAsk checks that all stages answer, also those that do not decide, and the first one's answer.
func TestAsk(t *testing.T) {
	says, err := Ask("4k3/8/8/8/8/8/8/P3K3 w - -")
	if err != nil || len(says) < 5 || says[0].Stage != "rules" || says[0].Verdict.Outcome != Illegal || says[0].Effort != Static {
		t.Fatalf("%+v, error %v, want five stages or more, the rules first, which refute", says, err)
	}
	if form, ok := rich(says); !ok || !strings.Contains(form.Text, "passes on") || !strings.Contains(form.Text, "illegal, a pawn stands on row 1 or 8") {
		t.Errorf("the form lacks a refutation or a stage that passes on: %s", form.Text)
	}
	testkit.Fails(Ask("x"))(t, "", "no FEN")
}

// TestLastMoves checks that e2-e4 is the last move of the position after 1 e4 that leads back to the initial position.
func TestLastMoves(t *testing.T) {
	p := testkit.Played(t, "e4")
	list := testkit.Must(LastMoves(p))(t)
	legal := 0
	for _, m := range list {
		if m.Before == chess.InitialSetup() {
			legal++
			if m.Text != "e2-e4" || m.Verdict.Outcome == Illegal {
				t.Errorf("%+v, want e2-e4 from a position that is not refuted", m)
			}
		}
	}
	if legal != 1 {
		t.Errorf("the initial position comes %d times among %d, want once", legal, len(list))
	}
	if form, ok := rich(list); !ok || !strings.Contains(form.Text, "e2-e4") {
		t.Errorf("the form lacks e2-e4: %s", form.Text)
	}
	testkit.Fails(LastMoves("x"))(t, "", "no FEN")
}

// TestFindKernel checks that a kernel has captures with words, and that its game leads to the goal.
func TestFindKernel(t *testing.T) {
	list, err := Find(Sample{Seed: 8, Effort: Kernel}, 1, func(v Verdict) bool { return v.Outcome == Unknown })
	if err != nil || len(list) != 1 {
		t.Fatalf("%v, error %v, want one draw", list, err)
	}
	goal := testkit.Must(list[0].Draw.Setup.Position())(t)
	k, err := FindKernel(goal)
	if err != nil || k.Game == nil || len(k.Captures) == 0 || len(k.Words) != len(k.Captures) {
		t.Fatalf("%+v, error %v, want captures with words and a game", k, err)
	}
	testkit.Equal(t, testkit.Must(k.Game.Final())(t), goal)
	if form, ok := rich(k); !ok || !strings.Contains(form.Text, " takes a ") {
		t.Errorf("the form lacks captures in words: %s", form.Text)
	}
}

// TestShortestGame finds the four plies of the fool's mate and the empty game, and no game to a position that is illegal.
func TestShortestGame(t *testing.T) {
	g, err := ShortestGame("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -")
	if err != nil || len(g.Moves) != 4 {
		t.Errorf("the fool's mate: %v, error %v, want four plies", g, err)
	}
	if g, err := ShortestGame(chess.InitialPosition()); err != nil || len(g.Moves) != 0 {
		t.Errorf("the initial position: %v, error %v, want no move", g, err)
	}
	testkit.Fails(ShortestGame("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BNBQKBNR w Kkq -"))(t, "", "a bishop behind a pawn that never moved")
}

// TestRanks checks that Rank inverts Unrank, and that the ranked set lacks a position that the repaired one has.
func TestRanks(t *testing.T) {
	const rank = "3141592653589793238462643383279502884197169399"
	d := testkit.Must(Unrank("ranked-repaired", rank))(t)
	r, err := Rank("ranked-repaired", d.Setup)
	inverse := r.Multiplicity == d.Multiplicity && (r.Multiplicity > 1 || r.Rank.String() == rank) // else another rank may be the least
	if err != nil || !inverse || !strings.HasPrefix(r.String(), "rank ") {
		t.Errorf("%v, error %v, want rank %s and multiplicity %d", r, err, rank, d.Multiplicity)
	}
	lost := testkit.Played(t, "c4 c5 Nf3 a6 Nd4 cxd4 c5 d5")
	testkit.Fails(Rank("ranked", lost))(t, "", "the ranked set has the position that it lacks")
	if _, err := Rank("ranked-repaired", lost); err != nil {
		t.Errorf("the repaired set lacks it: %v", err)
	}
}

// TestRecord reads a stored record of the project and checks its parts against each other.
func TestRecord(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	dir := "../records/first"
	if testkit.Brief() { // the whole takes three seconds of CPU to read
		dir = t.TempDir()
		testkit.OK(t, testkit.FirstShards(dir, "../records/first", 2))
	}
	e := testkit.Must(Record(dir))(t)
	if z := (e.Legal.Value - Published.Value) / Published.StdErr; math.Abs(z) > 4 || e.NotRefuted.Value < e.Legal.Value {
		t.Errorf("proven %v, not refuted %v, published %v: too far apart", e.Legal, e.NotRefuted, Published)
	}
	sum := 0.0
	for _, b := range e.Bins("men") {
		sum += b.Result.Low.Value
	}
	if math.Abs(sum/e.Legal.Value-1) > 1e-3 {
		t.Errorf("the numbers by men add up to %g, want %g", sum, e.Legal.Value)
	}
	seconds, percent := e.Spent()
	if len(seconds) == 0 || len(seconds) != len(percent) || math.Abs(percent[len(percent)-1]-100*e.Legal.Relative()) > 0.01 {
		t.Errorf("half-widths %v %% after %v seconds, want as many, the last %v %%", percent, seconds, 100*e.Legal.Relative())
	}
	for name, text := range map[string]string{"phases": e.Phases().String(), "verdicts": e.Verdicts().String(), "special": e.By("special").String(), "strata": e.Strata(3).String()} {
		if strings.Count(text, "\n") < 3 {
			t.Errorf("%s, want three rows or more:\n%s", name, text)
		}
	}
	if len(e.Groups()) < 5 || len(e.By("nosuch").Rows) != 0 || len(e.Strata(-1).Rows) != 0 {
		t.Errorf("groups %v, want five or more, and no rows of an unknown one or of -1 strata", e.Groups())
	}
	testkit.Fails(Record(t.TempDir()))(t, "", "an empty folder")
}

// TestSharesOfNothing: if no position is proven, the shares are 0, in the table and in the frame.
func TestSharesOfNothing(t *testing.T) {
	e := &Estimated{Report: &report.Report{Groups: []report.Group{{Name: "men", Items: []report.Item{{Value: "3"}, {Value: "4"}}}}}}
	if text := e.By("men").String(); strings.Count(text, "0 %") != 2 {
		t.Errorf("want two shares of 0 %%:\n%s", text)
	}
	if shares := e.Frame("men").Col("share").Float(); len(shares) != 2 || shares[0] != 0 || shares[1] != 0 {
		t.Errorf("shares %v, want 0 and 0", shares)
	}
}

// TestMateShares checks the form of the shares, that they are stored, and the errors.
func TestMateShares(t *testing.T) {
	useFreshCache(t)
	r, err := MateShares(Sample{Draws: 1500}, 1)
	if err != nil || r.Solved == 0 {
		t.Fatalf("%+v, error %v, want some solved draws", r, err)
	}
	if form, ok := rich(r); !ok || !strings.Contains(form.Text, "mate in 1") || !strings.Contains(form.Text, "1 500 draws") {
		t.Errorf("the form lacks mate in 1 or the 1 500 draws: %s", form.Text)
	}
	again, err := MateShares(Sample{Draws: 1500}, 1)
	if err != nil || again.Solved != r.Solved || again.Nodes != r.Nodes || len(again.Rows()) != len(r.Rows()) {
		t.Errorf("from the disk: %+v, error %v, want %+v", again, err, r)
	}
	for _, s := range []Sample{{Space: "nosuch"}, {Draws: -1}} {
		testkit.Fails(MateShares(s, 1))(t, "", s)
	}
	testkit.Fails(MateShares(Sample{Draws: 10}, 0))(t, "", "mate in 0 moves")
}

// TestDerivation checks the boards of king and rook, and the errors for other materials.
func TestDerivation(t *testing.T) {
	p, err := Derivation("KRK")
	if err != nil || strings.Count(p.HTML, "<img ") < 1 || !strings.Contains(p.Text, "once derivedly illegal; moves taken back: 0") {
		t.Errorf("error %v, want boards and the end of the derivation: %s", err, p.Text)
	}
	for _, material := range []string{"KXK", "KQK"} { // no such material; none is derivedly illegal
		testkit.Fails(Derivation(material))(t, "", material)
	}
}

// TestTheorems: the list contains the statement of a theorem that is known to be there.
func TestTheorems(t *testing.T) {
	if text, want := Theorems().String(), "Each side has exactly one king."; !strings.Contains(text, want) {
		t.Errorf("no %q in %s", want, text)
	}
}

// TestProveEndgame proves the theorem on king and rook; see package legality/endgame/proof for what it consists of.
func TestProveEndgame(t *testing.T) {
	testkit.Long(t)
	r, err := ProveEndgame("KRK")
	if err != nil || !r.Holds() {
		t.Fatalf("error %v, or the theorem does not hold", err)
	}
	form, _ := rich(r)
	for _, want := range []string{"no counterexample", "game of ", "proven: every step"} {
		if !strings.Contains(form.Text, want) {
			t.Errorf("no %q in %s", want, form.Text)
		}
	}
	if _, err := ProveEndgame("KXK"); err == nil {
		t.Error("no such material: no error")
	}
}
