package site

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// module is the path of this one.
const module = "chesscensus"

// packageIndex is the page that lists the packages.
const packageIndex = "packages/index.md"

// A pack is a package that others can import.
type pack struct {
	dir string // in the project, "." for the root
	*doc.Package
	fset *token.FileSet
}

// page is the name of its page.
func (p *pack) page() string {
	if p.dir == "." {
		return "packages/" + module + ".md"
	}
	return "packages/" + p.dir + ".md"
}

// findPackages reads the packages of the project that are neither internal nor commands, in the order of their paths.
func findPackages(root string) (list []*pack, err error) {
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		dir, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		dir = filepath.ToSlash(dir)
		base := path.Base(dir)
		if dir != "." && (strings.HasPrefix(base, ".") || base == "internal" || base == "testdata" || base == "cmd") {
			return fs.SkipDir
		}
		found, err := build.ImportDir(name, 0)
		if _, none := err.(*build.NoGoError); none {
			return nil
		}
		if err != nil {
			return err
		}
		if found.Name == "main" || len(found.GoFiles) == 0 { // nothing but tests
			return nil
		}
		p := &pack{dir: dir, fset: token.NewFileSet()}
		var files []*ast.File
		for _, file := range found.GoFiles {
			f, err := parser.ParseFile(p.fset, filepath.Join(name, file), nil, parser.ParseComments)
			if err != nil {
				return err
			}
			files = append(files, f)
		}
		if p.Package, err = doc.NewFromFiles(p.fset, files, path.Join(module, dir)); err != nil {
			return err
		}
		list = append(list, p)
		return nil
	})
	return list, err
}

// packages writes the pages of all packages, and the list of them.
func (s *site) packages(list []*pack) error {
	var index strings.Builder
	index.WriteString("# Go packages\n\nAll that programs outside of this project can import, as `go doc` has it. " +
		"The root package is the one for notebooks and first programs.\n\n| package | what it holds |\n|---|---|\n")
	for _, p := range list {
		fmt.Fprintf(&index, "| [`%s`](%s) | %s |\n", p.ImportPath, relative(packageIndex, p.page()), strings.ReplaceAll(p.Synopsis(p.Doc), "|", `\|`))
		text, err := p.markdown()
		if err != nil {
			return fmt.Errorf("package %s: %w", p.ImportPath, err)
		}
		if err := s.write(p.page(), text); err != nil {
			return err
		}
	}
	return s.write(packageIndex, []byte(index.String()))
}

// markdown is the page of a package.
func (p *pack) markdown() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n```go\nimport \"%s\"\n```\n\n", p.Name, p.ImportPath)
	text := func(doc string) {
		printer := p.Printer()
		printer.HeadingLevel = 3
		printer.DocLinkURL = p.link
		printer.HeadingID = func(*comment.Heading) string { return "" }
		b.Write(printer.Markdown(p.Parser().Parse(doc)))
		b.WriteString("\n")
	}
	var failed error
	show := func(name, doc string, decl ast.Node) {
		if name != "" {
			fmt.Fprintf(&b, "### %s {#%s}\n\n", strings.ReplaceAll(name, "*", `\*`), strings.NewReplacer("(", "", ")", "", "*", "", " ", "").Replace(name))
		}
		var code bytes.Buffer
		if err := format.Node(&code, p.fset, decl); err != nil {
			failed = err
		}
		b.WriteString("```go\n" + code.String() + "\n```\n\n")
		text(doc)
	}
	values := func(list []*doc.Value) {
		for _, v := range list {
			show("", v.Doc, v.Decl)
		}
	}
	funcs := func(list []*doc.Func) {
		for _, f := range list {
			name := f.Name
			if f.Recv != "" {
				name = strings.TrimLeft(f.Recv, "*") + "." + f.Name
			}
			f.Decl.Body = nil
			f.Decl.Doc = nil
			show(name, f.Doc, f.Decl)
		}
	}
	text(p.Doc)
	section := func(title string, any bool) {
		if any {
			b.WriteString("## " + title + "\n\n")
		}
	}
	section("Constants and variables", len(p.Consts)+len(p.Vars) > 0)
	values(slices.Concat(p.Consts, p.Vars))
	section("Functions", len(p.Funcs) > 0)
	funcs(p.Funcs)
	section("Types", len(p.Types) > 0)
	for _, t := range p.Types {
		t.Decl.Doc = nil
		show(t.Name, t.Doc, t.Decl)
		values(slices.Concat(t.Consts, t.Vars))
		funcs(slices.Concat(t.Funcs, t.Methods))
	}
	return b.Bytes(), failed
}

// link is where a name in square brackets leads: to its page if the package has one.
func (p *pack) link(l *comment.DocLink) string {
	anchor := ""
	if l.Name != "" {
		anchor = "#" + strings.TrimPrefix(l.Recv+"."+l.Name, ".")
	}
	dir, ours := strings.CutPrefix(l.ImportPath, module)
	switch {
	case l.ImportPath == "":
		return anchor
	case !ours:
		return "https://pkg.go.dev/" + l.ImportPath + anchor
	}
	to := pageOf(strings.Trim(dir, "/"))
	if to == packageIndex {
		anchor = ""
	}
	return relative(p.page(), to) + anchor
}

// pageOf is the page of the package in a folder of the project: the list, for those that have none.
func pageOf(dir string) string {
	for part := range strings.SplitSeq(dir, "/") {
		if part == "internal" || part == "cmd" {
			return packageIndex
		}
	}
	if dir == "" {
		dir = "."
	}
	return (&pack{dir: dir}).page()
}
