package paper

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/paper/numbers"
	"chesscensus/stats"
)

// unpromotedOnly returns the record of positions without extra men as an edition: twelve small shards, read in a second.
var unpromotedOnly = sync.OnceValues(func() (*numbers.Record, error) {
	return numbers.Open(context.Background(), []string{filepath.Join("..", "records/unpromoted")}, "")
})

// editions returns two editions, the second with all of its shards. In a brief test it returns two shards of the first: other numbers of the
// same kinds, read in a tenth of the time. Package numbers tests the numbers of all editions, and make paper makes all figures of them.
func editions(t *testing.T) *numbers.Record {
	t.Helper()
	if testkit.Brief() {
		return testkit.Must(twoShards())(t)
	}
	return testkit.Must(twoEditions())(t)
}

// twoEditions returns a record of the first edition, with two of its shards, and of the whole second one.
var twoEditions = sync.OnceValues(func() (*numbers.Record, error) {
	r, err := twoShards()
	if err != nil {
		return nil, err
	}
	return numbers.Open(context.Background(), []string{r.Editions[0].Dir, filepath.Join("..", "records", "second")}, filepath.Join("..", "records/unpromoted"))
})

// twoShards returns a record of the first edition alone, with two of its shards.
var twoShards = sync.OnceValues(func() (*numbers.Record, error) {
	root := ".."
	if err := testkit.FirstShards(scratch, filepath.Join(root, "records", "first"), 2); err != nil {
		return nil, err
	}
	return numbers.Open(context.Background(), []string{scratch}, filepath.Join(root, "records/unpromoted"))
})

// scratch is a folder that outlives single tests, for twoShards, whose figures read shards again.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "paper"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(scratch)
	os.Exit(status)
}

// TestWrite writes a set and looks at every file: figures in four forms and two formats with their texts, data as wide as their head,
// captions that name record, seed and program.
func TestWrite(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	set := testkit.Must(Make(context.Background(), testkit.Must(unpromotedOnly())(t), Options{}))(t)
	dir := filepath.Join(t.TempDir(), "new", "folder")
	n := testkit.Must(set.Write(dir))(t)
	if want := len(set.Figures)*(2*len(forms())+2) + 2*len(set.Tables) + 2; n != want || len(set.Figures) < 6 {
		t.Errorf("%d files for %d figures and %d tables, want %d", n, len(set.Figures), len(set.Tables), want)
	}
	for _, f := range set.Figures {
		testkit.Contains(t, f.Caption, "seed", "program", "Record")
		rows, err := csv.NewReader(bytes.NewReader(read(t, dir, "data", f.Name+".csv"))).ReadAll() // fails for rows of different lengths
		if err != nil || len(rows) < 2 || !slices.Equal(rows[0], f.Head) {
			t.Errorf("%s: %d rows of data, %v", f.Name, len(rows), err)
		}
		for _, form := range forms() {
			svg, pdf := read(t, dir, form.Name, f.Name+".svg"), read(t, dir, form.Name, f.Name+".pdf")
			if has := bytes.Contains(svg, []byte(">"+f.Title+"</text>")); has != form.Title {
				t.Errorf("%s in %s: title %v", f.Name, form.Name, has)
			}
			if !bytes.Contains(svg, []byte("@font-face")) || !bytes.Contains(pdf, []byte("/FontFile2")) || len(svg) > 100_000 || len(pdf) > 60_000 {
				t.Errorf("%s in %s: %d and %d bytes; want fonts inside, and no more than 100 and 60 kB", f.Name, form.Name, len(svg), len(pdf))
			}
			width := strconv.FormatFloat(form.Width.Points(), 'g', 5, 64)
			if !bytes.Contains(svg, []byte(`width="`+width+`pt"`)) {
				t.Errorf("%s in %s is not %s points wide", f.Name, form.Name, width)
			}
		}
	}
	var all struct {
		Numbers map[string]string `json:"numbers"`
	}
	if err := json.Unmarshal(read(t, dir, "numbers.json"), &all); err != nil || all.Numbers["proven"] == "" {
		t.Errorf("numbers.json: %v", err)
	}
	if testing.Short() { // all is drawn anew below
		return
	}
	again := t.TempDir()
	testkit.Must(set.Write(again))(t)
	for _, name := range []string{"1col/verdicts.pdf", "2col-titled/verdicts.svg", "numbers.json", "README.txt"} {
		if !bytes.Equal(read(t, dir, name), read(t, again, name)) {
			t.Errorf("%s differs from run to run", name)
		}
	}
}

// read returns the content of a file.
func read(t *testing.T, path ...string) []byte {
	t.Helper()
	return testkit.Must(os.ReadFile(filepath.Join(path...)))(t)
}

