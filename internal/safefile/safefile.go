// Package safefile writes and locks files. A file is written under another name in the same folder and renamed when it is complete. So a reader sees
// the old file or the new one, never a part.
package safefile

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

// ErrLocked is the error of [Lock] for a file that another process, or another opening of the file, has locked.
var ErrLocked = errors.New("the file is locked by another process")

// A File is an unfinished file. The caller ends it by Commit or Drop.
type File struct {
	*os.File
	path string
}

// Create returns a new file that is to replace the file path, if there is one. It has the permissions of that file, or else
// perm as far as the umask allows. The folder must exist.
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

// Commit closes the file and gives it its name. After an error nothing of it is left. Commit does not wait for the disk; call
// Sync before if that is needed.
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

// CheckWritable returns an error if files cannot be written in a folder, or in the last existing folder of its path. It is for callers with long
// work before they write. It leaves nothing behind.
func CheckWritable(dir string) error {
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
