package jupyter

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
)

// seedGoMod is the go.mod of a project with requirements, a replacement by a folder, and a tool.
const seedGoMod = `module chesscensus

go 1.26.0

require (
	example.com/a v1.2.3
	example.com/b v0.1.0 // indirect
)

replace example.com/b => ./b

tool example.com/a/cmd
`

// TestSeedModule: the go.mod of a session has the project's requirements and the project itself, absolute folders, and no tools.
func TestSeedModule(t *testing.T) {
	root, goTool := makeRoot(t, seedGoMod), testkit.Must(findGo())(t)
	project := testkit.Must(readGoMod(root, goTool))(t)
	seed := testkit.Must(project.seed(root, goTool))(t)
	mod := testkit.Must(readGoMod(makeRoot(t, string(seed)), goTool))(t)
	var got []string
	for _, r := range mod.Require {
		got = append(got, r.Path+"@"+r.Version)
	}
	for _, r := range mod.Replace {
		got = append(got, r.Old.Path+" => "+r.New.Path)
	}
	want := []string{
		"example.com/a@v1.2.3", "example.com/b@v0.1.0", "chesscensus@v0.0.0",
		"example.com/b => " + filepath.Join(root, "b"), "chesscensus => " + root,
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || len(mod.Tool) != 0 || mod.Go != "1.26.0" {
		t.Errorf("seed:\n%s\nhas %q\nwant %q", seed, got, want)
	}
	testkit.Fails(readGoMod(makeRoot(t, "module chesscensus\nnonsense\n"), goTool))(t, "", "damaged go.mod")
}

// TestGoScriptSeedsOnlySessions: bin/go seeds modules with GoNB's names, whose folders are removed with the session. Other commands go
// to the go tool.
func TestGoScriptSeedsOnlySessions(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	goTool := testkit.Must(exec.LookPath("go"))(t)
	root := makeRoot(t, seedGoMod)
	s := testkit.Must(newSession(root, goTool))(t)
	// runGo runs the script in a folder of the given name.
	runGo := func(folder string, args ...string) (string, string) {
		t.Helper()
		dir := filepath.Join(os.TempDir(), folder)
		testkit.OK(t, os.MkdirAll(dir, 0o755))
		cmd := exec.Command("go", args...)
		cmd.Path = filepath.Join(s.dir, "bin", "go")
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("go %v: %v\n%s", args, err, out)
		}
		text, _ := os.ReadFile(filepath.Join(dir, "go.mod"))
		return string(text), string(out)
	}
	if mod, _ := runGo("gonb_0123abcd", "mod", "init", "gonb_0123abcd"); !strings.HasPrefix(mod, "module gonb_0123abcd\n") || !strings.Contains(mod, "replace chesscensus => ") {
		t.Errorf("want the name that GoNB chose and the project's folder in go.mod:\n%s", mod)
	}
	if mod, _ := runGo("user", "mod", "init", "example.com/user"); strings.Contains(mod, "chesscensus") {
		t.Errorf("another module was seeded:\n%s", mod)
	}
	if _, out := runGo("user", "env", "GOVERSION"); !strings.HasPrefix(out, "go1.") {
		t.Errorf("go env GOVERSION printed %q, want go1. and more", out)
	}
	s.close()
	for name, want := range map[string]bool{"gonb_0123abcd": false, "user": true, filepath.Base(s.dir): false} {
		if _, err := os.Stat(filepath.Join(os.TempDir(), name)); (err == nil) != want {
			t.Errorf("after close, %s exists: %v, want %v", name, err == nil, want)
		}
	}
}

// TestSweepRemovesOnlyDeadSessions: sweep removes a session whose lock is free, with the folders that GoNB made for it. It keeps a
// living session, one that is being created, and folders with other names.
func TestSweepRemovesOnlyDeadSessions(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	root := makeRoot(t, seedGoMod)
	living := testkit.Must(newSession(root, goPath(t)))(t)
	defer living.close()
	gone := testkit.Must(newSession(root, goPath(t)))(t)
	keep := filepath.Join(t.TempDir(), "precious")
	left := filepath.Join(os.TempDir(), "gonb_00000001")
	young := filepath.Join(os.TempDir(), sessionPrefix+"young")
	for _, dir := range []string{keep, left, young} {
		testkit.OK(t, os.Mkdir(dir, 0o755))
	}
	write := func(name, text string) {
		t.Helper()
		testkit.OK(t, os.WriteFile(filepath.Join(gone.dir, name), []byte(text), 0o600))
	}
	gone.lock.Close() // as the end of the process would
	write("workdirs", keep+"\n"+left+"\n\n/\n.\n")
	sweep()
	for path, want := range map[string]bool{living.dir: true, gone.dir: false, left: false, keep: true, young: true} {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("after sweep, %s exists: %v, want %v", path, err == nil, want)
		}
	}
}

