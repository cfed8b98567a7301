package jupyter

import (
	"context"
	"fmt"
	"go/version"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
)

// directScript is the part of bin/go that compiles and links the program of a cell by Go's compiler and linker themselves, with the archives that the kernel
// keeps a list of (package lookup). "go build" finds these anew each time, which takes as long as half of the linking, and GoNB's "go get" before it asks again
// whether a module is missing: none is if the cell compiles. What fails here, be it for an error in the cell, goes to the go tool, which says so in the form that GoNB expects.
//
// It is "" where this is not known to work: on other systems than Linux, or if the compiler is not found. Flags and targets other than ours go to the go tool too.
func (s *session) directScript(seed []byte) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.goTool, "env", "GOTOOLDIR")
	cmd.Dir = s.root // its go.mod decides on the version
	out, err := cmd.Output()
	tools := strings.TrimSpace(string(out))
	mod, modErr := modfile.ParseLax("go.mod", seed, nil)
	if runtime.GOOS != "linux" || err != nil || modErr != nil || mod.Go == nil {
		return ""
	}
	return fmt.Sprintf(`compiled() {
	[ "$GOFLAGS" = %s ] && [ -z "$GOOS$GOARCH" ] && [ -f %[2]s ] && [ -f main.go ] || return 1
	cmp -s main.go %[3]s.go && [ -f %[3]s.a ] && return 0
	rm -f %[3]s.a
	%[4]s -o %[3]s.a -p main -lang=%[5]s -dwarf=false -complete -nolocalimports -importcfg %[2]s -pack ./main.go >%[3]s.log 2>&1 && cp main.go %[3]s.go
}
case "$1 $2 $3" in
"get  ")
	compiled && exit 0
	;;
"build -o "*/gonb_*)
	[ $# -eq 3 ] && compiled && %[6]s -o "$3" -importcfg %[2]s -buildmode=exe -s -w %[3]s.a >%[3]s.log 2>&1 && exec touch %[7]s
	;;
esac
`, shellQuote(cellFlags("")), shellQuote(s.archives()), shellQuote(filepath.Join(s.dir, "main")),
		shellQuote(filepath.Join(tools, "compile")), version.Lang("go"+mod.Go.Version), shellQuote(filepath.Join(tools, "link")), shellQuote(s.built()))
}

// built is a file that is there once the program of a cell was made, or could not be.
func (s *session) built() string { return filepath.Join(s.dir, "built") }

// archives is the file with the names of compiled packages.
func (s *session) archives() string { return filepath.Join(s.dir, "archives") }