// TestWriteRefuses checks the errors for a folder that is a file, and for a figure that cannot be drawn.
func TestWriteRefuses(t *testing.T) {
	dir := t.TempDir()
	testkit.OK(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o644))
	set := Set{}
	testkit.Fails(set.Write(filepath.Join(dir, "file")))(t, "can be written", "into a file")
	set.Figures = []figure{{Name: "bad", Draw: func(layout) (picture, error) { return nil, os.ErrInvalid }}}
	testkit.Fails(set.Write(filepath.Join(dir, "new")))(t, "figure bad", "a figure that cannot be drawn")
}

// TestFacts checks that the published facts are complete, ordered by year, and one for each line of the file.
func TestFacts(t *testing.T) {
	list := knownFacts()
	year := 1950
	for _, f := range list {
		if f.Year < year || f.Year > 2026 || !(f.Value > 1e30) || f.Half < 0 || kinds[f.Kind] == "" || f.Who == "" || f.Source == "" {
			t.Errorf("%+v after %d; want a later year, a value above 1e30, a known kind, an author and a source", f, year)
		}
		year = f.Year
	}
	if len(list) < 12 || len(list) != strings.Count(facts, "\n")-1 {
		t.Errorf("%d facts of %d lines", len(list), strings.Count(facts, "\n"))
	}
	last := list[len(list)-1]
	if last.Value != 4.82193e44 || last.Half != 2.74973e42 { // as in report.Published and docs/REFERENCE.md
		t.Errorf("the last published estimate is %+v", last)
	}
}

// TestHeatOfTheRecord checks that the tiles of the first edition add up to its strata without rights, and that no two overlap.
func TestHeatOfTheRecord(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	e := editions(t).Editions[0]
	list := tiles(e, "captures", columnProperty(e))
	legal, want := 0.0, 0.0
	for _, tile := range list {
		legal += tile.legal
	}
	for _, part := range e.Report.Estimate.Strata {
		if spans(part.Name)["special"].hi == 0 {
			want += part.Value
		}
	}
	if len(list) < 10 || legal < 0.999999*want || legal > 1.000001*want {
		t.Errorf("%d tiles hold %g legal positions, their strata %g", len(list), legal, want)
	}
	for i, a := range list {
		for _, b := range list[:i] {
			if a.row == b.row && a.column.lo <= b.column.hi && b.column.lo <= a.column.hi {
				t.Errorf("%+v and %+v overlap", a, b)
			}
		}
	}
}

// TestSpans checks the spans that are read from the name of a stratum, of which malformed ones are left out.
func TestSpans(t *testing.T) {
	got := spans("kernel: pawns=3 captures=4..5 odd=x..2 =7")
	if want := map[string]span{"pawns": {3, 3}, "captures": {4, 5}}; !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	testkit.Equal(t, (span{4, 4}).String()+"; "+(span{0, 3}).String(), "4; 0 to 3")
}

// TestVerdictsAreSorted checks that verdicts come by their shares, the largest first, each in words.
func TestVerdictsAreSorted(t *testing.T) {
	testkit.Medium(t)
	f := verdicts(editions(t).Headline())
	last := 1.0
	for _, row := range f.Rows {
		share, err := strconv.ParseFloat(row[2], 64)
		if err != nil || share > last || row[1] == "" || row[1] == row[0] {
			t.Errorf("%q after %v", row, last)
		}
		last = share
	}
	for label, words := range shortWords {
		if len(words) > 28 {
			t.Errorf("%s: %q is too long for one column", label, words)
		}
	}
}

