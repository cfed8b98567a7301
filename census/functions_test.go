package census

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"chesscensus/chess"
	"chesscensus/internal/snapshot"
	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/cache"
	"chesscensus/jupyter/cell"
	"chesscensus/legality/proofgame/replay"
)

// useFreshCache gives the test an empty folder for results.
func useFreshCache(t *testing.T) {
	t.Helper()
	t.Setenv(cache.DirEnv, t.TempDir())
}

// TestSpaces checks that names of spaces differ and open a space of that name, sizes, and that the error for another name lists them.
func TestSpaces(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	names := make(map[string]bool)
	for i, s := range Spaces() {
		if i == 0 && s.Name != DefaultSpace || names[s.Name] {
			t.Errorf("space %d is %s, want the default first and no name twice", i, s)
		}
		names[s.Name] = true
		if strings.HasPrefix(s.Name, "kernel") || strings.HasPrefix(s.Name, "counter") && i%6 != 0 {
			continue // half a minute for tables, seconds for each of many
		}
		space, err := OpenSpace(s.Name)
		if err != nil || space.Name() != s.Name {
			t.Errorf("%s: error %v, or a space of another name", s.Name, err)
		}
	}
	const want = "8727878536878208144190883427864082859392620550" // of the repaired ranked set
	if n, err := Size(""); err != nil || n.String() != want {
		t.Errorf("size %v, error %v, want %s", n, err, want)
	}
	if n, err := Size("ranked|men<=10"); err != nil || n.Sign() <= 0 {
		t.Errorf("with a condition: size %v, error %v, want a positive one", n, err)
	}
	if _, err := OpenSpace("nosuch"); !strings.Contains(err.Error(), DefaultSpace) {
		t.Errorf("%v does not say which spaces there are", err)
	}
}

// TestDraws: draw number i is the same in samples of different sizes, and two draws differ.
func TestDraws(t *testing.T) {
	twelve, err := Draws("", 1, 12)
	three, _ := Draws(DefaultSpace, 1, 3)
	if err != nil || len(twelve) != 12 || three[2] != twelve[2] || twelve[0] == twelve[1] {
		t.Errorf("error %v, want twelve draws that differ, the third one that of three: %v", err, twelve)
	}
}

// TestJudgeEitherTurn checks that a text without a side to move is judged for either side.
func TestJudgeEitherTurn(t *testing.T) {
	const a3 = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR" // White to move would have lost a move
	for text, want := range map[string]string{a3: "with black to move, which", a3 + " w": "illegal: the wrong side", "4k3/8/8/8/8/8/8/P3K3": "with the other side to move, too"} {
		v, err := Judge(text)
		if err != nil || !strings.Contains(v.String(), want) {
			t.Errorf("%s: %v, %v, want %q", text, v, err, want)
		}
	}
	if g, err := ProofGame(a3); err != nil || len(g.Moves)%2 == 0 {
		t.Errorf("game to %s: %v, error %v, want one that ends with a move of White", a3, g, err)
	}
}

// TestJudge checks that a text, a setup and a position give the same verdict, and that a legal one comes with
// a game that an independent program replays.
func TestJudge(t *testing.T) {
	const fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
	p := testkit.Must(chess.ParsePosition(fen + " 0 1"))(t)
	a, err := Judge(fen)
	if err != nil || a.Outcome != Legal || a.Game == nil || a.Effort != Highest() {
		t.Fatalf("%+v, error %v, want a game, to the highest effort", a, err)
	}
	testkit.OK(t, new(replay.Verifier).Verify(&replay.Game{Moves: a.Game.Moves, Goal: p}))
	b, _ := Judge(p)
	c, _ := Judge(p.Setup())
	if want := fmt.Sprintf("legal: a game of %d plies leads to it (path)", len(a.Game.Moves)); a.Words != want || b.Words != want || c.Words != want {
		t.Errorf("of the text %q, the position %q, the setup %q, want %q", a, b, c, want)
	}
	bad, err := Judge("4k3/8/8/8/8/8/8/P3K3 w - -")
	if err != nil || bad.Outcome != Illegal || bad.Why == "" || bad.Game != nil || !strings.Contains(bad.String(), "illegal") {
		t.Errorf("a pawn on the first row: %+v, error %v, want illegal with a reason", bad, err)
	}
	weak, err := Judge(fen, Static)
	if err != nil || weak.Outcome != Unknown || weak.Effort != Static {
		t.Errorf("effort static: %+v, error %v, want unknown", weak, err)
	}
	testkit.Fails(Judge(fen, 200))(t, "", "no such effort")
}

