package site

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// files writes files, by their paths with slashes, into a new folder.
func files(t *testing.T, texts map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range texts {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// small is a project of a few files.
func small() map[string]string {
	return map[string]string{
		"README.md":         "# Small\n\n![x](docs/img/x.png) and [rules](docs/RULES.md#one), [code](low), [the rest](mkdocs.yml).\n",
		"CHANGELOG.md":      "none\n",
		"CONTRIBUTING.md":   "none\n",
		"docs/RULES.md":     "[back](../README.md)\n",
		"docs/NEW.md":       "new\n",
		"docs/img/x.png":    "picture",
		"notebooks/a.ipynb": `{"cells": []}`,
		"low/low.go":        "// Package low has a | in its first sentence.\npackage low\n",
		"mkdocs.yml":        "nav:\n  - Start: index.md\n  - Rules: rules.md\n  - Changes: changelog.md\n  - a: contributing.md\n  - b: notebooks/a.md\n",
	}
}

// TestMakeSmall: all pages of a small project, with what the map of the site does not show listed on the first one.
func TestMakeSmall(t *testing.T) {
	dir := t.TempDir()
	pages, err := Make(files(t, small()), dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"changelog.md", "contributing.md", "index.md", "new.md", "notebooks/a.md", "packages/index.md", "packages/low.md", "rules.md"}
	if !slices.Equal(pages, want) {
		t.Errorf("%q, want %q", pages, want)
	}
	for name, want := range map[string]string{
		"index.md":          "![x](img/x.png) and [rules](rules.md#one), [code](packages/low.md), the rest.\n\n\n## More pages\n\n* [docs/NEW.md](new.md)\n",
		"rules.md":          "[back](index.md)\n",
		"img/x.png":         "picture",
		"packages/index.md": `| Package low has a \| in its first sentence. |`,
		"site.css":          "figure",
		"notebooks/a.ipynb": `{"cells": []}`,
	} {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || !strings.Contains(strings.TrimRight(string(got), "\n")+"\n", strings.TrimRight(want, "\n")) {
			t.Errorf("%s: %v\n%s\nwant %s", name, err, got, want)
		}
	}
}

// TestMakeFails: each mistake in a project is an error that names the file.
func TestMakeFails(t *testing.T) {
	for _, c := range []struct{ file, text, want string }{
		{"README.md", "", "README.md"}, // gone
		{"mkdocs.yml", "", "mkdocs.yml"},
		{"docs/NEW.md", "one\n\n[a](OLD.md)\n", "docs/NEW.md:3: the link to OLD.md leads nowhere"},
		{"docs/NEW.md", "```board\n8/8/8/8/8/8/8/9 w - -\n```\n", "docs/NEW.md:3: "},
		{"notebooks/a.ipynb", `{"cells": [{"cell_type": "markdown", "source": 7}]}`, "notebooks/a.ipynb: "},
		{"low/low.go", "package low\n\nfunc {\n", "low.go:3:"},
	} {
		texts := small()
		if texts[c.file] = c.text; c.text == "" {
			delete(texts, c.file)
		}
		if _, err := Make(files(t, texts), t.TempDir()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.file, err, c.want)
		}
	}
}

// TestFindPackages: folders of others, of tests and of commands have no packages; a folder without Go files may hold some below.
func TestFindPackages(t *testing.T) {
	const text = "package x\n"
	list, err := findPackages(files(t, map[string]string{
		"x.go": text, "a/b/x.go": text, "a/notes.txt": "", ".git/x.go": text, "a/testdata/x.go": text, "internal/x.go": text,
		"a/cmd/x.go": text, "tool/main.go": "package main\n", "a/only_test.go": text, "z/x.go": text,
	}))
	var dirs []string
	for _, p := range list {
		dirs = append(dirs, p.dir)
	}
	if err != nil || !slices.Equal(dirs, []string{".", "a/b", "z"}) {
		t.Errorf("%q, %v", dirs, err)
	}
	if got := list[0].page(); got != "packages/chesscensus.md" || pageOf("") != got {
		t.Errorf("the root is on %s and %s", got, pageOf(""))
	}
}

// TestLinks: what looks like a link and is none stays; what is one is rewritten wherever it stands in the line.
func TestLinks(t *testing.T) {
	s := &site{root: project, page: map[string]string{"docs/BIAS.md": "bias.md", "legality/cage": "packages/legality/cage.md"}, picture: map[string]string{}}
	for in, want := range map[string]string{
		"":                                     "",
		"a[i](j) in words":                     "",                                             // leads nowhere
		"`a[i](j)` in code":                    "`a[i](j)` in code",                            // is none
		"[`cage`](../legality/cage/)":          "[`cage`](packages/legality/cage.md)",          // code as the text of one
		"`x` [b](BIAS.md) `[c](d)`":            "`x` [b](bias.md) `[c](d)`",                    // between code
		"[a](BIAS.md)[b](BIAS.md#x)":           "[a](bias.md)[b](bias.md#x)",                   // side by side
		"[a](./BIAS.md) [m](mailto:a@b.c)":     "[a](bias.md) [m](mailto:a@b.c)",               // the same folder; no file
		"[a](../go.mod#L1), [b](../internal/)": "a, b",                                         // no pages
		"[not one] (BIAS.md) and [](BIAS.md)":  "[not one] (BIAS.md) and [](bias.md)",          // a blank between; no text
		"![a](img/cascade.png) [b](BIAS.md)":   "![a](../img/cascade.png) [b](bias.md)",        // fails below if the page's folder is not asked for
		"[img](img/cascade.png \"title\") end": "[img](img/cascade.png \"title\") end",         // a form that the texts do not use
		"[one](BIAS.md), [two](BIAS.md) three": "[one](bias.md), [two](bias.md) three",         // in order
		"[https](https://a.b/c_(d)) tail":      "[https](https://a.b/c_(d)) tail",              // brackets within
		"text `open [a](BIAS.md)":              "text `open [a](bias.md)",                      // code that does not end on the line is none
		"[a](https://a.b?x=[y]) [b](BIAS.md)":  "[a](https://a.b?x=[y]) [b](bias.md)",          // square brackets in a target
		"[a](#here) [b](ftp://x) [c](BIAS.md)": "[a](#here) [b](ftp://x) [c](bias.md)",         // targets elsewhere
		"| [a](BIAS.md) | `|` [b](../plots) |": "| [a](bias.md) | `|` b |",                     // a table
		"[Lemma 1](../legality/cage#Finder).":  "[Lemma 1](packages/legality/cage.md#Finder).", // an anchor of a package
		"<!--=x-->7<!--=--> [a](BIAS.md)":      "<!--=x-->7<!--=--> [a](bias.md)",              // marks are the business of markdown
		"ünï [ä](BIAS.md) → [b](BIAS.md)":      "ünï [ä](bias.md) → [b](bias.md)",              // bytes are not letters
	} {
		to := "x.md"
		if strings.HasPrefix(in, "!") {
			to, want = "n/x.md", "![a](../img/cascade.png) [b](../bias.md)"
		}
		got, err := s.links(in, "docs/X.md", to)
		if in != "" && want == "" {
			if err == nil || !strings.Contains(err.Error(), "leads nowhere") {
				t.Errorf("%q: %q, %v", in, got, err)
			}
		} else if err != nil || got != want {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
}

// TestOutputs: of an output the richest form is shown, without blank lines, which would end a block of HTML.
func TestOutputs(t *testing.T) {
	for in, want := range map[string]string{
		`{"output_type": "stream", "text": "a\n\n"}`:                                                        "```text\na\n```\n\n",
		`{"data": {"text/plain": ["a", "b"]}}`:                                                              "```text\nab\n```\n\n",
		`{"data": {"text/plain": "a", "image/png": "QQ\n==\n"}}`:                                            `<div class="output"><img alt="figure" src="data:image/png;base64,QQ=="></div>` + "\n\n",
		`{"data": {"image/png": "QQ==", "image/svg+xml": ["<svg>\n", "\n \n", "</svg>\n"]}}`:                `<div class="output"><svg>` + "\n</svg></div>\n\n",
		`{"data": {"image/svg+xml": "<svg/>", "text/html": "<p>", "text/plain": "a", "image/png": "QQ=="}}`: `<div class="output"><p></div>` + "\n\n",
	} {
		var o output
		if err := json.Unmarshal([]byte(in), &o); err != nil {
			t.Fatal(err)
		}
		if got, err := o.markdown(); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", in, got, err, want)
		}
	}
	var l lines
	if err := json.Unmarshal([]byte(`[1, 2]`), &l); err == nil {
		t.Errorf("numbers are lines: %q", l)
	}
}

// TestFigures: captions are text, not HTML, and a picture is one block.
func TestFigures(t *testing.T) {
	got, err := drawn([]string{"```game", "1.e4 e5 2... Nc3", "a < b &", "c", "```"})
	if err != nil || !strings.Contains(got, "<figcaption>a &lt; b &amp; c</figcaption>") || strings.Contains(strings.Trim(got, "\n"), "\n\n") {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := drawn([]string{"```go", "x < y", "```"}); err != nil || got != "```go\nx < y\n```\n" {
		t.Errorf("code: %q, %v", got, err)
	}
	if _, err := drawn([]string{"```board", "4k3/8/8/8/8/8/8/4K3 w - -", "marks: a1 b", "```"}); err == nil {
		t.Error("b is a square")
	}
}
