package main

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
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// module is the path of this module.
const module = "chesscensus"

// packageIndex is the page that lists the packages.
const packageIndex = "packages/index.md"

// hiddenFolder matches folders whose packages cannot be imported from outside, and folders that are no packages.
var hiddenFolder = regexp.MustCompile(`(^|/)(internal|cmd|tools|testdata|[._].+)(/|$)`)

// A goPackage is a package that others can import.
type goPackage struct {
	dir string // in the project
	*doc.Package
	set *token.FileSet
}

// packagePage returns the page of the package in a folder of the project, or the list of packages if it has no page.
func packagePage(dir string) string {
	if hiddenFolder.MatchString(dir) {
		return packageIndex
	}
	return "packages/" + dir + ".md"
}

// findPackages parses the packages of the project that others can import, in the order of their paths.
func findPackages(root string) (list []*goPackage, err error) {
	return list, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() || name == root {
			return err
		}
		dir, err := filepath.Rel(root, name)
		if dir = filepath.ToSlash(dir); err != nil || hiddenFolder.MatchString(dir) {
			return fs.SkipDir
		}
		imported, err := build.ImportDir(name, 0)
		if _, none := err.(*build.NoGoError); none || err == nil && (imported.Name == "main" || len(imported.GoFiles) == 0) {
			return nil
		}
		if err != nil {
			return err
		}
		p := &goPackage{dir: dir, set: token.NewFileSet()}
		var files []*ast.File
		for _, file := range imported.GoFiles {
			f, err := parser.ParseFile(p.set, filepath.Join(name, file), nil, parser.ParseComments)
			if err != nil {
				return err
			}
			files = append(files, f)
		}
		p.Package, err = doc.NewFromFiles(p.set, files, module+"/"+dir)
		list = append(list, p)
		return err
	})
}

// writePackages writes the pages of all packages, and their list.
func (s *site) writePackages(list []*goPackage) error {
	index := "# Go packages\n\nAll that programs outside of this project can import, as `go doc` has it. " +
		"Package census is the one for notebooks and first programs.\n\n| package | what it holds |\n|---|---|\n"
	for _, p := range list {
		index += fmt.Sprintf("| [`%s`](%s) | %s |\n", p.ImportPath, relative(packageIndex, packagePage(p.dir)), strings.ReplaceAll(p.Synopsis(p.Doc), "|", `\|`))
		text, err := p.page()
		if err == nil {
			err = s.write(packagePage(p.dir), text)
		}
		if err != nil {
			return fmt.Errorf("package %s: %w", p.ImportPath, err)
		}
	}
	return s.write(packageIndex, index)
}

// page returns the page of a package: its comment, then its declarations with their comments.
func (p *goPackage) page() (_ string, formatErr error) {
	var b bytes.Buffer
	writeEntry := func(name, doc string, decl ast.Node) {
		if name != "" {
			fmt.Fprintf(&b, "### %s {#%[1]s}\n\n", strings.NewReplacer("*", "", "(", "", ")", "").Replace(name))
		}
		if decl != nil {
			b.WriteString("```go\n")
			if err := format.Node(&b, p.set, decl); err != nil {
				formatErr = err
			}
			b.WriteString("\n```\n\n")
		}
		printer := p.Printer()
		printer.HeadingLevel, printer.DocLinkURL = 3, p.docLinkURL
		printer.HeadingID = func(*comment.Heading) string { return "" }
		b.Write(append(printer.Markdown(p.Parser().Parse(doc)), '\n'))
	}
	writeValues := func(list ...*doc.Value) {
		for _, v := range list {
			writeEntry("", v.Doc, v.Decl)
		}
	}
	writeFuncs := func(list ...*doc.Func) {
		for _, f := range list {
			f.Decl.Body, f.Decl.Doc = nil, nil
			writeEntry(strings.TrimPrefix(f.Recv+"."+f.Name, "."), f.Doc, f.Decl)
		}
	}
	fmt.Fprintf(&b, "# %s\n\n```go\nimport \"%s\"\n```\n\n", p.Name, p.ImportPath)
	writeEntry("", p.Doc, nil)
	b.WriteString("## Declarations\n\n")
	writeValues(slices.Concat(p.Consts, p.Vars)...)
	writeFuncs(p.Funcs...)
	for _, t := range p.Types {
		t.Decl.Doc = nil
		writeEntry(t.Name, t.Doc, t.Decl)
		writeValues(slices.Concat(t.Consts, t.Vars)...)
		writeFuncs(slices.Concat(t.Funcs, t.Methods)...)
	}
	return b.String(), formatErr
}

// docLinkURL returns the target of a name in square brackets: an anchor or the page of its package, if there is one.
func (p *goPackage) docLinkURL(l *comment.DocLink) string {
	anchor := ""
	if l.Name != "" {
		anchor = "#" + strings.TrimPrefix(l.Recv+"."+l.Name, ".")
	}
	dir, ours := strings.CutPrefix(l.ImportPath, module+"/")
	switch to := packagePage(dir); {
	case l.ImportPath == "":
		return anchor
	case !ours:
		return "https://pkg.go.dev/" + l.ImportPath + anchor
	case to == packageIndex:
		return relative(packagePage(p.dir), to)
	default:
		return relative(packagePage(p.dir), to) + anchor
	}
}
