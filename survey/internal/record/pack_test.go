package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// packFolder packs a folder.
func packFolder(t testing.TB, f *Folder) Packing {
	t.Helper()
	return testkit.Must(f.Pack())(t)
}

// readTallies returns the sum of all rows that Check finds in a folder, the shards that are done, and the problems.
func readTallies(t testing.TB, f *Folder) (rows []Row, done []int, problems []Problem) {
	t.Helper()
	bundled := 0
	v, err := f.Check(func(e Entry, s *Shard) (err error) {
		if s.Bundled {
			bundled++
		}
		if all, _ := splitByAll(randomRows(uint64(s.Number))); e.Shard != s.Number || s.Bundled && !slices.Equal(s.Rows, all) {
			t.Errorf("shard %d is visited with the rows of another", e.Shard)
		}
		done = append(done, s.Number)
		rows, err = Merge(rows, s.Rows)
		return err
	})
	if err == nil && v.Bundle != nil {
		rows, err = Merge(rows, v.Bundle.Sums)
	}
	testkit.OK(t, err)
	if v.Bundle != nil && bundled != len(v.Bundle.Shards()) {
		t.Errorf("%d shards are said to be bundled, the bundle has %v", bundled, v.Bundle.Shards())
	}
	if len(v.Done) != len(done) {
		t.Errorf("%d shards done, %d visited", len(v.Done), len(done))
	}
	return rows, done, v.Problems
}

// checkTallies fails unless the tallies of a folder are those of shards 0 to n-1, without problems.
func checkTallies(t testing.TB, label string, f *Folder, n int) {
	t.Helper()
	var want []Row
	for s := range n {
		var err error
		if want, err = Merge(want, randomRows(uint64(s))); err != nil {
			t.Fatal(err)
		}
	}
	if rows, done, problems := readTallies(t, f); !slices.Equal(rows, want) || len(done) != n || !slices.IsSorted(done) || len(problems) > 0 {
		t.Errorf("%s: shards %v of %d, problems %v, or other tallies", label, done, n, problems)
	}
}

// shardFiles returns the number of shard files in a folder.
func shardFiles(t testing.TB, f *Folder) int {
	t.Helper()
	return len(testkit.Must(f.shardFiles())(t))
}

// TestPack: a packed folder has the same shards and tallies, also when more shards are done and packed later.
func TestPack(t *testing.T) {
	testkit.Medium(t)
	f := newFilledFolder(t, 4)
	f.Shards = 7
	manifest := readFile(t, f.manifestPath())
	if p := packFolder(t, f); p.Shards != 4 || p.Added != 4 || p.After >= p.Before || p.Before < 4*1000 || len(p.Problems) > 0 {
		t.Errorf("%+v", p)
	}
	checkTallies(t, "packed", f, 4)
	if n := shardFiles(t, f); n != 0 || string(readFile(t, f.manifestPath())) != string(manifest) {
		t.Errorf("%d shard files are left, or the manifest has changed", n)
	}
	if p := packFolder(t, f); p.Shards != 4 || p.Added != 0 || p.After != p.Before {
		t.Errorf("packed twice: %+v", p)
	}
	putShard(t, f, 4)
	putShard(t, f, 5)
	checkTallies(t, "two more", f, 6)
	if p := packFolder(t, f); p.Shards != 6 || p.Added != 2 {
		t.Errorf("packed again: %+v", p)
	}
	checkTallies(t, "packed again", f, 6)
	if list, _ := filepath.Glob(filepath.Join(f.Dir, "bundle", "*")); len(list) != 1 || shardFiles(t, f) != 0 {
		t.Errorf("bundles %v, and %d shard files", list, shardFiles(t, f))
	}
	if _, err := f.Put(Entry{Shard: 2}, Files{Data: encodeShard(t, 2, testIdentity)}); err == nil ||
		!strings.Contains(err.Error(), "shard 2 is in the bundle bundle/000006.parquet") {
		t.Errorf("a shard of the bundle is put: %v", err)
	}
	none := &Folder{Dir: t.TempDir(), Identity: testIdentity, Shards: 3}
	if p := packFolder(t, none); p.Shards != 0 || p.After != 0 {
		t.Errorf("an empty folder: %+v", p)
	}
}

// TestPackLeavesOutWhatIsWrong: a damaged shard is not packed.
func TestPackLeavesOutWhatIsWrong(t *testing.T) {
	f := newFilledFolder(t, 3)
	overwrite(t, f.ShardPath(1), readFile(t, f.ShardPath(1))[:50])
	if p := packFolder(t, f); p.Shards != 2 || len(p.Problems) != 1 || !strings.Contains(p.Problems[0].Err.Error(), "truncated") {
		t.Errorf("%+v", p)
	}
	putShard(t, f, 1)
	checkTallies(t, "done again", f, 3)
}

// TestKilledPack: after a kill there may be a bundle without a line, or files of shards that are in the bundle. Neither changes the tallies.
func TestKilledPack(t *testing.T) {
	testkit.Medium(t)
	f := newFilledFolder(t, 4)
	files := map[string][]byte{}
	for s := range 4 {
		files[f.ShardPath(s)] = readFile(t, f.ShardPath(s))
	}
	packFolder(t, f)
	for path, data := range files {
		overwrite(t, path, data)
	}
	checkTallies(t, "killed while it removes files", f, 4)
	if packFolder(t, f); shardFiles(t, f) != 0 {
		t.Error("the next pack leaves the files")
	}
	line := readFile(t, f.bundleLinePath())
	for path, data := range files {
		overwrite(t, path, data)
	}
	testkit.OK(t, os.Remove(f.bundleLinePath()))
	checkTallies(t, "killed before the line is written", f, 4)
	if packFolder(t, f); string(readFile(t, f.bundleLinePath())) != string(line) {
		t.Error("the bundle packed again is another")
	}
	checkTallies(t, "packed again", f, 4)
}

