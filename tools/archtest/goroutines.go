package archtest

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// launchers are methods and functions of other people that run what they are given in a goroutine of its own, by their names alone.
var launchers = []string{"Go", "Parallel", "RunParallel", "AfterFunc", "AddCleanup", "SetFinalizer", "Serve", "ListenAndServe"}

// suspects are imports that the race detector should see whatever the code looks like: the first two are checked for wild
// pointers by it, the others call writers, handlers and hooks of ours from goroutines of their own.
var suspects = []string{"unsafe", "C", "os/exec", "net", "net/http"}

// Launches reports whether a file starts goroutines, or may: it has a go statement, calls something called like one of
// the launchers, or imports a suspect.
func Launches(f *ast.File) (yes bool) {
	for _, spec := range f.Imports {
		path, _ := strconv.Unquote(spec.Path.Value)
		yes = yes || slices.Contains(suspects, path)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			yes = true
		case *ast.CallExpr:
			if sel, ok := n.Fun.(*ast.SelectorExpr); ok && slices.Contains(launchers, sel.Sel.Name) {
				yes = true
			}
		}
		return !yes
	})
	return yes
}

// A listed package is what go list says of it.
type listed struct {
	ImportPath, Dir                              string
	GoFiles, CgoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports           []string
}

// Concurrent returns the import paths of the packages of the module below root whose tests may run two goroutines: the package or its tests
// start some, or they import, by any number of steps, a package of the module that does. Only these can have a data race: it takes two
// goroutines. The tests of all others run in one goroutine from the first line to the last, and the race detector, which sees
// what happens and nothing else, can find nothing in them.
//
// It asks the go tool and reads all files; an error says what either does not like.
func Concurrent(root string) ([]string, error) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = root
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("archtest: go list: %w: %s", err, stderr.String())
	}
	all := map[string]*listed{}
	var order []string
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		p := new(listed)
		if err := d.Decode(p); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("archtest: go list: %w", err)
		}
		all[p.ImportPath], order = p, append(order, p.ImportPath)
	}
	return concurrent(all, order)
}

// concurrent is Concurrent of packages in an order.
func concurrent(all map[string]*listed, order []string) (list []string, err error) {
	known := map[string]bool{}
	var launches func(path string) bool // the package itself or what it imports
	launches = func(path string) bool {
		p := all[path]
		yes, ok := known[path]
		if p == nil || ok || err != nil {
			return yes
		}
		yes, err = anyLaunches(p.Dir, slices.Concat(p.GoFiles, p.CgoFiles))
		yes = yes || slices.ContainsFunc(p.Imports, launches)
		known[path] = yes
		return yes
	}
	for _, path := range order {
		p := all[path]
		tests := slices.Concat(p.TestGoFiles, p.XTestGoFiles)
		if len(tests) == 0 {
			continue
		}
		yes := launches(path) || slices.ContainsFunc(slices.Concat(p.TestImports, p.XTestImports), launches)
		if err == nil && !yes {
			yes, err = anyLaunches(p.Dir, tests)
		}
		if err != nil {
			return nil, err
		}
		if yes {
			list = append(list, path)
		}
	}
	return list, nil
}

// anyLaunches reports whether one of the files of a folder launches goroutines.
func anyLaunches(dir string, files []string) (bool, error) {
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return false, fmt.Errorf("archtest: %w", err)
		}
		if Launches(f) {
			return true, nil
		}
	}
	return false, nil
}
