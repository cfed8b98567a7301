package jupyter

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// gonbModule is GoNB, and with it gonbui, by which a cell shows figures.
const gonbModule = "github.com/janpfeifer/gonb"

// When the program of a cell ends, GoNB v0.11.5 closes the pipe on which figures come before it has read all: a figure shown by the last
// line of a cell is sometimes lost, one time in six on a busy machine. GoNB's remedy is a call of gonbui.Sync at the end of every such
// cell. To make that unnecessary, cells are compiled with a copy of gonbui whose SendData, which all its functions for showing things go
// through, waits until GoNB has read what was sent.
//
//go:embed senddata.go.txt
var syncedSendData []byte

// syncPatch renames SendData where it is declared and in the one place, Sync, that must not wait for itself.
var syncPatch = &patch{file: "gonbui/gonbui.go", edits: [][2]string{
	{"\nfunc SendData(data *protocol.DisplayData) {\n", "\nfunc sendData(data *protocol.DisplayData) {\n"},
	{"\n\tSendData(data)\n\tLogf(\"\\tsync(", "\n\tsendData(data)\n\tLogf(\"\\tsync("},
}}

// lightPatches remove packages from gonbui that each cell with a figure would link: gofrs/uuid, which imports net and database/sql for
// eight random digits, and klog with log/slog, for messages that go to standard error, now without klog's time and line.
var lightPatches = []*patch{
	{file: "common/common.go", edits: [][2]string{
		{"\t\"github.com/gofrs/uuid\"\n", "\t\"crypto/rand\"\n"},
		{"\tv7id, _ := uuid.NewV7()\n\tuuidStr := v7id.String()\n\tuid := uuidStr[len(uuidStr)-8:]\n\treturn uid\n",
			"\tvar b [4]byte\n\t_, _ = rand.Read(b[:])\n\treturn fmt.Sprintf(\"%x\", b)\n"},
	}},
	{file: "gonbui/gonbui.go", edits: [][2]string{
		{"\t\"k8s.io/klog/v2\"\n", ""},
		{"\n\t\tklog.Infof(format, args...)\n", "\n\t\tlogf(format, args...)\n"},
		{"\n\t\tclosePipesLocked()\n\t\tklog.Errorf(", "\n\t\tclosePipesLocked()\n\t\tlogf("},
		{"\n\t\t\t\tclosePipesLocked()\n\t\t\t\tklog.Errorf(", "\n\t\t\t\tclosePipesLocked()\n\t\t\t\tlogf("},
		{"\t\t\t\tklog.Infof(\"Received", "\t\t\t\tlogf(\"Received"},
	}},
}

// gonbuiDir returns the folder of the copy. It is the same for all sessions, so that the compiler's cache has the copy.
func gonbuiDir(root, version string) string {
	return filepath.Join(root, ".jupyter", "gonbui@"+version)
}

// installGonbui makes the copy of gonbui, unless it exists with the same patches. The packages that gonbui does not need are left out.
func installGonbui(ctx context.Context, root, goTool, version string) error {
	dst := gonbuiDir(root, version)
	sendData := filepath.Join("gonbui", "senddata.go")
	patches := append([]*patch{syncPatch}, lightPatches...)
	content := slices.Clone(syncedSendData) // with comments that identify the patches
	for _, p := range patches {
		content = fmt.Appendf(content, "\n// %s: %s\n", p.file, p.mark())
	}
	if old, err := os.ReadFile(filepath.Join(dst, sendData)); err == nil && bytes.Equal(old, content) {
		return nil
	}
	src, err := moduleDir(ctx, root, goTool, gonbModule)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dst), 0o755); err != nil {
		return fmt.Errorf("jupyter: %w", err)
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dst), ".gonbui-*")
	if err != nil {
		return fmt.Errorf("jupyter: %w", err)
	}
	defer os.RemoveAll(tmp)
	dir := filepath.Join(tmp, "gonbui") // in tmp, as that cannot be entered by others
	for _, name := range []string{"gonbui", "common", "cache", "go.mod", "LICENSE"} {
		if err := copyTree(filepath.Join(dir, name), filepath.Join(src, name)); err != nil {
			return fmt.Errorf("jupyter: copying gonbui: %w", err)
		}
	}
	for _, p := range patches {
		if err := p.apply(dir); err != nil {
			return err
		}
	}
	if err := errors.Join(os.WriteFile(filepath.Join(dir, sendData), content, 0o644), os.RemoveAll(dst)); err != nil {
		return fmt.Errorf("jupyter: %w", err)
	}
	if err := os.Rename(dir, dst); err != nil && !isDir(dst) { // or another installation was faster
		return fmt.Errorf("jupyter: %w", err)
	}
	return nil
}

// copyTree copies a file, or a folder without its tests, from the module cache, where everything is read-only.
func copyTree(dst, src string) error {
	return filepath.WalkDir(src, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(dst, strings.TrimPrefix(path, src))
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		if strings.HasSuffix(path, "_test.go") {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, data, 0o644)
	})
}
