package site

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// link is a link or picture of Markdown on one line, with the text and the target.
var link = regexp.MustCompile(`(!?)\[([^\[\]]*)\]\(([^()\s]+)\)`)

// inCode is code within a line, where nothing is a link.
var inCode = regexp.MustCompile("`[^`]*`")

// links rewrites the links of a line of a file of the project for its page.
func (s *site) links(line, from, to string) (string, error) {
	code := inCode.FindAllStringIndex(line, -1)
	var out strings.Builder
	at := 0
	for _, m := range link.FindAllStringSubmatchIndex(line, -1) {
		if within(m[0], code) {
			continue
		}
		picture, text, target := line[m[2]:m[3]] != "", line[m[4]:m[5]], line[m[6]:m[7]]
		new, err := s.target(target, from, to, picture)
		if err != nil {
			return "", err
		}
		out.WriteString(line[at:m[0]])
		if at = m[1]; new == "" {
			out.WriteString(text)
			continue
		}
		out.WriteString(line[m[2]:m[3]] + "[" + text + "](" + new + ")")
	}
	out.WriteString(line[at:])
	return out.String(), nil
}

func within(i int, spans [][]int) bool {
	for _, s := range spans {
		if s[0] <= i && i < s[1] {
			return true
		}
	}
	return false
}

// target is where a link of a page leads, "" if to a file that the site does not show.
func (s *site) target(target, from, to string, picture bool) (string, error) {
	if strings.HasPrefix(target, "#") || strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
		return target, nil
	}
	file, anchor, marked := strings.Cut(target, "#")
	file = path.Join(path.Dir(from), file)
	if _, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(file))); err != nil {
		return "", fmt.Errorf("the link to %s leads nowhere: %w", target, err)
	}
	if picture {
		name := "img/" + path.Base(file)
		s.picture[file] = name
		return relative(to, name), nil
	}
	page, known := s.page[file]
	if !known {
		return "", nil
	}
	if marked {
		anchor = "#" + anchor
	}
	return relative(to, page) + anchor, nil
}
