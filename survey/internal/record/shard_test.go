package record

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"chesscensus/internal/testing/testkit"
)

func TestDecodeReadsWhatEncodeWrites(t *testing.T) {
	for s := range 5 {
		data := encodeShard(t, s, testIdentity)
		got, err := Decode(data)
		if err != nil || got.Number != s || got.Identity != testIdentity || !reflect.DeepEqual(got.Rows, randomRows(uint64(s))) {
			t.Fatalf("shard %d comes back as %+v, %v", s, got, err)
		}
		if again := encodeShard(t, s, testIdentity); !bytes.Equal(again, data) {
			t.Error("equal shards give different bytes")
		}
	}
	empty := Shard{Identity: testIdentity}
	data := testkit.Must(empty.Encode())(t)
	if got, err := Decode(data); err != nil || len(got.Rows) != 0 {
		t.Errorf("a shard without rows comes back as %+v, %v", got, err)
	}
}

// TestStoredShardsAreWrittenAgain: a shard of each of two stored records has the same bytes when it is written again.
func TestStoredShardsAreWrittenAgain(t *testing.T) {
	for _, record := range []string{"records/first", "records/unpromoted"} {
		paths, _ := filepath.Glob(filepath.Join("..", "..", "..", record, "shards", "*.parquet"))
		if len(paths) == 0 {
			t.Fatalf("no shards in %s", record)
		}
		data := testkit.Must(os.ReadFile(paths[0]))(t)
		shard := testkit.Must(Decode(data))(t)
		if again, err := shard.Encode(); err != nil || !bytes.Equal(again, data) {
			t.Errorf("%s: written again it has other bytes: %d for %d, %v", paths[0], len(again), len(data), err)
		}
	}
}

// TestCellsLinkLittle: neither notebook cells nor the program link the whole library for Parquet and the packages that it needs.
func TestCellsLinkLittle(t *testing.T) {
	out := testkit.Must(exec.Command("go", "list", "-deps", "chesscensus/census", "chesscensus/cmd/chesscensus").Output())(t)
	for _, path := range []string{"github.com/parquet-go/parquet-go", "net/http", "google.golang.org/protobuf/proto"} {
		if slices.Contains(strings.Fields(string(out)), path) {
			t.Errorf("%s is linked", path)
		}
	}
}

// TestOldTablesOfCells: the error for a table that a cell of an earlier version wrote names the version.
func TestOldTablesOfCells(t *testing.T) {
	testkit.Fails(Decode([]byte(cellMagic+"...")))(t, "before November 2026", "an old table")
}

// TestEncodeRefusesWhatIsNoShard encodes impossible rows.
func TestEncodeRefusesWhatIsNoShard(t *testing.T) {
	good := Row{1, 0, 0, "all", "", Out, 1, 1, 5}
	change := func(f func(*Row)) Row {
		r := good
		f(&r)
		return r
	}
	for name, rows := range map[string][]Row{
		"twice":        {good, good},
		"out of order": {change(func(r *Row) { r.Stratum = 1 }), good},
		"no draws":     {change(func(r *Row) { r.Draws = 0 })},
		"phase 0":      {change(func(r *Row) { r.Phase = 0 })},
		"mult 0":       {change(func(r *Row) { r.Multiplicity = 0 })},
		"outcome":      {change(func(r *Row) { r.Outcome = "perhaps" })},
	} {
		s := Shard{Identity: testIdentity, Rows: rows}
		testkit.Fails(s.Encode())(t, "", name)
	}
}

// TestMergeIsExactInAnyOrder merges the same rows in two orders.
func TestMergeIsExactInAnyOrder(t *testing.T) {
	a, b, c := randomRows(1), randomRows(2), randomRows(3)
	merged := testkit.Must(Merge(a, b, c))(t)
	bc := testkit.Must(Merge(c, b))(t)
	otherOrder, err := Merge(bc, a)
	if err != nil || !reflect.DeepEqual(merged, otherOrder) {
		t.Errorf("%v: the sum depends on the order", err)
	}
	sum := func(rows []Row) (n int64) {
		for _, r := range rows {
			n += r.Draws
		}
		return n
	}
	if sum(merged) != sum(a)+sum(b)+sum(c) {
		t.Error("draws are lost or doubled")
	}
	largest := Row{1, 0, 0, "all", "", Out, 1, 1, 1<<63 - 1}
	testkit.Fails(Merge([]Row{largest}, []Row{largest}))(t, "", "a sum above 2^63-1 is no error")
}

// TestDecodeSurvivesEveryCut truncates a file at every third byte and changes every second: Decode returns errors or sound rows.
func TestDecodeSurvivesEveryCut(t *testing.T) {
	testkit.Medium(t)
	if testkit.Raced(1, 0) == 1 {
		t.Skip("under the race detector's pointer checks a panic of parquet-go on damaged bytes, from which Decode recovers, is a fatal error")
	}
	shard := Shard{Identity: testIdentity, Rows: randomRows(1)[:40]}
	data := testkit.Must(shard.Encode())(t)
	for n := 0; n < len(data); n += 3 {
		if s, err := Decode(data[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes are read as a shard of %d rows", n, len(data), len(s.Rows))
		}
	}
	for i := 0; i < len(data); i += 2 {
		bad := bytes.Clone(data)
		bad[i] ^= 0x41
		if s, err := Decode(bad); err == nil {
			if err := checkRows(s.Rows); err != nil {
				t.Fatalf("byte %d changed: rows that cannot be are returned: %v", i, err)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	testkit.Medium(f)
	data := encodeShard(f, 1, testIdentity)
	f.Add(data)
	f.Add(data[:len(data)-9])
	f.Add([]byte("PAR1PAR1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Decode(data)
		if err != nil {
			if s != nil {
				t.Fatal("error and shard")
			}
			return
		}
		testkit.Must(s.Encode())(t)
	})
}

// TestColumnsAreFlat reads the columns of the file with the whole library for Parquet.
func TestColumnsAreFlat(t *testing.T) {
	data := encodeShard(t, 3, testIdentity)
	f := testkit.Must(parquet.OpenFile(bytes.NewReader(data), int64(len(data))))(t)
	want := []struct {
		name string
		kind parquet.Kind
	}{{"phase", parquet.Int32}, {"stratum", parquet.Int32}, {"property", parquet.ByteArray}, {"value", parquet.ByteArray}, {"outcome", parquet.ByteArray},
		{"weight", parquet.Int32}, {"multiplicity", parquet.Int32}, {"draws", parquet.Int64}}
	fields := f.Schema().Fields()
	if len(fields) != len(want) {
		t.Fatalf("%d columns, want %d", len(fields), len(want))
	}
	for i, field := range fields {
		if field.Name() != want[i].name || !field.Leaf() || !field.Required() || field.Repeated() || field.Type().Kind() != want[i].kind {
			t.Errorf("column %d is %s, want %s of kind %v, required and not nested", i, field.Name(), want[i].name, want[i].kind)
		}
	}
}
