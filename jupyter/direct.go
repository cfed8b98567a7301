package jupyter

import (
	"context"
	"go/version"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"text/template"
	"time"
)

// directTemplate is the part of bin/go that compiles and links without the go tool. The function
// compiled reports whether main.go was compiled, now or before, into the archive Program.a.
var directTemplate = template.Must(template.New("direct").Parse(`compiled() {
	[ "$GOFLAGS" = {{.Flags}} ] && [ -z "$GOOS$GOARCH" ] && [ -f {{.Archives}} ] && [ -f main.go ] || return 1
	cmp -s main.go {{.Program}}.go && [ -f {{.Program}}.a ] && return 0
	rm -f {{.Program}}.a
	{{.Compile}} -o {{.Program}}.a -p main -lang={{.Language}} -dwarf=false -complete -nolocalimports \
		-importcfg {{.Archives}} -pack ./main.go >{{.Program}}.log 2>&1 && cp main.go {{.Program}}.go
}
case "$1 $2 $3" in
"get  ")
	compiled && exit 0
	;;
"build -o "*/gonb_*)
	[ $# -eq 3 ] && compiled && {{.Link}} -o "$3" -importcfg {{.Archives}} -buildmode=exe -s -w \
		{{.Program}}.a >{{.Program}}.log 2>&1 && exec touch {{.Built}}
	;;
esac
`))

// directScript returns the part of bin/go that compiles and links the program of a cell by Go's compiler and linker themselves, with the
// archives that package lookup lists. "go build" would search for these archives for each cell. Before it, GoNB calls "go get", to find out
// whether a module is missing. If the cell compiles, no module is missing. docs/LABORATORY.md has the processor time of cells with and
// without the go tool.
//
// If a command fails here, also because of an error in the cell, the go tool repeats it: its messages have the form
// that GoNB expects. Commands with other flags, and cells for another system, go to the go tool, too.
//
// The result is "" where the script is not known to work: on systems other than Linux, if the compiler is not found, or without goVersion, the
// version of the language in go.mod.
func (s *session) directScript(goVersion string) string {
	if runtime.GOOS != "linux" || goVersion == "" {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.goTool, "env", "GOTOOLDIR")
	cmd.Dir = s.root // its go.mod decides on the version
	out, err := cmd.Output()
	if err != nil {
		return ""
	}
	tools := strings.TrimSpace(string(out))
	return expand(directTemplate, map[string]string{
		"Flags":    shellQuote(cellFlags("")),
		"Archives": shellQuote(s.archivesFile()),
		"Program":  shellQuote(filepath.Join(s.dir, "main")),
		"Compile":  shellQuote(filepath.Join(tools, "compile")),
		"Language": version.Lang("go" + goVersion),
		"Link":     shellQuote(filepath.Join(tools, "link")),
		"Built":    shellQuote(s.builtFile()),
	})
}

// builtFile returns the path of a file that exists once the program of a cell was made, or could not be.
func (s *session) builtFile() string { return filepath.Join(s.dir, "built") }

// archivesFile returns the path of the file that lists the archives of compiled packages.
func (s *session) archivesFile() string { return filepath.Join(s.dir, "archives") }
