package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"chesscensus/internal/safefile"
)

// A NewFile is an output file that appears when it is complete: until then it is written under another name in the same folder.
type NewFile struct {
	*bufio.Writer
	file *safefile.File
	path string
}

// CreateFile opens a new output file, which may replace an existing one. Commands call it before their work, so
// that its errors come early: the file cannot be written, it is an input too, or another output has the same name.
func (a *App) CreateFile(path string) (*NewFile, error) {
	target := resolvedPath(path)
	hasOtherOutput := slices.Contains(a.outputPaths, target)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return nil, fmt.Errorf("cannot write to %s: it is no file", path)
		}
		if a.inputFiles.has(info) {
			return nil, Usagef("%s is read and would be overwritten: give the output another name", path)
		}
		hasOtherOutput = hasOtherOutput || a.outputFiles().has(info)
		a.replacedFiles = append(a.replacedFiles, info)
	}
	if hasOtherOutput {
		return nil, Usagef("%s has two outputs: give one of them another name", path)
	}
	f, err := safefile.Create(target, 0o666)
	if err != nil {
		return nil, fmt.Errorf("cannot write to %s: %w", path, errors.Unwrap(err))
	}
	a.outputPaths = append(a.outputPaths, target)
	return &NewFile{bufio.NewWriterSize(f, 1<<16), f, path}, nil
}

// files is a set of files, compared by identity and not by name.
type files []os.FileInfo

// has reports whether a file is in the set.
func (f files) has(info os.FileInfo) bool {
	return slices.ContainsFunc(f, func(other os.FileInfo) bool { return os.SameFile(info, other) })
}

// resolvedPath returns the absolute path, without symbolic links, of a file that need not exist. So an output replaces
// the file that a link leads to, never the link itself, which may be /dev/stdout.
func resolvedPath(path string) string {
	if file, err := filepath.EvalSymlinks(path); err == nil {
		path = file
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return path // creating the file will return the error
	}
	return filepath.Join(dir, filepath.Base(path))
}

// outputFiles returns the existing files that the run writes: those that it will replace, and standard output.
func (a *App) outputFiles() files {
	list := slices.Clone(a.replacedFiles)
	if out, ok := a.stdout.(*os.File); ok {
		if info, err := out.Stat(); err == nil && info.Mode().IsRegular() {
			list = append(list, info)
		}
	}
	return list
}

// registerInput records that a file is read. It returns an error if the file is an output too, even one that the shell has opened.
func (a *App) registerInput(f any, name string) error {
	file, ok := f.(*os.File)
	if !ok {
		return nil
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil // if it cannot be read, the first read returns the error
	}
	if a.outputFiles().has(info) {
		return Usagef("%s is written as well as read: give the output another name", name)
	}
	a.inputFiles = append(a.inputFiles, info)
	return nil
}

// Commit completes the file and moves it to its final name.
func (n *NewFile) Commit() error {
	err := n.Flush()
	if err == nil {
		err = n.file.Commit()
	}
	if err != nil {
		n.Drop()
		return fmt.Errorf("%s: %w", n.path, err)
	}
	return nil
}

// Drop removes what was written. After [NewFile.Commit] it does nothing.
func (n *NewFile) Drop() { n.file.Drop() }

// EnsureWritable creates the folder for figures if it does not exist, and tries to write a file there. Commands call it
// before their work, so that errors come early. An empty name means that no figures are wanted.
func EnsureWritable(dir string) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("figures: %w", err)
	}
	f, err := os.CreateTemp(dir, ".chesscensus-*")
	if err != nil {
		return fmt.Errorf("figures: cannot write to %s: %w", dir, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
