package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

var (
	goFile  = regexp.MustCompile(`(?:^|[\s(,\[])([a-z][a-z0-9_]*\.go)(?:$|[\s),:;\]]|\.(?:\s|$))`)
	docLink = regexp.MustCompile(`(?:^|[^\w])\[\*?([A-Za-z]\w*)((?:\.\w+)*)\](?:$|[^(:\w])`)
)

// brokenReferences returns the places below a folder where a comment names something that does not exist: a Go file that is nowhere in
// the folder, or a link in brackets, such as rule.Folder, to an unknown name. It checks names only.
//
// Names are looked up in the package itself, test files included, and after the name of a package in every package with that name.
// Packages outside the module are not checked. The error is that of a file that cannot be parsed.
func brokenReferences(root string) (list []string, err error) {
	files := map[string]bool{}            // by base name
	names := map[string]map[string]bool{} // declared in a folder, or in "package p"; members as Type.Member
	type line struct{ place, folder, text string }
	var lines []line
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (len(d.Name()) > 2 && d.Name()[0] == '.' || d.Name() == "testdata"):
			return fs.SkipDir
		}
		files[d.Name()] = true
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
			if names[key] == nil {
				names[key] = map[string]bool{}
			}
			addDeclarations(names[key], f)
		}
		for _, g := range f.Comments {
			for _, c := range g.List {
				if text, ok := strings.CutPrefix(c.Text, "//"); ok && !strings.HasPrefix(text, "go:") {
					lines = append(lines, line{fmt.Sprintf("%s:%d", path, set.Position(c.Pos()).Line), folder, text})
				}
			}
		}
		return nil
	})
	for _, l := range lines {
		for _, m := range goFile.FindAllStringSubmatch(l.text, -1) {
			if !files[m[1]] {
				list = append(list, l.place+": no file "+m[1])
			}
		}
		if strings.Contains(l.text, "\t") {
			continue // code, or a table
		}
		for _, m := range docLink.FindAllStringSubmatch(l.text, -1) {
			name, other := m[1]+m[2], names["package "+m[1]]
			link := m[2] != "" || ast.IsExported(name) && strings.ToUpper(name) != name             // neither one letter nor [FOLDER]
			known := names[l.folder][name] || m[2] != "" && other[strings.TrimPrefix(m[2], ".")] || // in this package or in the named one
				m[2] != "" && other == nil && !ast.IsExported(m[1]) // packages outside the module are not checked
			if link && !known {
				list = append(list, l.place+": ["+name+"] leads nowhere")
			}
		}
	}
	slices.Sort(list)
	return list, err
}

// addDeclarations adds the names that a file declares: those of its package, and methods, fields at any depth and embedded types as
// Type.Member.
func addDeclarations(names map[string]bool, f *ast.File) {
	eachDeclaration(f, func(receiver, name string, typ ast.Expr) {
		names[name], names[receiver+"."+name] = true, true
		if typ == nil {
			return
		}
		ast.Inspect(typ, func(n ast.Node) bool {
			f, ok := n.(*ast.Field)
			if !ok {
				return true
			}
			for _, id := range f.Names {
				names[name+"."+id.Name] = true
			}
			if len(f.Names) == 0 {
				embedded := strings.TrimPrefix(types.ExprString(f.Type), "*")
				names[name+"."+embedded[strings.LastIndex(embedded, ".")+1:]] = true
			}
			return true
		})
	})
}

// TestCommentsNameWhatExists: no comment of this module has a broken reference.
func TestCommentsNameWhatExists(t *testing.T) {
	testkit.Medium(t)
	list := testkit.Must(brokenReferences(filepath.Join("..", "..")))(t)
	for _, place := range list {
		t.Error(place)
	}
}
