package jupyter

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// An outputError is a cell whose outputs are no longer those that are stored with it.
type outputError struct {
	Notebook string // path as given to Run
	Cell     int    // 1 for the first cell of any type
	What     string // the output that differs, and how
}

// Error implements error.
func (e *outputError) Error() string {
	return fmt.Sprintf("%s: cell %d: not what is stored: %s\n\t(chesscensus notebook run stores it anew; look at the difference first)", e.Notebook, e.Cell, e.What)
}

// timing matches what differs from run to run: a time that a cell has measured.
var timing = regexp.MustCompile(`[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)? ?(ns|µs|us|ms|s|seconds)\b`)

// settled is an output as far as it must be the same each time: without terminal colors and measured times.
func settled(s string) string { return timing.ReplaceAllString(clean(s), "TIME") }

// differences compares the outputs of an executed notebook with the stored ones: what is printed and shown as text or HTML, times and
// colors aside, and of figures their kind, as pixels may differ from one processor to another. A cell that has been changed
// since it was stored differs, too.
func differences(path string, stored, executed *notebook) (errs []error) {
	if len(stored.Cells) != len(executed.Cells) {
		return []error{&outputError{path, 0, fmt.Sprintf("%d cells, stored are %d", len(executed.Cells), len(stored.Cells))}}
	}
	for i := range stored.Cells {
		want, got := printed(&stored.Cells[i]), printed(&executed.Cells[i])
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

// printed is what a cell shows, by kind: a stream, or a MIME type. Several outputs of a kind follow each other.
func printed(c *cell) map[string]string {
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
		all[kind] = settled(s)
	}
	return all
}

// firstDifference shows the first line in which two texts differ, cut to what fits on the screen around the difference.
func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "", ""
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x == y && i < len(a) && i < len(b) {
			continue
		}
		start := 0
		for start < len(x) && start < len(y) && x[start] == y[start] {
			start++
		}
		start = max(0, start-30)
		return fmt.Sprintf("stored: %.120q\nnow:    %.120q", x[min(start, len(x)):], y[min(start, len(y)):])
	}
	return ""
}
