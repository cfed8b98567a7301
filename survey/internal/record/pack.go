package record

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// bundleName is the name of the file that names the current bundle: one line with a checksum. It is replaced after a new bundle
// is written, and shard files are removed after that, so that a kill at any moment loses nothing.
const bundleName = "bundle.jsonl"

// A bundleLine is the content of the file bundleName.
type bundleLine struct {
	// File is the name of the bundle inside the folder, Bytes and SHA256 are its size and checksum.
	File   string `json:"file"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	Identity
	// Shards are those in the bundle, ascending.
	Shards []int `json:"shards"`
}

// bundlePath returns the path of a bundle of n shards. As bundles only grow, each has another name.
func (f *Folder) bundlePath(n int) string {
	return filepath.Join(f.Dir, "bundle", fmt.Sprintf("%06d.parquet", n))
}

func (f *Folder) bundleLinePath() string { return filepath.Join(f.Dir, bundleName) }

// readBundleLine reads the line of the current bundle; nil means that there is none.
func (f *Folder) readBundleLine() (*bundleLine, error) {
	l := new(bundleLine)
	if found, err := readSealed(f.bundleLinePath(), l); !found || err != nil {
		return nil, err
	}
	return l, nil
}

// loadBundle reads the bundle of the folder, nil if there is none. One unsound shard makes the whole bundle unusable, since the
// sums contain it. With an error, too, loadBundle returns the line of the bundle, if it can be read.
func (f *Folder) loadBundle(entries map[int]Entry) (*Bundle, *bundleLine, error) {
	line, err := f.readBundleLine()
	if line == nil || err != nil {
		return nil, nil, err
	}
	path := filepath.Join(f.Dir, filepath.FromSlash(line.File))
	if diff := f.Identity.difference(line.Identity); diff != "" {
		return nil, line, fmt.Errorf("%s: %s", path, diff)
	}
	data, err := os.ReadFile(path)
	switch {
	case err != nil:
		return nil, line, err
	case int64(len(data)) < line.Bytes:
		return nil, line, fmt.Errorf("%s: truncated: %d of %d bytes", path, len(data), line.Bytes)
	case Sum(data) != line.SHA256:
		return nil, line, fmt.Errorf("%s: damaged: the checksum is not that of %s", path, bundleName)
	}
	b, err := decodeBundle(data)
	if err != nil {
		return nil, line, fmt.Errorf("%s: %w", path, err)
	}
	if diff := f.Identity.difference(b.Identity); diff != "" {
		return nil, line, fmt.Errorf("%s: %s", path, diff)
	}
	if got := b.Shards(); !slices.Equal(got, line.Shards) { // else Pack would remove files of shards that are not in the bundle
		return nil, line, fmt.Errorf("%s: holds %d shards, not the %d that %s lists", path, len(got), len(line.Shards), bundleName)
	}
	for _, s := range b.Shards() {
		if err := f.besideBundle(entries, s); err != nil {
			return nil, line, fmt.Errorf("%s: shard %d: %w", path, s, err)
		}
	}
	if f.VerifyBundle != nil {
		if err := f.VerifyBundle(b); err != nil {
			return nil, line, fmt.Errorf("%s: %w", path, err)
		}
	}
	return b, line, nil
}

// besideBundle checks the manifest line and the lists of a shard in the bundle.
func (f *Folder) besideBundle(entries map[int]Entry, s int) error {
	e, ok := entries[s]
	if !ok {
		return fmt.Errorf("%s has no line of it", ManifestName)
	}
	if diff := f.Identity.difference(e.Identity); diff != "" {
		return errors.New(diff)
	}
	if s >= f.Shards {
		return fmt.Errorf("the plan has only %d shards", f.Shards)
	}
	return f.checkLists(e)
}

// A Packing is the result of [Folder.Pack].
type Packing struct {
	// Shards in the bundle, Added of them new.
	Shards, Added int
	// Before is the size in bytes of the bundle and shard files that the new bundle replaces, After that of the new bundle.
	Before, After int64
	// Problems of the folder. Shards with problems are not taken into the bundle.
	Problems []Problem
}

// Pack puts the tallies of all sound shards, also those of an old bundle, into one bundle and removes their files. The lists of
// draws stay, and the manifest keeps size and checksum of every removed file, for audits. It is an error if the old bundle is
// damaged. Only the holder of the lock may call Pack.
func (f *Folder) Pack() (p Packing, err error) {
	old, line, err := f.currentBundle()
	if err != nil {
		return p, fmt.Errorf("record: %w", err)
	}
	b, err := newBundler(old, f.Identity)
	if err != nil {
		return p, err
	}
	if line != nil {
		p.Before = line.Bytes
	}
	inv, err := f.Check(func(e Entry, s *Shard) error {
		p.Shards++
		if s.Bundled {
			return nil
		}
		p.Added++
		p.Before += e.Bytes
		return b.add(s)
	})
	if err != nil {
		return p, err
	}
	if p.Problems = inv.Problems; p.Added > 0 {
		if line, err = f.putBundle(b.finish()); err != nil {
			return p, err
		}
	}
	if line == nil {
		return p, nil
	}
	p.After = line.Bytes
	return p, f.removePacked(line)
}

// currentBundle reads the bundle and its line; both are nil if there is none.
func (f *Folder) currentBundle() (*Bundle, *bundleLine, error) {
	entries, _, err := readManifest(f.manifestPath())
	if err != nil {
		return nil, nil, err
	}
	return f.loadBundle(entries)
}

// putBundle stores a bundle, and then its line, which makes it the current one.
func (f *Folder) putBundle(b *Bundle) (*bundleLine, error) {
	data, err := b.Encode()
	if err != nil {
		return nil, err
	}
	path := f.bundlePath(len(b.shards))
	line := &bundleLine{Identity: f.Identity, Shards: b.Shards()}
	if line.Bytes, line.SHA256, err = writeBeside(path, data); err != nil {
		return nil, err
	}
	if line.File, err = filepath.Rel(f.Dir, path); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	line.File = filepath.ToSlash(line.File)
	return line, writeSealed(f.bundleLinePath(), line)
}

// removePacked removes the files of the shards in the bundle of the line, and all other bundles.
func (f *Folder) removePacked(line *bundleLine) error {
	var failed error
	remove := func(path string) {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			failed = errors.Join(failed, fmt.Errorf("record: %w", err))
		}
	}
	for _, s := range line.Shards {
		remove(f.ShardPath(s))
	}
	list, err := filepath.Glob(filepath.Join(filepath.Dir(f.bundlePath(0)), "*"))
	for _, path := range list {
		if path != filepath.Join(f.Dir, filepath.FromSlash(line.File)) {
			remove(path)
		}
	}
	return errors.Join(failed, err)
}

// Unpack deletes a bundle that is damaged and cannot be restored. Its shards then count as not done. Only the holder of the lock
// may call it.
func (f *Folder) Unpack() error {
	err := os.Remove(f.bundleLinePath())
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, os.RemoveAll(filepath.Dir(f.bundlePath(0))))
}

// bundleProblem returns the problem of an unusable bundle. It is foreign: its shards are not made again unasked, since that may
// take hours and there may be a copy of the file.
func (f *Folder) bundleProblem(line *bundleLine, err error) Problem {
	if line == nil {
		return Problem{Shard: -1, Foreign: true, Err: err}
	}
	return Problem{Shard: -1, Foreign: true, Err: fmt.Errorf("%w (the tallies of %d shards are in this file)", err, len(line.Shards))}
}

// isLost reports whether a shard was in a bundle that cannot be read, and has no file either.
func (l *bundleLine) isLost(s int, files []int) bool {
	return l != nil && slices.Contains(l.Shards, s) && !slices.Contains(files, s)
}
