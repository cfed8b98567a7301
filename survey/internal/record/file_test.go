package record

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"chesscensus/internal/atomicfile"
)

// fillDiskAfter makes the write after n bytes fail as on a full disk.
func fillDiskAfter(t *testing.T, n int) {
	t.Helper()
	old := write
	t.Cleanup(func() { write = old })
	write = func(f io.Writer, data []byte) error {
		if n -= len(data); n < 0 {
			if _, err := f.Write(data[:max(0, len(data)+n)]); err != nil {
				return err
			}
			return &os.PathError{Op: "write", Path: "disk", Err: syscall.ENOSPC}
		}
		return old(f, data)
	}
}

// TestFullDiskLosesNothing fills the disk at several bytes of a Put: the folder stays as it was.
func TestFullDiskLosesNothing(t *testing.T) {
	f := newFilledFolder(t, 2)
	f.Shards = 3
	data := encodeShard(t, 2, testIdentity)
	manifest := readFile(t, f.manifestPath())
	for _, n := range []int{0, 1, len(data) - 1, len(data), len(data) + 1, len(data) + 200} {
		func() {
			old := write
			defer func() { write = old }()
			fillDiskAfter(t, n)
			_, err := f.Put(Entry{Shard: 2}, Files{Data: data})
			file := f.ShardPath(2)
			if n >= len(data) {
				file = f.manifestPath()
			}
			if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), file) {
				t.Errorf("full after %d bytes: error %v, want one that names %s", n, err, file)
			}
		}()
		if got := readFile(t, f.manifestPath()); !bytes.Equal(got, manifest) {
			t.Errorf("full after %d bytes: the manifest has changed by %q", n, got[len(manifest):])
		}
		if sound, _ := checkFolder(t, f); !slices.Equal(sound, []int{0, 1}) || len(unfinishedFiles(t, f.Dir)) > 0 {
			t.Errorf("full after %d bytes: sound %v, left over %v", n, sound, unfinishedFiles(t, f.Dir))
		}
	}
	putShard(t, f, 2)
	if sound, problems := checkFolder(t, f); len(sound) != 3 || len(problems) > 0 {
		t.Errorf("with space again: sound %v, problems %v", sound, problems)
	}
}

func TestWriteFileReplacesAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	for _, text := range []string{"first", "second, longer", ""} {
		if err := WriteFile(path, []byte(text)); err != nil || string(readFile(t, path)) != text {
			t.Errorf("%v, file holds %q, want %q", err, readFile(t, path), text)
		}
	}
	err := WriteFile(filepath.Join(path, "below"), nil)
	if err == nil || !strings.Contains(err.Error(), "below") {
		t.Errorf("in a folder that is none: %v", err)
	}
}

// TestPrepareRemovesHalves: an unfinished file of a killed run is no shard, and Prepare removes it.
func TestPrepareRemovesHalves(t *testing.T) {
	f := newFilledFolder(t, 1)
	half := f.ShardPath(0) + atomicfile.Mark + "123"
	overwrite(t, half, []byte("ha"))
	if sound, problems := checkFolder(t, f); len(sound) != 1 || len(problems) > 0 {
		t.Errorf("sound %v, problems %v: a file being written is taken for a shard", sound, problems)
	}
	if err := f.Prepare(); err != nil || len(unfinishedFiles(t, f.Dir)) > 0 {
		t.Errorf("%v, left over %v", err, unfinishedFiles(t, f.Dir))
	}
}
