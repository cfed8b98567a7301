package numbers

import (
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

// quoted matches a place that quotes a figure: its name and its present text.
var quoted = regexp.MustCompile(`(?s)<!--=([A-Za-z0-9.-]+)-->(.*?)<!--=-->`)

// open matches the beginning of a place.
var open = regexp.MustCompile(`<!--=[A-Za-z0-9.-]+-->`)

// A staleQuote is a place that quotes another text than the record gives, or a figure that does not exist.
type staleQuote struct {
	Name string
	// Line, from 1, is where the place begins; Got is its text, Want the right one, empty for an unknown name.
	Line      int
	Got, Want string
}

// String describes the fault.
func (s staleQuote) String() string {
	if s.Want == "" {
		return fmt.Sprintf("%d: no figure is called %q", s.Line, s.Name)
	}
	return fmt.Sprintf("%d: %s is quoted as %q and is %q", s.Line, s.Name, s.Got, s.Want)
}

// update returns a text with all quotations brought up to date, and those that were stale. Places with an
// unknown name, or without an end, stay as they are and are among the stale ones.
func update(text string, values []Value) (string, []staleQuote) {
	byName := map[string]string{}
	for _, v := range values {
		byName[v.Name] = v.Text
	}
	var found []staleQuote
	var out strings.Builder
	at := 0
	for _, m := range quoted.FindAllStringSubmatchIndex(text, -1) {
		s := staleQuote{Name: text[m[2]:m[3]], Line: 1 + strings.Count(text[:m[0]], "\n"), Got: text[m[4]:m[5]]}
		s.Want = byName[s.Name]
		out.WriteString(text[at:m[4]])
		at = m[5]
		if open.MatchString(s.Got) { // the end of this place is missing
			s.Want = ""
		}
		switch {
		case s.Want == "":
			out.WriteString(s.Got)
			found = append(found, s)
		default:
			out.WriteString(s.Want)
			if s.Want != s.Got {
				found = append(found, s)
			}
		}
	}
	rest := text[at:]
	for _, m := range open.FindAllStringIndex(rest, -1) {
		name := strings.TrimSuffix(strings.TrimPrefix(rest[m[0]:m[1]], "<!--="), "-->")
		found = append(found, staleQuote{Name: name, Line: 1 + strings.Count(text[:at+m[0]], "\n"), Got: "(not closed)"})
	}
	out.WriteString(rest)
	return out.String(), found
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
	_, byName := values(t, brief)
	list := slices.SortedFunc(maps.Values(byName), func(a, b Value) int { return strings.Compare(a.Name, b.Name) })
	for _, v := range list {
		t.Logf("%s\t%s", v.Name, v.Text)
	}
	pages := testkit.Must(pages(root))(t)
	places := 0
	for _, page := range pages {
		text := testkit.Must(os.ReadFile(page))(t)
		places += len(open.FindAllString(string(text), -1))
		fresh, stale := update(string(text), list)
		if *rewrite && fresh != string(text) {
			testkit.OK(t, os.WriteFile(page, []byte(fresh), 0o666))
		}
		for _, s := range stale {
			if brief && grows(s.Name) && s.Got != "(not closed)" || *rewrite && s.Want != "" {
				continue
			}
			t.Errorf("%s:%v (run go generate ./paper/numbers)", page, s)
		}
	}
	if places < 10 {
		t.Errorf("%d places quote a figure in %d pages, want 10 at least: are the marks still read?", places, len(pages))
	}
}

func TestUpdate(t *testing.T) {
	list := []Value{{Name: "a", Text: "1 ± 2"}, {Name: "b.c-d", Text: "x"}}
	text, found := update("It is <!--=a-->0<!--=-->, not <!--=b.c-d-->x<!--=-->.\n<!--=none-->5<!--=-->\n", list)
	if want := "It is <!--=a-->1 ± 2<!--=-->, not <!--=b.c-d-->x<!--=-->.\n<!--=none-->5<!--=-->\n"; text != want {
		t.Errorf("got %q", text)
	}
	if len(found) != 2 || found[0] != (staleQuote{"a", 1, "0", "1 ± 2"}) || found[1] != (staleQuote{"none", 2, "5", ""}) {
		t.Errorf("stale: %v", found)
	}
	if again, stale := update(text, list); again != text || len(stale) != 1 {
		t.Errorf("a second time: %q, %v", again, stale)
	}
	for _, bad := range []string{"<!--=a-->0", "<!--=a-->0 <!--=a-->1<!--=-->"} {
		text, stale := update(bad, list)
		if text != bad || len(stale) == 0 || stale[0].Want != "" {
			t.Errorf("%q gives %q, %v", bad, text, stale)
		}
	}
}
