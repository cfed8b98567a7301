// Site converts the texts of this project to pages for its site: the files of docs, the README, and the documentation of the packages.
// MkDocs builds the site from the pages (make site; mkdocs.yml has the navigation).
//
//	go run ./tools/site PROJECT DIR
//
// The texts are also meant for GitHub and for editors. These parts are converted:
//
//	links       a link to another text, a package, a picture or a notebook leads to its page; a link to any other file of the project
//	            becomes plain text; a broken link is an error
//	boards      a block of code called board, with a FEN record and a caption, becomes a picture; one called game, with moves,
//	            becomes a player (boards.go)
//	packages    each package that others can import gets a page with the text of go doc (packages.go)
//
// DIR/notebooks holds the notebooks as Markdown by nbconvert, in which links and boards are converted, too.
package main

import (
	"errors"
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
// commands and pictures are not its business. A broken link, an invalid board and an illegal game are errors, which name file and line.
func generate(root, dir string) (*site, error) {
	s := &site{root, dir, map[string]string{"README.md": "about.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}}
	for _, pattern := range []string{"docs/*.md", "docs/img/*", "notebooks/*.ipynb"} {
		paths, _ := fs.Glob(os.DirFS(root), pattern)
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
		s.pages[strings.TrimPrefix(p.PkgPath, "chesscensus/")] = packagePage(p.PkgPath)
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
	source, note := filepath.Join(s.root, from), ""
	switch path.Ext(from) {
	case ".ipynb":
		source = filepath.Join(s.dir, page)
		note = "\n\n*This page is [the notebook](" + path.Base(from) + ") as it was last executed; `make lab` opens it for you to change.*\n"
	case ".md":
	default:
		return nil
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
	to := filepath.Join(s.dir, name)
	return errors.Join(os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, []byte(text), 0o666))
}

// special matches what pages have in another form, and code, in which nothing is converted. The groups are numbered.
var special = regexp.MustCompile("(?sm)" + strings.Join([]string{
	"^ {0,3}```(board|game)\n(.*?)^ {0,3}```$",               // 1, 2: a board or a game, with its text
	"^ {0,3}```.*?\n {0,3}```$", "^ {0,3}~~~.*?\n {0,3}~~~$", // other blocks of code
	"^ {0,3}(```|~~~)",          // 3: the beginning of a block without an end
	"^    [^\n]*$", "`[^`\n]*`", // indented code, code within a line
	`<!--=[\w.-]*-->`, // the mark of a quoted figure (package numbers), which would end a paragraph
	"<details>",       // in which Markdown is to be read
	"(!?\\[(?:`[^`]*`|[^\\[\\]`])*\\])\\(([^()\\s]+)\\)", // 4, 5: a link or picture with its text and target
}, "|"))

// convertMarkdown converts Markdown of a file of the project to that of its page.
func (s *site) convertMarkdown(text, from string) (string, error) {
	var out strings.Builder
	end := 0
	for _, m := range special.FindAllStringSubmatchIndex(text, -1) {
		group := func(i int) string { return text[max(0, m[2*i]):max(0, m[2*i+1])] }
		converted, err := group(0), error(nil)
		switch {
		case group(1) == "board":
			converted, err = renderBoard(group(2))
		case group(1) == "game":
			converted, err = renderGame(group(2))
		case group(3) != "":
			err = errors.New("a block of code has no end")
		case group(5) != "":
			converted, err = s.link(group(4), group(5), from)
		case converted == "<details>":
			converted = `<details markdown="1">`
		case strings.HasPrefix(converted, "<!--"):
			converted = ""
		}
		if err != nil {
			return "", fmt.Errorf("%s:%d: %w", from, 1+strings.Count(text[:m[0]], "\n"), err)
		}
		out.WriteString(text[end:m[0]] + converted)
		end = m[1]
	}
	return out.String() + text[end:], nil
}

// link returns the link with a text in square brackets, or its text alone if the target has no page.
func (s *site) link(text, target, from string) (string, error) {
	file, anchor, _ := strings.Cut(target, "#")
	if file == "" || strings.Contains(file, ":") { // an anchor of this page, or an absolute address
		return text + "(" + target + ")", nil
	}
	to := path.Join(path.Dir(from), file)
	if page, ok := s.pages[to]; ok {
		return text + "(" + relative(s.pages[from], page) + strings.TrimSuffix("#"+anchor, "#") + ")", nil
	}
	if _, err := os.Stat(filepath.Join(s.root, to)); err != nil {
		return "", fmt.Errorf("the link to %s leads nowhere: %w", target, err)
	}
	return text[strings.IndexByte(text, '[')+1 : len(text)-1], nil
}

// relative returns the relative link from one page to another.
func relative(from, to string) string { return strings.Repeat("../", strings.Count(from, "/")) + to }
