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

	"chesscensus/internal/safefile"
	"chesscensus/internal/testing/testkit"
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

// TestPrepareRemovesHalves: an unfinished file of a killed run is no shard, and Prepare removes it.
func TestPrepareRemovesHalves(t *testing.T) {
	f := newFilledFolder(t, 1)
	half := f.ShardPath(0) + safefile.Mark + "123"
	overwrite(t, half, []byte("ha"))
	if sound, problems := checkFolder(t, f); len(sound) != 1 || len(problems) > 0 {
		t.Errorf("sound %v, problems %v: a file being written is taken for a shard", sound, problems)
	}
	if err := f.Prepare(); err != nil || len(unfinishedFiles(t, f.Dir)) > 0 {
		t.Errorf("%v, left over %v", err, unfinishedFiles(t, f.Dir))
	}
}

// TestLockIsForOne: a second lock of a folder is refused and names the holder. A lock that is given back, or whose process was killed, can be taken.
func TestLockIsForOne(t *testing.T) {
	f := &Folder{Dir: t.TempDir()}
	first, err := f.Lock()
	if err != nil || first.Stale != nil {
		t.Fatalf("%v, stale %v", err, first.Stale)
	}
	if _, err := f.Lock(); !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), f.Dir) || !strings.Contains(err.Error(), "process ") {
		t.Errorf("the second lock: %v, want ErrLocked with folder and process", err)
	}
	testkit.OK(t, first.Unlock())
	second, err := f.Lock()
	if err != nil || second.Stale != nil {
		t.Fatalf("after the first is given back: %v, stale %v", err, second.Stale)
	}
	// A run that is killed leaves its name, but not its lock.
	testkit.OK(t, second.f.Close())
	third, err := f.Lock()
	if err != nil || third.Stale == nil || third.Stale.PID != os.Getpid() {
		t.Fatalf("after a kill: %v, stale %v", err, third.Stale)
	}
	testkit.OK(t, third.Unlock())
}

// TestOrigin reads the file of the origin; errors name the file and the value.
func TestOrigin(t *testing.T) {
	f := Folder{Dir: t.TempDir()}
	if _, found, err := f.Origin(); found || err != nil {
		t.Fatalf("without a file: %v, %v", found, err)
	}
	for text, want := range map[string]string{
		`{"engine": 1, "commit": "521d14e", "note": "x"}`: "",
		`{"engine": 1, "commit": "521d14e"`:               "unexpected EOF",
		`{"engine": 0, "commit": "521d14e"}`:              "found engine 0",
		`{"engine": 1}`:                                   `commit ""`,
		`{"engine": 1, "commit": "521d14e", "more": 1}`:   "unknown field",
	} {
		testkit.OK(t, os.WriteFile(filepath.Join(f.Dir, OriginName), []byte(text), 0o666))
		o, found, err := f.Origin()
		if want == "" && (err != nil || !found || o.Engine != 1 || o.Commit != "521d14e") {
			t.Errorf("%s: %+v, %v, %v", text, o, found, err)
		}
		if want != "" && (found || err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), OriginName)) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestPutKeepsCandidates stores lines next to a shard.
func TestPutKeepsCandidates(t *testing.T) {
	f := newFilledFolder(t, 1)
	f.Shards = 2
	testkit.Must(f.Put(Entry{Shard: 1}, Files{Data: encodeShard(t, 1, testIdentity), Kept: []byte("lines")}))(t)
	v, err := f.Check(nil)
	if err != nil || v.Done[1].KeptBytes != 5 || v.Done[1].KeptSHA256 != Sum([]byte("lines")) || v.Done[0].KeptBytes != 0 {
		t.Errorf("%v, %+v", err, v)
	}
	if got := readFile(t, f.KeptPath(1)); string(got) != "lines" {
		t.Errorf("kept %q", got)
	}
}
