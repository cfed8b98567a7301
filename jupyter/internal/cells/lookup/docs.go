package lookup

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"html"
	"path/filepath"
	"slices"
	"strings"
)

// A Text is what is known of a name.
type Text struct {
	// Declaration is Go, without the body of a function and with comments within.
	Declaration string
	// Comment is plain text, with lines of at most 80 bytes; Markup is the same as HTML.
	Comment, Markup string
}

// Plain is the text for a terminal.
func (t Text) Plain() string { return strings.TrimSpace(t.Declaration + "\n\n" + t.Comment) }

// HTML is the text for a page.
func (t Text) HTML() string {
	return "<pre>" + html.EscapeString(t.Declaration) + "</pre>\n" + t.Markup
}

// Sources says where a package is: its folder, and the names of its Go files.
type Sources func(path string) (dir string, files []string, err error)

// A Library keeps the packages that it has read. One goroutine at a time may use it.
type Library struct {
	Sources Sources
	read    map[string]*pkg
}

// A pkg is a package that was read.
type pkg struct {
	fset *token.FileSet
	*doc.Package
}

// Find finds what a name means: of a package itself if name is "", or of what it exports at its top level; with a member,
// a method or field of the type with that name. Package builtin may be asked, too.
func (l *Library) Find(path, name, member string) (Text, error) {
	p, err := l.open(path)
	if err != nil {
		return Text{}, err
	}
	if name == "" {
		return p.text("package "+p.Name+" // import \""+path+"\"", p.Doc), nil
	}
	node, comment := p.find(name, member)
	if node == nil {
		return Text{}, fmt.Errorf("docs: package %s has no %s", path, strings.TrimSuffix(name+"."+member, "."))
	}
	return p.text(p.source(node), comment), nil
}

// open reads a package, once.
func (l *Library) open(path string) (*pkg, error) {
	if p := l.read[path]; p != nil {
		return p, nil
	}
	dir, names, err := l.Sources(path)
	if err != nil {
		return nil, err
	}
	p := &pkg{fset: token.NewFileSet()}
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(p.fset, filepath.Join(dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("docs: %w", err)
		}
		files = append(files, f)
	}
	mode := doc.Mode(0)
	if path == "builtin" {
		mode = doc.AllDecls
	}
	if p.Package, err = doc.NewFromFiles(p.fset, files, path, mode); err != nil {
		return nil, fmt.Errorf("docs: %s: %w", path, err)
	}
	if l.read == nil {
		l.read = make(map[string]*pkg)
	}
	l.read[path] = p
	return p, nil
}

// find is the declaration of a name and its comment, nil if there is none.
func (p *pkg) find(name, member string) (ast.Node, string) {
	for _, t := range p.Types {
		switch {
		case t.Name == name && member != "":
			return ofType(t, member)
		case t.Name == name:
			return t.Decl, t.Doc
		case member != "":
			continue
		}
		if f, comment := function(t.Funcs, name); f != nil {
			return f, comment
		}
		if v, comment := value(append(append([]*doc.Value{}, t.Consts...), t.Vars...), name); v != nil {
			return v, comment
		}
	}
	if member != "" {
		return nil, ""
	}
	if f, comment := function(p.Funcs, name); f != nil {
		return f, comment
	}
	return value(append(append([]*doc.Value{}, p.Consts...), p.Vars...), name)
}

// function is one of a list by its name. The result is nil, not a nil pointer, if there is none.
func function(list []*doc.Func, name string) (ast.Node, string) {
	for _, f := range list {
		if f.Name == name {
			return f.Decl, f.Doc
		}
	}
	return nil, ""
}

// value is the line of a constant or variable, with the comment of its group and its own.
func value(list []*doc.Value, name string) (ast.Node, string) {
	for _, v := range list {
		for _, spec := range v.Decl.Specs {
			s, ok := spec.(*ast.ValueSpec)
			if !ok || !names(s.Names, name) {
				continue
			}
			comment := v.Doc
			if own := s.Doc.Text() + s.Comment.Text(); own != "" && own != comment {
				comment += "\n" + own
			}
			line := *s
			line.Doc, line.Comment = nil, nil
			return &ast.GenDecl{Tok: v.Decl.Tok, Specs: []ast.Spec{&line}}, comment
		}
	}
	return nil, ""
}

// ofType is a method or field of a type.
func ofType(t *doc.Type, member string) (ast.Node, string) {
	if f, comment := function(t.Methods, member); f != nil {
		return f, comment
	}
	for _, spec := range t.Decl.Specs {
		s, ok := spec.(*ast.TypeSpec)
		if !ok || s.Name.Name != t.Name {
			continue
		}
		var list *ast.FieldList
		switch u := s.Type.(type) {
		case *ast.StructType:
			list = u.Fields
		case *ast.InterfaceType:
			list = u.Methods
		}
		if list == nil {
			continue
		}
		for _, f := range list.List {
			if names(f.Names, member) {
				return &ast.FieldList{List: []*ast.Field{{Names: f.Names, Type: f.Type}}}, f.Doc.Text() + f.Comment.Text()
			}
		}
	}
	return nil, ""
}

func names(list []*ast.Ident, name string) bool {
	return slices.ContainsFunc(list, func(id *ast.Ident) bool { return id.Name == name })
}

// source is a declaration as text.
func (p *pkg) source(node ast.Node) string {
	var b bytes.Buffer
	if list, ok := node.(*ast.FieldList); ok { // one field, or method of an interface
		f := list.List[0]
		for i, id := range f.Names {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(id.Name)
		}
		if _, method := f.Type.(*ast.FuncType); !method {
			b.WriteByte(' ')
		}
		format.Node(&b, p.fset, f.Type)
		return strings.Replace(b.String(), "func(", "(", 1)
	}
	if f, ok := node.(*ast.FuncDecl); ok {
		head := *f
		head.Doc, head.Body = nil, nil
		node = &head
	}
	if err := format.Node(&b, p.fset, node); err != nil {
		return ""
	}
	return b.String()
}

// text puts both forms together.
func (p *pkg) text(declaration, comment string) Text {
	return Text{Declaration: declaration, Comment: string(p.Text(comment)), Markup: string(p.Package.HTML(comment))}
}
