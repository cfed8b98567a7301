package main

import (
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

var (
	fileName = regexp.MustCompile(`(?:^|[\s(,\[])([a-z][a-z0-9_]*\.go)(?:$|[\s),:;\]]|\.(?:\s|$))`)
	docLink  = regexp.MustCompile(`(?:^|\W)\[\*?([A-Za-z]\w*)((?:\.\w+)*)\](?:$|[^(:\w])`) // a name in brackets, with dots or without
)

// TestCommentsNameWhatExists: the Go files and the links in brackets that comments name exist. A link without a dot is checked if its name
// is exported. What comes after the name of a package is looked up in every package of this name, but for packages of other modules.
func TestCommentsNameWhatExists(t *testing.T) {
	testkit.Medium(t)
	list := testkit.Must(sourceFiles())(t)
	exists := map[string]bool{} // "file.go", "package" and "package.Name"; "folder:Name" for what the folder declares, tests included
	for _, f := range list {
		name := strings.TrimSuffix(f.Name.Name, "_test")
		exists[filepath.Base(f.path)], exists[name] = true, true
		for _, declared := range declarations(f.File) {
			exists[f.folder+":"+declared], exists[name+"."+declared] = true, true
		}
	}
	for _, f := range list {
		for _, group := range f.Comments {
			for _, c := range group.List {
				for _, m := range fileName.FindAllStringSubmatch(strings.TrimPrefix(c.Text, "//"), -1) {
					if !exists[m[1]] {
						t.Errorf("%v: no file %s", f.Position(c.Pos()), m[1])
					}
				}
				if strings.Contains(c.Text, "\t") {
					continue // code, or a table
				}
				for _, m := range docLink.FindAllStringSubmatch(c.Text, -1) {
					word := m[2] == "" && (!ast.IsExported(m[1]) || strings.ToUpper(m[1]) == m[1]) // also one letter, and [FOLDER]
					foreign := m[2] != "" && !exists[m[1]] && !ast.IsExported(m[1])
					if name := m[1] + m[2]; !word && !foreign && !exists[f.folder+":"+name] && !exists[name] {
						t.Errorf("%v: [%s] leads nowhere", f.Position(c.Pos()), name)
					}
				}
			}
		}
	}
}

// declarations returns the names that a file declares; methods, fields at any depth and embedded types as Type.Member.
func declarations(f *ast.File) (names []string) {
	for _, d := range f.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			names = append(names, strings.TrimPrefix(receiverType(f)+"."+f.Name.Name, "."))
			continue
		}
		for _, s := range d.(*ast.GenDecl).Specs {
			switch s := s.(type) {
			case *ast.ValueSpec:
				for _, id := range s.Names {
					names = append(names, id.Name)
				}
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
				ast.Inspect(s.Type, func(n ast.Node) bool {
					f, ok := n.(*ast.Field)
					if !ok {
						return true
					}
					for _, id := range f.Names {
						names = append(names, s.Name.Name+"."+id.Name)
					}
					if len(f.Names) == 0 {
						embedded := types.ExprString(f.Type)
						names = append(names, s.Name.Name+"."+embedded[strings.LastIndexAny(embedded, "*.")+1:])
					}
					return true
				})
			}
		}
	}
	return names
}

// TestPositionsInGlossary: the FEN records in the glossary, which have four fields, can be read.
func TestPositionsInGlossary(t *testing.T) {
	text := testkit.Must(os.ReadFile(filepath.Join(root, "docs", "GLOSSARY.md")))(t)
	record := regexp.MustCompile("`([1-8pnbrqkPNBRQK]+(?:/[1-8pnbrqkPNBRQK]+){7} [wb] [KQkq-]+ -)`")
	records := record.FindAllStringSubmatch(string(text), -1)
	for _, m := range records {
		if _, err := chess.ParseFEN(m[1] + " 0 1"); err != nil {
			t.Error(err)
		}
	}
	if len(records) < 10 {
		t.Errorf("%d records, want 10 at least: are they still read?", len(records))
	}
}
