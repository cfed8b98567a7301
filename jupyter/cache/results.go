// Package cache keeps computed results on disk, so that a notebook whose kernel was restarted need not compute them again. A result is
// found by a key, a text with everything that it depends on: the question, its parameters, and the version of the program.
//
// Any number of programs may use one folder at a time: a file is written under another name and renamed. A file that is damaged, or holds
// another type, counts as missing.
package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"chesscensus/internal/safefile"
	"chesscensus/internal/snapshot"
)

// DirEnv names the environment variable with the folder of Default.
const DirEnv = "CHESSCENSUS_RESULTS"

// defaultLimit is the number of bytes that a Store keeps whose Limit is zero.
const defaultLimit = 256 << 20

// A Store is a folder of results.
type Store struct {
	Dir string
	// Limit is the largest number of bytes of all results together; the results not used for the
	// longest time are removed first. Zero means 256 MiB.
	Limit int64
}

// Default returns the store of the user: the folder that CHESSCENSUS_RESULTS names, or
// chesscensus/results in the folder of [os.UserCacheDir].
func Default() (Store, error) {
	if dir := os.Getenv(DirEnv); dir != "" {
		return Store{Dir: dir}, nil
	}
	dir, err := os.UserCacheDir()
	if err != nil {
		return Store{}, fmt.Errorf("cache: %w; set %s to a folder", err, DirEnv)
	}
	return Store{Dir: filepath.Join(dir, "chesscensus", "results")}, nil
}

// suffix ends the names of results, unfinishedSuffix those of folders with unfinished work. Files and folders with
// other names are left alone.
const suffix, unfinishedSuffix = ".result", ".unfinished"

// keepUnfinished is how long a folder of unfinished work is kept after its last change.
const keepUnfinished = 30 * 24 * time.Hour

// path returns the file of the result with the key.
func (s Store) path(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(s.Dir, hex.EncodeToString(sum[:16])+suffix)
}

// Unfinished returns the folder in which work on the result with the key may be kept until the result is complete. The folder need
// not exist; the caller removes it at the end. Unfinished removes folders of unfinished work that have not changed for 30 days.
func (s Store) Unfinished(key string) (string, error) {
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return "", fmt.Errorf("cache: %w", err)
	}
	for _, dir := range s.unfinishedFolders() {
		if info, err := os.Stat(dir); err == nil && time.Since(info.ModTime()) > keepUnfinished {
			os.RemoveAll(dir)
		}
	}
	return strings.TrimSuffix(s.path(key), suffix) + unfinishedSuffix, nil
}

// unfinishedFolders returns the folders of unfinished work.
func (s Store) unfinishedFolders() []string {
	list, _ := filepath.Glob(filepath.Join(globOf(s.Dir), "*"+unfinishedSuffix))
	return list
}

// globOf returns a glob pattern that matches path only.
func globOf(path string) string {
	return strings.NewReplacer("\\", "\\\\", "*", "\\*", "?", "\\?", "[", "\\[").Replace(path)
}

// Get sets the value that p points to from the result with the key, and reports whether there is one.
func (s Store) Get(key string, p any) bool {
	path := s.path(key)
	data, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	rest, ok := strings.CutPrefix(string(data), key+"\n")
	if !ok || snapshot.Unmarshal([]byte(rest), p) != nil {
		return false
	}
	now := time.Now()
	os.Chtimes(path, now, now) // prune removes by this time; no harm if it cannot be set
	return true
}

// Put stores the value that p points to as the result with the key. It panics if the key has several lines.
func (s Store) Put(key string, p any) error {
	if strings.Contains(key, "\n") {
		panic("cache: a key of several lines")
	}
	data, err := snapshot.Marshal(p)
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	if err := os.MkdirAll(s.Dir, 0o755); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	if err := safefile.Write(s.path(key), append([]byte(key+"\n"), data...), 0o600); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return s.prune()
}

// files returns the results in the folder, the least recently used first.
func (s Store) files() (list []os.FileInfo, err error) {
	entries, err := os.ReadDir(s.Dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && strings.HasSuffix(e.Name(), suffix) {
			list = append(list, info)
		}
	}
	slices.SortFunc(list, func(a, b os.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	return list, nil
}

// prune removes results, the least recently used first, until they keep the limit or one is left.
func (s Store) prune() error {
	list, err := s.files()
	if err != nil {
		return err
	}
	limit := s.Limit
	if limit == 0 {
		limit = defaultLimit
	}
	var size int64
	for _, info := range list {
		size += info.Size()
	}
	for i := 0; size > limit && i < len(list)-1; i++ {
		if err := os.Remove(filepath.Join(s.Dir, list[i].Name())); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("cache: %w", err)
		}
		size -= list[i].Size()
	}
	return nil
}

// Clear removes all results and all unfinished work. It returns the number of removed results and of their bytes;
// unfinished work does not count.
func (s Store) Clear() (n int, size int64, err error) {
	list, err := s.files()
	for _, dir := range s.unfinishedFolders() {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	for _, info := range list {
		if e := os.Remove(filepath.Join(s.Dir, info.Name())); e != nil {
			err = errors.Join(err, fmt.Errorf("cache: %w", e))
			continue
		}
		n, size = n+1, size+info.Size()
	}
	return n, size, err
}

// Of returns the result with the key, or if there is none that of compute. It stores the value of compute if complete is true, which means
// that the computation was not cut short. A value that cannot be stored is returned all the same. If s.Dir is empty, nothing is read or
// stored.
func Of[T any](s Store, key string, compute func() (value T, complete bool, err error)) (T, error) {
	var value T
	if s.Dir != "" && s.Get(key, &value) {
		return value, nil
	}
	value, complete, err := compute()
	if err == nil && complete && s.Dir != "" {
		_ = s.Put(key, &value) // if that fails, the next call computes again
	}
	return value, err
}
