// Archtest tests the architecture of this module: which folder may import which, how large packages and types may be, whether names in
// comments exist, and that no pointer into a slice is used after an append to the slice. All but one of the checks are its tests.
//
//	go run ./tools/archtest GOOS
//
// The command type-checks all packages and their tests for another operating system.
package main

import (
	"errors"
	"log"
	"os"

	"golang.org/x/tools/go/packages"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: archtest GOOS")
	}
	if err := typeCheck(".", os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// checkMode loads the syntax of all imported packages, so that none is read from export data, which would have to be compiled first.
const checkMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedTypes | packages.NeedSyntax

// typeCheck type-checks the packages of the module in a folder and their tests for an operating system. It reads all of them from source,
// and skips the bodies of functions outside the module. It compiles nothing, which for another system would take minutes. The error lists
// all mistakes.
func typeCheck(dir, goos string) error {
	list, err := packages.Load(&packages.Config{Mode: checkMode, Dir: dir, Env: append(os.Environ(), "GOOS="+goos, "CGO_ENABLED=0"),
		Tests: true}, "./...")
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
