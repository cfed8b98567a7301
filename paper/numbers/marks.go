package numbers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"chesscensus/internal/atomicfile"
)

// quoted is a place that quotes a figure: its name and what stands there now.
var quoted = regexp.MustCompile(`(?s)<!--=([A-Za-z0-9.-]+)-->(.*?)<!--=-->`)

// open begins a place; without its end it would swallow what follows, or be taken for text.
var open = regexp.MustCompile(`<!--=[A-Za-z0-9.-]+-->`)

// A Stale place quotes another figure than the record gives, or one that is not there.
type Stale struct {
	Name string
	// Line from 1, where the place begins; Got stands there, Want should. Want is empty for a name that is unknown.
	Line      int
	Got, Want string
}

// String says what is wrong, for people.
func (s Stale) String() string {
	if s.Want == "" {
		return fmt.Sprintf("%d: no figure is called %q", s.Line, s.Name)
	}
	return fmt.Sprintf("%d: %s is quoted as %q and is %q", s.Line, s.Name, s.Got, s.Want)
}

// update returns a text with all places that quote a figure brought up to date, and those that were stale. Places with an
// unknown name stay as they are and are among the stale ones, as are places that are not closed.
func update(text string, values []Value) (string, []Stale) {
	byName := map[string]string{}
	for _, v := range values {
		byName[v.Name] = v.Unicode
	}
	var stale []Stale
	var out strings.Builder
	at := 0
	for _, m := range quoted.FindAllStringSubmatchIndex(text, -1) {
		s := Stale{Name: text[m[2]:m[3]], Line: 1 + strings.Count(text[:m[0]], "\n"), Got: text[m[4]:m[5]]}
		s.Want = byName[s.Name]
		out.WriteString(text[at:m[4]])
		at = m[5]
		if open.MatchString(s.Got) { // the end of this place is missing
			s.Want = ""
		}
		switch {
		case s.Want == "":
			out.WriteString(s.Got)
			stale = append(stale, s)
		default:
			out.WriteString(s.Want)
			if s.Want != s.Got {
				stale = append(stale, s)
			}
		}
	}
	rest := text[at:]
	for _, m := range open.FindAllStringIndex(rest, -1) {
		name := strings.TrimSuffix(strings.TrimPrefix(rest[m[0]:m[1]], "<!--="), "-->")
		stale = append(stale, Stale{Name: name, Line: 1 + strings.Count(text[:at+m[0]], "\n"), Got: "(not closed)"})
	}
	out.WriteString(rest)
	return out.String(), stale
}

// pages are the files below root that may quote figures: README.md, docs/*.md, the notebooks, those of the paper, and the page of the browser.
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

// Stored opens the records in a clone of the project.
func Stored(ctx context.Context, root string) (*Record, error) {
	unpromoted := filepath.Join(root, "records/unpromoted")
	if _, err := os.Stat(unpromoted); err != nil {
		unpromoted = ""
	}
	r, err := Open(ctx, Folders(root), unpromoted)
	if err == nil {
		r.Checked = filepath.Join(root, "docs", "data", "recheck-16.jsonl")
	}
	return r, err
}

// UpdatePages brings the pages of a clone up to date and returns the paths of those that it has written. Each appears
// complete or stays as it was. Places with unknown names are an error, after all other work.
func UpdatePages(root string, values []Value) (written []string, err error) {
	pages, err := pages(root)
	if err != nil {
		return nil, err
	}
	var wrong []string
	for _, path := range pages {
		old, err := os.ReadFile(path)
		if err != nil {
			return written, err
		}
		text, stale := update(string(old), values)
		for _, s := range stale {
			if s.Want == "" {
				wrong = append(wrong, path+":"+s.String())
			}
		}
		if text == string(old) {
			continue
		}
		if err := atomicfile.Write(path, []byte(text), 0o666); err != nil {
			return written, err
		}
		written = append(written, path)
	}
	if len(wrong) > 0 {
		return written, fmt.Errorf("numbers: %s", strings.Join(wrong, "; "))
	}
	return written, nil
}
