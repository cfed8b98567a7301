package main

import (
	"errors"
	"os"

	"golang.org/x/tools/go/packages"
)

// checked is what the check of types needs: syntax for the packages of all imports, so that none is read from what the compiler has written.
const checked = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedTypes | packages.NeedSyntax

// TypeCheck type-checks the packages of patterns with their tests for an operating system, in a folder of their module. All are read from
// source, without the bodies of functions outside of the patterns: nothing is compiled, which for another system than this would take minutes.
// The error has all that was found.
func TypeCheck(dir, goos string, patterns ...string) error {
	list, err := packages.Load(&packages.Config{Mode: checked, Dir: dir, Env: append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0"), Tests: true}, patterns...)
	found := []error{err}
	seen := map[string]bool{} // a file belongs to a package and to the one built for its test
	packages.Visit(list, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			if !seen[e.Error()] {
				seen[e.Error()], found = true, append(found, e)
			}
		}
	})
	return errors.Join(found...)
}
