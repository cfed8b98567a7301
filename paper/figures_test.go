package paper

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/paper/numbers"
	"chesscensus/stats"
	"chesscensus/stats/design"
	"chesscensus/survey/plan"
	"chesscensus/survey/report"
)

// A part is a stratum of an invented edition.
type part struct {
	name         string
	size         string
	legal, error float64
}

// inventedEdition returns an edition with these strata and numbers by men, without a record.
func inventedEdition(parts []part, men map[string]float64) *numbers.Edition {
	r := new(report.Report)
	r.Space, r.Hash, r.Seed, r.Builds, r.Done, r.Shards, r.Draws = "made", "0123456789abcdef", 7, []string{"old", "new"}, 1, 2, 12345
	e := &numbers.Edition{Name: "first", Report: r, Reader: &report.Reader{Plan: &plan.Plan{}}}
	for _, p := range parts {
		size, err := strconv.ParseFloat(p.size, 64)
		if err != nil {
			panic(err)
		}
		r.Estimate.Strata = append(r.Estimate.Strata, design.StratumPart{Name: p.name, Size: size, Value: p.legal, StdErr: p.error})
		e.Reader.Plan.Strata = append(e.Reader.Plan.Strata, plan.Stratum{Name: p.name, Size: p.size})
	}
	g := report.Group{Name: "men"}
	for _, n := range []string{"2", "3", "31", "32", "many"} {
		if x, ok := men[n]; ok {
			e := stats.Estimate{Value: x, Lo: x * 0.9, Hi: x * 1.1, StdErr: x / 20}
			g.Items = append(g.Items, report.Item{Value: n, Low: e, High: e, Draws: []uint64{9, 4}})
			r.Estimate.Low.Value += x
		}
	}
	r.Groups = []report.Group{g}
	return e
}

