package site

import (
	_ "embed"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// style is how boards and outputs look.
//
//go:embed site.css
var style []byte

// A site is one in the making.
type site struct {
	root string // the project
	dir  string // where the pages go
	// page is the page of a path in the project, both with slashes: of a text, a notebook, or a package's folder.
	page map[string]string
	// picture are the pictures that pages show, by their paths in the project.
	picture map[string]string
}

// Make writes the pages of the project in the folder root into dir, and returns their names, sorted. It knows nothing of the commands, whose pages
// the program writes itself. A link that leads nowhere, a board that is none and a game that cannot be played are errors, which name
// the file.
func Make(root, dir string) (pages []string, err error) {
	s := &site{root: root, dir: dir, page: map[string]string{}, picture: map[string]string{}}
	texts := map[string]string{"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		return nil, err
	}
	for _, p := range docs {
		name := filepath.Base(p)
		texts["docs/"+name] = strings.ToLower(name)
	}
	notebooks, err := filepath.Glob(filepath.Join(root, "notebooks", "*.ipynb"))
	if err != nil {
		return nil, err
	}
	for _, p := range notebooks {
		name := "notebooks/" + filepath.Base(p)
		s.page[name] = strings.TrimSuffix(name, ".ipynb") + ".md"
	}
	packages, err := findPackages(root)
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		s.page[p.dir] = p.page()
	}
	for from, to := range texts {
		s.page[from] = to
	}
	for from, to := range texts {
		if err := s.text(from, to); err != nil {
			return nil, err
		}
	}
	for _, p := range notebooks {
		name := "notebooks/" + filepath.Base(p)
		if err := s.notebook(name); err != nil {
			return nil, err
		}
	}
	if err := s.packages(packages); err != nil {
		return nil, err
	}
	if err := s.more(); err != nil {
		return nil, err
	}
	if err := s.write("site.css", style); err != nil {
		return nil, err
	}
	for from, to := range s.picture {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(from)))
		if err != nil {
			return nil, err
		}
		if err := s.write(to, data); err != nil {
			return nil, err
		}
	}
	for _, page := range s.page {
		pages = append(pages, page)
	}
	pages = append(pages, packageIndex)
	slices.Sort(pages)
	return pages, nil
}

// more lists, at the end of the first page, the pages that the map of the site (mkdocs.yml) does not show yet.
func (s *site) more() error {
	plan, err := os.ReadFile(filepath.Join(s.root, "mkdocs.yml"))
	if err != nil {
		return err
	}
	var list []string
	for from, page := range s.page {
		if !strings.HasPrefix(page, "packages/") && !strings.Contains(string(plan), ": "+page+"\n") {
			list = append(list, fmt.Sprintf("* [%s](%s)\n", from, page))
		}
	}
	if len(list) == 0 {
		return nil
	}
	slices.Sort(list)
	first := filepath.Join(s.dir, "index.md")
	text, err := os.ReadFile(first)
	if err != nil {
		return err
	}
	return os.WriteFile(first, []byte(string(text)+"\n\n## More pages\n\n"+strings.Join(list, "")), 0o666)
}

// text makes the page of a text.
func (s *site) text(from, to string) error {
	data, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(from)))
	if err != nil {
		return err
	}
	text, err := s.markdown(string(data), from, to)
	if err != nil {
		return err
	}
	return s.write(to, []byte(text))
}

// markdown makes that of a page out of that of a file of the project: boards, games and links. Code stays as it is.
func (s *site) markdown(text, from, to string) (string, error) {
	var out strings.Builder
	var block []string // of a fence that is open, its first line included
	fence := ""
	for n, line := range strings.Split(text, "\n") {
		bare := strings.TrimSpace(line)
		switch {
		case fence != "" && len(bare) >= len(fence) && strings.Trim(bare, fence[:1]) == "":
			block = append(block, line)
			html, err := drawn(block)
			if err != nil {
				return "", fmt.Errorf("%s:%d: %w", from, n+1, err)
			}
			out.WriteString(html)
			block, fence = nil, ""
		case fence != "":
			block = append(block, line)
		case opening(bare) != "":
			block, fence = []string{line}, opening(bare)
		case strings.HasPrefix(line, "    "): // code
			out.WriteString(line + "\n")
		default:
			// The marks of quoted figures (package numbers) would end a paragraph where one begins a line.
			linked, err := s.links(mark.ReplaceAllString(line, ""), from, to)
			if err != nil {
				return "", fmt.Errorf("%s:%d: %w", from, n+1, err)
			}
			out.WriteString(strings.ReplaceAll(linked, "<details>", `<details markdown="1">`) + "\n")
		}
	}
	if fence != "" {
		return "", fmt.Errorf("%s: a block of code has no end", from)
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}

// opening returns the fence with which a line begins a block of code, three backquotes or tildes or more; "" if it begins none.
func opening(line string) string {
	for _, c := range []string{"`", "~"} {
		rest := strings.TrimLeft(line, c)
		n := len(line) - len(rest)
		if n >= 3 && (c == "~" || !strings.Contains(rest, c)) {
			return line[:n]
		}
	}
	return ""
}

// mark stands before or behind a figure that a text quotes.
var mark = regexp.MustCompile(`<!--=[A-Za-z0-9.-]*-->`)

// write writes a file of the site.
func (s *site) write(name string, data []byte) error {
	to := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o666)
}

// relative is the way from one page to another.
func relative(from, to string) string {
	up := strings.Count(path.Dir(from)+"/", "/")
	if path.Dir(from) == "." {
		up = 0
	}
	return strings.Repeat("../", up) + to
}
