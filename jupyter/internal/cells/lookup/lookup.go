// Package lookup knows the packages that a cell of a notebook can mean by a name, without importing them, and reads what the
// compiler says of each. It asks the go tool, once for all names and once for every package that is new.
//
// A [Library] finds the declaration and the doc comment of what a package exports, as "go doc" shows them, without asking another program
// once the package was read.
package lookup

import (
	"bytes"
	"context"
	"fmt"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"time"
)

// Packages answers what packages a cell can mean. Its answers are kept until Refresh finds that a source has changed.
type Packages struct {
	// Dir is a folder with the go.mod of the cells, Go the go tool, and Env the
	// environment of GoNB, whose build cache is to be shared.
	Dir string
	Go  string
	Env []string
	// Archives, if not empty, is a file for the names of the compiled packages that are known, with all that they import: with
	// it a cell can be compiled and linked without the go tool.
	Archives string

	paths   map[string][]string // import paths by package name
	exports map[string]string   // file with export data by import path
	sources map[string]state    // files and folders of packages that may change
	fetched map[string]bool     // import paths that were looked for outside
	fset    *token.FileSet
	imp     types.ImporterFrom
}

// goTimeout bounds one call of the go tool; the first may have to compile.
const goTimeout = 3 * time.Minute

// fetchTimeout bounds fetching a module: without a network the cell says so itself.
const fetchTimeout = 30 * time.Second

// searched are the patterns of packages that a cell may use without importing
// them, beside those of the standard library and of this module.
var searched = []string{
	"github.com/go-gota/gota/dataframe", "github.com/go-gota/gota/series",
	"github.com/holiman/uint256",
	"github.com/janpfeifer/gonb/gonbui/...", "github.com/janpfeifer/gonb/cache",
	"gonum.org/v1/gonum/floats", "gonum.org/v1/gonum/mat", "gonum.org/v1/gonum/stat/...",
	"gonum.org/v1/plot/...",
}

// preferred decides between packages of one name that have all names asked for.
var preferred = []string{"math/rand/v2", "text/template", "chesscensus/census"}

func (p *Packages) list(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), goTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.Go, append([]string{"list", "-e"}, args...)...)
	cmd.Dir, cmd.Env = p.Dir, p.Env
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go list: %w\n%s", err, stderr.Bytes())
	}
	return string(out), nil
}

// Names are the names of all packages that a cell can mean.
func (p *Packages) Names() []string {
	p.Named("")
	return slices.Sorted(maps.Keys(p.paths))
}

// Named returns the import paths of the packages of a name, best first.
func (p *Packages) Named(name string) []string {
	if p.paths == nil {
		p.paths = make(map[string][]string)
		out, err := p.list(append([]string{"-f", "{{.Name}} {{.ImportPath}}", "std", "chesscensus/..."}, searched...)...)
		if err != nil {
			return nil
		}
		for line := range strings.Lines(out) {
			pkg, where, _ := strings.Cut(strings.TrimSpace(line), " ")
			if pkg != "main" && !hidden(where) {
				p.paths[pkg] = append(p.paths[pkg], where)
			}
		}
		for _, list := range p.paths {
			slices.SortStableFunc(list, func(a, b string) int { return preference(a) - preference(b) })
		}
	}
	return p.paths[name]
}

// hidden reports whether cells do not see a package: they cannot import it, or it is a part of the kernel or of what only developers run.
func hidden(where string) bool {
	path := "/" + where + "/"
	return strings.Contains(path, "/internal/") || strings.Contains(path, "/vendor/") || strings.HasPrefix(where, "chesscensus/tools/") ||
		strings.HasPrefix(where, "chesscensus/jupyter/") && where != "chesscensus/jupyter/cell"
}

func preference(where string) int {
	if slices.Contains(preferred, where) {
		return -1
	}
	if strings.HasPrefix(where, "chesscensus/") {
		return 0
	}
	return 1 + strings.Count(where, "/")
}

