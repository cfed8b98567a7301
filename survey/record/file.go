package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// write is where all bytes go to a file, so that tests can have a full disk.
var write = func(f io.Writer, data []byte) error {
	_, err := f.Write(data)
	return err
}

// tempMark is a part of the names of files that are being written.
const tempMark = ".tmp-"

// WriteFile writes a file so that at any moment there is the whole new file or what
// was there before: under another name first, synced, and then renamed. If it
// fails, nothing is left behind, and the error names the file.
func WriteFile(path string, data []byte) (err error) {
	dir, name := filepath.Split(path)
	f, err := os.CreateTemp(filepath.Clean(dir), name+tempMark+"*")
	if err != nil {
		return fmt.Errorf("record: writing %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("record: writing %s: %w", path, err)
			_ = os.Remove(f.Name())
		}
	}()
	if err = write(f, data); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err = os.Chmod(f.Name(), 0o644); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(filepath.Clean(dir))
}

// syncDir makes a rename survive a loss of power. Systems that cannot sync a folder
// do without.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}

// removeTemps removes what killed runs have left of files that they were writing.
func removeTemps(dir string) error {
	list, err := filepath.Glob(filepath.Join(dir, "*"+tempMark+"*"))
	for _, path := range list {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}
