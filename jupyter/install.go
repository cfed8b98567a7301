package jupyter

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"chesscensus/internal/safefile"
)

// specName is the name by which Jupyter and notebooks refer to the kernel, and DisplayName the one that a person sees.
const (
	specName    = "chesscensus"
	DisplayName = "Chess census (Go)"
)

// InstallOptions are the parameters of Install. The zero value installs for the project alone.
type InstallOptions struct {
	// Root is the project's folder. Empty means FindRoot.
	Root string

	// User installs for the user, in JUPYTER_DATA_DIR or else Jupyter's own
	// data folder in the home directory, so that every JupyterLab sees it.
	User bool

	// Prefix installs into PREFIX/share/jupyter, which is where the Jupyter of
	// a virtual environment in that folder looks. It excludes User.
	Prefix string

	// DataDir installs into a Jupyter data folder given by its path. Empty means ROOT/.jupyter, unless User or Prefix is set.
	DataDir string

	// Command starts the kernel; the connection file is appended to it. Nil means ROOT/bin/chesscensus notebook kernel, built if another
	// program calls Install. Env is added to the environment of the kernel.
	Command []string
	Env     map[string]string
}

// kernelspec is the file kernel.json.
// https://jupyter-client.readthedocs.io/en/latest/kernels.html#kernel-specs
type kernelspec struct {
	Argv          []string          `json:"argv"`
	DisplayName   string            `json:"display_name"`
	Language      string            `json:"language"`
	InterruptMode string            `json:"interrupt_mode"`
	Env           map[string]string `json:"env"`
}

// Install downloads the modules that go.mod requires, builds GoNB and goimports into ROOT/bin at the versions pinned there, and writes the
// kernelspec. From then on notebooks run without a network. It may be called again at any time: what is up to date is left alone, and
// kernel.json is replaced in one step. It returns the folder that holds kernel.json.
//
// The kernelspec holds absolute paths, so a project that was moved must be installed again.
func Install(ctx context.Context, o InstallOptions) (dir string, err error) {
	root, err := rootOr(o.Root)
	if err != nil {
		return "", err
	}
	dataDir, err := o.dataDir(root)
	if err != nil {
		return "", err
	}
	goTool, err := findGo()
	if err != nil {
		return "", err
	}
	tools, err := pinnedTools(root, goTool)
	if err != nil {
		return "", err
	}
	if err := downloadModules(ctx, root, goTool); err != nil {
		return "", err
	}
	if err := buildTools(ctx, root, goTool, tools); err != nil {
		return "", err
	}
	if err := installGonbui(ctx, root, goTool, tools[0].version); err != nil {
		return "", err
	}
	command := o.Command
	if command == nil {
		self := filepath.Join(root, "bin", "chesscensus")
		if !isRunning(self) {
			if err := goBuild(ctx, root, goTool, "./cmd/chesscensus", self); err != nil {
				return "", err
			}
		}
		command = []string{self, "notebook", "kernel"}
	}
	spec := newKernelspec(root, goTool, command, o.Env)
	dir = filepath.Join(dataDir, "kernels", specName)
	return dir, spec.write(dir)
}

// newKernelspec composes kernel.json. Interrupts come as messages, which GoNB turns into SIGINT for the program of the running cell.
func newKernelspec(root, goTool string, command []string, env map[string]string) *kernelspec {
	spec := &kernelspec{
		Argv:          append(append([]string(nil), command...), "{connection_file}"),
		DisplayName:   DisplayName,
		Language:      "go",
		InterruptMode: "message",
		Env:           map[string]string{rootEnv: root, goEnv: goTool},
	}
	for k, v := range env {
		spec.Env[k] = v
	}
	return spec
}

// write creates the folder dir and writes kernel.json into it.
func (spec *kernelspec) write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("jupyter: kernelspec: %w", err)
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(spec); err != nil {
		return fmt.Errorf("jupyter: kernelspec: %w", err)
	}
	if err := safefile.Write(filepath.Join(dir, "kernel.json"), buf.Bytes(), 0o644); err != nil {
		return fmt.Errorf("jupyter: kernelspec: %w", err)
	}
	return nil
}

// checkInstalled reports, as an error that names the remedy, a kernelspec in
// dataDir that is missing, unreadable, or starts a program that is gone.
func checkInstalled(dataDir string) error {
	path := filepath.Join(dataDir, "kernels", specName, "kernel.json")
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("jupyter: the kernel is not installed (no %s); run `chesscensus notebook install`", path)
	} else if err != nil {
		return fmt.Errorf("jupyter: %w", err)
	}
	var spec kernelspec
	if err := json.Unmarshal(text, &spec); err != nil || len(spec.Argv) == 0 {
		return fmt.Errorf("jupyter: %s is damaged; run `chesscensus notebook install`", path)
	}
	if _, err := os.Stat(spec.Argv[0]); err != nil {
		return fmt.Errorf("jupyter: %s starts %s, which is gone (was the project moved?); run `chesscensus notebook install`", path, spec.Argv[0])
	}
	return nil
}

// dataDir returns the Jupyter data folder that o selects.
func (o InstallOptions) dataDir(root string) (string, error) {
	switch {
	case o.User && o.Prefix != "":
		return "", errors.New("jupyter: install for the user or into a prefix, not both")
	case o.User:
		return userDataDir()
	case o.Prefix != "":
		return filepath.Abs(filepath.Join(o.Prefix, "share", "jupyter"))
	case o.DataDir != "":
		return filepath.Abs(o.DataDir)
	}
	return filepath.Join(root, ".jupyter"), nil
}

// userDataDir returns Jupyter's data folder of the user, by the rules of jupyter_core.
func userDataDir() (string, error) {
	if dir := os.Getenv("JUPYTER_DATA_DIR"); dir != "" {
		return filepath.Abs(dir)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("jupyter: %w; set JUPYTER_DATA_DIR", err)
	}
	switch runtime.GOOS {
	case "darwin":
		return filepath.Join(home, "Library", "Jupyter"), nil
	case "windows":
		return filepath.Join(home, "AppData", "Roaming", "jupyter"), nil
	}
	if xdg := os.Getenv("XDG_DATA_HOME"); xdg != "" {
		return filepath.Join(xdg, "jupyter"), nil
	}
	return filepath.Join(home, ".local", "share", "jupyter"), nil
}

// isRunning reports whether path is the program that is running now.
func isRunning(path string) bool {
	exe, err := os.Executable()
	if err != nil {
		return false
	}
	a, errA := os.Stat(exe)
	b, errB := os.Stat(path)
	return errA == nil && errB == nil && os.SameFile(a, b)
}
