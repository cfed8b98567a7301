package record

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// AsidePath returns the path of a file that was set aside, in the folder of a survey. It is kept for people; no program reads it.
func AsidePath(dir, name string) string { return filepath.Join(dir, "aside", name) }

// SetAside removes shards from the record: it deletes their lines from the manifest and moves their files to [AsidePath]. The shards then
// count as not done. Only the holder of the lock may call it.
func SetAside(f *Folder, numbers []int) error {
	entries, _, err := readManifest(f.manifestPath())
	if err != nil {
		return err
	}
	var manifest []byte
	for _, s := range slices.Sorted(maps.Keys(entries)) {
		if e := entries[s]; !slices.Contains(numbers, s) {
			line, err := e.line()
			if err != nil {
				return err
			}
			manifest = append(manifest, line...)
		}
	}
	if err := WriteFile(f.manifestPath(), manifest); err != nil {
		return err
	}
	for _, s := range numbers {
		for _, path := range []string{f.ShardPath(s), f.KeptPath(s), f.OpenPath(s), f.ReachedPath(s)} {
			target := AsidePath(f.Dir, filepath.Base(filepath.Dir(path)))
			if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
				continue
			}
			if err := os.MkdirAll(target, 0o777); err != nil {
				return fmt.Errorf("record: %w", err)
			}
			if err := os.Rename(path, filepath.Join(target, filepath.Base(path))); err != nil {
				return fmt.Errorf("record: %w", err)
			}
		}
	}
	return nil
}