// TestPackOnAFullDisk fills the disk at several bytes of a Pack: nothing is lost.
func TestPackOnAFullDisk(t *testing.T) {
	testkit.Medium(t)
	f := newFilledFolder(t, 3)
	data := testkit.Must(bundleOf(t, 0, 1, 2).Encode())(t)
	for _, n := range []int{0, 100, len(data) - 1, len(data) + 20} {
		func() {
			old := write
			defer func() { write = old }()
			fillDiskAfter(t, n)
			testkit.Fails(f.Pack())(t, syscall.ENOSPC, n)
		}()
		checkTallies(t, fmt.Sprintf("full after %d bytes", n), f, 3)
	}
	packFolder(t, f)
	checkTallies(t, "with space again", f, 3)
}

// TestDamagedBundleIsNamed damages a bundle, its line or the manifest. None of its shards counts as done, and one foreign problem names
// the file.
func TestDamagedBundleIsNamed(t *testing.T) {
	testkit.Medium(t)
	for _, c := range []struct {
		want string
		harm func(f *Folder)
	}{
		{"000003.parquet: truncated: 90 of", func(f *Folder) { overwrite(t, f.bundlePath(3), readFile(t, f.bundlePath(3))[:90]) }},
		{"000003.parquet: damaged: the checksum is not that of bundle.jsonl", func(f *Folder) {
			data := readFile(t, f.bundlePath(3))
			data[len(data)/2] ^= 4
			overwrite(t, f.bundlePath(3), data)
		}},
		{"no such file", func(f *Folder) {
			testkit.OK(t, os.Remove(f.bundlePath(3)))
		}},
		{"bundle.jsonl:1: wrong checksum", func(f *Folder) {
			data := readFile(t, f.bundleLinePath())
			data[30] ^= 1
			overwrite(t, f.bundleLinePath(), data)
		}},
		{"shard 1: manifest.jsonl has no line of it", func(f *Folder) {
			lines := strings.SplitAfter(string(readFile(t, f.manifestPath())), "\n")
			overwrite(t, f.manifestPath(), []byte(lines[0]+lines[2]))
		}},
		{"of another plan, feed, want cafe", func(f *Folder) { f.Identity.Plan = "cafe" }},
		{"the plan has only 2 shards", func(f *Folder) { f.Shards = 2 }},
		{"holds 3 shards, not the 4 that bundle.jsonl lists", func(f *Folder) { forgeBundleLine(t, f, 0, 1, 2, 3) }},
		{"holds 3 shards, not the 2 that bundle.jsonl lists", func(f *Folder) { forgeBundleLine(t, f, 0, 2) }},
		{"too few draws", func(f *Folder) { f.VerifyBundle = func(*Bundle) error { return errors.New("too few draws") } }},
	} {
		f := newFilledFolder(t, 3)
		packFolder(t, f)
		c.harm(f)
		v := testkit.Must(f.Check(nil))(t)
		if p := v.Problems; len(v.Done) > 0 || v.Bundle != nil || !v.HasBrokenBundle() || !strings.Contains(p[0].Err.Error(), c.want) || !p[0].Foreign {
			t.Errorf("shards %v are done, problems %v, want %s", v.Done, v.Problems, c.want)
		}
		testkit.Fails(f.Pack())(t, "", c.want)
		f.Identity, f.Shards, f.VerifyBundle = testIdentity, 3, nil
		testkit.OK(t, f.Unpack())
		for s := range 3 {
			putShard(t, f, s)
		}
		checkTallies(t, "done again", f, 3)
	}
}

// forgeBundleLine writes a line of the bundle with other shards and a correct checksum.
func forgeBundleLine(t testing.TB, f *Folder, shards ...int) {
	t.Helper()
	line := testkit.Must(f.readBundleLine())(t)
	line.Shards = shards
	object := testkit.Must(json.Marshal(line))(t)
	overwrite(t, f.bundleLinePath(), seal(object))
}

// TestForgedLineRemovesNothing: Pack does not remove the file of a shard that the line lists but the bundle does not have.
func TestForgedLineRemovesNothing(t *testing.T) {
	f := newFilledFolder(t, 3)
	packFolder(t, f)
	f.Shards = 4
	putShard(t, f, 3)
	forgeBundleLine(t, f, 0, 1, 2, 3)
	testkit.Fails(f.Pack())(t, "", "packed by a forged line")
	if _, err := os.Stat(f.ShardPath(3)); err != nil {
		t.Error(err)
	}
}

// TestListsBesideABundle: the lists of open draws stay as files, and a damaged list is a problem.
func TestListsBesideABundle(t *testing.T) {
	f := newFilledFolder(t, 1)
	f.Shards = 2
	testkit.Must(f.Put(Entry{Shard: 1}, Files{Data: encodeShard(t, 1, testIdentity), Open: []byte("# open\n")}))(t)
	packFolder(t, f)
	checkTallies(t, "packed", f, 2)
	v := testkit.Must(f.Check(nil))(t)
	if list, err := f.Open(v.Done[1]); string(list) != "# open\n" {
		t.Errorf("%v, list %q", err, list)
	}
	overwrite(t, f.OpenPath(1), []byte("# closed\n"))
	if _, done, problems := readTallies(t, f); len(done) > 0 || len(problems) != 1 || !strings.Contains(problems[0].Err.Error(), f.OpenPath(1)) {
		t.Errorf("done %v, problems %v, want one that names %s", done, problems, f.OpenPath(1))
	}
}
