package jupyter

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// figureLimit is the size in bytes above which a stored figure is warned about:
// the notebooks are kept in the repository with their figures.
const figureLimit = 300_000

// A notebook is the part of the .ipynb format that this package reads.
// https://nbformat.readthedocs.io/en/latest/format_description.html
type notebook struct {
	Format   int    `json:"nbformat"`
	Cells    []cell `json:"cells"`
	Metadata struct {
		Kernelspec struct {
			Name     string `json:"name"`
			Language string `json:"language"`
		} `json:"kernelspec"`
	} `json:"metadata"`
}

// A cell is one cell of a notebook.
type cell struct {
	Type    string   `json:"cell_type"`       // such as code or markdown
	Count   *int     `json:"execution_count"` // nil if it was not executed
	Source  text     `json:"source"`
	Outputs []output `json:"outputs"`
}

// An output is one output of a cell.
type output struct {
	Type  string                     `json:"output_type"`
	Name  string                     `json:"name"`      // stream: stdout or stderr
	Text  text                       `json:"text"`      // stream
	Trace []string                   `json:"traceback"` // error
	Data  map[string]json.RawMessage `json:"data"`      // by MIME type
}

// text is a string that the format stores whole or as a list of lines.
type text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(data []byte) error {
	var lines []string
	if json.Unmarshal(data, &lines) == nil {
		*t = text(strings.Join(lines, ""))
		return nil
	}
	var single string
	if err := json.Unmarshal(data, &single); err != nil {
		return err
	}
	*t = text(single)
	return nil
}

// readNotebook reads a notebook. It is an error if its metadata name another language than Go.
func readNotebook(path string) (*notebook, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("jupyter: %w", err)
	}
	var nb notebook
	if err := json.Unmarshal(data, &nb); err != nil {
		return nil, fmt.Errorf("jupyter: %s is not a notebook: %w", path, err)
	}
	if nb.Format != 4 {
		return nil, fmt.Errorf("jupyter: %s: notebook format %d, want 4", path, nb.Format)
	}
	if lang := nb.Metadata.Kernelspec.Language; lang != "" && lang != "go" {
		return nil, fmt.Errorf("jupyter: %s was written for another kernel (%s, language %s)", path, nb.Metadata.Kernelspec.Name, lang)
	}
	return &nb, nil
}

// A failureKind is the way in which a cell failed.
type failureKind string

// The kinds of failure.
const (
	// kindError: the cell did not compile, panicked, exited with a status other than 0, or was refused by GoNB.
	kindError failureKind = "error"
	// kindStderr: the cell ended well but printed an error; see cellError.
	kindStderr failureKind = "stderr"
	// kindTimeout: the cell ran longer than RunOptions.Timeout.
	kindTimeout failureKind = "timeout"
	// kindKernel: the kernel did not start, or died in the cell.
	kindKernel failureKind = "kernel"
)

// A cellError is the error of a cell that failed. A cell fails if
//
//   - Jupyter reports an error: the Go code does not compile, panics, or exits
//     with a status other than 0;
//   - it prints to standard error a line that begins with the word "error",
//     "panic" or "fatal error", in any case, alone or followed by a colon or a
//     space. A shell line ("!") or a %%bash cell that fails prints such a line;
//   - it takes too long, or the kernel dies in it.
//
// A tag such as raises-exception does not excuse a cell. Other text on standard error, and anything on standard output, is no failure.
type cellError struct {
	Notebook string // path as given to Run
	Cell     int    // 1 for the first cell of any type; 0 if no cell is to blame
	Count    int    // the number that Jupyter shows beside the cell, 0 if none
	Kind     failureKind
	Text     string // what went wrong, without terminal colors
}

// Error implements error.
func (e *cellError) Error() string {
	where := e.Notebook
	if e.Cell > 0 {
		where += fmt.Sprintf(": cell %d", e.Cell)
	}
	if e.Count > 0 {
		where += fmt.Sprintf(" [%d]", e.Count)
	}
	return where + ": " + strings.ReplaceAll(e.Text, "\n", "\n\t")
}

