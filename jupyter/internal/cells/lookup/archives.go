package lookup

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"chesscensus/internal/safefile"
)

// alwaysImported holds packages that the program of every cell imports, whatever the cell does.
var alwaysImported = []string{"flag", "chesscensus/jupyter/cell"}

// listFormat is the format of "go list" for Load. A line has the path of a package and the file with its archive. Packages of the main module and
// of modules that are replaced by a folder can change while the kernel runs: for these the line has the folder and the sources, too.
const listFormat = `{{.ImportPath}}	{{.Export}}{{$local := false}}` +
	`{{with .Module}}{{if .Main}}{{$local = true}}{{end}}{{with .Replace}}{{if not .Version}}{{$local = true}}{{end}}{{end}}{{end}}` +
	`{{if $local}}	{{.Dir}}{{range .GoFiles}}	{{.}}{{end}}{{range .CgoFiles}}	{{.}}{{end}}{{range .SFiles}}	{{.}}{{end}}{{range .EmbedFiles}}	{{.}}{{end}}{{end}}`

// A state is the modification time and size of a file or folder. Size -1 means that there is none, -2 that the state is unknown.
type state struct {
	time time.Time
	size int64
}

// stateOf returns the present state of a file or folder.
func stateOf(path string) state {
	info, err := os.Stat(path)
	if err != nil {
		return state{size: -1}
	}
	return state{info.ModTime(), info.Size()}
}

// recordExports records the output of "go list" in the form of listFormat, and writes the file Archives. It skips packages without an archive.
// A source that has changed since the start of the go tool may not be the one that was compiled. Its state counts as unknown, so that Refresh
// forgets it.
func (p *Packages) recordExports(out string, start time.Time) {
	if p.exports == nil {
		p.exports, p.sources = make(map[string]string), make(map[string]state)
	}
	for line := range strings.Lines(out) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(fields) < 2 || fields[1] == "" {
			continue
		}
		p.exports[fields[0]] = fields[1]
		for i, name := range fields[2:] { // the folder, and then its sources
			path := name
			if i > 0 {
				path = filepath.Join(fields[2], name)
			}
			s := stateOf(path)
			if !s.time.Before(start) {
				s = state{size: -2}
			}
			p.sources[path] = s
		}
	}
	p.writeArchives()
}

// writeArchives writes the file Archives, in the form of the option -importcfg of Go's compiler and linker. If that fails it removes the
// file, and cells are built by the go tool.
func (p *Packages) writeArchives() {
	if p.Archives == "" {
		return
	}
	var b bytes.Buffer
	for _, importPath := range slices.Sorted(maps.Keys(p.exports)) {
		fmt.Fprintf(&b, "packagefile %s=%s\n", importPath, p.exports[importPath])
	}
	if safefile.Write(p.Archives, b.Bytes(), 0o600) != nil {
		os.Remove(p.Archives)
	}
}

// Refresh forgets the export data of all packages and removes the file Archives if a source of one has changed, or a file in its folder was added or
// removed. Packages are then loaded again on demand. It reads the times and sizes of some hundred files, which takes two milliseconds.
func (p *Packages) Refresh() {
	for path, s := range p.sources {
		if stateOf(path) != s {
			p.exports, p.sources, p.imp = nil, nil, nil
			if p.Archives != "" {
				os.Remove(p.Archives)
			}
			return
		}
	}
}