// TestValuesCanBeKept checks that a verdict can be stored for the next cell.
func TestValuesCanBeKept(t *testing.T) {
	v := testkit.Must(Judge("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"))(t)
	data := testkit.Must(snapshot.Marshal(&v))(t)
	var back Verdict
	if err := snapshot.Unmarshal(data, &back); err != nil || back.Words != v.Words || len(back.Game.Moves) != len(v.Game.Moves) {
		t.Errorf("%+v, error %v, want %+v", back, err, v)
	}
}

// TestGames checks that Play reads moves and refuses illegal ones, and that ProofGame leads to positions that are legal and to no others.
func TestGames(t *testing.T) {
	g, err := Play("1. e4 e5 2.Nf3 Nc6 1/2-1/2")
	if err != nil || len(g.Moves) != 4 {
		t.Fatalf("game %v, error %v, want four plies", g, err)
	}
	testkit.Fails(Play("e4 e4"))(t, "", "an illegal move")
	final := testkit.Must(g.Final())(t)
	proof := testkit.Must(ProofGame(final))(t)
	testkit.Equal(t, testkit.Must(proof.Final())(t), final)
	if g, err := ProofGame(chess.InitialPosition()); err != nil || len(g.Moves) != 0 {
		t.Errorf("the initial position: game %v, error %v, want no move", g, err)
	}
	for _, fen := range []string{"4k3/8/8/8/8/8/8/4K2P w - -", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -", "x"} {
		testkit.Fails(ProofGame(fen))(t, "", fen)
	}
}

// TestSurveyIsStored checks that a survey gives the same report again, that each sample has a stored result of its own, and the errors.
func TestSurveyIsStored(t *testing.T) {
	useFreshCache(t)
	s := Sample{Draws: 2000, Effort: Kernel}
	first, err := Survey(s)
	if err != nil || first.Draws != 2000 || first.Space != DefaultSpace {
		t.Fatalf("%+v, error %v, want 2000 draws from the default space", first, err)
	}
	again, err := Survey(s)
	if err != nil || again.Estimate.High.Value != first.Estimate.High.Value || again.Conclusion() != first.Conclusion() {
		t.Errorf("again: %+v, error %v, want %+v", again, err, first)
	}
	other, err := Survey(Sample{Draws: 2000, Effort: Kernel, Seed: 2})
	if err != nil || other.Estimate.High.Value == first.Estimate.High.Value {
		t.Errorf("another seed: %+v, error %v, want another estimate", other, err)
	}
	if n, err := ForgetResults(); n != 2 || err != nil {
		t.Errorf("forgot %d results, error %v, want two", n, err)
	}
	if a, b := key("survey", "ranked|men<=3", 11_000), key("survey", "ranked|men<=31", 1000); a == b {
		t.Errorf("two samples have the key %s", a)
	}
	for _, s := range []Sample{{Space: "nosuch"}, {Draws: -1}, {Effort: 200}} {
		testkit.Fails(Survey(s))(t, "", s)
	}
}

// TestCompare checks the comparison of two spaces and its form, and the errors for unknown and single spaces and for too few draws.
func TestCompare(t *testing.T) {
	useFreshCache(t)
	r, err := Compare(300, "ranked", DefaultSpace)
	if err != nil || len(r.Reports) != 2 || r.NotRefuted == nil {
		t.Fatalf("%+v, error %v, want two reports and their agreement", r, err)
	}
	if form, ok := rich(r); !ok || !strings.Contains(form.Text, "chi-squared") || !strings.Contains(form.Text, "ranked-repaired") {
		t.Errorf("the form lacks the test or a space: %s", form.Text)
	}
	for _, names := range [][]string{{"nosuch", "ranked"}, {"ranked"}} {
		testkit.Fails(Compare(300, names...))(t, "", names)
	}
	testkit.Fails(Compare(1))(t, "", "one draw")
}

