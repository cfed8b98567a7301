package numbers

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// openingMark matches the mark before a quoted figure, with its name. closingMark stands behind the figure.
var openingMark = regexp.MustCompile(`<!--=([A-Za-z0-9.-]+)-->`)

const closingMark = "<!--=-->"

// A staleQuote is a quotation with another text than the record gives.
type staleQuote struct {
	line      int // of the opening mark, from 1
	name      string
	got, want string // want is "" if no figure has the name
	closed    bool   // the quotation has a closing mark
}

// String describes the fault.
func (s staleQuote) String() string {
	switch {
	case !s.closed:
		return fmt.Sprintf("%d: the quotation of %s has no end", s.line, s.name)
	case s.want == "":
		return fmt.Sprintf("%d: no figure is called %q", s.line, s.name)
	}
	return fmt.Sprintf("%d: %s is quoted as %q and is %q", s.line, s.name, s.got, s.want)
}

// update returns a text with all quotations brought up to date, and those that were stale. Quotations with an
// unknown name, or without an end, stay as they are and are among the stale ones.
func update(text string, values []Value) (fresh string, stale []staleQuote) {
	byName := map[string]string{}
	for _, v := range values {
		byName[v.Name] = v.Text
	}
	for m := openingMark.FindStringSubmatchIndex(text); m != nil; m = openingMark.FindStringSubmatchIndex(text) {
		fresh += text[:m[1]]
		q := staleQuote{line: 1 + strings.Count(fresh, "\n"), name: text[m[2]:m[3]]}
		text = text[m[1]:]
		q.got, _, q.closed = strings.Cut(text, closingMark)
		if !q.closed || openingMark.MatchString(q.got) {
			stale = append(stale, staleQuote{line: q.line, name: q.name})
			continue
		}
		text = text[len(q.got):]
		if q.want = byName[q.name]; q.want == "" || q.want != q.got {
			stale = append(stale, q)
		}
		fresh += cmp.Or(q.want, q.got)
	}
	return fresh + text, stale
}

// pages returns the files below root that may quote figures: README.md, docs/*.md, the notebooks, those of the paper, and the page of the
// browser.
func pages(root string) (paths []string, err error) {
	for _, pattern := range []string{"README.md", "docs/*.md", "notebooks/*.ipynb", "paper/*.md", "web/page/*.html"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		paths = append(paths, found...)
	}
	slices.Sort(paths)
	return paths, nil
}

var rewrite = flag.Bool("update", false, "bring the figures in all pages up to date")

// TestQuotedNumbersAreFresh checks that all quoted figures are those of the records. If it fails, run go generate ./paper/numbers, which
// brings the pages up to date. With -v it lists all figures by name.
func TestQuotedNumbersAreFresh(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	brief := testkit.Brief()
	if *rewrite && brief {
		t.Fatal("a brief test (-short, CHESSCENSUS_LONG=0) reads only a part of the records")
	}
	_, byName := readRecord(t, brief)
	list := slices.SortedFunc(maps.Values(byName), func(a, b Value) int { return strings.Compare(a.Name, b.Name) })
	if testing.Verbose() { // otherwise a failing test would print them all before what is wrong
		for _, v := range list {
			t.Logf("%s\t%s", v.Name, v.Text)
		}
	}
	pages := testkit.Must(pages(root))(t)
	quotations := 0
	for _, page := range pages {
		text := testkit.Must(os.ReadFile(page))(t)
		quotations += len(openingMark.FindAllString(string(text), -1))
		fresh, stale := update(string(text), list)
		if *rewrite && fresh != string(text) {
			testkit.OK(t, os.WriteFile(page, []byte(fresh), 0o666))
		}
		for _, s := range stale {
			unknownHere := brief && s.closed && dependsOnShards(s.name)
			rewritten := *rewrite && s.want != ""
			if unknownHere || rewritten {
				continue
			}
			t.Errorf("%s:%v (run go generate ./paper/numbers)", page, s)
		}
	}
	if quotations < 10 {
		t.Errorf("%d quotations in %d pages, want 10 at least: are the marks still read?", quotations, len(pages))
	}
}

// TestUpdate: a stale quotation is replaced; those with an unknown name or without an end are reported and stay.
func TestUpdate(t *testing.T) {
	list := []Value{{Name: "a", Text: "1 ± 2"}, {Name: "b.c-d", Text: "x"}}
	text, stale := update("It is <!--=a-->0<!--=-->, not <!--=b.c-d-->x<!--=-->.\n<!--=none-->5<!--=-->\n", list)
	if want := "It is <!--=a-->1 ± 2<!--=-->, not <!--=b.c-d-->x<!--=-->.\n<!--=none-->5<!--=-->\n"; text != want {
		t.Errorf("got %q, want %q", text, want)
	}
	if want := []staleQuote{{1, "a", "0", "1 ± 2", true}, {2, "none", "5", "", true}}; !slices.Equal(stale, want) {
		t.Errorf("stale are %v, want %v", stale, want)
	}
	if _, stale := update("<!--=none--><!--=-->", list); len(stale) != 1 {
		t.Errorf("an empty quotation of an unknown figure: stale are %v, want one", stale)
	}
	for _, open := range []string{"<!--=a-->0", "\n<!--=a-->0 <!--=b.c-d-->x<!--=-->"} {
		text, stale := update(open, list)
		if text != open || len(stale) != 1 || stale[0].closed {
			t.Errorf("%q becomes %q, with %v; want one quotation without an end", open, text, stale)
		}
	}
}
