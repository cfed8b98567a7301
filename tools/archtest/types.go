package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// TypeCheck type-checks the packages of patterns with their tests for an operating system, in a folder of their module. All are read from
// source, without the bodies of functions outside of the module: nothing is compiled, which for another system than this would take minutes.
// The error has all that was found.
func TypeCheck(dir, goos string, patterns ...string) error {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-test", "-json=ImportPath,Dir,GoFiles,ImportMap,DepOnly,Module"}, patterns...)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list: %v %s", err, stderr.String())
	}
	var found []error
	fset := token.NewFileSet()
	done := map[string]*types.Package{"unsafe": types.Unsafe}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Dir string
			GoFiles         []string
			ImportMap       map[string]string // from a path in the text to a vendored package, or one built for a test
			DepOnly         bool
			Module          *struct {
				GoVersion string
				Main      bool
			}
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return errors.Join(found...)
		} else if err != nil {
			return err
		}
		if strings.HasSuffix(p.ImportPath, ".test") || p.ImportPath == "unsafe" { // the program of a test is generated
			continue
		}
		own := p.Module != nil && p.Module.Main
		config := types.Config{
			Error: func(err error) { found = append(found, err) }, IgnoreFuncBodies: !own, Sizes: types.SizesFor("gc", "amd64"),
			Importer: imports(func(path string) (*types.Package, error) {
				if q := done[cmp.Or(p.ImportMap[path], path)]; q != nil {
					return q, nil
				}
				return nil, fmt.Errorf("no package %s", path)
			}),
		}
		if p.Module != nil && p.Module.GoVersion != "" {
			config.GoVersion = "go" + p.Module.GoVersion
		}
		var files []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				found = append(found, err)
				continue
			}
			files = append(files, f)
		}
		path, _, _ := strings.Cut(p.ImportPath, " ") // "p [q.test]" is p as built for the test of q
		done[p.ImportPath], _ = config.Check(path, fset, files, nil)
	}
}

// imports is a function as an importer.
type imports func(path string) (*types.Package, error)

// Import implements [types.Importer].
func (f imports) Import(path string) (*types.Package, error) { return f(path) }
