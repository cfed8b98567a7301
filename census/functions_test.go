package census

import (
	"errors"
	"fmt"
	"math"
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
	"chesscensus/jupyter/forms/frames"
	"chesscensus/legality/proofgame/replay"
)

// useFreshCache gives the test an empty folder for results.
func useFreshCache(t *testing.T) {
	t.Helper()
	t.Setenv(cache.DirEnv, t.TempDir())
}

func TestSpaces(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	names := make(map[string]bool)
	for i, s := range Spaces() {
		if i == 0 && s.Name != DefaultSpace || names[s.Name] {
			t.Errorf("%d: %s", i, s)
		}
		names[s.Name] = true
		if strings.HasPrefix(s.Name, "kernel") || strings.HasPrefix(s.Name, "counter") && i%6 != 0 {
			continue // half a minute for tables, seconds for each of many
		}
		space, err := OpenSpace(s.Name)
		if err != nil || space.Name() != s.Name {
			t.Errorf("%s: %v", s.Name, err)
		}
	}
	if n, err := Size(""); err != nil || n.String() != "8727878536878208144190883427864082859392620550" {
		t.Errorf("size %v, %v", n, err)
	}
	if n, err := Size("ranked|men<=10"); err != nil || n.Sign() <= 0 {
		t.Errorf("a condition: %v, %v", n, err)
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
		t.Errorf("%v: %v", err, twelve)
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
		t.Errorf("game to %s: %v, %v", a3, g, err)
	}
}

// TestJudge checks that a text, a setup and a position give the same verdict, and that a legal one comes with
// a game that an independent program replays.
func TestJudge(t *testing.T) {
	const fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"
	p := testkit.Must(chess.ParsePosition(fen + " 0 1"))(t)
	a, err := Judge(fen)
	if err != nil || a.Outcome != Legal || a.Game == nil || a.Effort != Highest() {
		t.Fatalf("%+v, %v", a, err)
	}
	testkit.OK(t, new(replay.Verifier).Verify(&replay.Game{Moves: a.Game.Moves, Goal: p}))
	b, _ := Judge(p)
	c, _ := Judge(p.Setup())
	if a.Words != fmt.Sprintf("legal: a game of %d plies leads to it (path)", len(a.Game.Moves)) || a.Words != b.Words || a.Words != c.Words || len(a.Game.Moves) != len(b.Game.Moves) {
		t.Errorf("%v, %v, %v", a, b, c)
	}
	bad, err := Judge("4k3/8/8/8/8/8/8/P3K3 w - -")
	if err != nil || bad.Outcome != Illegal || bad.Why == "" || bad.Game != nil || !strings.Contains(bad.String(), "illegal") {
		t.Errorf("a pawn on the first row: %+v, %v", bad, err)
	}
	weak, err := Judge(fen, Static)
	if err != nil || weak.Outcome != Unknown || weak.Effort != Static {
		t.Errorf("effort static: %+v, %v", weak, err)
	}
	if _, err := Judge(fen, 200); err == nil {
		t.Error("no such effort: no error")
	}
}

// TestValuesCanBeKept checks that a verdict can be stored for the next cell.
func TestValuesCanBeKept(t *testing.T) {
	v := testkit.Must(Judge("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"))(t)
	data := testkit.Must(snapshot.Marshal(&v))(t)
	var back Verdict
	if err := snapshot.Unmarshal(data, &back); err != nil || back.Words != v.Words || len(back.Game.Moves) != len(v.Game.Moves) {
		t.Errorf("%+v, %v", back, err)
	}
}

func TestGames(t *testing.T) {
	g, err := Play("1. e4 e5 2.Nf3 Nc6 1/2-1/2")
	if err != nil || len(g.Moves) != 4 {
		t.Fatalf("%v, %v", g, err)
	}
	if _, err := Play("e4 e4"); err == nil {
		t.Error("an illegal move: no error")
	}
	final := testkit.Must(g.Final())(t)
	proof := testkit.Must(ProofGame(final))(t)
	if end, err := proof.Final(); err != nil || end != final {
		t.Errorf("the game leads to %s, %v", end, err)
	}
	if g, err := ProofGame(chess.InitialPosition()); err != nil || len(g.Moves) != 0 {
		t.Errorf("the game without moves: %v, %v", g, err)
	}
	for _, fen := range []string{"4k3/8/8/8/8/8/8/4K2P w - -", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -", "x"} {
		if _, err := ProofGame(fen); err == nil {
			t.Errorf("%s: a game to what is not legal", fen)
		}
	}
}

func TestSurveyIsComputedOnce(t *testing.T) {
	useFreshCache(t)
	s := Sample{Draws: 2000, Effort: Kernel}
	start := time.Now()
	first, err := Survey(s)
	if err != nil || first.Draws != 2000 || first.Space != DefaultSpace {
		t.Fatalf("%+v, %v", first, err)
	}
	computed := time.Since(start)
	start = time.Now()
	again, err := Survey(s)
	if err != nil || again.Estimate.High.Value != first.Estimate.High.Value || again.Conclusion() != first.Conclusion() {
		t.Errorf("again: %+v, %v", again, err)
	}
	t.Logf("computed in %v, found in %v", computed, time.Since(start))
	other, err := Survey(Sample{Draws: 2000, Effort: Kernel, Seed: 2})
	if err != nil || other.Estimate.High.Value == first.Estimate.High.Value {
		t.Errorf("another seed: %v, %v", other, err)
	}
	if n, err := ForgetResults(); n != 2 || err != nil {
		t.Errorf("forgot %d results, %v", n, err)
	}
	for _, s := range []Sample{{Space: "nosuch"}, {Draws: -1}, {Effort: 200}} {
		if _, err := Survey(s); err == nil {
			t.Errorf("%+v: no error", s)
		}
	}
}

