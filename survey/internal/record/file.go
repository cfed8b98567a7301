package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"chesscensus/internal/atomicfile"
)

// write is where all bytes go to a file, so that tests can have a full disk.
var write = func(f io.Writer, data []byte) error {
	_, err := f.Write(data)
	return err
}

// WriteFile writes a file so that at any moment there is the whole new file or what
// was there before: under another name first, synced, and then renamed. If it
// fails, nothing is left behind, and the error names the file.
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
	list, err := filepath.Glob(filepath.Join(dir, "*"+atomicfile.Mark+"*"))
	for _, path := range list {
		err = errors.Join(err, os.Remove(path))
	}
	return err
}
