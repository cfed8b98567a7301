package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
)

// project is the folder of this clone.
const project = "../.."

// TestGenerate generates the site of the project without broken links or invalid boards. The navigation of the site has every page
// but those of packages.
func TestGenerate(t *testing.T) {
	testkit.Medium(t)
	s := testkit.Must(generate(project, t.TempDir()))(t)
	plan := testkit.Must(os.ReadFile(filepath.Join(project, "mkdocs.yml")))(t)
	for from, page := range s.pages {
		text, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(page)))
		if err != nil || strings.Contains(string(text), "\n```board\n") || strings.Contains(string(text), "\n```game\n") {
			t.Errorf("%s: a board was left as text (%v)", page, err)
		}
		if !strings.HasPrefix(page, "packages/") && !strings.Contains(string(plan), ": "+page+"\n") {
			t.Errorf("mkdocs.yml does not show %s", page)
		}
		if hiddenFolder.MatchString(from) {
			t.Errorf("%s is nothing that others can import", from)
		}
	}
	for from, want := range map[string]string{
		"docs/THEOREMS.md": `<figure class="board">`, "notebooks/03-proof-games.ipynb": "<div class=\"output\">", "legality/cage": "### Finder {#Finder}", "census": "## Declarations",
	} {
		text, _ := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(s.pages[from])))
		if !strings.Contains(string(text), want) {
			t.Errorf("the page of %s lacks %q", from, want)
		}
	}
}

