package record

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"chesscensus/internal/testing/testkit"
)

// randomReached returns a random list of n draws in three strata.
func randomReached(n int) (list []Reached) {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	draw := int64(0)
	for i := range n {
		if i%(n/3+1) == 0 {
			draw = 1 << 40
		}
		draw += 1 + r.Int64N(2000)
		list = append(list, Reached{int32(i / (n/3 + 1)), draw, []string{In, In, In, Out, Pass}[r.IntN(5)]})
	}
	return list
}

// TestReachedComesBack: a list is read back as it was written, has flat columns and about two bytes a draw.
func TestReachedComesBack(t *testing.T) {
	for _, n := range []int{0, 1, 100, 50_000} {
		list := randomReached(n)
		data := testkit.Must(EncodeReached(list))(t)
		got, err := ParseReached(data)
		if err != nil || len(got) != n || n > 0 && !reflect.DeepEqual(got, list) {
			t.Fatalf("%d draws come back as %d, %v", n, len(got), err)
		}
		if again, _ := EncodeReached(list); !bytes.Equal(again, data) {
			t.Error("equal lists give different bytes")
		}
		if n == 50_000 && len(data) > 2*n {
			t.Errorf("%d bytes for %d draws", len(data), n)
		}
	}
	data, _ := EncodeReached(randomReached(9))
	f := testkit.Must(parquet.OpenFile(bytes.NewReader(data), int64(len(data))))(t)
	for i, field := range f.Schema().Fields() {
		if !field.Leaf() || !field.Required() || field.Repeated() || field.Name() != []string{"stratum", "draw", "outcome"}[i] {
			t.Errorf("column %d is %s, want it required and not nested", i, field.Name())
		}
	}
}

// TestReachedRefuses: impossible lists, and files that are no lists, are errors.
func TestReachedRefuses(t *testing.T) {
	testkit.Medium(t)
	for want, list := range map[string][]Reached{
		"out of order":        {{0, 5, In}, {0, 5, In}},
		"row 1 is out":        {{1, 5, In}, {0, 6, In}},
		"outcome":             {{0, 5, "maybe"}},
		"row 0 is impossible": {{-1, 5, In}},
	} {
		testkit.Fails(EncodeReached(list))(t, want, list)
	}
	data, _ := EncodeReached(randomReached(500))
	shard := encodeShard(t, 1, testIdentity)
	for name, bad := range map[string][]byte{"nothing": nil, "half": data[:len(data)/2], "text": []byte("PAR1 no PAR1"), "a shard": shard} {
		testkit.Fails(ParseReached(bad))(t, "", name)
	}
	for i := range 200 { // flipped bits are errors or other lists, never a panic
		spoiled := bytes.Clone(data)
		spoiled[i*len(data)/200] ^= 1 << (i % 8)
		if list, err := ParseReached(spoiled); err == nil && checkReached(list) != nil {
			t.Errorf("byte %d: a list out of order is read", i)
		}
	}
}

// TestStoredCounts: stored counts are read only with the lists that were counted.
func TestStoredCounts(t *testing.T) {
	f := &Folder{Dir: t.TempDir(), Identity: testIdentity, Shards: 9}
	entries := map[int]Entry{1: {Shard: 1, ReachedSHA256: "one"}, 4: {Shard: 4, ReachedSHA256: "four"}, 5: {Shard: 5}}
	if c, err := LoadCounts(f, "moves", entries); c != nil || err != nil || c.Has(1) {
		t.Errorf("nothing stored: %+v, %v", c, err)
	}
	want := &StoredCounts{Subject: "moves", Shards: []int{1, 4}, Rows: randomRows(3)}
	for _, shards := range [][]int{{4, 1}, {1, 5}, {1, 7}} {
		testkit.FailsWith(t, StoreCounts(f, &StoredCounts{Subject: "moves", Shards: shards, Rows: want.Rows}, entries), "", shards)
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
	testkit.Fails(LoadCounts(f, "moves", entries))(t, "damaged", "other bytes")
	overwrite(t, filepath.Join(f.Dir, countedLine), []byte("{}\n"))
	testkit.Fails(LoadCounts(f, "moves", entries))(t, "no checksum", "another line")
}
