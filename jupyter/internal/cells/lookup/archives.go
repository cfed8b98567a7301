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

	"chesscensus/internal/atomicfile"
)

// usual are packages that the program of every cell imports, whatever the cell does.
var usual = []string{"flag", "chesscensus/jupyter/cell"}

// listed is what Load asks of a package and of all that it imports: its path, the file with its archive, and its sources if they can change while the
// kernel runs, as those of this project can.
const listed = `{{.ImportPath}}	{{.Export}}{{$local := false}}{{with .Module}}{{if .Main}}{{$local = true}}{{end}}{{with .Replace}}{{if not .Version}}{{$local = true}}{{end}}{{end}}{{end}}` +
	`{{if $local}}	{{.Dir}}{{range .GoFiles}}	{{.}}{{end}}{{range .CgoFiles}}	{{.}}{{end}}{{range .SFiles}}	{{.}}{{end}}{{range .EmbedFiles}}	{{.}}{{end}}{{end}}`

// A state of a file or folder.
type state struct {
	time time.Time
	size int64
}

func stateOf(path string) state {
	info, err := os.Stat(path)
	if err != nil {
		return state{size: -1}
	}
	return state{info.ModTime(), info.Size()}
}

// note takes the answer to one question over. A source that has changed since the question was asked at the given time may not be the one that was
// compiled: it counts as changed.
func (p *Packages) note(out string, asked time.Time) {
	if p.exports == nil {
		p.exports, p.sources = make(map[string]string), make(map[string]state)
	}
	for line := range strings.Lines(out) {
		fields := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(fields) < 2 || fields[1] == "" {
			continue
		}
		p.exports[fields[0]] = fields[1]
		for i, name := range fields[2:] {
			if i > 0 {
				name = filepath.Join(fields[2], name)
			}
			s := stateOf(name)
			if !s.time.Before(asked) {
				s = state{size: -2}
			}
			p.sources[name] = s
		}
	}
	p.writeArchives()
}

// writeArchives writes the file Archives, in the form of the option -importcfg of Go's compiler and linker. Where it cannot be written the go tool does the work.
func (p *Packages) writeArchives() {
	if p.Archives == "" {
		return
	}
	var b bytes.Buffer
	for _, where := range slices.Sorted(maps.Keys(p.exports)) {
		fmt.Fprintf(&b, "packagefile %s=%s\n", where, p.exports[where])
	}
	if atomicfile.Write(p.Archives, b.Bytes(), 0o600) != nil {
		os.Remove(p.Archives)
	}
}

// Refresh forgets what was read of packages if a source of one has changed since, be it by a file more in its folder: the compiler is asked again. It looks at
// the times and sizes of some hundred files, which takes two milliseconds.
func (p *Packages) Refresh() {
	for name, s := range p.sources {
		if stateOf(name) != s {
			p.exports, p.sources, p.imp = nil, nil, nil
			if p.Archives != "" {
				os.Remove(p.Archives)
			}
			return
		}
	}
}
