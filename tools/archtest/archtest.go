// Archtest tests the architecture of this module: which folder may import which ([Rules]), how large
// packages and types may be (sizes_test.go), whether names in comments exist, and that no pointer into a
// slice lives across an append to it (aliasfinder_test.go).
//
//	go run ./tools/archtest [-picture FILE] [-types GOOS/GOARCH]
//
// The command prints a table with the size of every package and the largest numbers of fields and methods of a type. With -picture it
// draws the picture of docs/ARCHITECTURE.md ([Picture]), with -types it type-checks all packages for another system ([TypeCheck]).
package main

import (
	"errors"
	"flag"
	"log"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

//go:generate go run . -picture ../../docs/img/architecture.svg

func main() {
	log.SetFlags(0)
	picture := flag.String("picture", "", "write the picture of the top folders to `FILE`")
	system := flag.String("types", "", "type-check all packages and tests for the system `GOOS/GOARCH`, or GOOS alone, without compiling anything")
	flag.Parse()
	if *system != "" {
		if err := TypeCheck(".", *system, "./..."); err != nil {
			log.Fatal(err)
		}
		return
	}
	list, err := Load()
	if err == nil && *picture != "" {
		err = os.WriteFile(*picture, []byte(Picture(list)), 0o666)
	} else if err == nil {
		err = writeSizes(os.Stdout, list)
	}
	if err != nil {
		log.Fatal("archtest: ", err)
	}
}

// Rules has a line for each top folder. The folders are in the order of the layers: each may import only earlier ones. Imports within a
// folder are always allowed, and tests may import anything. Folders of a layer are drawn in this order.
var Rules = []Rule{
	{"internal", "", ""},
	{"recheck", "independent checker", ""}, // it shares nothing with what it checks
	{"chess", "the game", ""},
	{"stats", "estimates", "internal"},
	{"jupyter", "notebook kernel", "internal"},
	{"sampler", "sets and draws", "chess internal"},
	{"legality", "verdicts", "chess internal"},
	{"survey", "draw, judge, tally", "chess stats sampler legality internal"},
	{"plots", "figures", "chess stats internal"},
	{"paper", "article", "chess stats sampler legality survey plots internal"},
	{"census", "one import", "chess stats jupyter sampler legality survey plots internal"},
	{"tools", "for developers", "chess stats recheck sampler legality survey plots paper internal"},
	{"cmd", "programs", "chess stats jupyter recheck sampler legality survey plots census paper internal"},
	{"web", "page", "chess stats sampler legality survey plots recheck internal"},
}

// A Rule names a folder, what the picture says of it, and the folders that it may import, separated by blanks.
type Rule struct{ Folder, Caption, Imports string }

// top returns the first folder of a path.
func top(path string) string {
	folder, _, _ := strings.Cut(path, "/")
	return folder
}

// forTests reports whether a package is for tests only.
func forTests(path string) bool {
	return strings.HasPrefix(path, "internal/testing/") || strings.HasSuffix(path, "test")
}

// checkMode loads the syntax of all imported packages, so that none is read from export data, which would have to be compiled first.
const checkMode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedTypes | packages.NeedSyntax

// TypeCheck type-checks packages and their tests for a system: windows, say, or linux/386. It reads all of them from source, and skips
// the bodies of functions outside the patterns. It compiles nothing, which for another system would take minutes. The error lists all
// mistakes.
func TypeCheck(dir, system string, patterns ...string) error {
	goos, goarch, _ := strings.Cut(system, "/") // without GOARCH, it is that of this machine
	list, err := packages.Load(&packages.Config{Mode: checkMode, Dir: dir, Env: append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0"),
		Tests: true}, patterns...)
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
