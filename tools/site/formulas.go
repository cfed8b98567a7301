package site

import (
	"fmt"
	"html"
	"regexp"
	"strings"
)

// A formula of a notebook, on a line of its own or within one.
var (
	displayed = regexp.MustCompile(`(?s)\$\$(.+?)\$\$`)
	inline    = regexp.MustCompile(`\$([^$\n]+)\$`)
)

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
func formulas(text string) (string, error) {
	var failed error
	plain := func(f string) string {
		for _, t := range tex {
			f = t.command.ReplaceAllString(f, t.text)
		}
		if strings.ContainsAny(f, `\{}_^`) {
			failed = fmt.Errorf("formula %q: no way to write it as text is known; package site has the list", f)
		}
		return html.EscapeString(strings.TrimSpace(f))
	}
	text = displayed.ReplaceAllStringFunc(text, func(f string) string {
		return "<p class=\"formula\"><em>" + plain(strings.Trim(f, "$")) + "</em></p>"
	})
	text = inline.ReplaceAllStringFunc(text, func(f string) string { return "<em>" + plain(strings.Trim(f, "$")) + "</em>" })
	return text, failed
}
