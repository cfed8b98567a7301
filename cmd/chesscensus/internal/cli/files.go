package cli

import (
	"bufio"
	"errors"
	"fmt"
	"os"

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
// cannot be written.
func CreateFile(path string) (*NewFile, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("cannot write to %s: it is no file", path)
	}
	f, err := atomicfile.Create(path, 0o666)
	if err != nil {
		return nil, fmt.Errorf("cannot write to %s: %w", path, errors.Unwrap(err))
	}
	return &NewFile{bufio.NewWriterSize(f, 1<<16), f, path}, nil
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
