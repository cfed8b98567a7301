package jupyter

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"
)

// seedModule returns the go.mod from which a session of cells starts: the project's own requirements, replacements and exclusions, plus the
// project itself, replaced by its folder, and the installed copy of gonbui. Tools are left out: a cell does not need them, and requiring
// their packages would only slow "go get" down.
//
// The module is named "session"; the script bin/go gives it the name that GoNB chooses.
func seedModule(root string) ([]byte, error) {
	path := filepath.Join(root, "go.mod")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("jupyter: %w", err)
	}
	mod, err := modfile.Parse(path, text, nil)
	if err != nil {
		return nil, fmt.Errorf("jupyter: %w", err)
	}
	errs := []error{mod.AddModuleStmt("session")}
	for _, t := range slices.Clone(mod.Tool) {
		errs = append(errs, mod.DropTool(t.Path))
	}
	for _, r := range slices.Clone(mod.Replace) {
		if r.New.Version == "" && !filepath.IsAbs(r.New.Path) { // a folder that is named relative to the project
			errs = append(errs, mod.AddReplace(r.Old.Path, r.Old.Version, filepath.Join(root, r.New.Path), ""))
		}
	}
	errs = append(errs, mod.AddRequire(modulePath, "v0.0.0"), mod.AddReplace(modulePath, "", root, ""))
	for _, r := range mod.Require {
		if dir := gonbuiDir(root, r.Mod.Version); r.Mod.Path == gonbModule && isDir(dir) {
			errs = append(errs, mod.AddReplace(gonbModule, "", dir, ""))
		}
	}
	mod.Cleanup()
	seed, err := mod.Format()
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, fmt.Errorf("jupyter: session go.mod: %w", err)
	}
	return seed, nil
}

// isDir reports whether path is a folder.
func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
