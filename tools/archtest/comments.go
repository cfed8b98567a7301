package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Comments returns the places below a folder where a comment names what does not exist: a Go file that stands nowhere in
// the folder, or a link in brackets, such as Rules.Check, that leads nowhere. It knows names, not meanings: a comment that
// it accepts can still be wrong.
//
// Names are looked up in the package itself, test files included; where a package is named, in every package of that name.
// What packages outside the module declare is not looked at. The error is that of a file that cannot be parsed.
func Comments(root string) (list []string, err error) {
	c := comments{files: map[string]bool{}, names: map[string]map[string]bool{}}
	if err := filepath.WalkDir(root, c.read); err != nil {
		return nil, err
	}
	for _, l := range c.lines {
		for _, what := range c.missing(l) {
			list = append(list, l.place+": "+what)
		}
	}
	slices.Sort(list)
	return list, nil
}

// comments is what stands in the files of a folder.
type comments struct {
	files map[string]bool            // by base name
	names map[string]map[string]bool // declared in a folder, or in "package p"; members as Type.Member
	lines []line
}

// A line of a comment.
type line struct{ place, folder, text string }

// read reads a file, for [filepath.WalkDir].
func (c *comments) read(path string, d fs.DirEntry, err error) error {
	name := d.Name()
	switch {
	case err != nil:
		return err
	case d.IsDir() && (len(name) > 2 && name[0] == '.' || name == "testdata"):
		return fs.SkipDir
	case !d.IsDir():
		c.files[name] = true
	}
	if d.IsDir() || filepath.Ext(path) != ".go" {
		return nil
	}
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, path, nil, parser.ParseComments)
	if err != nil {
		return err
	}
	folder := filepath.Dir(path)
	for _, key := range []string{folder, "package " + strings.TrimSuffix(f.Name.Name, "_test")} {
		if c.names[key] == nil {
			c.names[key] = map[string]bool{}
		}
		for _, d := range f.Decls {
			declare(c.names[key], d)
		}
	}
	for _, g := range f.Comments {
		for _, l := range g.List {
			text, ok := strings.CutPrefix(l.Text, "//")
			if !ok || strings.HasPrefix(text, "go:") {
				continue
			}
			c.lines = append(c.lines, line{fmt.Sprintf("%s:%d", path, set.Position(l.Pos()).Line), folder, text})
		}
	}
	return nil
}

// declare adds the names of a declaration.
func declare(names map[string]bool, d ast.Decl) {
	if f, ok := d.(*ast.FuncDecl); ok {
		names[f.Name.Name] = true
		if f.Recv != nil {
			if t := receiver(f.Recv.List[0].Type); t != nil {
				names[t.Name+"."+f.Name.Name] = true
			}
		}
		return
	}
	for _, s := range d.(*ast.GenDecl).Specs {
		switch s := s.(type) {
		case *ast.ValueSpec:
			for _, id := range s.Names {
				names[id.Name] = true
			}
		case *ast.TypeSpec:
			names[s.Name.Name] = true
			for _, id := range members(s.Type) {
				names[s.Name.Name+"."+id.Name] = true
			}
		}
	}
}

// members returns the fields of a struct and the methods of an interface, in all depths.
func members(x ast.Expr) (list []*ast.Ident) {
	ast.Inspect(x, func(n ast.Node) bool {
		f, ok := n.(*ast.Field)
		if !ok {
			return true
		}
		list = append(list, f.Names...)
		if len(f.Names) == 0 {
			switch t := f.Type.(type) {
			case *ast.SelectorExpr:
				list = append(list, t.Sel)
			default:
				if id := receiver(t); id != nil {
					list = append(list, id)
				}
			}
		}
		return true
	})
	return list
}

var (
	goFile  = regexp.MustCompile(`(?:^|[\s(,\[])([a-z][a-z0-9_]*\.go)(?:$|[\s),:;\]]|\.(?:\s|$))`)
	docLink = regexp.MustCompile(`(?:^|[^\w])\[\*?([A-Za-z]\w*)((?:\.\w+)*)\](?:$|[^(:\w])`)
)

// missing returns what a line names and what does not exist.
func (c *comments) missing(l line) (list []string) {
	for _, m := range goFile.FindAllStringSubmatch(l.text, -1) {
		if !c.files[m[1]] {
			list = append(list, "no file "+m[1])
		}
	}
	if strings.Contains(l.text, "\t") {
		return list // code, or a table
	}
	for _, m := range docLink.FindAllStringSubmatch(l.text, -1) {
		name := m[1] + m[2]
		link := m[2] != "" || ast.IsExported(name) && strings.ToUpper(name) != name // not a letter, nor [FOLDER]
		if link && !c.declared(l.folder, name) {
			list = append(list, "["+name+"] leads nowhere")
		}
	}
	return list
}

// declared reports whether a name stands for something in a folder: declared there, or in a package that it names. A
// package that is not of this module may declare anything.
func (c *comments) declared(folder, name string) bool {
	if c.names[folder][name] {
		return true
	}
	first, rest, ok := strings.Cut(name, ".")
	if !ok {
		return false
	}
	other := c.names["package "+first]
	return other[rest] || other == nil && !ast.IsExported(first)
}
