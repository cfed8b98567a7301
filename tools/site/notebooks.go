package main

import (
	"encoding/json"
	"fmt"
	"html"
	"path"
	"regexp"
	"strings"
)

// multilineText is text as notebooks store it: one string, or a list of lines.
type multilineText string

// UnmarshalJSON reads both forms.
func (l *multilineText) UnmarshalJSON(data []byte) error {
	var list []string
	if err := json.Unmarshal(data, &list); err == nil {
		*l = multilineText(strings.Join(list, ""))
		return nil
	}
	return json.Unmarshal(data, (*string)(l))
}

// An output is a stored output of a cell.
type output struct {
	Type string        `json:"output_type"`
	Text multilineText // of a stream
	Data struct {
		HTML  multilineText `json:"text/html"`
		PNG   multilineText `json:"image/png"`
		SVG   multilineText `json:"image/svg+xml"`
		Plain multilineText `json:"text/plain"`
	}
}

// convertNotebook returns the page of a notebook.
func (s *site) convertNotebook(data, from, to string) (string, error) {
	var n struct {
		Cells []struct {
			Type    string `json:"cell_type"`
			Source  multilineText
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
			text, err := renderFormulas(string(c.Source))
			if err == nil {
				text, err = s.convertMarkdown(text, from, to)
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
	return b.String() + fmt.Sprintf("*This page is [the notebook](%s) as it was last executed; `make lab` opens it for you to change.*\n",
		path.Base(from)), nil
}

// markdown returns an output in its richest form.
func (o *output) markdown() string {
	picture := string(o.Data.HTML + o.Data.SVG) // no output has both
	if picture == "" && o.Data.PNG != "" {
		picture = "<img alt=\"figure\" src=\"data:image/png;base64," + strings.ReplaceAll(string(o.Data.PNG), "\n", "") + "\">"
	}
	if picture != "" {
		return "<div class=\"output\">" + withoutBlankLines(picture) + "</div>\n\n"
	}
	return "```text\n" + strings.TrimRight(string(o.Text+o.Data.Plain), "\n") + "\n```\n\n"
}

// formulaPattern matches a formula in a notebook, on a line of its own or within one.
var formulaPattern = regexp.MustCompile(`(?s)\$\$(.+?)\$\$|\$([^$\n]+)\$`)

// texCommands are the few commands of TeX in the notebooks, with their forms as text, so that the pages need no scripts from other sites.
var texCommands = []struct {
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

// renderFormulas replaces the formulas in a text by HTML.
func renderFormulas(text string) (_ string, texErr error) {
	return formulaPattern.ReplaceAllStringFunc(text, func(match string) string {
		f := strings.Trim(match, "$")
		for _, t := range texCommands {
			f = t.command.ReplaceAllString(f, t.text)
		}
		if strings.ContainsAny(f, `\{}_^`) {
			texErr = fmt.Errorf("formula %q: no way to write it as text is known; tools/site/notebooks.go has the list", match)
		}
		f = "<em>" + html.EscapeString(strings.TrimSpace(f)) + "</em>"
		if strings.HasPrefix(match, "$$") {
			f = "<p class=\"formula\">" + f + "</p>"
		}
		return f
	}), texErr
}
