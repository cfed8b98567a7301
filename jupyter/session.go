package jupyter

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"chesscensus/jupyter/cache"
)

// sessionPrefix begins the names of the temporary folders of kernels.
const sessionPrefix = "chesscensus-kernel-"

// A session is the temporary folder of one running kernel:
//
//	lock      locked while the kernel runs, for sweeping up after a crash
//	bin/go    the script that stands in for the go tool (see the package comment)
//	seed/     go.mod and go.sum that it lays down
//	workdirs  the folders in which it did so: where GoNB compiles cells
//	archives  compiled packages by name, and main.go, main.a: the last cell that was compiled with them
//	built     tells that the program of a cell was made
//	log       what GoNB itself prints, as opposed to its cells
//	inner/    GoNB's connection file
//	values/   variables of the notebook
//	answers/  programs of cells with pictures that ask, see package widgets
//	bashenv   read by the shell of a "!" line in a headless run
//	results/  what a headless run has computed, instead of the user's folder
//	tmp/      TMPDIR of a headless run, which thus begins from a clean state
//
// When a person is at work TMPDIR is left alone: gonb/cache keeps its values
// there, and they are to outlive the kernel.
type session struct {
	dir    string
	root   string
	goTool string
	lock   *os.File
}

// newSession makes the folder and everything in it.
func newSession(root, goTool string) (*session, error) {
	seed, err := seedModule(root)
	if err != nil {
		return nil, err
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil && !os.IsNotExist(err) {
		return nil, fmt.Errorf("jupyter: %w", err)
	}
	dir, err := os.MkdirTemp("", sessionPrefix+"*")
	if err != nil {
		return nil, fmt.Errorf("jupyter: session folder: %w", err)
	}
	s := &session{dir: dir, root: root, goTool: goTool}
	if s.lock, err = lockFile(filepath.Join(dir, "lock")); err != nil {
		s.close()
		return nil, fmt.Errorf("jupyter: session folder: %w", err)
	}
	files := []struct {
		name, text string
		perm       os.FileMode
	}{
		{"seed/go.mod", string(seed), 0o600},
		{"seed/go.sum", string(sum), 0o600},
		{"bin/go", s.goScript(seed), 0o700},
		{"bashenv", bashEnv, 0o600},
		{"tmp/README", "Temporary files of a notebook kernel.\n", 0o600},
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f.name))
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if err == nil {
			err = os.WriteFile(path, []byte(f.text), f.perm)
		}
		if err != nil {
			s.close()
			return nil, fmt.Errorf("jupyter: session folder: %w", err)
		}
	}
	return s, nil
}

// goScript returns the text of bin/go. goMod is the go.mod of the session.
func (s *session) goScript(goMod []byte) string {
	seed := filepath.Join(s.dir, "seed")
	return fmt.Sprintf(`#!/bin/sh
# First on the PATH of one notebook kernel. A session's "go mod init" gets the
# project's requirements; a cell's program is linked without debug tables, which
# saves a third of its time (traces of panics do not need them). Everything else
# goes to the real go tool.
%[5]scase "$1 $2 $3" in
"mod init gonb_"*)
	pwd >>%[1]s &&
	cp %[2]s go.mod &&
	cp %[3]s go.sum || exit 1
	exec %[4]s mod edit -module "$3"
	;;
"build -o "*/gonb_*)
	shift
	%[4]s build '-ldflags=-s -w' "$@"
	status=$?
	touch %[6]s
	exit $status
	;;
esac
exec %[4]s "$@"
`, shellQuote(filepath.Join(s.dir, "workdirs")), shellQuote(filepath.Join(seed, "go.mod")),
		shellQuote(filepath.Join(seed, "go.sum")), shellQuote(s.goTool), s.directScript(goMod), shellQuote(s.builtFile()))
}

// bashEnv makes a failing "!" line say so. GoNB runs such a line with bash -c
// and ignores its exit status; bash -c reads the file named by BASH_ENV first.
// Scripts that the line starts do not inherit it.
const bashEnv = `unset BASH_ENV
trap 'status=$?; [ $status -eq 0 ] || echo "error: shell command failed: exit status $status" >&2' EXIT
`

