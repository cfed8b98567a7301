package main

import (
	"errors"
	"os"

	"golang.org/x/tools/go/packages"
)

// checkMode loads the syntax of all imported packages, so that none is read from export data, which would have to be compiled first.
const checkMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedTypes | packages.NeedSyntax

// TypeCheck type-checks packages and their tests for an operating system. It reads all of them from source, and skips the bodies of
// functions outside the patterns. It compiles nothing, which for another system would take minutes. The error lists all mistakes.
func TypeCheck(dir, goos string, patterns ...string) error {
	list, err := packages.Load(&packages.Config{Mode: checkMode, Dir: dir, Env: append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0"), Tests: true}, patterns...)
	errs := []error{err}
	seen := map[string]bool{} // a file belongs to a package and to its test variant
	packages.Visit(list, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			if !seen[e.Error()] {
				seen[e.Error()], errs = true, append(errs, e)
			}
		}
	})
	return errors.Join(errs...)
}
