package main

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// packageIndex is the page that lists the packages.
const packageIndex = "packages/index.md"

// packagePage returns the page of the package with a path, or the list of packages for one that others cannot import.
func packagePage(path string) string {
	dir := strings.TrimPrefix(path, "chesscensus/")
	if strings.Contains("/"+dir+"/", "/internal/") {
		return packageIndex
	}
	return "packages/" + dir + ".md"
}

// findPackages parses the packages of the project that others can import, in the order of their paths.
func findPackages(root string) ([]*packages.Package, error) {
	list, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax, Dir: root}, "./...")
	return slices.DeleteFunc(list, func(p *packages.Package) bool {
		return p.Name == "main" || len(p.GoFiles) == 0 || packagePage(p.PkgPath) == packageIndex
	}), err
}

// writePackages writes the pages of packages, and their list.
func (s *site) writePackages(list []*packages.Package) error {
	index := "# Go packages\n\nAll that programs outside of this project can import, as `go doc` has it. " +
		"Package census is the one for notebooks and first programs.\n\n| package | what it holds |\n|---|---|\n"
	for _, p := range list {
		d, err := doc.NewFromFiles(p.Fset, p.Syntax, p.PkgPath)
		if len(p.Errors) > 0 {
			err = p.Errors[0] // of syntax
		}
		if err != nil {
			return err
		}
		page := packagePage(p.PkgPath)
		index += fmt.Sprintf("| [`%s`](%s) | %s |\n", p.PkgPath, relative(packageIndex, page), strings.ReplaceAll(d.Synopsis(d.Doc), "|", `\|`))
		if err := s.write(page, packageText(p, d)); err != nil {
			return err
		}
	}
	return s.write(packageIndex, index)
}

// packageText returns the page of a package: its comment, then its declarations with their comments.
func packageText(p *packages.Package, d *doc.Package) string {
	printer := d.Printer()
	printer.HeadingLevel = 3
	printer.HeadingID = func(*comment.Heading) string { return "" }
	printer.DocLinkURL = func(l *comment.DocLink) string { return linkURL(p.PkgPath, l) }
	text := func(doc string) string { return string(printer.Markdown(d.Parser().Parse(doc))) }
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n~~~go\nimport %q\n~~~\n\n%s\n## Declarations\n\n", p.Name, p.PkgPath, text(d.Doc))
	entry := func(name, doc string, decl ast.Decl) {
		if name != "" {
			fmt.Fprintf(&b, "### %s {#%[1]s}\n\n", name)
		}
		b.WriteString("~~~go\n")
		_ = format.Node(&b, p.Fset, decl) // writing what was parsed cannot fail
		fmt.Fprintf(&b, "\n~~~\n\n%s\n", text(doc))
	}
	entries := func(values []*doc.Value, funcs []*doc.Func) {
		for _, v := range values {
			entry("", v.Doc, v.Decl)
		}
		for _, f := range funcs {
			entry(strings.TrimLeft(f.Recv+"."+f.Name, "*."), f.Doc, f.Decl)
		}
	}
	entries(slices.Concat(d.Consts, d.Vars), d.Funcs)
	for _, t := range d.Types {
		entry(t.Name, t.Doc, t.Decl)
		entries(slices.Concat(t.Consts, t.Vars), slices.Concat(t.Funcs, t.Methods))
	}
	return b.String()
}

// linkURL returns the target of a name in square brackets in a package: an anchor, the page of its package, the list if the package has no
// page, or the documentation of a package of others.
func linkURL(from string, l *comment.DocLink) string {
	anchor := "#" + strings.TrimPrefix(l.Recv+"."+l.Name, ".")
	switch to := packagePage(l.ImportPath); {
	case l.ImportPath == "":
		return anchor
	case !strings.HasPrefix(l.ImportPath, "chesscensus/"):
		return strings.TrimSuffix("https://pkg.go.dev/"+l.ImportPath+anchor, "#")
	case to == packageIndex:
		return relative(packagePage(from), to)
	default:
		return strings.TrimSuffix(relative(packagePage(from), to)+anchor, "#")
	}
}
