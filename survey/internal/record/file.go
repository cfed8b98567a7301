package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"chesscensus/internal/atomicfile"
)

// write writes all data of this package. Tests replace it to simulate a full disk.
var write = func(f io.Writer, data []byte) error {
	_, err := f.Write(data)
	return err
}

// WriteFile writes a file under another name, syncs it, and renames it. So at any moment there is either the whole new file or the
// state before. If it fails it leaves nothing behind, and the error names the file.
func WriteFile(path string, data []byte) error {
	f, err := atomicfile.Create(path, 0o666)
	if err == nil {
		defer f.Drop()
		if err = write(f, data); err == nil {
			err = f.Sync()
		}
		if err == nil {
			err = f.Commit()
		}
	}
	if err != nil {
		return fmt.Errorf("record: writing %s: %w", path, err)
	}
	return syncDir(filepath.Dir(path))
}

// syncDir syncs a folder, so that a rename survives a loss of power. It is no error if the system cannot sync folders.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}

// removeTemps removes unfinished files of killed runs.
func removeTemps(dir string) error {
	list, err := filepath.Glob(filepath.Join(dir, "*"+atomicfile.Mark+"*"))
	for _, path := range list {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}
