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

// A Text is the documentation of a name.
type Text struct {
	// Declaration is the Go declaration, without the body of a function; comments within it are kept.
	Declaration string
	// Comment is plain text, with lines of at most 80 bytes; Markup is the same as HTML.
	Comment, Markup string
}

// Plain returns the text for a terminal.
func (t Text) Plain() string { return strings.TrimSpace(t.Declaration + "\n\n" + t.Comment) }

// HTML returns the text for a web page.
func (t Text) HTML() string {
	return "<pre>" + html.EscapeString(t.Declaration) + "</pre>\n" + t.Markup
}

// Sources returns the folder of a package and the names of its Go files.
type Sources func(path string) (dir string, files []string, err error)

// A Library reads the documentation of packages and keeps it. One goroutine at a time may use it.
type Library struct {
	Sources Sources
	loaded  map[string]*pkg
}

// A pkg is the parsed documentation of a package.
type pkg struct {
	fset *token.FileSet
	*doc.Package
}

// Find returns the text on an exported name of a package, on the package itself if name is "", or, with a member, on
// a method or field of the type with that name. Package builtin may be searched, too.
func (l *Library) Find(path, name, member string) (Text, error) {
	p, err := l.load(path)
	if err != nil {
		return Text{}, err
	}
	if name == "" {
		return p.newText("package "+p.Name+" // import \""+path+"\"", p.Doc), nil
	}
	node, comment := p.find(name, member)
	if node == nil {
		return Text{}, fmt.Errorf("docs: package %s has no %s", path, strings.TrimSuffix(name+"."+member, "."))
	}
	return p.newText(p.declarationText(node), comment), nil
}

// load reads a package, once.
func (l *Library) load(path string) (*pkg, error) {
	if p := l.loaded[path]; p != nil {
		return p, nil
	}
	dir, fileNames, err := l.Sources(path)
	if err != nil {
		return nil, err
	}
	p := &pkg{fset: token.NewFileSet()}
	var files []*ast.File
	for _, name := range fileNames {
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
	if l.loaded == nil {
		l.loaded = make(map[string]*pkg)
	}
	l.loaded[path] = p
	return p, nil
}

// find returns the declaration of a name and its comment, nil if there is none.
func (p *pkg) find(name, member string) (ast.Node, string) {
	for _, t := range p.Types {
		switch {
		case t.Name == name && member != "":
			return findMember(t, member)
		case t.Name == name:
			return t.Decl, t.Doc
		case member != "":
			continue
		}
		if f, comment := findFunc(t.Funcs, name); f != nil {
			return f, comment
		}
		if v, comment := findValue(append(append([]*doc.Value{}, t.Consts...), t.Vars...), name); v != nil {
			return v, comment
		}
	}
	if member != "" {
		return nil, ""
	}
	if f, comment := findFunc(p.Funcs, name); f != nil {
		return f, comment
	}
	return findValue(append(append([]*doc.Value{}, p.Consts...), p.Vars...), name)
}

// findFunc returns the function of a name in a list and its comment. If there is none the node is a nil interface.
func findFunc(list []*doc.Func, name string) (ast.Node, string) {
	for _, f := range list {
		if f.Name == name {
			return f.Decl, f.Doc
		}
	}
	return nil, ""
}

// findValue returns the line that declares a constant or variable, and the comments of its group and of the line.
func findValue(list []*doc.Value, name string) (ast.Node, string) {
	for _, v := range list {
		for _, spec := range v.Decl.Specs {
			s, ok := spec.(*ast.ValueSpec)
			if !ok || !hasName(s.Names, name) {
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

// findMember returns the declaration of a method or field of a type and its comment, nil if there is none.
func findMember(t *doc.Type, member string) (ast.Node, string) {
	if f, comment := findFunc(t.Methods, member); f != nil {
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
			if hasName(f.Names, member) {
				return &ast.FieldList{List: []*ast.Field{{Names: f.Names, Type: f.Type}}}, f.Doc.Text() + f.Comment.Text()
			}
		}
	}
	return nil, ""
}

// hasName reports whether one of the identifiers has the name.
func hasName(list []*ast.Ident, name string) bool {
	return slices.ContainsFunc(list, func(id *ast.Ident) bool { return id.Name == name })
}

// declarationText returns the source of a declaration. A function comes without its body.
func (p *pkg) declarationText(node ast.Node) string {
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

// newText returns a Text with the comment in both forms.
func (p *pkg) newText(declaration, comment string) Text {
	return Text{Declaration: declaration, Comment: string(p.Text(comment)), Markup: string(p.Package.HTML(comment))}
}