// TestTable checks a table in its three forms, with text that LaTeX would read as commands, and with a limit instead of an estimate of zero.
func TestTable(t *testing.T) {
	results := table{Name: "t", Caption: "50 % & more", Head: []string{"what", "positions"},
		Rows: [][]entry{{text("a_b & 5 %%"), rounded(4.82606e44, 6.6e40)}, {text("c"), about(4.0952055e45, 3)}}}
	want := "% 50 % & more\n% made by chesscensus figures; needs \\usepackage{booktabs} and \\usepackage{amsmath}\n\\begin{tabular}{lr}\n\\toprule\nwhat & positions \\\\\n\\midrule\n" +
		"a\\_b \\& 5 \\% & $(4.8261 \\pm 0.0007) \\times 10^{44}$ \\\\\nc & $4.10 \\times 10^{45}$ \\\\\n\\bottomrule\n\\end{tabular}\n"
	testkit.Equal(t, string(results.tex()), want)
	limit := table{Name: "l", Caption: "c", Head: []string{"what", "positions"},
		Rows: [][]entry{{text("none"), counted(&stats.Estimate{Hi: 1.46e37})},
			{text("some"), counted(&stats.Estimate{Value: 3e37, Lo: 2e37, Hi: 4e37})}}}
	if want := `none & $\le$ $1.5 \times 10^{37}$ \\`; !strings.Contains(string(limit.tex()), want) {
		t.Errorf("no row %s in %s", want, limit.tex())
	}
	for got, want := range map[string]string{
		limit.unicode()[0][1]: "≤ 1.5 × 10³⁷", limit.exact()[0][1]: "<= 1.46e+37", limit.unicode()[1][1]: "(3.0 ± 1.0) × 10³⁷",
		results.unicode()[0][1]: "(4.8261 ± 0.0007) × 10⁴⁴", results.exact()[0][1]: "4.82606e+44 +- 6.6e+40",
		shareOf(&stats.Estimate{Hi: 2.9e37}, 4.8e44): "≤ 6.0 × 10⁻⁶ %", shareOf(&stats.Estimate{Value: 12, Hi: 14}, 480): "2.50 %",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestArticleNamesWhatIsThere checks that every number, figure and table that paper/paper.typ names is in the set of this clone's records.
// Names of a second edition are checked if there is one.
func TestArticleNamesWhatIsThere(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	article := string(read(t, "paper.typ"))
	article = regexp.MustCompile(`(?m)^//.*$`).ReplaceAllString(article, "")
	record := editions(t)
	set := testkit.Must(Make(context.Background(), record, Options{}))(t)
	there := map[string]bool{"sample.positions": true, "sample.seed": true, "sample.space": true, "sample.median-plies": true}
	for _, v := range set.Values {
		there[v.Name] = true
	}
	named := regexp.MustCompile(`[^a-z]n\("([^"]+)"\)`).FindAllStringSubmatch(article, -1)
	for _, m := range named {
		second := strings.HasPrefix(m[1], "combined.") || strings.HasPrefix(m[1], "second.")
		if later := second && len(record.Editions) < 2; !there[m[1]] && !later {
			t.Errorf("the article names the number %s, which the records do not give", m[1])
		}
	}
	pictures, tables := map[string]bool{"plate": true, "film": true, "illegal": true, "game-lengths": true, "legal-moves": true}, map[string]bool{}
	for _, f := range set.Figures {
		pictures[f.Name] = true
	}
	for _, x := range set.Tables {
		tables[x.Name] = true
	}
	shown := regexp.MustCompile(`#(one|two|listed)\("([^"]+)"`).FindAllStringSubmatch(article, -1)
	for _, m := range shown {
		later := m[2] == "agreement" && len(record.Editions) < 2
		if of := map[string]map[string]bool{"one": pictures, "two": pictures, "listed": tables}[m[1]]; !of[m[2]] && !later {
			t.Errorf("the article shows %s %s, which is not there", m[1], m[2])
		}
	}
	if len(named) < 60 || len(shown) < 15 {
		t.Errorf("%d numbers and %d figures and tables found in the article: is it still read?", len(named), len(shown))
	}
	if typed := regexp.MustCompile(`10#super|×|\d,\d{3}|\d\.\d{2,}`).FindAllString(strings.SplitN(article, "= The question", 2)[1], -1); len(typed) > 0 {
		t.Errorf("numbers typed by hand: %q", typed)
	}
}

// TestSample checks that the games of a small sample lead to its positions, and that all its figures can be drawn.
func TestSample(t *testing.T) {
	testkit.Long(t)
	s := testkit.Must(draw(context.Background(), Options{Seed: 3, SampleSize: 12, Workers: 1}))(t)
	for i := range s.list {
		l := &s.list[i]
		final := testkit.Must(l.game.Final())(t)
		if got := final.Setup(); got.String() != l.setup.String() {
			t.Errorf("the game leads to %v, not to %v", got, l.setup)
		}
		for _, ply := range kernelOf(l.game.Moves) {
			if m := l.game.Moves[ply-1]; m.Captured() == chess.NoRole && m.Promotion() == chess.NoRole {
				t.Errorf("ply %d, %v, is in the kernel", ply, m)
			}
		}
	}
	charts := testkit.Must(s.charts())(t)
	boards := testkit.Must(s.boards(context.Background()))(t)
	for _, f := range append(charts, boards...) {
		for _, form := range forms() {
			picture := testkit.Must(f.Draw(form))(t)
			for _, format := range formats {
				var b bytes.Buffer
				if err := picture.Encode(&b, format); err != nil || b.Len() > 200_000 {
					t.Errorf("%s in %s as %s: %d bytes, want 200 kB at most; %v", f.Name, form.Name, format, b.Len(), err)
				}
				hasText := f.Name != "plate" || form.Title
				if format == "svg" && hasText && !bytes.Contains(b.Bytes(), []byte("@font-face")) {
					t.Errorf("%s in %s: no font inside", f.Name, form.Name)
				}
			}
		}
	}
}

// TestIllegalPosition checks that the engine refutes the position of the figure by the theorem ShutOut.
func TestIllegalPosition(t *testing.T) {
	f, err := illegalPosition(context.Background())
	if err != nil || f.Rows[0][1] != "ShutOut" {
		t.Errorf("%v, %v", f.Rows, err)
	}
}
