package jupyter

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/jupyter/internal/cells/lookup"
	"chesscensus/jupyter/internal/relay"
	"chesscensus/jupyter/widgets"
)

// TestConnect checks that GoNB's connection file has the name of Jupyter's, and sockets in the folder of the session or ports of this
// machine.
func TestConnect(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("PATH", filepath.Dir(goPath(t)))
	s := testkit.Must(newSession(makeRoot(t, seedGoMod), goPath(t)))(t)
	defer s.close()
	file := filepath.Join(t.TempDir(), "kernel-123.json")
	testkit.OK(t, os.WriteFile(file, []byte(`{"transport": "tcp", "ip": "0.0.0.0", "shell_port": 1, "iopub_port": 2}`), 0o600))
	for _, headless := range []bool{false, true} {
		l := testkit.Must(s.connect(file, headless))(t)
		inner := testkit.Must(relay.ReadConnection(l.innerFile))(t)
		place := map[string]string{"ipc": s.dir + "/", "tcp": "127."}[inner.Transport]
		if !strings.HasPrefix(inner.IP, place) || filepath.Base(l.innerFile) != "kernel-123.json" {
			t.Errorf("GoNB gets %s: %+v, want kernel-123.json and an address in %s", l.innerFile, inner, place)
		}
		if inner.Transport != "ipc" && len(s.dir) < 80 { // names of sockets have about 100 bytes
			t.Errorf("GoNB gets ports although the path of the folder has only %d bytes", len(s.dir))
		}
	}
	testkit.Fails(s.connect(filepath.Join(t.TempDir(), "missing"), true))(t, "", "missing connection file")
}

// TestPicturesAskWherePeopleAre checks that the cells of a headless run get no address for pictures, so that no stored output names a
// kernel, and that others do.
func TestPicturesAskWherePeopleAre(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	s := testkit.Must(newSession(makeRoot(t, seedGoMod), goPath(t)))(t)
	defer s.close()
	file := filepath.Join(t.TempDir(), "kernel-0af3-77.json")
	testkit.OK(t, os.WriteFile(file, []byte(`{"transport": "tcp", "ip": "0.0.0.0", "shell_port": 1, "iopub_port": 2}`), 0o600))
	l, err := s.connect(file, true)
	if err != nil || l.options.Ask != nil || newEnv(l.env).get(widgets.KernelEnv) != "" || newEnv(l.env).get(widgets.FolderEnv) != "" {
		t.Errorf("headless: environment %v, %v, want no address for pictures", l.env, err)
	}
	l = testkit.Must(s.connect(file, false))(t)
	if e := newEnv(l.env); e.get(widgets.KernelEnv) != "0af3-77" || !strings.HasPrefix(e.get(widgets.FolderEnv), s.dir) {
		t.Errorf("environment %v, want the kernel 0af3-77 and a folder in %s", l.env, s.dir)
	}
	for question, want := range map[string]string{"[]": "no question", `{"picture": "77-1"}`: `"gone":true`} {
		answered := make(chan string, 1)
		l.options.Ask([]byte(question), func(a any) {
			text, _ := json.Marshal(a)
			answered <- string(text)
		})
		if got := <-answered; !strings.Contains(got, want) {
			t.Errorf("%s: %s, want %s", question, got, want)
		}
	}
}

// goPath returns the path of the go tool.
func goPath(t *testing.T) string {
	t.Helper()
	return testkit.Must(exec.LookPath("go"))(t)
}

// TestRootPackage checks that rootPackage exists: it is read while GoNB starts, so that the first Tab need not wait.
func TestRootPackage(t *testing.T) {
	packages := &lookup.Packages{Dir: "..", Go: goPath(t), Env: os.Environ()}
	if pkg, err := packages.Import(rootPackage); err != nil || pkg.Scope().Lookup("Estimate") == nil {
		t.Errorf("%s: %v, %v, want a package with Estimate", rootPackage, pkg, err)
	}
}

// TestGoScriptLinksSmall checks that the script links the programs of cells without debug tables, and no other programs.
func TestGoScriptLinksSmall(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	echo := filepath.Join(t.TempDir(), "go")
	testkit.OK(t, os.WriteFile(echo, []byte("#!/bin/sh\n[ \"$1\" = mod ] && echo {} && exit\nfor a; do echo \"<$a>\"; done\n"), 0o700))
	s := testkit.Must(newSession(makeRoot(t, seedGoMod), echo))(t)
	defer s.close()
	for args, want := range map[string]string{
		"build -o /tmp/gonb_01234567/gonb_01234567 -x": "<build>\n<-ldflags=-s -w>\n<-o>\n</tmp/gonb_01234567/gonb_01234567>\n<-x>\n",
		"build -o /tmp/mine":                           "<build>\n<-o>\n</tmp/mine>\n",
		"build ./...":                                  "<build>\n<./...>\n",
	} {
		out, err := exec.Command(filepath.Join(s.dir, "bin", "go"), strings.Fields(args)...).CombinedOutput()
		if err != nil || string(out) != want {
			t.Errorf("go %s: got %q, %v; want %q", args, out, err, want)
		}
	}
}
