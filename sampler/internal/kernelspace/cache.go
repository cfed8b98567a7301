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
	// Progress, if not nil, is called by several goroutines while tables are built.
	Progress func(done, all int)
	// Warn, if not nil, is called when tables were built but could not be written. They can be used
	// and will have to be built again.
	Warn func(error)
}

// Path returns the path of the file for the given parameters. An error means that the system has no cache folder.
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

// Open returns the tables for the given parameters. It reads the file if there is one, otherwise uses the tables
// that are part of the program (shipped), otherwise builds them and writes the file. If the file cannot be written,
// it calls Warn. A file that cannot be trusted is an error, see [Load]; it is never overwritten.
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
