package record

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

func TestDecodeReadsWhatEncodeWrites(t *testing.T) {
	for s := range 5 {
		data := encoded(t, s, testIdentity)
		got, err := Decode(data)
		if err != nil || got.Number != s || got.Identity != testIdentity || !reflect.DeepEqual(got.Rows, randomRows(uint64(s))) {
			t.Fatalf("shard %d comes back as %+v, %v", s, got, err)
		}
		if again := encoded(t, s, testIdentity); !bytes.Equal(again, data) {
			t.Error("equal shards give different bytes")
		}
	}
	empty := Shard{Identity: testIdentity}
	data, err := empty.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Decode(data); err != nil || len(got.Rows) != 0 {
		t.Errorf("a shard without rows comes back as %+v, %v", got, err)
	}
}

// TestColumnsAreFlat looks at the file as another reader of Parquet would.
func TestColumnsAreFlat(t *testing.T) {
	data := encoded(t, 3, testIdentity)
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"phase INT32", "stratum INT32", "property STRING", "value STRING", "outcome STRING", "weight INT32", "multiplicity INT32", "draws INT64"}
	for i, field := range f.Schema().Fields() {
		kind := strings.ToUpper(strings.TrimSuffix(field.Type().String(), "(isSigned=true)"))
		if !field.Leaf() || !field.Required() || field.Repeated() || !strings.HasPrefix(field.Name()+" "+kind, want[i][:strings.Index(want[i], " ")]) {
			t.Errorf("column %d is %s %s, want %s, required and flat", i, field.Name(), kind, want[i])
		}
	}
	if n := len(f.Schema().Fields()); n != len(want) {
		t.Errorf("%d columns, want %d", n, len(want))
	}
}

// TestEncodeRefusesWhatIsNoShard hands in rows that no phase counts.
func TestEncodeRefusesWhatIsNoShard(t *testing.T) {
	good := Row{1, 0, "all", "", Out, 1, 1, 5}
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
		if _, err := s.Encode(); err == nil {
			t.Errorf("%s: encoded", name)
		}
	}
}

// TestMergeIsExactInAnyOrder splits rows in two ways.
func TestMergeIsExactInAnyOrder(t *testing.T) {
	a, b, c := randomRows(1), randomRows(2), randomRows(3)
	one, err := Merge(a, b, c)
	if err != nil {
		t.Fatal(err)
	}
	bc, err := Merge(c, b)
	if err != nil {
		t.Fatal(err)
	}
	two, err := Merge(bc, a)
	if err != nil || !reflect.DeepEqual(one, two) {
		t.Errorf("%v: the sum depends on the order", err)
	}
	sum := func(rows []Row) (n int64) {
		for _, r := range rows {
			n += r.Draws
		}
		return n
	}
	if sum(one) != sum(a)+sum(b)+sum(c) {
		t.Error("draws are lost or doubled")
	}
	most := Row{1, 0, "all", "", Out, 1, 1, 1<<63 - 1}
	if _, err := Merge([]Row{most}, []Row{most}); err == nil {
		t.Error("a sum above 2^63-1 is no error")
	}
}

// TestDecodeSurvivesEveryCut truncates a file everywhere and flips bytes.
func TestDecodeSurvivesEveryCut(t *testing.T) {
	data := encoded(t, 1, testIdentity)
	for n := range len(data) {
		if s, err := Decode(data[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes are read as a shard of %d rows", n, len(data), len(s.Rows))
		}
	}
	for i := range len(data) {
		bad := bytes.Clone(data)
		bad[i] ^= 0x41
		if s, err := Decode(bad); err == nil {
			if err := check(s.Rows); err != nil {
				t.Fatalf("byte %d changed: rows that cannot be are returned: %v", i, err)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	data := encoded(f, 1, testIdentity)
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
		if _, err := s.Encode(); err != nil {
			t.Fatalf("a shard that was read cannot be written: %v", err)
		}
	})
}