// TestEstimate checks that a planned estimate differs from the published one by at most four standard errors (one false alarm in
// fifteen thousand seeds, and the seed is fixed), and that it is stored.
func TestEstimate(t *testing.T) {
	testkit.Long(t)
	useFreshCache(t)
	e := testkit.Must(Estimate(Plan{CPU: 4 * time.Second}))(t)
	if z := (e.Legal.Value - Published.Value) / math.Hypot(e.Legal.StdErr, Published.StdErr); math.Abs(z) > 4 || e.Legal.Hits == 0 {
		t.Errorf("%s with %d hits, %.1f standard errors from the published one, want hits and at most 4", Rounded(e.Legal), e.Legal.Hits, z)
	}
	again, err := Estimate(Plan{CPU: 4 * time.Second})
	if err != nil || !reflect.DeepEqual(again.Trace, e.Trace) { // it has the processor time of every shard, which is never the same twice
		t.Errorf("again: %v, error %v, want the stored result", again, err)
	}
	form, ok := rich(again)
	if want := Rounded(e.Legal) + " legal positions"; !ok || !strings.Contains(form.Text, want) {
		t.Errorf("shows itself as\n%s\nwithout %s", form.Text, want)
	}
}

// TestEstimateRefuses: a plan with an unknown space, too short a time, or an invalid precision is an error.
func TestEstimateRefuses(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, p := range []Plan{{Space: "nosuch"}, {CPU: time.Millisecond}, {Precision: 1}, {Precision: -1}} {
		testkit.Fails(Estimate(p))(t, "", p)
	}
}

// TestRandomPosition: the same seed gives the same position, by a game with moves.
func TestRandomPosition(t *testing.T) {
	a, err := RandomPosition(1)
	if err != nil || len(a.Moves) == 0 {
		t.Fatalf("%v, error %v, want a game with moves", a, err)
	}
	b := testkit.Must(RandomPosition(1))(t)
	x, _ := a.Final()
	y, _ := b.Final()
	if x != y {
		t.Errorf("the same seed gives %s and %s", x, y)
	}
}

// TestEndgame checks that the classes of king and rook are counted.
func TestEndgame(t *testing.T) {
	e, err := Endgame("KRK")
	if err != nil || !strings.Contains(e.String(), "initially illegal") || e.White.Placed == 0 {
		t.Errorf("%v, error %v, want counts by class", e, err)
	}
}

// TestMate checks a mate in one move, and a position without a mate in two.
func TestMate(t *testing.T) {
	m, err := Mate("6k1/5ppp/8/8/8/8/8/K3R3 w - -", 3)
	if want := "mate in 1: 1. Re8#"; err != nil || m.Moves != 1 || m.String() != want || len(m.Game().Moves) != 1 {
		t.Errorf("%v, error %v, want %s", m, err, want)
	}
	m, err = Mate("6k1/8/8/8/8/8/8/K3R3 w - -", 2)
	if want := "no mate within 2 moves"; err != nil || m.String() != want {
		t.Errorf("%v, error %v, want %s", m, err, want)
	}
}

// TestRichForms checks the forms of many types, as HTML and as text.
func TestRichForms(t *testing.T) {
	useFreshCache(t)
	g, _ := Play("e4 e5")
	draws, _ := Draws("", 1, 1)
	legal, _ := Judge("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")
	bad, _ := Judge("4k3/8/8/8/8/8/8/P3K3 w - -")
	r := testkit.Must(Survey(Sample{Draws: 1000, Effort: Kernel}))(t)
	frame := dataframe.New(series.New([]string{"a<b", "c"}, series.String, "name"), series.New([]int{1, 22}, series.Int, "n"))
	long := dataframe.New(series.New(make([]int, 100), series.Int, "n"))
	large := dataframe.New(series.New([]float64{4.82592e44, math.NaN(), 0.25}, series.Float, "x"))
	for name, test := range map[string]struct {
		v          any
		html, text string
	}{
		"setup":    {chess.InitialSetup(), "<img ", "rnbqkbnr/pppppppp"},
		"position": {chess.InitialPosition(), "<img ", "rnbqkbnr/pppppppp"},
		"game":     {g, "cc-player", "1. e4 e5"},
		"value":    {*g, "cc-player", "1. e4 e5"},
		"draw":     {draws[0], "<img ", "multiplicity "},
		"legal":    {legal, "cc-player", "legal"},
		"illegal":  {bad, "<img ", "illegal"},
		"interval": {Published, "(4.822 ± 0.027) × 10⁴⁴", "(4.822 ± 0.027)e44"},
		"report":   {r, "<table", "seed 1, 1 000 draws, effort kernel"},
		"frame":    {frame, "a&lt;b", "   name   n\n0  a<b    1\n1  c     22\n2 rows x 2 columns"},
		"long":     {long, "<table", "29     0\n...  ...\n70     0"}, // cut in the middle
		"large":    {large, "<table", "            x\n0  4.82592e44\n1         NaN\n2        0.25\n3 rows x 1 columns"},
		"series":   {large.Col("x"), "<table", "4.82592e44"},
		"no rows":  {dataframe.New(series.New([]int{}, series.Int, "n")), "", "  n\n0 rows x 1 columns"},
		"nothing":  {dataframe.DataFrame{}, "", "an empty data frame"},
	} {
		form, ok := rich(test.v)
		if !ok || !strings.Contains(form.HTML, test.html) || !strings.Contains(form.Text, test.text) {
			t.Errorf("%s: want %q in %.300q\nand %q in\n%s", name, test.html, form.HTML, test.text, form.Text)
		}
	}
}

