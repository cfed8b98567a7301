//go:build unix

package jupyter

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"chesscensus/internal/testing/testkit"
)

// A lab is a project with a kernel installed that the test binary starts.
type lab struct {
	root, dataDir string
}

// labDir returns the folder of the labs, which TestMain removes.
var labDir = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "chesscensus labs ") })

// installLab installs the kernel for the project in root.
func installLab(root, name string) (*lab, error) {
	dir, err := labDir()
	if err != nil {
		return nil, err
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	l := &lab{root: root, dataDir: filepath.Join(dir, name)}
	_, err = Install(context.Background(), InstallOptions{
		Root: root, DataDir: l.dataDir, Command: []string{exe}, Env: map[string]string{kernelEnv: "1"},
	})
	return l, err
}

// smallLab returns a project of one package, greet, and those that cells need, with this project's go.mod and
// tools, in a folder with spaces and quotes in its name.
var smallLab = sync.OnceValues(func() (*lab, error) {
	real, err := FindRoot()
	if err != nil {
		return nil, err
	}
	dir, err := labDir()
	if err != nil {
		return nil, err
	}
	root := filepath.Join(dir, "it's a \"small\" lab")
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(real, name))
		if err == nil {
			err = os.MkdirAll(filepath.Join(root, "greet"), 0o755)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(root, name), data, 0o644)
		}
		if err != nil {
			return nil, err
		}
	}
	goTool, err := findGo()
	if err != nil {
		return nil, err
	}
	tools, err := pinnedTools(real, goTool)
	if err != nil {
		return nil, err
	}
	if err := buildTools(context.Background(), real, goTool, tools); err != nil {
		return nil, err
	}
	for _, name := range []string{"bin", ".venv"} {
		if err := os.Symlink(filepath.Join(real, name), filepath.Join(root, name)); err != nil {
			return nil, err
		}
	}
	const greet = "package greet\n\nfunc Hello(name string) string { return \"Hello, \" + name + \"!\" }\n"
	if err := os.WriteFile(filepath.Join(root, "greet", "greet.go"), []byte(greet), 0o644); err != nil {
		return nil, err
	}
	for _, name := range []string{filepath.Join("jupyter", "cell"), filepath.Join("internal", "snapshot"), filepath.Join("internal", "safefile")} {
		if err := copyTree(filepath.Join(root, name), filepath.Join(real, name)); err != nil {
			return nil, err
		}
	}
	return installLab(root, "small")
})

// projectLab returns this project itself.
var projectLab = sync.OnceValues(func() (*lab, error) {
	root, err := FindRoot()
	if err != nil {
		return nil, err
	}
	return installLab(root, "project")
})

// requireLab returns a lab, and skips the test if notebooks cannot be executed on this machine.
func requireLab(t *testing.T, get func() (*lab, error)) *lab {
	t.Helper()
	if testing.Short() {
		t.Skip("notebooks take seconds: not with -short")
	}
	root := testkit.Must(FindRoot())(t)
	if _, err := findPython(root); err != nil {
		t.Skipf("not executing notebooks: %v; `make test` sets everything up", err)
	}
	return testkit.Must(get())(t)
}

// writeNotebook writes a notebook of code cells and returns its path.
func writeNotebook(t *testing.T, dir, name string, cells ...string) string {
	t.Helper()
	type object = map[string]any
	var list []object
	for _, source := range cells {
		list = append(list, object{"cell_type": "code", "execution_count": nil, "metadata": object{}, "outputs": []any{}, "source": source})
	}
	data := testkit.Must(json.Marshal(object{"nbformat": 4, "nbformat_minor": 4, "metadata": object{}, "cells": list}))(t)
	path := filepath.Join(dir, name)
	testkit.OK(t, os.WriteFile(path, data, 0o644))
	return path
}

// run executes notebooks with the lab's kernel.
func (l *lab) run(t *testing.T, o RunOptions, files ...string) error {
	t.Helper()
	o.Root, o.DataDir = l.root, l.dataDir
	if o.Timeout == 0 {
		o.Timeout = 5 * time.Minute
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	return Run(ctx, files, o)
}
