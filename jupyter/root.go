package jupyter

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// modulePath is the path of the module that cells can import from.
const modulePath = "chesscensus"

// rootEnv names the environment variable that overrides where FindRoot looks.
const rootEnv = "CHESSCENSUS_ROOT"

// errNoRoot is wrapped by FindRoot's error when no folder holds the project.
var errNoRoot = errors.New("jupyter: the chesscensus project was not found")

// FindRoot returns the absolute path of the project's folder, the one whose go.mod says "module chesscensus".
//
// It takes the folder named by CHESSCENSUS_ROOT if that is set. Otherwise it walks up from the working directory, and last it tries the
// parent of the folder that the running program lies in (the program is built into bin).
func FindRoot() (string, error) {
	if dir := os.Getenv(rootEnv); dir != "" {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return "", err
		}
		if !isRoot(abs) {
			return "", fmt.Errorf("%w: %s is %q, which has no go.mod with \"module %s\"", errNoRoot, rootEnv, dir, modulePath)
		}
		return abs, nil
	}
	wd, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("jupyter: working directory: %w", err)
	}
	for dir := wd; ; dir = filepath.Dir(dir) {
		if isRoot(dir) {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	if exe, err := os.Executable(); err == nil {
		if dir := filepath.Dir(filepath.Dir(exe)); isRoot(dir) {
			return dir, nil
		}
	}
	return "", fmt.Errorf("%w: neither %s nor any folder above it has a go.mod with \"module %s\"; change into the project or set %s",
		errNoRoot, wd, modulePath, rootEnv)
}

// moduleLine matches the line of go.mod with the path of this module.
var moduleLine = regexp.MustCompile(`(?m)^module\s+"?` + modulePath + `"?(\s|$)`)

// isRoot reports whether dir holds the go.mod of this module.
func isRoot(dir string) bool {
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	return err == nil && moduleLine.Match(text)
}

// rootOr returns the absolute path of dir, or FindRoot's result if dir is empty.
func rootOr(dir string) (string, error) {
	if dir == "" {
		return FindRoot()
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if !isRoot(abs) {
		return "", fmt.Errorf("%w: %s has no go.mod with \"module %s\"", errNoRoot, dir, modulePath)
	}
	return abs, nil
}