// TestTilesAddStrataUp checks that strata of one row whose columns overlap become one tile, with sums of sizes and of variances, and that
// those with rights, beyond the region or without the properties are left out.
func TestTilesAddStrataUp(t *testing.T) {
	e := inventedEdition([]part{
		{"special=0 captures=1 pawns=3..5", "100", 10, 3},
		{"special=0 captures=0 pawns=0..2", "50", 5, 1},
		{"special=0 captures=1 pawns=5..6", "20", 2, 4},
		{"special=0 captures=1 pawns=7", "8", 1, 1},
		{"special=1..3 captures=1 pawns=7", "8", 1, 1},
		{"kernel beyond captures=1 pawns=7", "8", 1, 1},
		{"captures=4", "8", 1, 1},
		{"captures=x pawns=1", "8", 1, 1},
	}, nil)
	want := []tile{
		{span{0, 0}, span{0, 2}, 5, 50, 1},
		{span{1, 1}, span{3, 6}, 12, 120, 25},
		{span{1, 1}, span{7, 7}, 1, 8, 1},
	}
	if got := tiles(e, "captures", columnProperty(e)); !slices.Equal(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	f, ok := heatMap(e)
	if want := []string{"1", "3 to 6", "120", "12", "5", "0.1"}; !ok || len(f.Rows) != 3 || !slices.Equal(f.Rows[1], want) {
		t.Errorf("the data are %q, want three rows, the second %q", f.Rows, want)
	}
	testkit.Contains(t, f.Caption, "pawns on the board")
	if _, ok := heatMap(inventedEdition([]part{{"special=0 captures=4", "8", 1, 1}}, nil)); ok {
		t.Error("strata that are not cut by pawns have tiles")
	}
	byPromotions := inventedEdition([]part{{"a beyond promotions=2", "1", 1, 1}, {"captures=2 promotions=1", "1", 1, 1}}, nil)
	testkit.Equal(t, columnProperty(byPromotions), "promotions")
}

// TestMenBySpace checks the shares in each edition, without values that are no number or too rare for the figure.
func TestMenBySpace(t *testing.T) {
	a := inventedEdition(nil, map[string]float64{"2": 1, "31": 50_000, "32": 150_000, "many": 5})
	b := inventedEdition(nil, map[string]float64{"31": 3, "32": 1})
	b.Name = "second"
	f, ok := menBySpace(&numbers.Record{Editions: []*numbers.Edition{a, b}})
	if !ok || len(f.Rows) != 4 || strings.Count(f.Caption, "program new.") != 2 {
		t.Fatalf("%v, %q, %s", ok, f.Rows, f.Caption)
	}
	sum := 0.0
	for _, row := range f.Rows[2:] {
		sum += parse(t, row[3])
	}
	if sum != 1 || f.Rows[2][0] != "second" || parse(t, f.Rows[2][4]) != 0.0375 || math.Abs(parse(t, f.Rows[1][3])-0.75) > 1e-4 {
		t.Errorf("%q", f.Rows)
	}
	b.Report.Groups = nil
	if _, ok := menBySpace(&numbers.Record{Editions: []*numbers.Edition{a, b}}); ok {
		t.Error("an edition without men has shares")
	}
}

// TestHistoryEndsWithOurs checks that the figure has all facts in their order, then the size of the cover as a bound, and the estimate with
// its half-width.
func TestHistoryEndsWithOurs(t *testing.T) {
	e := inventedEdition(nil, map[string]float64{"32": 4.8e44})
	e.Report.Estimate.Low = stats.Estimate{Value: 4.8e44, Lo: 4.7e44, Hi: 4.9e44}
	f := history(e)
	n := len(knownFacts())
	if len(f.Rows) != n+2 {
		t.Fatalf("%d rows for %d facts", len(f.Rows), n)
	}
	bound, ours := f.Rows[n], f.Rows[n+1]
	if bound[4] != "bound" || parse(t, bound[2]) < 4e45 || bound[3] != "0" {
		t.Errorf("the last but one is %q, want a bound of 4e45 and more", bound)
	}
	if ours[4] != "estimate" || parse(t, ours[2]) != 4.8e44 || math.Abs(parse(t, ours[3])/1e43-1) > 1e-9 {
		t.Errorf("the last is %q, want an estimate of 4.8e44 with the half-width 1e43", ours)
	}
	if picture, err := f.Draw(forms()[0]); err != nil || picture == nil {
		t.Errorf("%v", err)
	}
}

// TestTwoDigits: percentages have one decimal below 10 and none above.
func TestTwoDigits(t *testing.T) {
	for x, want := range map[float64]string{0: "0.0", 0.04: "0.0", 9.94: "9.9", 9.95: "10", 55.5: "56"} {
		testkit.Equal(t, twoDigits(x), want, x)
	}
}

// TestWordsFit checks that a narrow form has the short words, a wide one the long words unless they are too long, and that a verdict
// without words has its label.
func TestWordsFit(t *testing.T) {
	long := strings.Repeat("x", 61)
	for _, c := range []struct {
		label, text string
		narrow      bool
		want        string
	}{
		{"Deadlock", "words", true, shortWords["Deadlock"]},
		{"Deadlock", "words", false, "words"},
		{"Deadlock", long, false, shortWords["Deadlock"]},
		{"Deadlock", "", false, shortWords["Deadlock"]},
		{"NewReason", "words", true, "words"},
		{"NewReason", "", true, "NewReason"},
	} {
		testkit.Equal(t, wordsOf(&report.VerdictShare{Label: c.label, Text: c.text}, c.narrow), c.want, c.label, c.text, c.narrow)
	}
	for reason := range verdict.KnownReasons() {
		if text := reason.Text(); len(text) > 60 && shortWords[reason.String()] == "" {
			t.Errorf("%v is too long for a figure, %q, and has no short words", reason, text)
		}
	}
	labels := map[string]bool{"Legal": true, "GaveUp": true}
	for reason := range verdict.KnownReasons() {
		labels[reason.String()] = true
	}
	for label := range shortWords {
		if !labels[label] {
			t.Errorf("there are short words for %s, which is no verdict", label)
		}
	}
}

// TestFilm checks that the shortest game with few captures and promotions is shown, or the first game if none has few.
func TestFilm(t *testing.T) {
	s := sampleOf(t, "e4 d5 exd5 Qxd5 Nc3 Qxd2 Bxd2 Bh3 Nxh3 Nc6 Bb5 O-O-O Bxc6 bxc6 Qg4 e6 Qxe6 fxe6 O-O Rxd2 Rae1 Rxc2 Rxe6 Rxc3 bxc3 "+
		"Ba3 Rxc6 Bc1 Rxc7 Kxc7 Rxc1 h6 f4 Nf6 f5 Ne4 f6 Nxc3 f7 Kd6 f8=Q+ Kd5 Qxh8 Nxa2 Qxh6 Nxc1", "e4 d5 exd5 Nf6", "h4 g5 hxg5")
	busy := s.list[0]
	if n := len(kernelOf(busy.game.Moves)); n <= mostSteps {
		t.Fatalf("only %d captures and promotions", n)
	}
	f := s.kernelFigure()
	if got, want := f.Rows[len(f.Rows)-1], []string{"3", "hxg5", "rnbqkbnr/pppppp1p/8/6P1/8/8/PPPPPPP1/RNBQKBNR b KQkq -"}; !slices.Equal(got, want) {
		t.Errorf("the last row is %q, want %q", got, want)
	}
	testkit.Contains(t, f.Caption, "draw 20", "The 1 captures and promotions of a game of 3 plies", "2. hxg5.")
	s.list = s.list[:1]
	if f = s.kernelFigure(); len(f.Rows) != len(busy.game.Moves) {
		t.Errorf("%d rows, want %d, a row for each ply of the only game", len(f.Rows), len(busy.game.Moves))
	}
}

// TestWriterStops checks that the writer stops at the first file that cannot be written, and that CSV is quoted.
func TestWriterStops(t *testing.T) {
	dir := t.TempDir()
	testkit.OK(t, os.WriteFile(filepath.Join(dir, "data"), nil, 0o600))
	w := &writer{dir: dir}
	for _, name := range []string{"a/b.txt", "data/x.csv", "c.txt"} {
		w.write(name, []byte(name))
	}
	if _, err := os.Stat(filepath.Join(dir, "c.txt")); w.err == nil || w.files != 1 || err == nil {
		t.Errorf("%d files, %v; after the error %v", w.files, w.err, err)
	}
	testkit.Equal(t, string(commaSeparated([]string{"a", "b"}, [][]string{{"1, 2", `"q"`}})), "a,b\n\"1, 2\",\"\"\"q\"\"\"\n")
}