// TestVerdictsOfBoards: the engine agrees with the verdict of every board in the docs.
func TestVerdictsOfBoards(t *testing.T) {
	testkit.Medium(t)
	engine := testkit.Must(legality.New(legality.Options{Effort: verdict.Game}))(t)
	docs, _ := filepath.Glob(filepath.Join(project, "docs", "*.md"))
	judged := 0
	for _, path := range docs {
		text := testkit.Must(os.ReadFile(path))(t)
		for part := range strings.SplitSeq("\n"+string(text), "\n```board\n") {
			body, _, _ := strings.Cut(part, "\n```")
			b, err := parseBoard(strings.Split(body, "\n"))
			if err != nil || b.verdict == "" {
				continue // the text before the first board; TestGenerate reads them all
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

// twoPageSite returns a site with two pages.
func twoPageSite(t *testing.T) *site {
	return &site{project, t.TempDir(), map[string]string{"docs/BIAS.md": "bias.md", "legality/cage": "packages/legality/cage.md"}}
}

func TestMarkdown(t *testing.T) {
	s := twoPageSite(t)
	for _, c := range []struct{ in, want string }{
		{"<!--=proven-->(4.8 ± 0.1)<!--=--> of them", "(4.8 ± 0.1) of them"},
		{"[a](BIAS.md#dud)[b](./BIAS.md)", "[a](../bias.md#dud)[b](../bias.md)"},
		{"[`cage`](../legality/cage/)", "[`cage`](../packages/legality/cage.md)"},
		{"the [record](../records/first), [a](../go.mod#L1)", "the record, a"}, // no pages
		{"`[a](nowhere)` is code, `x` [b](BIAS.md)", "`[a](nowhere)` is code, `x` [b](../bias.md)"},
		{"text `open [a](BIAS.md)", "text `open [a](../bias.md)"},
		{"[not one] (BIAS.md) and [](BIAS.md)", "[not one] (BIAS.md) and [](../bias.md)"},
		{"    [a](nowhere)", "    [a](nowhere)"},
		{"```\n[a](nowhere)\n```", "```\n[a](nowhere)\n```"},
		{"~~~\n[a](nowhere)\n```\n~~~", "~~~\n[a](nowhere)\n```\n~~~"},
		{"````\n```\n[a](nowhere)\n`````", "````\n```\n[a](nowhere)\n`````"},
		{"```` ``a`` ```` is no fence", "```` ``a`` ```` is no fence"},
		{"[a](https://go.dev/dl) [b](#here) [c](mailto:a@b.c)", "[a](https://go.dev/dl) [b](#here) [c](mailto:a@b.c)"},
		{"![x](img/cascade.png) [b](BIAS.md)", "![x](../img/cascade.png) [b](../bias.md)"},
		{"<details><summary>S</summary>", `<details markdown="1"><summary>S</summary>`},
	} {
		if got, err := s.convertMarkdown(c.in, "docs/X.md", "n/x.md"); err != nil || got != c.want {
			t.Errorf("%q: %q, %v; want %q", c.in, got, err, c.want)
		}
	}
	if _, err := os.Stat(filepath.Join(s.dir, "img", "cascade.png")); err != nil {
		t.Error(err)
	}
	for in, want := range map[string]string{
		"one\n[a](NOWHERE.md)":          "docs/X.md:2: the link to NOWHERE.md leads nowhere",
		"```go\nx":                      "no end",
		"~~~\nx\n```":                   "no end",
		"```board\n8/8 w - -\n```":      "docs/X.md:3: ",
		"```board\n```":                 "without a FEN record",
		"```game\n1. e4 e6 2. Ke3\n```": "docs/X.md:3: ",
		"```game\n```":                  "without moves",
		"```board\n4k3/8/8/8/8/8/8/4K3 w - -\nmarks: z9\n```": "docs/X.md:4: ",
	} {
		if _, err := s.convertMarkdown(in, "docs/X.md", "x.md"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", in, err, want)
		}
	}
	got, err := renderBlock([]string{"```game", "1.e4 e5 2... Nc3", "a < b &", "c", "```"})
	if err != nil || !strings.Contains(got, "<figcaption>a &lt; b &amp; c</figcaption>") || strings.Contains(strings.Trim(got, "\n"), "\n\n") {
		t.Errorf("%q, %v", got, err)
	}
}

// TestNotebook: cells and outputs are converted in order, and outputs in their richest form.
func TestNotebook(t *testing.T) {
	s := twoPageSite(t)
	got, err := s.convertNotebook(`{"cells": [
	 {"cell_type": "markdown", "source": ["# Title\n", "see [the next](../docs/BIAS.md), $N \\cdot p$, $$\\sqrt{a<b}$$ for 5 $"]},
	 {"cell_type": "code", "source": "1 + 1\n", "outputs": [{"output_type": "stream", "text": ["2\n"]}, {"data": {"text/plain": ["a", "b"]}}]},
	 {"cell_type": "code", "source": ["board"], "outputs": [{"data": {"text/html": ["<b>\n", "\n\n", "x</b>"], "image/png": "QQ==", "text/plain": "no"}}]},
	 {"cell_type": "code", "source": "plot", "outputs": [{"data": {"image/png": "QUJD\n"}}]},
	 {"cell_type": "code", "source": "  ", "outputs": []}]}`, "notebooks/a.ipynb", "notebooks/a.md")
	const want = "# Title\nsee [the next](../bias.md), <em>N · p</em>, <p class=\"formula\"><em>√(a&lt;b)</em></p> for 5 $\n\n```go\n1 + 1\n```\n\n" +
		"```text\n2\n```\n\n```text\nab\n```\n\n```go\nboard\n```\n\n<div class=\"output\"><b>\nx</b></div>\n\n```go\nplot\n```\n\n" +
		"<div class=\"output\"><img alt=\"figure\" src=\"data:image/png;base64,QUJD\"></div>\n\n"
	if err != nil || !strings.HasPrefix(got, want) {
		t.Errorf("%v\n%q\nwant %q", err, got, want)
	}
	for text, want := range map[string]string{
		"{": "a.ipynb: ",
		`{"cells": [{"cell_type": "code", "source": "x", "outputs": [{"output_type": "error"}]}]}`: "a.ipynb: cell 1: an error is stored",
		`{"cells": [{"cell_type": "markdown", "source": "[x](gone.md)"}]}`:                         "gone.md leads nowhere",
		`{"cells": [{"cell_type": "markdown", "source": "$\\int x$"}]}`:                            "no way to write it",
		`{"cells": [{"cell_type": "markdown", "source": 7}]}`:                                      "a.ipynb: ",
	} {
		if _, err := s.convertNotebook(text, "a.ipynb", "a.md"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
