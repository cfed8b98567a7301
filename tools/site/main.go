// Site converts the texts of this project to pages for its site: the files of docs, the README, and the documentation of the packages.
// MkDocs builds the site from the pages (make site; mkdocs.yml has the navigation).
//
//	go run ./tools/site PROJECT DIR
//
// The texts are also meant for GitHub and for editors. These parts are converted:
//
//	links       a link to another text, a package, a picture or a notebook leads to its page; a link to any other file of the project
//	            becomes plain text; a broken link is an error
//	boards      a fenced block called board, with a FEN record and a caption, becomes a picture; one called game, with moves,
//	            becomes a player (boards.go)
//	packages    each package that others can import gets a page with the text of go doc (packages.go)
//
// DIR/notebooks holds the notebooks as Markdown by nbconvert, in which links and boards are converted, too.
package main

import (
	"fmt"
	"io/fs"
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
	if _, err := generate(os.Args[1], os.Args[2]); err != nil {
		log.Fatal("site: ", err)
	}
}

// A site is a site that is being generated.
type site struct {
	root string // folder of the project
	dir  string // folder of the pages
	// pages maps the path of a text, a picture, a notebook or a package's folder in the project to that of its page, both with slashes.
	pages map[string]string
}

// generate writes the pages of the project in the folder root into dir. Those of notebooks must be there, as nbconvert makes them; those of
// commands and pictures are not its business. A broken link, an invalid board and an illegal game are errors, which name the file.
func generate(root, dir string) (*site, error) {
	s := &site{root, dir, map[string]string{"README.md": "about.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}}
	for _, pattern := range []string{"docs/*.md", "docs/img/*", "notebooks/*.ipynb"} {
		paths, err := fs.Glob(os.DirFS(root), pattern)
		if err != nil {
			return nil, err
		}
		for _, p := range paths {
			s.pages[p] = strings.Replace(strings.ToLower(strings.TrimPrefix(p, "docs/")), ".ipynb", ".md", 1)
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
		if err := s.convert(from); err != nil {
			return nil, err
		}
	}
	return s, s.writePackages(packages)
}

// convert writes the page of a text or of a notebook, and nothing for a picture.
func (s *site) convert(from string) error {
	page := s.pages[from]
	if path.Ext(page) != ".md" {
		return nil
	}
	source := filepath.Join(s.root, filepath.FromSlash(from))
	note := ""
	if path.Ext(from) == ".ipynb" {
		source = filepath.Join(s.dir, filepath.FromSlash(page))
		note = "\n\n*This page is [the notebook](" + path.Base(from) + ") as it was last executed; `make lab` opens it for you to change.*\n"
	}
	text, err := os.ReadFile(source)
	if err != nil {
		return err
	}
	converted, err := s.convertMarkdown(string(text), from)
	if err != nil {
		return err
	}
	return s.write(page, converted+note)
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
	linkPattern = regexp.MustCompile("`[^`]*`|(!?\\[(?:`[^`]*`|[^\\[\\]`])*\\])\\(([^()\\s]+)\\)")
)

// convertMarkdown converts Markdown of a file of the project to that of its page: boards, games and links. Code does not change.
func (s *site) convertMarkdown(text, from string) (string, error) {
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
			line, err = s.rewriteLinks(quoteMark.ReplaceAllString(line, ""), from)
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
func (s *site) rewriteLinks(line, from string) (_ string, linkErr error) {
	return linkPattern.ReplaceAllStringFunc(line, func(match string) string {
		m := linkPattern.FindStringSubmatch(match)
		target, _, _ := strings.Cut(m[2], "#")
		if target == "" || strings.Contains(target, ":") { // code, an anchor of this page, or an absolute address
			return match
		}
		file := path.Join(path.Dir(from), target)
		if page, ok := s.pages[file]; ok {
			return fmt.Sprintf("%s(%s%s)", m[1], relative(s.pages[from], page), m[2][len(target):])
		}
		if _, err := os.Stat(filepath.Join(s.root, filepath.FromSlash(file))); err != nil {
			linkErr = fmt.Errorf("the link to %s leads nowhere: %w", m[2], err)
		}
		return m[1][strings.IndexByte(m[1], '[')+1 : len(m[1])-1]
	}), linkErr
}

// relative returns the relative link from one page to another.
func relative(from, to string) string { return strings.Repeat("../", strings.Count(from, "/")) + to }