func TestCompare(t *testing.T) {
	useFreshCache(t)
	r, err := Compare(300, "ranked", DefaultSpace)
	if err != nil || len(r.Reports) != 2 || r.NotRefuted == nil {
		t.Fatalf("%+v, %v", r, err)
	}
	if form, ok := rich(r); !ok || !strings.Contains(form.Text, "chi-squared") || !strings.Contains(form.Text, "ranked-repaired") {
		t.Error(form.Text)
	}
	for _, names := range [][]string{{"nosuch", "ranked"}, {"ranked"}} {
		if _, err := Compare(300, names...); err == nil {
			t.Errorf("%v: no error", names)
		}
	}
	if _, err := Compare(1); err == nil {
		t.Error("one draw: no error")
	}
}

// TestEstimate checks that a planned estimate differs from the published one by at most four standard errors (one false alarm in
// fifteen thousand seeds, and the seed is fixed), and that it is stored.
func TestEstimate(t *testing.T) {
	testkit.Long(t)
	useFreshCache(t)
	e := testkit.Must(Estimate(Plan{CPU: 4 * time.Second}))(t)
	if z := (e.Legal.Value - Published.Value) / math.Hypot(e.Legal.StdErr, Published.StdErr); math.Abs(z) > 4 || e.Legal.Hits == 0 {
		t.Errorf("%s, z = %.1f", Rounded(e.Legal), z)
	}
	again, err := Estimate(Plan{CPU: 4 * time.Second})
	if err != nil || !reflect.DeepEqual(again.Trace, e.Trace) { // it has the processor time of every shard, which is never the same twice
		t.Errorf("again: %v, %v", again, err)
	}
	form, ok := rich(again)
	if !ok || !strings.Contains(form.Text, Rounded(e.Legal)+" legal positions") {
		t.Errorf("shows itself as\n%s", form.Text)
	}
}

// TestEstimateRefuses: a plan with an unknown space, too short a time, or an invalid precision is an error.
func TestEstimateRefuses(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for _, p := range []Plan{{Space: "nosuch"}, {CPU: time.Millisecond}, {Precision: 1}, {Precision: -1}} {
		if _, err := Estimate(p); err == nil {
			t.Errorf("%+v: no error", p)
		}
	}
}

// TestRandomPosition: the same seed gives the same position, by a game with moves.
func TestRandomPosition(t *testing.T) {
	a, err := RandomPosition(1)
	if err != nil || len(a.Moves) == 0 {
		t.Fatalf("%v, %v", a, err)
	}
	b := testkit.Must(RandomPosition(1))(t)
	x, _ := a.Final()
	y, _ := b.Final()
	if x != y {
		t.Errorf("the same seed gives %s and %s", x, y)
	}
}

func TestEndgameAndMate(t *testing.T) {
	e, err := Endgame("KRK")
	if err != nil || !strings.Contains(e.String(), "initially illegal") || e.White.Placed == 0 {
		t.Errorf("%v, %v", e, err)
	}
	m, err := Mate("6k1/5ppp/8/8/8/8/8/K3R3 w - -", 3)
	if err != nil || m.Moves != 1 || m.String() != "mate in 1: 1. Re8#" || len(m.Game().Moves) != 1 {
		t.Errorf("%v, %v", m, err)
	}
	m, err = Mate("6k1/8/8/8/8/8/8/K3R3 w - -", 2)
	if err != nil || m.String() != "no mate within 2 moves" {
		t.Errorf("%v, %v", m, err)
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
	} {
		form, ok := rich(test.v)
		if !ok || !strings.Contains(form.HTML, test.html) || !strings.Contains(form.Text, test.text) {
			t.Errorf("%s: %v, %.300q\n%s", name, ok, form.HTML, form.Text)
		}
	}
	long := dataframe.New(series.New(make([]int, 100), series.Int, "n"))
	if form := frames.Form(long); !strings.Contains(form.Text, "29     0\n...  ...\n70     0") {
		t.Errorf("a long frame is not cut: %s", form.Text)
	}
	large := dataframe.New(series.New([]float64{4.82592e44, math.NaN(), 0.25}, series.Float, "x"))
	if form := frames.Form(large); form.Text != "            x\n0  4.82592e44\n1         NaN\n2        0.25\n3 rows x 1 columns" {
		t.Errorf("%q", form.Text)
	}
	if form, ok := rich(large.Col("x")); !ok || !strings.Contains(form.Text, "4.82592e44") {
		t.Errorf("a series: %q", form.Text)
	}
	if form := frames.Form(dataframe.DataFrame{Err: errors.New("bad")}); form.Text != "data frame: bad" {
		t.Error(form.Text)
	}
}

func TestBoardAndPlayer(t *testing.T) {
	p, err := Board("4k3/8/8/8/8/8/8/4K3 w - -", Look{Caption: "two kings", Arrows: []Arrow{{From: chess.E1, To: chess.E2}}})
	if err != nil || !strings.Contains(p.String(), "two kings") {
		t.Errorf("%v, %v", p, err)
	}
	g, _ := Play("e4")
	if _, err := Player(&Game{Moves: append(g.Moves, g.Moves...)}); err == nil {
		t.Error("an illegal move: no error")
	}
}
