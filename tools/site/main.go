// Site turns the texts of this project into the pages of its site: what lies in docs, the README, the executed notebooks, the
// documentation of the packages. MkDocs makes the site of them (make site; mkdocs.yml has its map).
//
//	go run ./tools/site PROJECT DIR
//
// The texts stay what they are on GitHub and in an editor. What changes on the way:
//
//	links       to another text, a package or a notebook lead to its page; to any other file of the project they become plain text;
//	            one that leads nowhere is an error
//	boards      a fenced block called board, with a FEN record and a caption, becomes a picture; one called game, with moves,
//	            becomes a player (boards.go)
//	notebooks   cells become text and code, outputs stand below them as they were stored, players included (notebooks.go)
//	packages    what go doc says, a page for each package that others can import (packages.go)
package main

import (
	_ "embed"
	"fmt"
	"log"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: site PROJECT DIR")
	}
	s, err := generate(os.Args[1], os.Args[2])
	if err != nil {
		log.Fatal("site: ", err)
	}
	fmt.Printf("%d pages in %s\n", len(s.pages), s.dir)
}

// style is how boards and outputs look.
//
//go:embed site.css
var style []byte

// A site is one in the making.
type site struct {
	root string // the project
	dir  string // where the pages go
	// pages is the page of a path in the project, both with slashes: of a text, a notebook, or a package's folder.
	pages map[string]string
}

// generate writes the pages of the project in the folder root into dir; those of the commands the program writes itself. A link that leads
// nowhere, a board that is none and a game that cannot be played are errors, which name the file.
func generate(root, dir string) (*site, error) {
	s := &site{root, dir, map[string]string{"README.md": "about.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}}
	for _, pattern := range []string{"docs/*.md", "notebooks/*.ipynb"} {
		found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			if name := filepath.Base(p); strings.HasSuffix(name, ".ipynb") {
				s.pages["notebooks/"+name] = "notebooks/" + strings.TrimSuffix(name, ".ipynb") + ".md"
			} else {
				s.pages["docs/"+name] = strings.ToLower(name)
			}
		}
	}
	texts := slices.Sorted(maps.Keys(s.pages))
	packages, err := findPackages(root)
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		s.pages[p.dir] = packagePage(p.dir)
	}
	for _, from := range texts {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(from)))
		if err != nil {
			return nil, err
		}
		convert := s.convertMarkdown
		if strings.HasSuffix(from, ".ipynb") {
			convert = s.convertNotebook
			if err := s.write(from, string(data)); err != nil {
				return nil, err
			}
		}
		text, err := convert(string(data), from, s.pages[from])
		if err == nil {
			err = s.write(s.pages[from], text)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := s.writePackages(packages); err != nil {
		return nil, err
	}
	if err := s.writeFrontPage(); err != nil {
		return nil, err
	}
	return s, s.write("site.css", string(style))
}

// siteMark is where the page of the browser has the links to the rest of the site.
const siteMark = "<!--site-->"

// writeFrontPage writes the page of the browser as the first page of the site. The files that belong to it are those of make web.
func (s *site) writeFrontPage() error {
	const from = "web/page/index.html"
	page, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(from)))
	if err != nil {
		return err
	}
	if strings.Count(string(page), siteMark) != 1 {
		return fmt.Errorf("%s: want one %s, where the links to the site go", from, siteMark)
	}
	links := `<nav aria-label="Site"><a href="about.html">About</a> <a href="tutorial.html">Tutorial</a> <a href="howto.html">How to</a> ` +
		`<a href="notebooks/00-welcome.html">Notebooks</a> <a href="methodology.html">Methodology</a> <a href="theorems.html">Theorems</a> <a href="commands/index.html">Reference</a></nav>`
	return s.write("index.html", strings.Replace(string(page), siteMark, links, 1))
}

// write writes a file of the site.
func (s *site) write(name, text string) error {
	to := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return os.WriteFile(to, []byte(text), 0o666)
}

var (
	fencePattern = regexp.MustCompile("^ *(```+|~~~+)[^`]*$") // begins or ends a block of code
	// quoteMark stands before or behind a figure that a text quotes (package numbers); it would end a paragraph where one begins a line.
	quoteMark = regexp.MustCompile(`<!--=[A-Za-z0-9.-]*-->`)
	// linkPattern is code within a line, where nothing is a link, or a link or picture with its text and target.
	linkPattern = regexp.MustCompile("`[^`]*`|(!?)\\[((?:`[^`]*`|[^\\[\\]`])*)\\]\\(([^()\\s]+)\\)")
)

// convertMarkdown makes that of a page out of that of a file of the project: boards, games and links. Code stays as it is.
func (s *site) convertMarkdown(text, from, to string) (string, error) {
	var out strings.Builder
	var block []string // of a fence that is open, its first line included
	end := ""
	for n, line := range strings.Split(text, "\n") {
		var err error
		f := fencePattern.FindStringSubmatch(line)
		switch {
		case end != "":
			if block = append(block, line); f != nil && strings.HasPrefix(strings.TrimSpace(line), end) {
				line, err = renderBlock(block)
				block, end = nil, ""
				out.WriteString(line)
			}
		case f != nil:
			block, end = []string{line}, f[1]
		case strings.HasPrefix(line, "    "): // code
			out.WriteString(line + "\n")
		default:
			line, err = s.rewriteLinks(quoteMark.ReplaceAllString(line, ""), from, to)
			out.WriteString(strings.ReplaceAll(line, "<details>", `<details markdown="1">`) + "\n")
		}
		if err != nil {
			return "", fmt.Errorf("%s:%d: %w", from, n+1, err)
		}
	}
	if end != "" {
		return "", fmt.Errorf("%s: a block of code has no end", from)
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}

// rewriteLinks rewrites the links of a line of a file of the project for its page.
func (s *site) rewriteLinks(line, from, to string) (_ string, linkErr error) {
	return linkPattern.ReplaceAllStringFunc(line, func(match string) string {
		m := linkPattern.FindStringSubmatch(match)
		target, anchor, hasAnchor := strings.Cut(m[3], "#")
		if target == "" || strings.Contains(target, ":") { // code, this page, or elsewhere
			return match
		}
		file := path.Join(path.Dir(from), target)
		data, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(file)))
		if info, e := os.Stat(filepath.Join(s.root, filepath.FromSlash(file))); e == nil && info.IsDir() {
			err = nil
		}
		page, known := s.pages[file]
		if m[1] != "" && err == nil { // a picture
			page, known = "img/"+path.Base(file), true
			err = s.write(page, string(data))
		}
		if err != nil {
			linkErr = fmt.Errorf("the link to %s leads nowhere: %w", m[3], err)
		}
		if !known {
			return m[2]
		}
		if hasAnchor {
			page += "#" + anchor
		}
		return fmt.Sprintf("%s[%s](%s)", m[1], m[2], relative(to, page))
	}), linkErr
}

// relative is the way from one page to another.
func relative(from, to string) string { return strings.Repeat("../", strings.Count(from, "/")) + to }
