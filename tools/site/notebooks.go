package site

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// lines is text as notebooks store it: one string, or one a line.
type lines string

// UnmarshalJSON reads both forms.
func (l *lines) UnmarshalJSON(data []byte) error {
	var list []string
	if err := json.Unmarshal(data, &list); err == nil {
		*l = lines(strings.Join(list, ""))
		return nil
	}
	return json.Unmarshal(data, (*string)(l))
}

// A notebook is what a page shows of one.
type notebook struct {
	Cells []struct {
		Type    string `json:"cell_type"`
		Source  lines
		Outputs []output
	}
}

// An output is what a cell has shown.
type output struct {
	Type string `json:"output_type"`
	Name string // of a stream
	Text lines
	Data struct {
		HTML  lines `json:"text/html"`
		PNG   lines `json:"image/png"`
		SVG   lines `json:"image/svg+xml"`
		Plain lines `json:"text/plain"`
	}
}

// notebook makes the page of a notebook.
func (s *site) notebook(from string) error {
	data, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(from)))
	if err != nil {
		return err
	}
	var n notebook
	if err := json.Unmarshal(data, &n); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	to := s.page[from]
	var b strings.Builder
	for i, c := range n.Cells {
		if c.Type == "markdown" {
			text, err := formulas(string(c.Source))
			if err == nil {
				text, err = s.markdown(text, from, to)
			}
			if err != nil {
				return fmt.Errorf("cell %d: %w", i+1, err)
			}
			b.WriteString(text + "\n\n")
			continue
		}
		if c.Type != "code" || strings.TrimSpace(string(c.Source)) == "" {
			continue
		}
		b.WriteString("```go\n" + strings.TrimRight(string(c.Source), "\n") + "\n```\n\n")
		for _, o := range c.Outputs {
			text, err := o.markdown()
			if err != nil {
				return fmt.Errorf("%s: cell %d: %w", from, i+1, err)
			}
			b.WriteString(text)
		}
	}
	fmt.Fprintf(&b, "*This page is [the notebook](%s) as it was last executed; `make lab` opens it for you to change.*\n", filepath.Base(from))
	if err := s.write(from, data); err != nil {
		return err
	}
	return s.write(to, []byte(b.String()))
}

// markdown shows an output, the richest form of it.
func (o *output) markdown() (string, error) {
	d := &o.Data
	block := func(html string) string { return "<div class=\"output\">" + oneLine(html) + "</div>\n\n" }
	switch {
	case o.Type == "error":
		return "", fmt.Errorf("an error is stored as output: run the notebook again")
	case o.Type == "stream":
		return "```text\n" + strings.TrimRight(string(o.Text), "\n") + "\n```\n\n", nil
	case d.HTML != "":
		return block(string(d.HTML)), nil
	case d.SVG != "":
		return block(string(d.SVG)), nil
	case d.PNG != "":
		return block("<img alt=\"figure\" src=\"data:image/png;base64," + strings.ReplaceAll(string(d.PNG), "\n", "") + "\">"), nil
	}
	return "```text\n" + strings.TrimRight(string(d.Plain), "\n") + "\n```\n\n", nil
}
