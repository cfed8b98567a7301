// Site converts the texts of this project to pages for its site: the files of docs, the README, the executed notebooks, and the
// documentation of the packages. MkDocs builds the site from the pages (make site; mkdocs.yml has the navigation).
//
//	go run ./tools/site PROJECT DIR
//
// The texts are also meant for GitHub and for editors. These parts are converted:
//
//	links       a link to another text, a package or a notebook leads to its page; a link to any other file of the project becomes
//	            plain text; a broken link is an error
//	boards      a fenced block called board, with a FEN record and a caption, becomes a picture; one called game, with moves,
//	            becomes a player (boards.go)
//	notebooks   cells become text and code, followed by their stored outputs, players included (notebooks.go)
//	packages    each package that others can import gets a page with the text of go doc (packages.go)
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

// style is the style sheet of boards and outputs.
//
//go:embed site.css
var style []byte

// A site is a site that is being generated.
type site struct {
	root string // folder of the project
	dir  string // folder of the pages
	// pages maps the path of a text, a notebook or a package's folder in the project to that of its page, both with slashes.
	pages map[string]string
}

// generate writes the pages of the project in the folder root into dir, except those of the commands, which the program itself writes. A
// broken link, an invalid board and an illegal game are errors, which name the file.
func generate(root, dir string) (*site, error) {
	s := &site{root, dir, map[string]string{"README.md": "about.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}}
	for _, pattern := range []string{"docs/*.md", "notebooks/*.ipynb"} {
		paths, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil {
			return nil, err
		}
		for _, p := range paths {
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

// siteMark is replaced by links to the rest of the site in the page of the browser.
const siteMark = "<!--site-->"

// writeFrontPage writes the page of the browser as the first page of the site. make web writes the other files of that page.
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
	fencePattern = regexp.MustCompile("^ *(```+|~~~+)[^`]*$") // matches the first or last line of a block of code
	// quoteMark matches the marks around a quoted figure (package numbers). At the beginning of a line a mark would end the paragraph.
	quoteMark = regexp.MustCompile(`<!--=[A-Za-z0-9.-]*-->`)
	// linkPattern matches code within a line, which contains no links, or a link or picture with its text and target.
	linkPattern = regexp.MustCompile("`[^`]*`|(!?)\\[((?:`[^`]*`|[^\\[\\]`])*)\\]\\(([^()\\s]+)\\)")
)

// convertMarkdown converts Markdown of a file of the project to that of its page: boards, games and links. Code does not change.
func (s *site) convertMarkdown(text, from, to string) (string, error) {
	var out strings.Builder
	var block []string // lines of the open block of code, with its first line
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

// rewriteLinks rewrites the links in a line of a file of the project for its page.
func (s *site) rewriteLinks(line, from, to string) (_ string, linkErr error) {
	return linkPattern.ReplaceAllStringFunc(line, func(match string) string {
		m := linkPattern.FindStringSubmatch(match)
		target, anchor, hasAnchor := strings.Cut(m[3], "#")
		if target == "" || strings.Contains(target, ":") { // code, an anchor of this page, or an absolute address
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

// relative returns the relative link from one page to another.
func relative(from, to string) string { return strings.Repeat("../", strings.Count(from, "/")) + to }
