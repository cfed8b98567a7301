package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// A sourceFile is a Go file of this module.
type sourceFile struct {
	path, folder string // relative to the module, with slashes
	lines        int
	*ast.File
	*token.FileSet
}

// sourceFiles parses all Go files of this module once, tests included. Folders that begin with a dot or are named testdata are left out.
var sourceFiles = sync.OnceValues(func() (list []sourceFile, err error) {
	fset := token.NewFileSet()
	err = fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (d.Name()[0] == '.' || d.Name() == "testdata"):
			return fs.SkipDir
		case filepath.Ext(path) != ".go":
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			return err
		}
		f, err := parser.ParseFile(fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
		list = append(list, sourceFile{path, strings.TrimSuffix(path, "/"+d.Name()), bytes.Count(text, []byte("\n")), f, fset})
		return err
	})
	return list, err
})

// receiverType returns the name of the receiver's type of a method, "" for a function.
func receiverType(f *ast.FuncDecl) (name string) {
	if f.Recv != nil {
		ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && name == "" {
				name = id.Name
			}
			return name == ""
		})
	}
	return name
}
