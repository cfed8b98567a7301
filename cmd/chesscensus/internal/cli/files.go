package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"chesscensus/internal/atomicfile"
)

// A NewFile is a file that is there when it is complete, and not before: it is written under another name
// beside its place.
type NewFile struct {
	*bufio.Writer
	file *atomicfile.File
	path string
}

// CreateFile begins a file, in the place of one that may be there already. The error says at once, before any work, that it
// cannot be written, that it is read as well, or that something else is written there.
func (a *App) CreateFile(path string) (*NewFile, error) {
	place := placeOf(path)
	twice := slices.Contains(a.places, place)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			return nil, fmt.Errorf("cannot write to %s: it is no file", path)
		}
		if a.reads.has(info) {
			return nil, Usagef("%s is read and would be overwritten: give the output another name", path)
		}
		twice = twice || a.written().has(info)
		a.writes = append(a.writes, info)
	}
	if twice {
		return nil, Usagef("%s has two outputs: give one of them another name", path)
	}
	f, err := atomicfile.Create(place, 0o666)
	if err != nil {
		return nil, fmt.Errorf("cannot write to %s: %w", path, errors.Unwrap(err))
	}
	a.places = append(a.places, place)
	return &NewFile{bufio.NewWriterSize(f, 1<<16), f, path}, nil
}

// files are files that a run reads, or writes.
type files []os.FileInfo

// has reports whether a file is among them, under whatever name.
func (f files) has(info os.FileInfo) bool {
	return slices.ContainsFunc(f, func(other os.FileInfo) bool { return os.SameFile(info, other) })
}

// placeOf returns one name for a file that need not be there. Links are followed: what is written replaces their file, and never the link, which
// may be /dev/stdout.
func placeOf(path string) string {
	if file, err := filepath.EvalSymlinks(path); err == nil {
		path = file
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err == nil {
		dir, err = filepath.Abs(dir)
	}
	if err != nil {
		return path // it cannot be made either
	}
	return filepath.Join(dir, filepath.Base(path))
}

// written are the files that outputs of the run have: those that will be replaced, and standard output.
func (a *App) written() files {
	list := slices.Clone(a.writes)
	if out, ok := a.stdout.(*os.File); ok {
		if info, err := out.Stat(); err == nil && info.Mode().IsRegular() {
			list = append(list, info)
		}
	}
	return list
}

// reading notes that a file is read. The error says that it is written as well, be it by the shell.
func (a *App) reading(f any, name string) error {
	file, ok := f.(*os.File)
	if !ok {
		return nil
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil // what cannot be read says so when it is
	}
	if a.written().has(info) {
		return Usagef("%s is written as well as read: give the output another name", name)
	}
	a.reads = append(a.reads, info)
	return nil
}

// Done puts the file, complete, in its place.
func (n *NewFile) Done() error {
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

// Drop removes what was written, unless the file is done.
func (n *NewFile) Drop() { n.file.Drop() }

// Writable makes the folder for figures if need be, and tries to write a file there, so that what can
// go wrong does so before the work starts. Without a name there are none.
func Writable(dir string) error {
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
