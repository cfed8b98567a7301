package site

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
)

// project is the folder of this clone.
const project = "../.."

// TestMake makes all pages of the project: no link leads nowhere, no board is a wrong one, and the map of the site has every page
// but those of commands and packages, which lists lead to.
func TestMake(t *testing.T) {
	testkit.Medium(t)
	dir := t.TempDir()
	pages, err := Make(project, dir)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := os.ReadFile(filepath.Join(project, "mkdocs.yml"))
	if err != nil {
		t.Fatal(err)
	}
	first, err := os.ReadFile(filepath.Join(dir, "index.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(page)))
		if err != nil {
			t.Error(err)
		}
		if strings.Contains(string(text), "\n```board\n") || strings.Contains(string(text), "\n```game\n") {
			t.Errorf("%s: a board was left as text", page)
		}
		if !strings.HasPrefix(page, "packages/") && !strings.Contains(string(plan), ": "+page+"\n") && !strings.Contains(string(first), "("+page+")") {
			t.Errorf("neither mkdocs.yml nor the first page shows %s", page)
		}
	}
	for _, want := range []string{"index.md", "theorems.md", "notebooks/03-proof-games.md", "packages/index.md", "packages/chesscensus.md", "packages/legality/cage.md"} {
		if !slices.Contains(pages, want) {
			t.Errorf("%s is lacking", want)
		}
	}
	for _, page := range pages {
		if strings.Contains(page, "internal") || strings.Contains(page, "cmd") {
			t.Errorf("%s is nothing that others can import", page)
		}
	}
}

// TestBoardsSayTheTruth: the engine says of every board of the texts what the text says.
func TestBoardsSayTheTruth(t *testing.T) {
	testkit.Medium(t)
	engine, err := legality.New(legality.Options{Effort: verdict.Game})
	if err != nil {
		t.Fatal(err)
	}
	docs, _ := filepath.Glob(filepath.Join(project, "docs", "*.md"))
	judged := 0
	for _, path := range docs {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for part := range strings.SplitSeq("\n"+string(text), "\n```board\n") {
			body, _, _ := strings.Cut(part, "\n```")
			b, err := parseBoard(strings.Split(body, "\n"))
			if err != nil || b.verdict == "" {
				continue // the text before the first board; TestMake reads them all
			}
			v := engine.Judge(t.Context(), b.setup)
			judged++
			got := v.Outcome.String()
			if v.Outcome == verdict.Illegal {
				got = v.Reasons.String()
			}
			if got != b.verdict {
				t.Errorf("%s: %v is said to be %s, the engine says %s", filepath.Base(path), b.setup, b.verdict, got)
			}
		}
	}
	if judged < 15 {
		t.Errorf("%d boards were found", judged)
	}
}

func TestMarkdown(t *testing.T) {
	s := &site{root: project, page: map[string]string{"docs/BIAS.md": "bias.md", "legality/cage": "packages/legality/cage.md"}, picture: map[string]string{}}
	for _, c := range []struct{ in, want string }{
		{"plain", "plain"},
		{"<!--=proven-->(4.8 ± 0.1)<!--=--> of them", "(4.8 ± 0.1) of them"},
		{"[a](BIAS.md#dud) and [b](BIAS.md)", "[a](bias.md#dud) and [b](bias.md)"},
		{"[lemmas](../legality/cage)", "[lemmas](packages/legality/cage.md)"},
		{"the [record](../records/first)", "the record"}, // no page
		{"`[a](nowhere)` is code", "`[a](nowhere)` is code"},
		{"    [a](nowhere)", "    [a](nowhere)"},
		{"```\n[a](nowhere)\n```", "```\n[a](nowhere)\n```"},
		{"~~~\n[a](nowhere)\n```\n~~~", "~~~\n[a](nowhere)\n```\n~~~"},
		{"````\n```\n[a](nowhere)\n`````", "````\n```\n[a](nowhere)\n`````"},
		{"```` ``a`` ```` is no fence", "```` ``a`` ```` is no fence"},
		{"[a](https://go.dev/dl) [b](#here)", "[a](https://go.dev/dl) [b](#here)"},
		{"![x](img/cascade.png)", "![x](img/cascade.png)"},
		{"<details><summary>S</summary>", `<details markdown="1"><summary>S</summary>`},
	} {
		got, err := s.markdown(c.in, "docs/X.md", "x.md")
		if err != nil || got != c.want {
			t.Errorf("%q: %q, %v; want %q", c.in, got, err, c.want)
		}
	}
	if s.picture["docs/img/cascade.png"] != "img/cascade.png" {
		t.Errorf("pictures: %v", s.picture)
	}
	for in, want := range map[string]string{
		"one\n[a](NOWHERE.md)":          "docs/X.md:2: the link to NOWHERE.md leads nowhere",
		"```go\nx":                      "no end",
		"~~~\nx\n```":                   "no end",
		"```board\n8/8 w - -\n```":      "docs/X.md:3: ",
		"```board\n```":                 "without a FEN record",
		"```game\n1. e4 e6 2. Ke3\n```": "docs/X.md:3: ",
		"```game\n```":                  "without moves",
	} {
		if _, err := s.markdown(in, "docs/X.md", "x.md"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
}

func TestRelative(t *testing.T) {
	for _, c := range [][3]string{
		{"index.md", "bias.md", "bias.md"},
		{"notebooks/00.md", "bias.md", "../bias.md"},
		{"packages/a/b.md", "packages/c.md", "../../packages/c.md"},
	} {
		if got := relative(c[0], c[1]); got != c[2] {
			t.Errorf("from %s to %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
}

func TestParseBoard(t *testing.T) {
	b, err := parseBoard([]string{"4k3/8/8/8/8/8/1P6/B3K3 b - -", "marks: a1 b2", "verdict: CagedBishop", "Two", "lines."})
	if err != nil || !slices.Equal(b.marks, []chess.Square{chess.A1, chess.B2}) || b.verdict != "CagedBishop" || b.caption != "Two lines." {
		t.Errorf("%+v, %v", b, err)
	}
	if _, err := parseBoard([]string{"4k3/8/8/8/8/8/8/4K3 w - -", "marks: z9"}); err == nil {
		t.Error("z9 is a square")
	}
}

func TestFormulas(t *testing.T) {
	for _, c := range [][2]string{
		{"a set $S$ of $N \\cdot p$", "a set <em>S</em> of <em>N · p</em>"},
		{`$\sqrt{(1-p)/(p\,n)}$ and $\sqrt n$`, "<em>√((1-p)/(p n))</em> and <em>√n</em>"},
		{`$$ N \cdot \frac1n \sum_{\text{draws}} \frac1m .$$`, `<p class="formula"><em>N · 1/n · Σ (draws) 1/m .</em></p>`},
		{"$a<b$", "<em>a&lt;b</em>"},
		{"costs 5 $", "costs 5 $"},
	} {
		got, err := formulas(c[0])
		if err != nil || got != c[1] {
			t.Errorf("%s: %q, %v; want %q", c[0], got, err, c[1])
		}
	}
	if _, err := formulas(`$\int x$`); err == nil {
		t.Error("an unknown command went through")
	}
}
