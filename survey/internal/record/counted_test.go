package record

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestStoredCounts: stored counts are read only with the lists that were counted.
func TestStoredCounts(t *testing.T) {
	f := &Folder{Dir: t.TempDir(), Identity: testIdentity, Shards: 9}
	entries := map[int]Entry{1: {Shard: 1, ReachedSHA256: "one"}, 4: {Shard: 4, ReachedSHA256: "four"}, 5: {Shard: 5}}
	if c, err := LoadCounts(f, "moves", entries); c != nil || err != nil || c.Has(1) {
		t.Errorf("nothing stored: %+v, %v", c, err)
	}
	want := &StoredCounts{Subject: "moves", Shards: []int{1, 4}, Rows: randomRows(3)}
	for _, shards := range [][]int{{4, 1}, {1, 5}, {1, 7}} {
		if err := StoreCounts(f, &StoredCounts{Subject: "moves", Shards: shards, Rows: want.Rows}, entries); err == nil {
			t.Errorf("counts of shards %v are stored", shards)
		}
	}
	testkit.OK(t, StoreCounts(f, want, entries))
	entries[6] = Entry{Shard: 6, ReachedSHA256: "six"}
	got, err := LoadCounts(f, "moves", entries)
	if err != nil || !reflect.DeepEqual(got, want) || !got.Has(4) || got.Has(6) {
		t.Errorf("%+v, %v", got, err)
	}
	otherFolder := *f
	otherFolder.Identity.Signature = "dead"
	oneEntry := map[int]Entry{1: entries[1]}
	changed := map[int]Entry{1: entries[1], 4: {Shard: 4, ReachedSHA256: "for"}}
	for want, read := range map[string]func() (*StoredCounts, error){
		"want \"men\"":         func() (*StoredCounts, error) { return LoadCounts(f, "men", entries) },
		"another code version": func() (*StoredCounts, error) { return LoadCounts(&otherFolder, "moves", entries) },
		"of other lists":       func() (*StoredCounts, error) { return LoadCounts(f, "moves", changed) },
		"counts of other":      func() (*StoredCounts, error) { return LoadCounts(f, "moves", oneEntry) },
	} {
		if c, err := read(); c != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v, %v; want %q", c, err, want)
		}
	}
	overwrite(t, filepath.Join(f.Dir, countedName), encodeShard(t, 1, testIdentity))
	if _, err := LoadCounts(f, "moves", entries); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("other bytes: %v", err)
	}
	overwrite(t, filepath.Join(f.Dir, countedLine), []byte("{}\n"))
	if _, err := LoadCounts(f, "moves", entries); err == nil || !strings.Contains(err.Error(), "no checksum") {
		t.Errorf("another line: %v", err)
	}
}
