package jupyter

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"
	"time"

	"chesscensus/jupyter/cache"
)

// sessionPrefix begins the names of the temporary folders of kernels.
const sessionPrefix = "chesscensus-kernel-"

// A session is the temporary folder of one running kernel:
//
//	lock      locked while the kernel runs, so that sweep can tell it from a dead one
//	bin/go    the script that stands in for the go tool (see the package comment)
//	seed/     go.mod and go.sum, which the script copies
//	workdirs  the folders to which it copied them, where GoNB compiles cells
//	archives  list of compiled packages; main.go and main.a are the last cell that was compiled with them
//	built     exists once the program of a cell was built, or could not be
//	log       what GoNB itself prints, as opposed to its cells
//	inner/    GoNB's connection file
//	values/   variables of the notebook
//	answers/  programs of cells with interactive pictures, see package widgets
//	bashenv   read by the shell of a "!" line in a headless run
//	results/  results of a headless run, instead of those in the user's folder
//	tmp/      TMPDIR of a headless run, which thus begins in a clean state
//
// In a kernel that is not headless TMPDIR stays as it is: gonb/cache keeps its values there, which must outlive the kernel.
type session struct {
	dir    string
	root   string
	goTool string
	lock   *os.File
}

// newSession creates the folder and the files that are known from the start.
func newSession(root, goTool string) (*session, error) {
	mod, err := readGoMod(root, goTool)
	if err != nil {
		return nil, err
	}
	seed, err := mod.seed(root, goTool)
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
		{"bin/go", s.goScript(mod.Go), 0o700},
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

// goTemplate is the text of bin/go. Direct is the part of directTemplate, the other values are words quoted for the shell.
var goTemplate = template.Must(template.New("go").Parse(`#!/bin/sh
# First on the PATH of one notebook kernel. A session's "go mod init" gets the
# project's requirements; a cell's program is linked without debug tables, which
# saves a third of its time (traces of panics do not need them). Everything else
# goes to the real go tool.
{{.Direct}}case "$1 $2 $3" in
"mod init gonb_"*)
	pwd >>{{.Workdirs}} &&
	cp {{.GoMod}} go.mod &&
	cp {{.GoSum}} go.sum || exit 1
	exec {{.Go}} mod edit -module "$3"
	;;
"build -o "*/gonb_*)
	shift
	{{.Go}} build '-ldflags=-s -w' "$@"
	status=$?
	touch {{.Built}}
	exit $status
	;;
esac
exec {{.Go}} "$@"
`))

// goScript returns the text of bin/go. goVersion is the version of the language in go.mod.
func (s *session) goScript(goVersion string) string {
	return expand(goTemplate, map[string]string{
		"Direct":   s.directScript(goVersion),
		"Workdirs": shellQuote(filepath.Join(s.dir, "workdirs")),
		"GoMod":    shellQuote(filepath.Join(s.dir, "seed", "go.mod")),
		"GoSum":    shellQuote(filepath.Join(s.dir, "seed", "go.sum")),
		"Go":       shellQuote(s.goTool),
		"Built":    shellQuote(s.builtFile()),
	})
}

// expand executes a template whose values are all given.
func expand(t *template.Template, values map[string]string) string {
	var b strings.Builder
	if err := t.Execute(&b, values); err != nil {
		panic(err) // a strings.Builder does not fail
	}
	return b.String()
}

// bashEnv makes a failing "!" line print an error. GoNB runs such a line with bash -c and ignores its exit status; bash -c reads the file
// named by BASH_ENV first. Scripts that the line starts do not inherit it.
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
		env.set(cache.DirEnv, filepath.Join(s.dir, "results")) // outputs that are stored in a notebook must not come from a cache
	}
	return env
}

// cellFlags returns the GOFLAGS for building cells, from those of the user.
func cellFlags(flags string) string {
	list := strings.Fields(flags)
	// The session may lie in a repository, whose version the go tool would add to the program.
	if !strings.Contains(flags, "-buildvcs=") {
		list = append(list, "-buildvcs=false")
	}
	return strings.Join(list, " ")
}

// goFlags returns GOFLAGS according to the go tool, since "go env -w" may have set it.
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

// gonbDir matches the name of a folder in which GoNB compiles cells. No folder
// with another name is removed, whatever a workdirs file lists.
var gonbDir = regexp.MustCompile(`^gonb_[0-9a-f]{8}$`)

// removeSession removes the folder of a session in the folder for temporary files, and the folders in which GoNB has compiled for it, as
// far as they belong to this user. The folder of another user may list any names. Removal does not follow links out of the folder for
// temporary files.
func removeSession(dir string) {
	temp, err := os.OpenRoot(os.TempDir())
	if err != nil || filepath.Dir(dir) != filepath.Clean(os.TempDir()) || !isOurs(dir) {
		return
	}
	defer temp.Close()
	if list := filepath.Join(dir, "workdirs"); isOurs(list) {
		text, _ := os.ReadFile(list)
		for work := range strings.Lines(string(text)) {
			work = strings.TrimSuffix(work, "\n")
			if filepath.Dir(work) == filepath.Clean(os.TempDir()) && gonbDir.MatchString(filepath.Base(work)) && isOurs(work) {
				_ = temp.RemoveAll(filepath.Base(work))
			}
		}
	}
	_ = temp.RemoveAll(filepath.Base(dir))
}

// isOurs reports whether path is a file or folder of this user, and no link.
func isOurs(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink == 0 && isUsers(info)
}

// sweep removes the sessions of kernels that were killed before they could do so themselves: those with a lock that no process holds, and
// those without a lock that are a day old.
func sweep() {
	dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), sessionPrefix+"*"))
	for _, dir := range dirs {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || !isOurs(dir) {
			continue
		}
		lock := filepath.Join(dir, "lock")
		if _, err := os.Stat(lock); err != nil && time.Since(info.ModTime()) < 24*time.Hour {
			continue // being created
		}
		if !isLocked(lock) {
			removeSession(dir)
		}
	}
}

// shellQuote quotes s as one word for a POSIX shell.
func shellQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// An env is a list of NAME=value strings for package os/exec. Of several with one name the last counts.
type env []string

// newEnv returns a copy of a list.
func newEnv(base []string) env { return append(env(nil), base...) }

// get returns the value of a name, or "" if there is none.
func (e env) get(name string) string {
	for i := len(e) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(e[i], name+"="); ok {
			return v
		}
	}
	return ""
}

// set gives a name another value.
func (e *env) set(name, value string) { *e = append(*e, name+"="+value) }
