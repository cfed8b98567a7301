package jupyter

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// An outputError is the error of a cell whose outputs differ from those that are stored with it.
type outputError struct {
	Notebook string // path as given to Run
	Cell     int    // 1 for the first cell of any type
	What     string // the output that differs, and how
}

// Error implements error.
func (e *outputError) Error() string {
	return fmt.Sprintf("%s: cell %d: not what is stored: %s\n\t(chesscensus notebook run stores it anew; look at the difference first)", e.Notebook, e.Cell, e.What)
}

// timing matches a time that a cell has measured, which differs from run to run.
var timing = regexp.MustCompile(`[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)? ?(ns|µs|us|ms|s|seconds)\b`)

// normalized returns an output without terminal colors and measured times.
func normalized(s string) string { return timing.ReplaceAllString(clean(s), "TIME") }

// differences compares the outputs of an executed notebook with the stored ones. Text and HTML must be the same except for times and
// colors. Of figures only the kind must be the same, as pixels may differ from one processor to another.
func differences(path string, stored, executed *notebook) (errs []error) {
	if len(stored.Cells) != len(executed.Cells) {
		return []error{&outputError{path, 0, fmt.Sprintf("%d cells, stored are %d", len(executed.Cells), len(stored.Cells))}}
	}
	for i := range stored.Cells {
		want, got := outputsByKind(&stored.Cells[i]), outputsByKind(&executed.Cells[i])
		both := maps.Clone(want)
		maps.Copy(both, got)
		for _, kind := range slices.Sorted(maps.Keys(both)) {
			if want[kind] != got[kind] {
				errs = append(errs, &outputError{path, i + 1, kind + "\n" + firstDifference(want[kind], got[kind])})
				break
			}
		}
	}
	return errs
}

// outputsByKind returns the normalized outputs of a cell, joined by kind: the name of a stream, or a MIME type.
func outputsByKind(c *cell) map[string]string {
	all := map[string]string{}
	for _, o := range c.Outputs {
		if o.Type == "stream" {
			all[o.Name] += string(o.Text)
		}
		for mime, raw := range o.Data {
			var data text
			switch {
			case strings.HasPrefix(mime, "image/"):
				all[mime] += "a figure\n"
			case json.Unmarshal(raw, &data) == nil:
				all[mime] += string(data)
			default:
				all[mime] += string(raw) // not text, such as a widget's state
			}
		}
	}
	for kind, s := range all {
		all[kind] = normalized(s)
	}
	return all
}

// firstDifference returns the first line in which two texts differ, of both texts, cut to at most 120 bytes from 30 before the difference
// on.
func firstDifference(want, got string) string {
	wantLines, gotLines := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(wantLines), len(gotLines)) {
		stored, now := "", ""
		if i < len(wantLines) {
			stored = wantLines[i]
		}
		if i < len(gotLines) {
			now = gotLines[i]
		}
		if stored == now && i < len(wantLines) && i < len(gotLines) {
			continue
		}
		same := 0 // number of bytes before the difference
		for same < len(stored) && same < len(now) && stored[same] == now[same] {
			same++
		}
		start := max(0, same-30)
		return fmt.Sprintf("stored: %.120q\nnow:    %.120q", stored[start:], now[start:])
	}
	return ""
}
