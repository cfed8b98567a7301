package archtest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A sizedPackage is a package of this module with its size.
type sizedPackage struct {
	Path     string   // relative to the module
	Imports  []string // packages of the module, tests aside, relative to it; sorted
	Test     int      // lines of files ending in _test.go
	Exported int      // exported constants, variables, functions, types and methods; 0 for a command, and in folders named internal
	// Sizes has what is limited: "lines", "longest file" (tests included), and for each type "TYPE fields" and "TYPE methods". Comments are
	// lines, too, and an embedded type is one field.
	Sizes map[string]int
}

// module begins the import paths of this module.
const module = "chesscensus/"

// load returns all packages of this module, sorted by path, as go list knows them. Imports and sizes are those of the files of all
// systems. It returns an error for files that cannot be parsed.
func load() (list []*sizedPackage, err error) {
	out, err := exec.Command("go", "list", "-e", "-f", "{{.ImportPath}} {{.Dir}}", module+"...", module+"web").Output() // ... leaves out web, for browsers alone
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for _, line := range slices.Sorted(strings.Lines(string(out))) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		p := &sizedPackage{Path: strings.TrimPrefix(path, module), Sizes: map[string]int{}}
		files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, name := range files {
			if err := p.addFile(name); err != nil {
				return nil, err
			}
		}
		slices.Sort(p.Imports)
		p.Imports = slices.Compact(p.Imports)
		list = append(list, p)
	}
	return list, nil
}

// addFile adds the size and the imports of a file.
func (p *sizedPackage) addFile(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	lines := bytes.Count(text, []byte("\n"))
	p.Sizes["longest file"] = max(p.Sizes["longest file"], lines)
	if strings.HasSuffix(name, "_test.go") {
		p.Test += lines
		return nil
	}
	p.Sizes["lines"] += lines
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, i := range f.Imports {
		if path, ours := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), module); ours {
			p.Imports = append(p.Imports, path)
		}
	}
	eachDeclaration(f, func(receiver, name string, typ ast.Expr) {
		if receiver != "" {
			p.Sizes[receiver+" methods"]++
		}
		if s, ok := typ.(*ast.StructType); ok {
			p.Sizes[name+" fields"] = s.Fields.NumFields()
		}
		if ast.IsExported(name) && (receiver == "" || ast.IsExported(receiver)) && f.Name.Name != "main" && !strings.Contains("/"+p.Path+"/", "/internal/") {
			p.Exported++
		}
	})
	return nil
}

// eachDeclaration calls do with each name that a file declares, the receiver's type of a method, and what stands behind the name of a type.
func eachDeclaration(f *ast.File, do func(receiver, name string, typ ast.Expr)) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			receiver := ""
			if d.Recv != nil {
				receiver, _, _ = strings.Cut(strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*"), "[")
			}
			do(receiver, d.Name.Name, nil)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, id := range s.Names {
						do("", id.Name, nil)
					}
				case *ast.TypeSpec:
					do("", s.Name.Name, s.Type)
				}
			}
		}
	}
}
