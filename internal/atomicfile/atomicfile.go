// Package atomicfile writes files that are there when they are complete: under another name in the same folder, then
// renamed. A reader sees the old file or the new one, never a part.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Mark is a part of the names of files that are being written: the name of the file, Mark, and a number.
const Mark = ".tmp-"

// A File is being written. It ends with Commit or Drop.
type File struct {
	*os.File
	path string
}

// Create begins the file path, in the place of one that may be there. It has the permissions of that one, or perm
// as far as the umask allows. The folder must be there.
func Create(path string, perm fs.FileMode) (*File, error) {
	before, err := os.Stat(path)
	for {
		f, openErr := os.OpenFile(fmt.Sprintf("%s%s%d", path, Mark, rand.Uint64()), os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
		switch {
		case errors.Is(openErr, fs.ErrExist):
			continue
		case openErr != nil:
			return nil, openErr
		}
		file := &File{f, path}
		if err == nil && before.Mode().IsRegular() {
			if err := f.Chmod(before.Mode().Perm()); err != nil {
				file.Drop()
				return nil, err
			}
		}
		return file, nil
	}
}

// Commit closes the file and gives it its name. After an error nothing of it is left. It does not wait for the disk:
// who needs that calls Sync before.
func (f *File) Commit() error {
	err := f.Close()
	if err == nil {
		err = os.Rename(f.Name(), f.path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	f.path = ""
	return err
}

// Drop removes what was written, unless Commit was called.
func (f *File) Drop() {
	if f.path != "" {
		_ = f.Close()
		_ = os.Remove(f.Name())
	}
}

// Write writes a whole file, see [Create].
func Write(path string, data []byte, perm fs.FileMode) error {
	f, err := Create(path, perm)
	if err != nil {
		return err
	}
	defer f.Drop()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Commit()
}

// Try reports whether files can be written in a folder, or in one that is yet to be made, for callers with long work before that. It leaves nothing behind.
func Try(dir string) error {
	info, err := os.Stat(dir)
	for errors.Is(err, fs.ErrNotExist) && filepath.Dir(dir) != dir {
		dir = filepath.Dir(dir)
		info, err = os.Stat(dir)
	}
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is no folder", dir)
	}
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, Mark+"*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
