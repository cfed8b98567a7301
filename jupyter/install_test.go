package jupyter

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// makeRoot writes a project that holds nothing but the given go.mod.
func makeRoot(t *testing.T, goMod string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "the root")
	testkit.OK(t, os.Mkdir(root, 0o755))
	testkit.OK(t, os.WriteFile(filepath.Join(root, "go.mod"), []byte(goMod), 0o644))
	return root
}

// TestFindRoot looks for the project from a folder within it, by the environment variable, and where there is none.
func TestFindRoot(t *testing.T) {
	root := makeRoot(t, "module chesscensus\n\ngo 1.26\n")
	deep := filepath.Join(root, "a", "b")
	testkit.OK(t, os.MkdirAll(deep, 0o755))
	// A module inside the project is not the project.
	testkit.OK(t, os.WriteFile(filepath.Join(root, "a", "go.mod"), []byte("module other\n"), 0o644))
	t.Setenv(rootEnv, "")
	t.Chdir(deep)
	testkit.Equal(t, testkit.Must(FindRoot())(t), root, deep)
	t.Setenv(rootEnv, "../..")
	testkit.Equal(t, testkit.Must(FindRoot())(t), root, rootEnv)
	t.Setenv(rootEnv, deep)
	if got, err := FindRoot(); !errors.Is(err, errNoRoot) || !strings.Contains(err.Error(), rootEnv) {
		t.Errorf("from %s=%s: %q, %v; want errNoRoot naming the variable", rootEnv, deep, got, err)
	}
	t.Setenv(rootEnv, "")
	t.Chdir(t.TempDir())
	testkit.Fails(FindRoot())(t, errNoRoot, "outside")
}

// TestKernelspec: kernel.json has the command and environment of the kernel, and replaces an existing file.
func TestKernelspec(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data", "kernels", specName)
	spec := newKernelspec("/the root", "/usr/go/bin/go", []string{"/the root/bin/chesscensus", "notebook", "kernel"}, map[string]string{"X": "<1>"})
	for range 2 { // the second time over an existing file
		testkit.OK(t, spec.write(dir))
	}
	data := testkit.Must(os.ReadFile(filepath.Join(dir, "kernel.json")))(t)
	var got map[string]any
	testkit.OK(t, json.Unmarshal(data, &got))
	want := map[string]any{
		"argv":           []any{"/the root/bin/chesscensus", "notebook", "kernel", "{connection_file}"},
		"display_name":   "Chess census (Go)",
		"language":       "go",
		"interrupt_mode": "message",
		"env":            map[string]any{rootEnv: "/the root", goEnv: "/usr/go/bin/go", "X": "<1>"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("kernel.json:\n%s\nwant %v", data, want)
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files beside kernel.json, want none", len(files)-1)
	}
}

// TestInstallPlaces: the data folder that each of the options selects, and that of the user without JUPYTER_DATA_DIR.
func TestInstallPlaces(t *testing.T) {
	t.Setenv("JUPYTER_DATA_DIR", "/data")
	for _, test := range []struct {
		name string
		o    InstallOptions
		want string
	}{
		{"default", InstallOptions{}, "/root dir/.jupyter"},
		{"user", InstallOptions{User: true}, "/data"},
		{"prefix", InstallOptions{Prefix: "/venv"}, "/venv/share/jupyter"},
		{"folder", InstallOptions{DataDir: "/x/../y"}, "/y"},
	} {
		testkit.Equal(t, testkit.Must(test.o.dataDir("/root dir"))(t, test.name), test.want, test.name)
	}
	testkit.Fails((InstallOptions{User: true, Prefix: "/venv"}).dataDir("/"))(t, "", "user and prefix")
	t.Setenv("JUPYTER_DATA_DIR", "")
	t.Setenv("XDG_DATA_HOME", "/xdg")
	t.Setenv("HOME", "/home/me")
	if got, err := userDataDir(); err != nil || !strings.HasSuffix(strings.ToLower(got), "jupyter") {
		t.Errorf("userDataDir() = %q, error %v, want a folder jupyter", got, err)
	}
}

// TestInstallRefuses: a root without the go.mod of this project, or whose go.mod lacks the tools or is damaged, is an error.
func TestInstallRefuses(t *testing.T) {
	ctx := context.Background()
	for _, test := range []struct{ name, goMod, want string }{
		{"another module", "module other\n", "has no go.mod"},
		{"no tools", "module chesscensus\n", "does not require github.com/janpfeifer/gonb"},
		{"damaged", "module chesscensus\nrequire\n", "go.mod"},
	} {
		_, err := Install(ctx, InstallOptions{Root: makeRoot(t, test.goMod), Command: []string{"true"}})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one with %q", test.name, err, test.want)
		}
	}
}

// TestCheckInstalled: errors about a kernelspec that is missing, or whose program is gone, name the remedy.
func TestCheckInstalled(t *testing.T) {
	dataDir := t.TempDir()
	check := func(want string) {
		t.Helper()
		err := checkInstalled(dataDir)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "notebook install")) {
			t.Errorf("checkInstalled = %v, want %q and the remedy", err, want)
		}
	}
	check("not installed")
	dir := filepath.Join(dataDir, "kernels", specName)
	exe := testkit.Must(os.Executable())(t)
	testkit.OK(t, newKernelspec("/", "go", []string{exe}, nil).write(dir))
	check("")
	testkit.OK(t, newKernelspec("/", "go", []string{"/moved/chesscensus"}, nil).write(dir))
	check("/moved/chesscensus, which is gone")
	testkit.OK(t, os.WriteFile(filepath.Join(dir, "kernel.json"), []byte("{"), 0o600))
	check("damaged")
}

// TestPinnedTools: the versions of the tools are those of go.mod, and other files do not pass for a tool of such a version.
func TestPinnedTools(t *testing.T) {
	root := makeRoot(t, "module chesscensus\nrequire (\n\tgithub.com/janpfeifer/gonb v0.11.5\n\tgolang.org/x/tools v0.52.0 // indirect\n)\n")
	tools := testkit.Must(pinnedTools(root, testkit.Must(findGo())(t)))(t)
	if len(tools) != 2 || tools[0].version != "v0.11.5" || tools[1].version != "v0.52.0" {
		t.Errorf("tools = %+v, want v0.11.5 and v0.52.0", tools)
	}
	exe := testkit.Must(os.Executable())(t)
	for _, path := range []string{exe, root, filepath.Join(root, "go.mod"), filepath.Join(root, "nothing")} {
		if tools[0].fresh(path) {
			t.Errorf("%s passes for gonb", path)
		}
	}
}
