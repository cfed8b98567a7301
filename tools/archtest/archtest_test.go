package archtest

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// listImports asks the go tool for the imports of every package of the module.
func listImports(t *testing.T) map[string][]string {
	t.Helper()
	// Look at every source file, so that `go test` notices when one changes.
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && len(d.Name()) > 2 && d.Name()[0] == '.' {
			return fs.SkipDir
		}
		if err == nil && filepath.Ext(path) == ".go" {
			_, err = os.Stat(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "list", "-e", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", Module+"/...")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	graph := make(map[string][]string)
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) > 0 {
			graph[fields[0]] = fields[1:]
		}
	}
	return graph
}

func TestImportsPointDown(t *testing.T) {
	testkit.Medium(t)
	graph := listImports(t)
	if _, ok := graph[Module+"/internal/archtest"]; !ok {
		t.Fatalf("go list does not know this package; it lists %d", len(graph))
	}
	for _, line := range allowed.Check(graph) {
		t.Error(line)
	}
}

func TestCheckFindsViolations(t *testing.T) {
	graph := map[string][]string{
		"chesscensus/chess":                       {"fmt", "math/bits"},
		"chesscensus/stats":                       {"gonum.org/v1/gonum/stat", "chesscensus/chess"},
		"chesscensus/sampler/ranked":              {"chesscensus/chess", "chesscensus/sampler", "chesscensus/legality"},
		"chesscensus/legality":                    {"chesscensus/legality/proofkernel", "chesscensus/legality/rules"},
		"chesscensus/legality/rules":              {"chesscensus/legality/verdict", "chesscensus/legality/retro"},
		"chesscensus/legality/proofkernel/search": {"chesscensus/legality/proofkernel/search/internal/csp"},
		"chesscensus/legality/proofgame":          {"chesscensus/legality/proofkernel", "chesscensus/legality/rules"},
		"chesscensus/survey":                      {"chesscensus/cmd/chesscensus"},
		"chesscensus/oracle":                      {"chesscensus/chess"},
		"chesscensus":                             {"chesscensus/cmd/chesscensus"},
		"chesscensusother/x":                      {"chesscensus/cmd/chesscensus"},
	}
	want := []string{
		"chesscensus imports chesscensus/cmd/chesscensus:",
		"chesscensus/legality/proofgame imports chesscensus/legality/rules:",
		"chesscensus/legality/rules imports chesscensus/legality/retro:",
		"chesscensus/oracle is not in the table",
		"chesscensus/sampler/ranked imports chesscensus/legality:",
		"chesscensus/stats imports chesscensus/chess: the table of tools/archtest/archtest.go allows it no package of this module",
		"chesscensus/survey imports chesscensus/cmd/chesscensus:",
	}
	got := allowed.Check(graph)
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("got\n\t%s\nwant lines beginning\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// The table itself must be free of cycles and of names that nothing defines.
func TestTableIsSound(t *testing.T) {
	expand := func(pkg string) []string {
		var deps []string
		for other := range allowed {
			if other != pkg && slices.ContainsFunc(allowed[pkg], func(p string) bool { return match(p, other) }) {
				deps = append(deps, other)
			}
		}
		return deps
	}
	for pkg, may := range allowed {
		for _, pattern := range may {
			if _, ok := allowed[strings.TrimSuffix(pattern, "/...")]; !ok {
				t.Errorf("%s may import %s, which is not in the table", pkg, pattern)
			}
		}
		seen := map[string]bool{}
		for todo := expand(pkg); len(todo) > 0; todo = todo[1:] {
			if dep := todo[0]; dep == pkg {
				t.Fatalf("the table lets %s import itself by way of others", pkg)
			} else if !seen[dep] {
				seen[dep] = true
				todo = append(todo, expand(dep)...)
			}
		}
		if strings.HasPrefix(pkg, "cmd/") {
			continue
		}
		for dep := range seen {
			if strings.HasPrefix(dep, "cmd/") {
				t.Errorf("the table lets %s import %s", pkg, dep)
			}
		}
	}
}

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		pattern, pkg string
		want         bool
	}{
		{"chess", "chess", true},
		{"chess", "chess/mate", false},
		{"chess/...", "chess", true},
		{"chess/...", "chess/mate", true},
		{"chess/...", "chessboard", false},
	} {
		if got := match(test.pattern, test.pkg); got != test.want {
			t.Errorf("match(%q, %q) = %v", test.pattern, test.pkg, got)
		}
	}
}