// Find returns the import path that a cell means by a package name of which it
// uses the given members, or "".
func (p *Packages) Find(name string, members []string) string {
	candidates := p.Named(name)
	if len(candidates) == 1 {
		return candidates[0]
	}
	p.Load(candidates)
	for _, where := range candidates {
		if pkg, err := p.Import(where); err == nil && !lacks(pkg, members) {
			return where
		}
	}
	return ""
}

// Lacks reports whether a package is known, and lacks one of the members.
func (p *Packages) Lacks(where string, members []string) bool {
	pkg, err := p.Import(where)
	return err == nil && lacks(pkg, members)
}

func lacks(pkg *types.Package, members []string) bool {
	return slices.ContainsFunc(members, func(m string) bool { return pkg.Scope().Lookup(m) == nil })
}

// Load finds the export data of packages and of all that they import, compiling them if need be.
func (p *Packages) Load(paths []string) {
	var unknown []string
	if p.exports == nil {
		paths = append(slices.Clone(paths), usual...)
	}
	for _, where := range paths {
		if _, ok := p.exports[where]; !ok && where != "unsafe" && where != "C" {
			unknown = append(unknown, where)
		}
	}
	if len(unknown) == 0 {
		return
	}
	asked := time.Now()
	out, err := p.list(append([]string{"-export", "-deps", "-f", listed, "--"}, unknown...)...)
	if err != nil {
		return
	}
	p.note(out, asked)
	var absent []string
	for _, where := range unknown {
		if domain, _, _ := strings.Cut(where, "/"); p.exports[where] == "" && strings.Contains(domain, ".") && !p.fetched[where] {
			absent = append(absent, where)
		}
	}
	if len(absent) > 0 && p.fetch(absent) {
		p.Load(absent)
	}
}

// fetch adds the modules of packages to the go.mod of Dir, as GoNB will to its own when it runs the cell: only then can be known what they are called, and
// what their functions return. Each is tried once.
func (p *Packages) fetch(paths []string) bool {
	if p.fetched == nil {
		p.fetched = make(map[string]bool)
	}
	for _, where := range paths {
		p.fetched[where] = true
	}
	ctx, cancel := context.WithTimeout(context.Background(), fetchTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.Go, append([]string{"get", "--"}, paths...)...)
	cmd.Dir, cmd.Env = p.Dir, p.Env
	return cmd.Run() == nil
}

// Sources are the folder of a package and the names of its Go files.
func (p *Packages) Sources(where string) (dir string, files []string, err error) {
	out, err := p.list("-f", "{{.Dir}}\n{{range .GoFiles}}{{.}}\n{{end}}{{range .CgoFiles}}{{.}}\n{{end}}", "--", where)
	if err != nil {
		return "", nil, err
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) < 2 {
		return "", nil, fmt.Errorf("lookup: no package %s", where)
	}
	return lines[0], lines[1:], nil
}

// Import implements types.Importer.
func (p *Packages) Import(where string) (*types.Package, error) {
	if where == "unsafe" {
		return types.Unsafe, nil
	}
	if p.imp == nil {
		p.fset = token.NewFileSet()
		p.imp = importer.ForCompiler(p.fset, "gc", func(where string) (io.ReadCloser, error) {
			p.Load([]string{where})
			file := p.exports[where]
			if file == "" {
				return nil, fmt.Errorf("no package %s", where)
			}
			return os.Open(file)
		}).(types.ImporterFrom)
	}
	return p.imp.ImportFrom(where, p.Dir, 0)
}

// Name is the name of the package at an import path. One that is not there yet, as GoNB is still to fetch it, is taken to have the name that most would have: the
// end of the path without a version, and without go- or -go.
func (p *Packages) Name(where string) string {
	if pkg, err := p.Import(where); err == nil {
		return pkg.Name()
	}
	base := path.Base(where)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(where))
	}
	base, _, _ = strings.Cut(base, ".v") // gopkg.in/yaml.v3
	for _, mark := range []string{"go-", "golang-", "go."} {
		base = strings.TrimPrefix(base, mark)
	}
	for _, mark := range []string{"-go", ".go", "-golang"} {
		base = strings.TrimSuffix(base, mark)
	}
	return base
}