// TestSweepBelievesNoStranger checks that sweep does not use the list in a folder of another user, follows no link, and
// removes no folder outside of the one for temporary files, whatever our own list says.
func TestSweepBelievesNoStranger(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	inUse := filepath.Join(os.TempDir(), "gonb_00000001")
	outside := filepath.Join(t.TempDir(), "gonb_00000002")
	foreign := filepath.Join(os.TempDir(), sessionPrefix+"foreign")
	own := filepath.Join(os.TempDir(), sessionPrefix+"own")
	linked := filepath.Join(os.TempDir(), "gonb_00000003")
	for _, dir := range []string{inUse, outside, foreign, own} {
		testkit.OK(t, os.Mkdir(dir, 0o700))
	}
	testkit.OK(t, os.Symlink(outside, linked))
	for dir, text := range map[string]string{foreign: inUse + "\n", own: outside + "\n" + linked + "\n" + filepath.Join(os.TempDir(), "x", "..", "..", "gonb_00000002") + "\n"} {
		testkit.OK(t, os.WriteFile(filepath.Join(dir, "workdirs"), []byte(text), 0o600))
		twoDaysAgo := time.Now().Add(-48 * time.Hour)
		testkit.OK(t, os.Chtimes(dir, twoDaysAgo, twoDaysAgo))
	}
	want := map[string]bool{outside: true, own: false}
	if os.Getuid() == 0 { // only then can a folder be given away
		testkit.OK(t, os.Chown(foreign, 12345, 12345))
		want[inUse], want[foreign] = true, true
	}
	sweep()
	for path, want := range want {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("after sweep, %s exists: %v, want %v", path, err == nil, want)
		}
	}
}

// TestSessionEnviron: the environment of GoNB, made from one that disturbs, and the folders of a headless run.
func TestSessionEnviron(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	goTool := testkit.Must(exec.LookPath("go"))(t)
	s := testkit.Must(newSession(makeRoot(t, seedGoMod), goTool))(t)
	defer s.close()
	base := append(os.Environ(), "PATH=/a:/b", "GOFLAGS=-race", "GOWORK=/x/go.work")
	e := env(s.environ(base, false))
	if got := e.get("PATH"); !strings.HasPrefix(got, filepath.Join(s.dir, "bin")+":"+filepath.Join(s.root, "bin")+":") || !strings.HasSuffix(got, ":/a:/b") {
		t.Errorf("PATH = %q, want the bin folders of session and project first and /a:/b last", got)
	}
	for name, want := range map[string]string{"GOFLAGS": "-race -buildvcs=false", "GOWORK": "off", rootEnv: s.root, "TMPDIR": os.TempDir(), "BASH_ENV": ""} {
		testkit.Equal(t, e.get(name), want, name)
	}
	e = s.environ(base, true)
	for _, name := range []string{"TMPDIR", "BASH_ENV", "CHESSCENSUS_RESULTS"} {
		if got := e.get(name); !strings.HasPrefix(got, s.dir) {
			t.Errorf("headless %s = %q, want it in %s", name, got, s.dir)
		}
	}
}

// TestShellQuote: the shell reads each quoted word back.
func TestShellQuote(t *testing.T) {
	for _, word := range []string{"", "plain", "two words", "it's", `a"b$c\d`, "new\nline", "*"} {
		out, err := exec.Command("sh", "-c", "printf %s "+shellQuote(word)).Output()
		if err != nil || string(out) != word {
			t.Errorf("shell reads %q back as %q, %v", word, out, err)
		}
	}
}

// TestCellFlags: -buildvcs=false is added, unless the flags have their own -buildvcs.
func TestCellFlags(t *testing.T) {
	for flags, want := range map[string]string{
		"":                               "-buildvcs=false",
		"-trimpath":                      "-trimpath -buildvcs=false",
		"-buildvcs=auto -tags=a,b -race": "-buildvcs=auto -tags=a,b -race",
	} {
		testkit.Equal(t, cellFlags(flags), want, flags)
	}
}
