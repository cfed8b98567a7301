package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// A NewFile is a file that is there when it is complete, and not before: it is written under another name
// beside its place.
type NewFile struct {
	*bufio.Writer
	file *os.File
	path string
}

// CreateFile begins a file, in the place of one that may be there already. The error says at once, before any work, that it
// cannot be written.
func CreateFile(path string) (*NewFile, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot write to %s: it is no file", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return nil, fmt.Errorf("cannot write to %s: %w", path, errors.Unwrap(err))
	}
	return &NewFile{bufio.NewWriterSize(f, 1<<16), f, path}, nil
}

// Done puts the file, complete, in its place.
func (n *NewFile) Done() error {
	err := errors.Join(n.Flush(), n.file.Chmod(0o644), n.file.Close())
	if err == nil {
		err = os.Rename(n.file.Name(), n.path)
	}
	if err != nil {
		_ = os.Remove(n.file.Name())
		return fmt.Errorf("%s: %w", n.path, err)
	}
	n.file = nil
	return nil
}

// Drop removes what was written, unless the file is done.
func (n *NewFile) Drop() {
	if n.file != nil {
		_ = n.file.Close()
		_ = os.Remove(n.file.Name())
	}
}

// Writable makes the folder for figures if need be, and tries to write a file there, so that what can
// go wrong does so before the work starts.
func Writable(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("figures: %w", err)
	}
	f, err := os.CreateTemp(dir, ".chesscensus-*")
	if err != nil {
		return fmt.Errorf("figures: cannot write to %s: %w", dir, err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
