package jupyter

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"golang.org/x/mod/modfile"
)

// A tool is a program that the kernel needs beside itself, built from a
// package of a module that go.mod pins.
type tool struct {
	name    string // of the program in bin
	pkg     string // import path of its main package
	module  string // module whose version go.mod pins
	version string // filled in by pinnedTools
}

// helpDir is a folder for programs that headless runs are to be without.
func helpDir(root string) string { return filepath.Join(root, ".jupyter", "bin") }

// kernelTools are GoNB itself and goimports, without which GoNB cannot compile
// a cell.
var kernelTools = []tool{
	{name: "gonb", pkg: "github.com/janpfeifer/gonb", module: "github.com/janpfeifer/gonb"},
	{name: "goimports", pkg: "golang.org/x/tools/cmd/goimports", module: "golang.org/x/tools"},
}

// pinnedTools returns kernelTools with the versions that root's go.mod requires.
func pinnedTools(root string) ([]tool, error) {
	path := filepath.Join(root, "go.mod")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("jupyter: %w", err)
	}
	mod, err := modfile.ParseLax(path, text, nil)
	if err != nil {
		return nil, fmt.Errorf("jupyter: %w", err)
	}
	versions := make(map[string]string)
	for _, r := range mod.Require {
		versions[r.Mod.Path] = r.Mod.Version
	}
	tools := make([]tool, len(kernelTools))
	for i, t := range kernelTools {
		t.version = versions[t.module]
		if t.version == "" {
			return nil, fmt.Errorf("jupyter: go.mod does not require %s; run `go get -tool %s` with a version", t.module, t.pkg)
		}
		tools[i] = t
	}
	return tools, nil
}

// fresh reports whether path is a build of t at its pinned version.
func (t tool) fresh(path string) bool {
	info, err := buildinfo.ReadFile(path)
	return err == nil && info.Path == t.pkg && info.Main.Version == t.version
}

// downloadModules fills the module cache with everything that root's go.mod
// requires, since a cell may import what the project's own code does not.
func downloadModules(ctx context.Context, root, goTool string) error {
	cmd := exec.CommandContext(ctx, goTool, "mod", "download")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("jupyter: go mod download: %w (the first installation needs a network)\n%s", err, bytes.TrimSpace(out))
	}
	return nil
}

// buildTools builds those tools into bin that are missing there or have another version than go.mod asks for, and returns their names.
func buildTools(ctx context.Context, root, goTool string, tools []tool) ([]string, error) {
	var built []string
	for _, t := range tools {
		dst := filepath.Join(root, "bin", t.name)
		if t.fresh(dst) {
			continue
		}
		if err := goBuild(ctx, root, goTool, t.pkg, dst); err != nil {
			return built, err
		}
		built = append(built, t.name+" "+t.version)
	}
	return built, nil
}

// goBuild builds one main package of root's module (or of a tool of it) into
// the file dst. It builds beside dst and renames, since dst may be running.
func goBuild(ctx context.Context, root, goTool, pkg, dst string) error {
	if err := os.MkdirAll(filepath.Dir(dst), 0o755); err != nil {
		return fmt.Errorf("jupyter: %w", err)
	}
	dir, err := os.MkdirTemp(filepath.Dir(dst), ".build-*")
	if err != nil {
		return fmt.Errorf("jupyter: %w", err)
	}
	defer os.RemoveAll(dir)
	tmp := filepath.Join(dir, filepath.Base(dst))
	cmd := exec.CommandContext(ctx, goTool, "build", "-buildvcs=false", "-o", tmp, pkg)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("jupyter: go build %s: %w\n%s", pkg, err, bytes.TrimSpace(out))
	}
	if err := os.Rename(tmp, dst); err != nil {
		return fmt.Errorf("jupyter: %w", err)
	}
	return nil
}

// goEnv names the environment variable in which the kernelspec records the go
// tool found at install time: a JupyterLab started from a desktop menu often
// has a PATH without it.
const goEnv = "CHESSCENSUS_GO"

// findGo returns the path of the go tool: the recorded one if it is still
// there, else the first on PATH.
func findGo() (string, error) {
	if path := os.Getenv(goEnv); path != "" {
		if info, err := os.Stat(path); err == nil && !info.IsDir() {
			return path, nil
		}
	}
	path, err := exec.LookPath("go")
	if err != nil {
		return "", fmt.Errorf("jupyter: the go tool is needed to compile cells and is not on PATH: %w", err)
	}
	return filepath.Abs(path)
}
