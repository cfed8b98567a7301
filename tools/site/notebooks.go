package main

import (
	"encoding/json"
	"fmt"
	"html"
	"path"
	"regexp"
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

// An output is what a cell has shown.
type output struct {
	Type string `json:"output_type"`
	Text lines  // of a stream
	Data struct {
		HTML  lines `json:"text/html"`
		PNG   lines `json:"image/png"`
		SVG   lines `json:"image/svg+xml"`
		Plain lines `json:"text/plain"`
	}
}

// notebook is the page of a notebook.
func (s *site) notebook(data, from, to string) (string, error) {
	var n struct {
		Cells []struct {
			Type    string `json:"cell_type"`
			Source  lines
			Outputs []output
		}
	}
	if err := json.Unmarshal([]byte(data), &n); err != nil {
		return "", fmt.Errorf("%s: %w", from, err)
	}
	var b strings.Builder
	for i, c := range n.Cells {
		switch {
		case c.Type == "markdown":
			text, err := formulas(string(c.Source))
			if err == nil {
				text, err = s.markdown(text, from, to)
			}
			if err != nil {
				return "", fmt.Errorf("%s: cell %d: %w", from, i+1, err)
			}
			b.WriteString(text + "\n\n")
		case c.Type == "code" && strings.TrimSpace(string(c.Source)) != "":
			b.WriteString("```go\n" + strings.TrimRight(string(c.Source), "\n") + "\n```\n\n")
			for _, o := range c.Outputs {
				if o.Type == "error" {
					return "", fmt.Errorf("%s: cell %d: an error is stored as output: run the notebook again", from, i+1)
				}
				b.WriteString(o.markdown())
			}
		}
	}
	return b.String() + fmt.Sprintf("*This page is [the notebook](%s) as it was last executed; `make lab` opens it for you to change.*\n", path.Base(from)), nil
}

// markdown shows an output, the richest form of it.
func (o *output) markdown() string {
	shown := string(o.Data.HTML + o.Data.SVG) // no output has both
	if shown == "" && o.Data.PNG != "" {
		shown = "<img alt=\"figure\" src=\"data:image/png;base64," + strings.ReplaceAll(string(o.Data.PNG), "\n", "") + "\">"
	}
	if shown != "" {
		return "<div class=\"output\">" + withoutBlankLines(shown) + "</div>\n\n"
	}
	return "```text\n" + strings.TrimRight(string(o.Text+o.Data.Plain), "\n") + "\n```\n\n"
}

// formula is one of a notebook, on a line of its own or within one.
var formula = regexp.MustCompile(`(?s)\$\$(.+?)\$\$|\$([^$\n]+)\$`)

// tex are the few commands of TeX that notebooks use, as text: so the pages need no script from elsewhere.
var tex = []struct {
	command *regexp.Regexp
	text    string
}{
	{regexp.MustCompile(`\\sum_\{\\text\{([^{}]*)\}\}`), "Σ ($1)"},
	{regexp.MustCompile(`\\frac(\w)(\w)`), "$1/$2 ·"},
	{regexp.MustCompile(`\\sqrt\{([^{}]*)\}`), "√($1)"},
	{regexp.MustCompile(`\\sqrt (\w)`), "√$1"},
	{regexp.MustCompile(`\\cdot`), "·"},
	{regexp.MustCompile(`\\,`), " "},
	{regexp.MustCompile(` *·( *\.)?\s*$`), "$1"}, // a fraction at the end multiplies nothing
}

// formulas writes the formulas of a notebook's text as text.
func formulas(text string) (_ string, failed error) {
	return formula.ReplaceAllStringFunc(text, func(found string) string {
		f := strings.Trim(found, "$")
		for _, t := range tex {
			f = t.command.ReplaceAllString(f, t.text)
		}
		if strings.ContainsAny(f, `\{}_^`) {
			failed = fmt.Errorf("formula %q: no way to write it as text is known; tools/site/notebooks.go has the list", found)
		}
		f = "<em>" + html.EscapeString(strings.TrimSpace(f)) + "</em>"
		if strings.HasPrefix(found, "$$") {
			f = "<p class=\"formula\">" + f + "</p>"
		}
		return f
	}), failed
}
