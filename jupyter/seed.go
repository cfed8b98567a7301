package jupyter

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A goMod is a go.mod, as "go mod edit -json" describes it.
type goMod struct {
	Go      string // the version of the language
	Require []struct{ Path, Version string }
	Replace []struct {
		Old, New struct{ Path, Version string }
	}
	Tool []struct{ Path string }
}

// readGoMod reads root's go.mod.
func readGoMod(root, goTool string) (m goMod, err error) {
	text, err := editGoMod(root, goTool, "-json")
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	return m, err
}

// editGoMod returns what "go mod edit" prints of root's go.mod with the given flags.
func editGoMod(root, goTool string, flags ...string) ([]byte, error) {
	cmd := exec.Command(goTool, append(append([]string{"mod", "edit"}, flags...), filepath.Join(root, "go.mod"))...)
	var stderr strings.Builder
	cmd.Dir, cmd.Stderr = root, &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("jupyter: go mod edit: %w\n%s", err, strings.TrimSpace(stderr.String()))
	}
	return out, nil
}

// version returns the version that is required of a module, "" for none.
func (m *goMod) version(module string) string {
	for _, r := range m.Require {
		if r.Path == module {
			return r.Version
		}
	}
	return ""
}

// seed returns the go.mod from which a session of cells starts: the requirements, replacements and exclusions of m, root's go.mod, plus the
// project itself, replaced by its folder, and the installed copy of gonbui. Tools are left out: a cell does not need them, and requiring
// their packages would only slow "go get" down.
//
// The module is named "session"; the script bin/go gives it the name that GoNB chooses.
func (m *goMod) seed(root, goTool string) ([]byte, error) {
	flags := []string{"-print", "-module=session", "-require=" + modulePath + "@v0.0.0", "-replace=" + modulePath + "=" + root}
	for _, t := range m.Tool {
		flags = append(flags, "-droptool="+t.Path)
	}
	for _, r := range m.Replace {
		if r.New.Version == "" && !filepath.IsAbs(r.New.Path) { // a folder, relative to the project
			old := strings.TrimSuffix(r.Old.Path+"@"+r.Old.Version, "@")
			flags = append(flags, "-replace="+old+"="+filepath.Join(root, r.New.Path))
		}
	}
	if dir := gonbuiDir(root, m.version(gonbModule)); isDir(dir) {
		flags = append(flags, "-replace="+gonbModule+"="+dir)
	}
	return editGoMod(root, goTool, flags...)
}

// isDir reports whether path is a folder.
func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