// TestErrorsEndTheCell checks that the error of a data frame or of groups that a cell shows ends the cell with one line. It runs itself as
// such a cell.
func TestErrorsEndTheCell(t *testing.T) {
	bad := errors.New("bad")
	cells := map[string]func(){
		"frame":  func() { cell.Show(dataframe.DataFrame{Err: bad}) },
		"groups": func() { cell.Show(&dataframe.Groups{Err: bad}) },
	}
	if run := cells[os.Getenv("CENSUS_TEST_CELL")]; run != nil {
		run()
		return
	}
	for name := range cells {
		c := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		c.Env = append(os.Environ(), "CENSUS_TEST_CELL="+name)
		out, err := c.CombinedOutput()
		if err == nil || string(out) != "error: bad\n" {
			t.Errorf("%s: error %v, output %q", name, err, out)
		}
	}
}

// TestBoardAndPlayer checks that the text of a board has its caption, and that a game with an illegal move has no player.
func TestBoardAndPlayer(t *testing.T) {
	p, err := Board("4k3/8/8/8/8/8/8/4K3 w - -", Look{Caption: "two kings", Arrows: []Arrow{{From: chess.E1, To: chess.E2}}})
	if err != nil || !strings.Contains(p.String(), "two kings") {
		t.Errorf("%v, error %v, want the caption", p, err)
	}
	g, _ := Play("e4")
	testkit.Fails(Player(nil))(t, "no game", "no game")
	testkit.Fails(Player(&Game{Moves: append(g.Moves, g.Moves...)}))(t, "", "an illegal move")
}

// TestJudgeLooksLonger checks that Judge searches longer for a game of a position with few last moves; without that it finds none.
func TestJudgeLooksLonger(t *testing.T) {
	testkit.Long(t)
	testkit.Unraced(t)
	v, err := Judge("8/8/8/8/1P6/b1P5/pPrPP3/K1kB4 w - - 0 1", Games)
	if err != nil || v.Outcome != Legal {
		t.Errorf("verdict %v, error %v, want a game", v, err)
	}
}

// TestJudgeShortensGames checks that the game of Judge is shorter than the engine's, leads to the position by legal moves, and that the
// words say its length.
func TestJudgeShortensGames(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	goal := testkit.Must(chess.ParsePosition("6Bk/5K2/6N1/8/8/8/8/8 b - - 0 1"))(t)
	found, err := judge(t.Context(), goal.Setup(), Games, false)
	if err != nil || found.Game == nil {
		t.Fatalf("the engine says %v, error %v, want a game", found, err)
	}
	v, err := Judge(goal, Games)
	if err != nil || v.Game == nil {
		t.Fatalf("Judge says %v, error %v, want a game", v, err)
	}
	t.Logf("%d plies, %d found", len(v.Game.Moves), len(found.Game.Moves))
	if 4*len(v.Game.Moves) > 3*len(found.Game.Moves) {
		t.Errorf("a game of %d plies, %d as it was found: want three quarters or less", len(v.Game.Moves), len(found.Game.Moves))
	}
	testkit.OK(t, new(replay.Verifier).Verify(&replay.Game{Moves: v.Game.Moves, Goal: goal}))
	if want := fmt.Sprintf("a game of %d plies", len(v.Game.Moves)); !strings.Contains(v.Words, want) {
		t.Errorf("%q does not say %q", v.Words, want)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if s, err := shortenGame(stopped, found); err != nil || s.Game == nil || len(s.Game.Moves) > len(found.Game.Moves) {
		t.Errorf("stopped at once: %v, %v; want the game that was found", s, err)
	}
}