// environ returns the environment for GoNB, made from base.
func (s *session) environ(base []string, headless bool) []string {
	env := newEnv(base)
	folders := []string{filepath.Join(s.dir, "bin"), filepath.Join(s.root, "bin"), filepath.Dir(s.goTool), env.get("PATH")}
	env.set("PATH", strings.Join(folders, string(os.PathListSeparator)))
	env.set(rootEnv, s.root)
	// A go.work above the session, or one that the user set, would hide the seed.
	env.set("GOWORK", "off")
	env.set("GOFLAGS", cellFlags(s.goFlags(base)))
	if headless {
		env.set("TMPDIR", filepath.Join(s.dir, "tmp"))
		env.set("BASH_ENV", filepath.Join(s.dir, "bashenv"))
		env.set(cache.DirEnv, filepath.Join(s.dir, "results")) // what is stored in a notebook is computed, not remembered
	}
	return env
}

// cellFlags are the flags that cells are built with, made from those of the user.
func cellFlags(flags string) string {
	list := strings.Fields(flags)
	// The session may lie in somebody's repository; go would want to stamp it.
	if !strings.Contains(flags, "-buildvcs=") {
		list = append(list, "-buildvcs=false")
	}
	return strings.Join(list, " ")
}

// goFlags asks the go tool for GOFLAGS, which "go env -w" may have set.
func (s *session) goFlags(base []string) string {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.goTool, "env", "GOFLAGS")
	cmd.Env = base
	cmd.Dir = s.dir
	out, _ := cmd.Output()
	return strings.TrimSpace(string(out))
}

// close removes the folder, and GoNB's own folders if it left them.
func (s *session) close() {
	removeSession(s.dir)
	if s.lock != nil {
		s.lock.Close()
	}
}

// gonbDir matches the name of a folder in which GoNB compiles cells. Nothing
// with another name is ever removed on the word of a workdirs file.
var gonbDir = regexp.MustCompile(`^gonb_[0-9a-f]{8}$`)

// removeSession removes the folder of a session in the folder for temporary files, and those in which GoNB has compiled for it, as far as they are this user's: what
// somebody else has put there says nothing of ours. Removal does not follow links out of that folder.
func removeSession(dir string) {
	temp, err := os.OpenRoot(os.TempDir())
	if err != nil || filepath.Dir(dir) != filepath.Clean(os.TempDir()) || !ours(dir) {
		return
	}
	defer temp.Close()
	if list := filepath.Join(dir, "workdirs"); ours(list) {
		text, _ := os.ReadFile(list)
		for work := range strings.Lines(string(text)) {
			work = strings.TrimSuffix(work, "\n")
			if filepath.Dir(work) == filepath.Clean(os.TempDir()) && gonbDir.MatchString(filepath.Base(work)) && ours(work) {
				_ = temp.RemoveAll(filepath.Base(work))
			}
		}
	}
	_ = temp.RemoveAll(filepath.Base(dir))
}

// ours reports whether a file or folder, and no link to one, is there and belongs to this user.
func ours(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink == 0 && owned(info)
}

// sweep removes the sessions of kernels that were killed before they could do
// so themselves: those whose lock nobody holds, and those a day old without one.
func sweep() {
	dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), sessionPrefix+"*"))
	for _, dir := range dirs {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || !ours(dir) {
			continue
		}
		lock := filepath.Join(dir, "lock")
		if _, err := os.Stat(lock); err != nil && time.Since(info.ModTime()) < 24*time.Hour {
			continue // just being made
		}
		if !isLocked(lock) {
			removeSession(dir)
		}
	}
}

// shellQuote quotes s as one word for a POSIX shell.
func shellQuote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// env is a list of NAME=value strings for package os/exec: of several with one name the last counts.
type env []string

func newEnv(base []string) env {
	return append(env(nil), base...)
}

func (e env) get(name string) string {
	for i := len(e) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(e[i], name+"="); ok {
			return v
		}
	}
	return ""
}

func (e *env) set(name, value string) {
	*e = append(*e, name+"="+value)
}
