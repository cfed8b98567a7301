package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"chesscensus/internal/safefile"
)

// write writes all data of this package. Tests replace it to simulate a full disk.
var write = func(f io.Writer, data []byte) error {
	_, err := f.Write(data)
	return err
}

// WriteFile writes a file under another name, syncs it, and renames it. So at any moment there is either the whole new file or the
// state before. If that fails it leaves nothing behind, and the error names the file. At last it opens and syncs the folder; an error
// of this names the folder, and the new file is there.
func WriteFile(path string, data []byte) error {
	if err := replaceFile(path, data); err != nil {
		return fmt.Errorf("record: writing %s: %w", path, err)
	}
	return syncDir(filepath.Dir(path))
}

// replaceFile is WriteFile without the sync of the folder.
func replaceFile(path string, data []byte) error {
	f, err := safefile.Create(path, 0o666)
	if err != nil {
		return err
	}
	defer f.Drop()
	if err := write(f, data); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return f.Commit()
}

// syncDir syncs a folder, so that a rename survives a loss of power. A failing sync is no error, since some systems cannot sync folders.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}

// removeTemps removes all unfinished files of a folder. The caller holds the lock of the record, so killed runs have left them.
func removeTemps(dir string) error {
	list, err := filepath.Glob(filepath.Join(dir, "*"+safefile.Mark+"*"))
	for _, path := range list {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}