// errorLine matches a line of standard error that reports a failure.
var errorLine = regexp.MustCompile(`(?im)^(error|panic|fatal error)([: ].*)?$`)

// ansiCode matches the terminal's colors, which GoNB uses in error texts.
var ansiCode = regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]")

// failures returns the cells of an executed notebook that failed, in order, at most one failure each.
func (nb *notebook) failures(path string) []*cellError {
	var list []*cellError
	for i := range nb.Cells {
		c := &nb.Cells[i]
		if c.Type != "code" {
			continue
		}
		kind, text := c.failure()
		if kind == "" {
			continue
		}
		list = append(list, &cellError{Notebook: path, Cell: i + 1, Count: c.count(), Kind: kind, Text: text})
	}
	return list
}

// allFailures returns the failures of an executed notebook, given the event that ended its execution. The driver's event goes before a
// failure that the cell left among its outputs: a cell that is stopped for taking too long may still print an error.
func (nb *notebook) allFailures(path string, last event) []*cellError {
	list := nb.failures(path)
	if last.Event != "failed" {
		return list
	}
	e := &cellError{Notebook: path, Cell: last.Cell, Kind: last.Kind, Text: clean(last.Text)}
	if i := last.Cell - 1; i >= 0 && i < len(nb.Cells) {
		e.Count = nb.Cells[i].count()
	}
	for i, f := range list {
		if f.Cell != last.Cell {
			continue
		}
		if last.Kind != kindError {
			list[i] = e
		}
		return list
	}
	return append(list, e)
}

// failure returns how the cell failed, and the empty kind if it did not. An error is described by GoNB's report (of a compile error, with
// the lines of the cell) and the end of what the cell wrote to standard error, where a panic leaves its trace.
func (c *cell) failure() (failureKind, string) {
	var stderr strings.Builder
	failed, report := false, ""
	for _, o := range c.Outputs {
		switch {
		case o.Type == "error":
			failed, report = true, withoutBlankLines(clean(strings.Join(o.Trace, "\n")))
		case o.Type == "stream" && o.Name == "stderr":
			stderr.WriteString(string(o.Text))
		}
	}
	stderrText := clean(stderr.String())
	switch {
	case failed && strings.HasSuffix(stderrText, report):
		return kindError, lastLines(stderrText, 20) // ends in "exit status 1" itself
	case failed && stderrText != "":
		return kindError, report + "\n" + lastLines(stderrText, 20)
	case failed:
		return kindError, report
	}
	if errorLine.MatchString(stderrText) {
		return kindStderr, "standard error says: " + lastLines(stderrText, 20)
	}
	return "", ""
}

// count returns the number that Jupyter shows beside the cell, 0 if none.
func (c *cell) count() int {
	if c.Count == nil {
		return 0
	}
	return *c.Count
}

// figureWarnings returns a warning for each figure that is larger than figureLimit.
func (nb *notebook) figureWarnings(path string) (warnings []error) {
	for i, c := range nb.Cells {
		for _, o := range c.Outputs {
			for mime, raw := range o.Data {
				var data text
				if !strings.HasPrefix(mime, "image/") || json.Unmarshal(raw, &data) != nil {
					continue
				}
				size := len(data)
				if mime != "image/svg+xml" {
					size = size / 4 * 3 // stored as base64
				}
				if size > figureLimit {
					warnings = append(warnings, fmt.Errorf("%s: cell %d: %s figure of %d kB, more than %d kB",
						path, i+1, mime, size/1000, figureLimit/1000))
				}
			}
		}
	}
	return warnings
}

// clean removes terminal colors, carriage returns and space around s.
func clean(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(ansiCode.ReplaceAllString(s, ""), "\r", ""))
}

// lastLines returns the last n lines of s, after a line "..." if there are more.
func lastLines(s string, n int) string {
	lines := strings.Split(s, "\n")
	if len(lines) <= n {
		return s
	}
	return "...\n" + strings.Join(lines[len(lines)-n:], "\n")
}

// withoutBlankLines removes the blank lines of s.
func withoutBlankLines(s string) string {
	lines := strings.Split(s, "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" })
	return strings.Join(lines, "\n")
}
