package jupyter

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestPatchGonbui: syncPatch changes the two places of GoNB v0.11.5, and refuses a file that lacks one of them.
func TestPatchGonbui(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "gonbui", "gonbui.go")
	testkit.OK(t, os.Mkdir(filepath.Dir(path), 0o700))
	const good = "package gonbui\n\nfunc SendData(data *protocol.DisplayData) {\n}\n\nfunc Sync() {\n\tSendData(data)\n\tLogf(\"\\tsync(%d)\")\n}\n\nfunc Show() { SendData(nil) }\n"
	for _, test := range []struct{ name, text, want, err string }{
		{
			name: "as in v0.11.5", text: good,
			want: strings.Replace(strings.Replace(good, "SendData", "sendData", 1), "\tSendData(data)", "\tsendData(data)", 1),
		},
		{name: "another version", text: strings.Replace(good, "SendData(data *", "SendData(d *", 1), err: "needs another patch"},
		{name: "patched already", text: strings.ReplaceAll(good, "SendData", "sendData"), err: "needs another patch"},
	} {
		testkit.OK(t, os.WriteFile(path, []byte(test.text), 0o600))
		err := syncPatch.apply(dir)
		if test.err != "" {
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: error %v, want one with %q", test.name, err, test.err)
			}
			continue
		}
		if got, _ := os.ReadFile(path); err != nil || string(got) != test.want {
			t.Errorf("%s: %v, got\n%s\nwant\n%s", test.name, err, got, test.want)
		}
	}
}

// TestInstallGonbui: the copy is complete and imports nothing that takes long to link. It is made again only if it is outdated, and a
// session uses it.
func TestInstallGonbui(t *testing.T) {
	testkit.Medium(t)
	real := testkit.Must(FindRoot())(t)
	goTool := testkit.Must(findGo())(t)
	root := makeRoot(t, string(testkit.Must(os.ReadFile(filepath.Join(real, "go.mod")))(t)))
	sum := testkit.Must(os.ReadFile(filepath.Join(real, "go.sum")))(t)
	testkit.OK(t, os.WriteFile(filepath.Join(root, "go.sum"), sum, 0o600))
	tools := testkit.Must(pinnedTools(root, goTool))(t)
	testkit.OK(t, downloadModules(t.Context(), root, goTool))
	dir := gonbuiDir(root, tools[0].version)
	check := func() {
		t.Helper()
		testkit.OK(t, installGonbui(t.Context(), root, goTool, tools[0].version))
		for _, name := range []string{"go.mod", "LICENSE", "gonbui/gonbui.go", "gonbui/senddata.go", "gonbui/protocol", "cache", "common"} {
			if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
		for _, pattern := range []string{"common/*.go", "gonbui/*.go", "gonbui/protocol/*.go"} { // what a cell with a figure links
			files, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil || len(files) == 0 {
				t.Error("no files", pattern, err)
			}
			for _, name := range files {
				text, err := os.ReadFile(name)
				if err != nil || regexp.MustCompile(`(?m)^(import)?\s*"(net|log/slog|github.com/gofrs/uuid|k8s.io/klog/v2)"`).Match(text) {
					t.Errorf("%s imports what takes long to link (%v)", name, err)
				}
			}
		}
		if list, _ := os.ReadDir(filepath.Dir(dir)); len(list) != 1 {
			t.Errorf("%d entries in %s, want 1", len(list), filepath.Dir(dir))
		}
	}
	check()
	mark := filepath.Join(dir, "mark")
	testkit.OK(t, os.WriteFile(mark, nil, 0o600))
	check() // up to date: left alone
	if _, err := os.Stat(mark); err != nil {
		t.Error("an up-to-date copy was made again")
	}
	testkit.OK(t, os.WriteFile(filepath.Join(dir, "gonbui", "senddata.go"), []byte("old"), 0o600))
	check() // outdated: replaced
	testkit.Fails(os.Stat(mark))(t, "", "an outdated copy was kept")
	mod := testkit.Must(readGoMod(root, goTool))(t)
	seed, err := mod.seed(root, goTool)
	if err != nil || !strings.Contains(string(seed), gonbModule+" => ") {
		t.Errorf("%v; the session does not use the copy:\n%s", err, seed)
	}
}
