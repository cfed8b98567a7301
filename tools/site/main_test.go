package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality"
	"chesscensus/legality/verdict"
)

// project is the folder of this clone.
const project = "../.."

// TestGenerate generates the site of the project, with empty notebooks, without broken links or invalid boards. The navigation of the site has
// every page but those of packages.
func TestGenerate(t *testing.T) {
	testkit.Medium(t)
	dir := t.TempDir()
	notebooks := testkit.Must(fs.Glob(os.DirFS(project), "notebooks/*.ipynb"))(t)
	for _, name := range notebooks {
		testkit.OK(t, (&site{dir: dir}).write(strings.TrimSuffix(name, ".ipynb")+".md", ""))
	}
	s := testkit.Must(generate(project, dir))(t)
	plan := testkit.Must(os.ReadFile(filepath.Join(project, "mkdocs.yml")))(t)
	for from, page := range s.pages {
		if path.Ext(page) != ".md" {
			continue // a picture
		}
		text, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(page)))
		if err != nil || strings.Contains(string(text), "\n```board\n") || strings.Contains(string(text), "\n```game\n") {
			t.Errorf("%s: a board was left as text (%v)", from, err)
		}
		if !strings.HasPrefix(page, "packages/") && !strings.Contains(string(plan), ": "+page+"\n") {
			t.Errorf("mkdocs.yml does not show %s", page)
		}
	}
	for from, want := range map[string]string{"docs/THEOREMS.md": `<figure class="board">`, "legality/cage": "### Finder {#Finder}", "census": "## Declarations",
		"chess/mate": "[chess.Position.Moves](../../packages/chess.md#Position.Moves)", "chess": "### Position.Moves {#Position.Moves}"} {
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
		for _, block := range special.FindAllStringSubmatch(string(text), -1) {
			b, err := parseBoard(block[2])
			if block[1] != "board" || err != nil || b.verdict == "" {
				continue // TestGenerate finds errors
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

// TestConvertMarkdown converts lines of docs/X.md for the page n/x.md.
func TestConvertMarkdown(t *testing.T) {
	s := &site{project, "", map[string]string{"docs/X.md": "n/x.md", "docs/BIAS.md": "bias.md", "docs/img/cascade.png": "img/cascade.png",
		"legality/cage": "packages/legality/cage.md"}}
	for _, c := range []struct{ in, want string }{
		{"<!--=first.half-width-->(4.8 ± 0.1)<!--=--> of them", "(4.8 ± 0.1) of them"},
		{"[a](BIAS.md#dud)[b](./BIAS.md)", "[a](../bias.md#dud)[b](../bias.md)"},
		{"[`cage`](../legality/cage/)", "[`cage`](../packages/legality/cage.md)"},
		{"the [record](../records/first), [a!](../go.mod#L1)", "the record, a!"}, // no pages
		{"`[a](nowhere)` is code, `x` [b](BIAS.md)", "`[a](nowhere)` is code, `x` [b](../bias.md)"},
		{"    [a](nowhere)", "    [a](nowhere)"},
		{"~~~\n[a](nowhere)\n```\n~~~", "~~~\n[a](nowhere)\n```\n~~~"},
		{"-\n  ```go\n  [a](nowhere)\n  ```\n", "-\n  ```go\n  [a](nowhere)\n  ```\n"},
		{"```go\n~~~\n[a](nowhere)\n```\n[b](BIAS.md)", "```go\n~~~\n[a](nowhere)\n```\n[b](../bias.md)"},
		{"write `<!--=proven-->`", "write `<!--=proven-->`"},
		{"[two\nlines](BIAS.md)", "[two\nlines](../bias.md)"},
		{"[a](https://go.dev/dl) [b](#here)", "[a](https://go.dev/dl) [b](#here)"},
		{"![x](img/cascade.png) [b](BIAS.md)", "![x](../img/cascade.png) [b](../bias.md)"},
		{"<details><summary>S</summary>", `<details markdown="1"><summary>S</summary>`},
	} {
		testkit.Equal(t, testkit.Must(s.convertMarkdown(c.in, "docs/X.md"))(t), c.want, c.in)
	}
	for in, want := range map[string]string{
		"one\n[a](NOWHERE.md)":          "docs/X.md:2: the link to NOWHERE.md leads nowhere",
		"x\n~~~\nx\n```":                "docs/X.md:2: a block of code has no end",
		"\n```board\n```":               "docs/X.md:2: ",
		"```board\n8/8 w - -\n```":      "docs/X.md:1: ",
		"```game\n1. e4 e6 2. Ke3\n```": "docs/X.md:1: ",
		"a\n```board\n4k3/8/8/8/8/8/8/4K3 w - -\nmarks: z9\n```": "docs/X.md:2: ",
	} {
		testkit.Fails(s.convertMarkdown(in, "docs/X.md"))(t, want, in)
	}
}

// TestFigures: a board and a game become blocks of HTML, which a blank line would end, with the caption as text.
func TestFigures(t *testing.T) {
	for _, first := range []string{"```board\n4k3/8/8/8/8/8/8/4K3 w - -\nmarks: e1", "```game\n1.e4 e5 2... Nc3"} {
		got, err := new(site).convertMarkdown(first+"\na < b &\nc\n```", "")
		if err != nil || !strings.Contains(got, "<figcaption>a &lt; b &amp; c</figcaption>") || strings.Contains(strings.Trim(got, "\n"), "\n\n") {
			t.Errorf("%s: %v, want the caption, and no blank line in %q", first, err, got)
		}
	}
}
