package main

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/doc/comment"
	"go/format"
	"go/parser"
	"go/token"
	"os/exec"
	"path"
	"strings"
	"text/template"
)

// module is the path of this module.
const module = "chesscensus"

// packageIndex is the page that lists the packages.
const packageIndex = "packages/index.md"

// packagePage returns the page of the package in a folder of the project, or the list of packages for one that others cannot import.
func packagePage(dir string) string {
	if strings.Contains("/"+dir+"/", "/internal/") {
		return packageIndex
	}
	return "packages/" + dir + ".md"
}

// A goPackage is a package that others can import.
type goPackage struct {
	dir string // in the project
	*doc.Package
	set *token.FileSet
}

// findPackages parses the packages of the project that others can import, in the order of their paths.
func findPackages(root string) (list []*goPackage, err error) {
	cmd := exec.Command("go", "list", "-f", `{{if and .GoFiles (ne .Name "main")}}{{.ImportPath}} {{join .GoFiles " "}}{{end}}`, "./...")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		dir := strings.TrimPrefix(words[0], module+"/")
		if packagePage(dir) == packageIndex {
			continue
		}
		p := &goPackage{dir: dir, set: token.NewFileSet()}
		var files []*ast.File
		for _, name := range words[1:] {
			f, err := parser.ParseFile(p.set, path.Join(root, dir, name), nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
		}
		if p.Package, err = doc.NewFromFiles(p.set, files, words[0]); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// packageText is the page of a package: its comment, then its declarations with their comments.
const packageText = `# {{.Name}}

~~~go
import "{{.ImportPath}}"
~~~

{{text .Doc}}
## Declarations

{{range .Consts}}{{template "entry" .}}{{end}}{{range .Vars}}{{template "entry" .}}{{end}}{{range .Funcs}}{{template "func" .}}{{end -}}
{{range .Types}}### {{.Name}} {#{{.Name}}}

{{template "entry" .}}{{range .Consts}}{{template "entry" .}}{{end}}{{range .Vars}}{{template "entry" .}}{{end -}}
{{range .Funcs}}{{template "func" .}}{{end}}{{range .Methods}}{{template "func" .}}{{end}}{{end -}}

{{define "func"}}### {{name .}} {#{{name .}}}

{{template "entry" .}}{{end -}}

{{define "entry"}}~~~go
{{code .Decl}}
~~~

{{text .Doc}}
{{end}}`

// page returns the page of the package.
func (p *goPackage) page() (string, error) {
	printer := p.Printer()
	printer.HeadingLevel, printer.DocLinkURL = 3, p.docLinkURL
	printer.HeadingID = func(*comment.Heading) string { return "" }
	t, err := template.New("package").Funcs(template.FuncMap{
		"name": func(f *doc.Func) string { return strings.TrimLeft(f.Recv+"."+f.Name, "*.") },
		"text": func(doc string) string { return string(printer.Markdown(p.Parser().Parse(doc))) },
		"code": func(decl ast.Decl) (string, error) {
			var b strings.Builder
			err := format.Node(&b, p.set, decl)
			return b.String(), err
		},
	}).Parse(packageText)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, p)
	return b.String(), err
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

// docLinkURL returns the target of a name in square brackets: an anchor, the page of its package, or the list if the package has no page.
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
