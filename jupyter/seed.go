package jupyter

import (
	"fmt"
	"os"
	"path/filepath"

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
	if err := mod.AddModuleStmt("session"); err != nil {
		return nil, fmt.Errorf("jupyter: session go.mod: %w", err)
	}
	for _, t := range append([]*modfile.Tool(nil), mod.Tool...) {
		if err := mod.DropTool(t.Path); err != nil {
			return nil, fmt.Errorf("jupyter: session go.mod: %w", err)
		}
	}
	// A folder that replaces a module is named relative to the project.
	for _, r := range append([]*modfile.Replace(nil), mod.Replace...) {
		if r.New.Version != "" || filepath.IsAbs(r.New.Path) {
			continue
		}
		if err := mod.AddReplace(r.Old.Path, r.Old.Version, filepath.Join(root, r.New.Path), ""); err != nil {
			return nil, fmt.Errorf("jupyter: session go.mod: %w", err)
		}
	}
	if err := mod.AddRequire(modulePath, "v0.0.0"); err != nil {
		return nil, fmt.Errorf("jupyter: session go.mod: %w", err)
	}
	if err := mod.AddReplace(modulePath, "", root, ""); err != nil {
		return nil, fmt.Errorf("jupyter: session go.mod: %w", err)
	}
	for _, r := range mod.Require {
		dir := gonbuiDir(root, r.Mod.Version)
		if r.Mod.Path != gonbModule || !isDir(dir) {
			continue
		}
		if err := mod.AddReplace(gonbModule, "", dir, ""); err != nil {
			return nil, fmt.Errorf("jupyter: session go.mod: %w", err)
		}
	}
	mod.Cleanup()
	seed, err := mod.Format()
	if err != nil {
		return nil, fmt.Errorf("jupyter: session go.mod: %w", err)
	}
	return seed, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
