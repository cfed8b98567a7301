package jupyter

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
)

// A tool is a program that the kernel needs beside itself, built from a package of a module that go.mod pins.
type tool struct {
	name    string // of the program in bin
	pkg     string // import path of its main package
	module  string // module whose version go.mod pins
	version string // filled in by pinnedTools
	patch   *patch // of one of its files; nil for none
}

// A patch replaces texts, each of which must occur exactly once, in a file of a module.
type patch struct {
	file  string
	edits [][2]string
}

// gonbPatch switches off a buffer of GoNB v0.11.5, which keeps what a cell writes to standard error until a line ends, and searches all of
// it at every piece: a hundred megabytes without a line end take hours. GoNB needs the buffer only for a display of errors that --raw_error
// turns off.
var gonbPatch = &patch{file: "internal/goexec/execcode.go", edits: [][2]string{
	{"\tw.lineBuffer.Write(p)\n", "\tif w.state.rawError {\n\t\treturn n, nil\n\t}\n\tw.lineBuffer.Write(p)\n"},
}}

// apply changes the file in a copy of the module.
func (p *patch) apply(dir string) error {
	path := filepath.Join(dir, filepath.FromSlash(p.file))
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("jupyter: %w", err)
	}
	for _, edit := range p.edits {
		if n := bytes.Count(text, []byte(edit[0])); n != 1 {
			return fmt.Errorf("jupyter: %s has %q %d times, want once: this version of GoNB needs another patch (jupyter/tools.go, "+
				"jupyter/gonbui.go)", path, edit[0], n)
		}
		text = bytes.Replace(text, []byte(edit[0]), []byte(edit[1]), 1)
	}
	return os.WriteFile(path, text, 0o644)
}

// mark returns a linker flag that identifies a program that was built with the patch. It sets a variable that does not exist, which has no
// other effect.
func (p *patch) mark() string {
	sum := crc32.NewIEEE()
	for _, edit := range p.edits {
		fmt.Fprint(sum, edit[0], edit[1])
	}
	return fmt.Sprintf("-X=main.patch=%08x", sum.Sum32())
}

// flags copies a module into the folder dir, applies the patch, and returns the options of go build that build from this copy.
func (p *patch) flags(ctx context.Context, root, goTool, module, dir string) ([]string, error) {
	src, err := moduleDir(ctx, root, goTool, module)
	if err != nil {
		return nil, err
	}
	patched, mod := filepath.Join(dir, "module"), filepath.Join(dir, "go.mod")
	err = errors.Join(copyTree(patched, src), copyTree(mod, filepath.Join(root, "go.mod")), copyTree(filepath.Join(dir, "go.sum"), filepath.Join(root, "go.sum")))
	if err != nil {
		return nil, fmt.Errorf("jupyter: copying %s: %w", module, err)
	}
	if err := p.apply(patched); err != nil {
		return nil, err
	}
	edit := exec.CommandContext(ctx, goTool, "mod", "edit", "-replace="+module+"="+patched, mod)
	if out, err := edit.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("jupyter: go mod edit: %w\n%s", err, bytes.TrimSpace(out))
	}
	return []string{"-modfile=" + mod, "-ldflags=" + p.mark()}, nil
}

// moduleDir returns the folder with the sources of a module of root's go.mod.
func moduleDir(ctx context.Context, root, goTool, module string) (string, error) {
	cmd := exec.CommandContext(ctx, goTool, "list", "-m", "-f", "{{.Dir}}", module)
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("jupyter: go list -m %s: %w", module, errors.Join(err, ctx.Err()))
	}
	if dir := strings.TrimSpace(string(out)); dir != "" {
		return dir, nil
	}
	return "", fmt.Errorf("jupyter: the sources of %s are not in the module cache, or not in go.sum", module)
}

// kernelTools are GoNB itself and goimports, without which GoNB cannot compile a cell.
var kernelTools = []tool{
	{name: "gonb", pkg: "github.com/janpfeifer/gonb", module: "github.com/janpfeifer/gonb", patch: gonbPatch},
	{name: "goimports", pkg: "golang.org/x/tools/cmd/goimports", module: "golang.org/x/tools"},
}

// pinnedTools returns kernelTools with the versions that root's go.mod requires.
func pinnedTools(root, goTool string) ([]tool, error) {
	mod, err := readGoMod(root, goTool)
	if err != nil {
		return nil, err
	}
	tools := make([]tool, len(kernelTools))
	for i, t := range kernelTools {
		t.version = mod.version(t.module)
		if t.version == "" {
			return nil, fmt.Errorf("jupyter: go.mod does not require %s; run `go get -tool %s` with a version", t.module, t.pkg)
		}
		tools[i] = t
	}
	return tools, nil
}

// fresh reports whether path is a build of t at its pinned version, with its patch.
func (t tool) fresh(path string) bool {
	info, err := buildinfo.ReadFile(path)
	if err != nil || info.Path != t.pkg || info.Main.Version != t.version {
		return false
	}
	return t.patch == nil || slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "-ldflags" && s.Value == t.patch.mark() })
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

// buildTools builds those tools into bin that are missing there or have another version than go.mod asks for.
func buildTools(ctx context.Context, root, goTool string, tools []tool) error {
	for _, t := range tools {
		if dst := filepath.Join(root, "bin", t.name); !t.fresh(dst) {
			if err := t.build(ctx, root, goTool, dst); err != nil {
				return err
			}
		}
	}
	return nil
}

// build builds the tool into the file dst.
func (t tool) build(ctx context.Context, root, goTool, dst string) error {
	if t.patch == nil {
		return goBuild(ctx, root, goTool, t.pkg, dst)
	}
	dir, err := os.MkdirTemp("", "chesscensus-patch-*")
	if err != nil {
		return fmt.Errorf("jupyter: %w", err)
	}
	defer os.RemoveAll(dir)
	flags, err := t.patch.flags(ctx, root, goTool, t.module, dir)
	if err != nil {
		return err
	}
	return goBuild(ctx, root, goTool, t.pkg, dst, flags...)
}

// goBuild builds one main package of root's module (or of a tool of it) into
// the file dst. It builds beside dst and renames, since dst may be running.
func goBuild(ctx context.Context, root, goTool, pkg, dst string, flags ...string) error {
	if err := os.MkdirAll(filepath.Dir(dst), 0o755); err != nil {
		return fmt.Errorf("jupyter: %w", err)
	}
	dir, err := os.MkdirTemp(filepath.Dir(dst), ".build-*")
	if err != nil {
		return fmt.Errorf("jupyter: %w", err)
	}
	defer os.RemoveAll(dir)
	tmp := filepath.Join(dir, filepath.Base(dst))
	cmd := exec.CommandContext(ctx, goTool, slices.Concat([]string{"build", "-buildvcs=false", "-o", tmp}, flags, []string{pkg})...)
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

// goEnv names the environment variable in which the kernelspec records the go tool found at install time: a JupyterLab started from a
// desktop menu often has a PATH without it.
const goEnv = "CHESSCENSUS_GO"

// findGo returns the path of the go tool: the recorded one if it is still there, else the first on PATH.
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
