package kernelspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// fileName returns the name under which a [Cache] keeps the tables of the given parameters.
func (p Params) fileName() string {
	return fmt.Sprintf("kernel-%d-%d-%d.tables", p.Captures, p.Pawns, p.BishopCap)
}

// A Cache is a folder with tables, which are made when they are missing.
type Cache struct {
	// Dir is the folder; "" means chesscensus in the user's cache folder.
	Dir string
	// Progress, if not nil, is told how many steps of making tables are done, by several
	// goroutines.
	Progress func(done, all int)
	// Warn, if not nil, is told that tables were made but could not be written: they can be used,
	// and will have to be made again.
	Warn func(error)
}

// Path returns the file for the given parameters. The error says that the system knows no cache
// folder.
func (c *Cache) Path(p Params) (string, error) {
	dir := c.Dir
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("kernel tables: no folder for them: %w", err)
		}
		dir = filepath.Join(user, "chesscensus")
	}
	return filepath.Join(dir, p.fileName()), nil
}

// Open returns the tables for the given parameters: those of the file if there is one, otherwise those of
// the program if it has them (shipped), otherwise it makes them and writes the file. Where that cannot be written, as on a full disk or where a file stands in the place of
// the folder, Warn is told. A file that is there but cannot be trusted is an error, see
// [Load]; it is never written over.
func (c *Cache) Open(ctx context.Context, p Params) (*Tables, error) {
	path, err := c.Path(p)
	if err == nil {
		t, err := Load(path, p)
		if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			return t, err
		}
	}
	if t, ok, err := shipped(p); ok {
		return t, err
	}
	t, buildErr := Build(ctx, p, c.Progress)
	if buildErr != nil {
		return nil, buildErr
	}
	if err == nil {
		err = t.Save(path)
	}
	if err != nil && c.Warn != nil {
		c.Warn(err)
	}
	return t, nil
}
