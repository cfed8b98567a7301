// Package lookup finds the packages that a cell of a notebook can use without importing them, and reads the compiler's
// export data of each. It runs the go tool, once for all names and once for every new package.
//
// A [Library] finds the declaration and the doc comment of an exported name, as "go doc" shows them, without running another program
// once it has read the package.
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

// Packages finds the packages that a cell can use. It keeps its answers until Refresh finds that a source has changed.
type Packages struct {
	// Dir is a folder with the go.mod of the cells, Go the go tool, and Env the environment of GoNB, whose build cache is to be shared.
	Dir string
	Go  string
	Env []string
	// Archives, if not empty, is a file to write, with the compiled archives of the known packages and of all that they import: with
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

// searchPatterns holds the patterns of the packages that a cell may use without importing
// them, beside those of the standard library and of this module.
var searchPatterns = []string{
	"github.com/go-gota/gota/dataframe", "github.com/go-gota/gota/series",
	"github.com/holiman/uint256",
	"github.com/janpfeifer/gonb/gonbui/...", "github.com/janpfeifer/gonb/cache",
	"gonum.org/v1/gonum/floats", "gonum.org/v1/gonum/mat", "gonum.org/v1/gonum/stat/...",
	"gonum.org/v1/plot/...",
}

// preferred holds the packages that are tried first among those of one name.
var preferred = []string{"math/rand/v2", "text/template", "chesscensus/census"}

// goList runs "go list -e" with the arguments and returns its output.
func (p *Packages) goList(args ...string) (string, error) {
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

// Names returns the names of all packages that a cell can use without importing them, sorted.
func (p *Packages) Names() []string {
	p.Named("")
	return slices.Sorted(maps.Keys(p.paths))
}

// Named returns the import paths of the packages of a name, in the order of [preference].
func (p *Packages) Named(name string) []string {
	if p.paths == nil {
		p.paths = make(map[string][]string)
		out, err := p.goList(append([]string{"-f", "{{.Name}} {{.ImportPath}}", "std", "chesscensus/..."}, searchPatterns...)...)
		if err != nil {
			return nil
		}
		for line := range strings.Lines(out) {
			pkg, importPath, _ := strings.Cut(strings.TrimSpace(line), " ")
			if pkg != "main" && !isHidden(importPath) {
				p.paths[pkg] = append(p.paths[pkg], importPath)
			}
		}
		for _, list := range p.paths {
			slices.SortStableFunc(list, func(a, b string) int { return preference(a) - preference(b) })
		}
	}
	return p.paths[name]
}

// isHidden reports whether a package is not offered to cells: they cannot import it, or it belongs to the kernel or to the developers'
// tools.
func isHidden(importPath string) bool {
	path := "/" + importPath + "/"
	return strings.Contains(path, "/internal/") || strings.Contains(path, "/vendor/") || strings.HasPrefix(importPath, "chesscensus/tools/") ||
		strings.HasPrefix(importPath, "chesscensus/jupyter/") && importPath != "chesscensus/jupyter/cell"
}

// preference returns the rank of a package among those of its name, lowest first: those in preferred, those of this project, then short
// paths.
func preference(importPath string) int {
	if slices.Contains(preferred, importPath) {
		return -1
	}
	if strings.HasPrefix(importPath, "chesscensus/") {
		return 0
	}
	return 1 + strings.Count(importPath, "/")
}

// Find returns the import path of the best package of a name that has all the given members. If there is only one package of the name, its
// members are not compared. Find returns "" if there is none.
func (p *Packages) Find(name string, members []string) string {
	candidates := p.Named(name)
	if len(candidates) == 1 {
		return candidates[0]
	}
	p.Load(candidates)
	for _, importPath := range candidates {
		if pkg, err := p.Import(importPath); err == nil && !lacks(pkg, members) {
			return importPath
		}
	}
	return ""
}

// Lacks reports whether a package is known and lacks one of the members.
func (p *Packages) Lacks(importPath string, members []string) bool {
	pkg, err := p.Import(importPath)
	return err == nil && lacks(pkg, members)
}

// lacks reports whether a package lacks one of the members.
func lacks(pkg *types.Package, members []string) bool {
	return slices.ContainsFunc(members, func(m string) bool { return pkg.Scope().Lookup(m) == nil })
}

// Load finds the export data of packages and of all that they import. The go tool compiles them if necessary.
func (p *Packages) Load(paths []string) {
	var unknown []string
	if p.exports == nil {
		paths = append(slices.Clone(paths), alwaysImported...)
	}
	for _, importPath := range paths {
		if _, ok := p.exports[importPath]; !ok && importPath != "unsafe" && importPath != "C" {
			unknown = append(unknown, importPath)
		}
	}
	if len(unknown) == 0 {
		return
	}
	start := time.Now()
	out, err := p.goList(append([]string{"-export", "-deps", "-f", listFormat, "--"}, unknown...)...)
	if err != nil {
		return
	}
	p.recordExports(out, start)
	var absent []string
	for _, importPath := range unknown {
		if domain, _, _ := strings.Cut(importPath, "/"); p.exports[importPath] == "" && strings.Contains(domain, ".") && !p.fetched[importPath] {
			absent = append(absent, importPath)
		}
	}
	if len(absent) > 0 && p.fetch(absent) {
		p.Load(absent)
	}
}

// fetch adds the modules of packages to the go.mod of Dir, as GoNB will do in its own when it runs the cell. Only then the names of the
// packages and the results of their functions are known. Each package is tried once.
func (p *Packages) fetch(paths []string) bool {
	if p.fetched == nil {
		p.fetched = make(map[string]bool)
	}
	for _, importPath := range paths {
		p.fetched[importPath] = true
	}
	ctx, cancel := context.WithTimeout(context.Background(), fetchTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.Go, append([]string{"get", "--"}, paths...)...)
	cmd.Dir, cmd.Env = p.Dir, p.Env
	return cmd.Run() == nil
}

// Sources returns the folder of a package and the names of its Go files.
func (p *Packages) Sources(importPath string) (dir string, files []string, err error) {
	out, err := p.goList("-f", "{{.Dir}}\n{{range .GoFiles}}{{.}}\n{{end}}{{range .CgoFiles}}{{.}}\n{{end}}", "--", importPath)
	if err != nil {
		return "", nil, err
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) < 2 {
		return "", nil, fmt.Errorf("lookup: no package %s", importPath)
	}
	return lines[0], lines[1:], nil
}

// Import implements types.Importer.
func (p *Packages) Import(importPath string) (*types.Package, error) {
	if importPath == "unsafe" {
		return types.Unsafe, nil
	}
	if p.imp == nil {
		p.fset = token.NewFileSet()
		p.imp = importer.ForCompiler(p.fset, "gc", func(importPath string) (io.ReadCloser, error) {
			p.Load([]string{importPath})
			file := p.exports[importPath]
			if file == "" {
				return nil, fmt.Errorf("no package %s", importPath)
			}
			return os.Open(file)
		}).(types.ImporterFrom)
	}
	return p.imp.ImportFrom(importPath, p.Dir, 0)
}

// Name returns the name of the package at an import path. For a package that GoNB has yet to fetch it guesses the name by convention: the
// last element of the path without a version, and without go- or -go.
func (p *Packages) Name(importPath string) string {
	if pkg, err := p.Import(importPath); err == nil {
		return pkg.Name()
	}
	base := path.Base(importPath)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(importPath))
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
