package record

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"

	"chesscensus/internal/testing/testkit"
)

var update = flag.Bool("update", false, "write the stored files of testdata anew")

// bundleOf returns the bundle of shards with rows of [randomRows].
func bundleOf(t testing.TB, numbers ...int) *Bundle {
	t.Helper()
	b := testkit.Must(newBundler(nil, testIdentity))(t)
	for _, s := range numbers {
		testkit.OK(t, b.add(&Shard{Identity: testIdentity, Number: s, Rows: randomRows(uint64(s))}))
	}
	return b.finish()
}

// TestBundleComesBack: a bundle is read back with the rows of property all of its shards, and the sums of all other rows.
func TestBundleComesBack(t *testing.T) {
	b := bundleOf(t, 3, 0, 17)
	data := testkit.Must(b.Encode())(t)
	got, err := decodeBundle(data)
	if err != nil || !equalBundles(got, b) || !slices.Equal(got.Shards(), []int{0, 3, 17}) {
		t.Fatalf("%v: shards %v come back, or other rows", err, got.Shards())
	}
	if again, _ := bundleOf(t, 17, 3, 0).Encode(); !bytes.Equal(again, data) {
		t.Error("the bytes depend on the order in which shards are added")
	}
	want := testkit.Must(Merge(randomRows(0), randomRows(3), randomRows(17)))(t)
	merged, err := Merge(b.Rows(0), b.Rows(3), b.Rows(17), b.Sums)
	if err != nil || !slices.Equal(merged, want) {
		t.Errorf("%v: the rows of the bundle do not add up to those of its shards", err)
	}
	for _, s := range b.Shards() {
		rows := b.Rows(s)
		if want, _ := splitByAll(randomRows(uint64(s))); !slices.Equal(rows, want) {
			t.Errorf("shard %d has other rows of property all than its file", s)
		}
	}
	if none := (*Bundle)(nil); none.Has(0) || b.Has(1) || !b.Has(3) {
		t.Error("has a shard that it has not, or has not one that it has")
	}
}

// equalBundles compares shards, rows and sums.
func equalBundles(a, b *Bundle) bool {
	isEqual := a.Identity == b.Identity && slices.Equal(a.Shards(), b.Shards()) && slices.Equal(a.Sums, b.Sums)
	for _, s := range a.Shards() {
		isEqual = isEqual && slices.Equal(a.Rows(s), b.Rows(s))
	}
	return isEqual
}

// TestBundleGrows: a bundle to which shards are added is equal to one of all shards.
func TestBundleGrows(t *testing.T) {
	b := testkit.Must(newBundler(bundleOf(t, 1, 2), testIdentity))(t)
	testkit.OK(t, b.add(&Shard{Identity: testIdentity, Number: 5, Rows: randomRows(5)}))
	if got := b.finish(); !equalBundles(got, bundleOf(t, 1, 2, 5)) {
		t.Errorf("shards %v, or other rows than of 1, 2 and 5 at once", got.Shards())
	}
}

// TestEncodeRefusesWhatIsNoBundle encodes bundles with rows in wrong places.
func TestEncodeRefusesWhatIsNoBundle(t *testing.T) {
	all, men := Row{1, 0, 0, All, "", Out, 1, 1, 5}, Row{1, 0, 0, "men", "28", Pass, 1, 1, 5}
	for want, b := range map[string]*Bundle{
		"is of property \"all\"":        NewBundle(Identity{}, nil, []Row{all}),
		"shard 2: row 0 is of property": NewBundle(Identity{}, map[int][]Row{2: {men}}, nil),
		"out of order":                  NewBundle(Identity{}, map[int][]Row{2: {all, all}}, nil),
		"row 0 is impossible":           {Sums: []Row{{Property: "men", Outcome: Out}}},
		"row 0: outcome \"\", want out": {Sums: []Row{{Phase: 1, Property: "men", Weight: 1, Multiplicity: 1, Draws: 1}}},
	} {
		testkit.Fails(b.Encode())(t, want)
	}
	if _, err := NewBundle(Identity{}, map[int][]Row{0: {all}}, []Row{men}).Encode(); err != nil {
		t.Errorf("a sound bundle: %v", err)
	}
}

// TestDecodeBundleRefuses: files that are no bundles, and bundles that are cut or changed anywhere, are errors or sound bundles.
func TestDecodeBundleRefuses(t *testing.T) {
	testkit.Medium(t)
	reached, _ := EncodeReached(randomReached(9))
	for want, data := range map[string][]byte{"no Parquet file": []byte("PAR1PAR1"), "lacks the entry \"shards\"": encodeShard(t, 1, testIdentity),
		"lacks the entry \"plan\"": reached} {
		testkit.Fails(decodeBundle(data))(t, want)
	}
	data := testkit.Must(bundleOf(t, 1).Encode())(t)
	testkit.Fails(Decode(data))(t, "", "a bundle is read as a shard")
	if testkit.Raced(1, 0) == 1 {
		t.Skip("under the race detector's pointer checks a panic of parquet-go on damaged bytes, from which decodeBundle recovers, is a fatal error")
	}
	cutStep, changeStep := 7, 5
	if testing.Short() {
		cutStep, changeStep = 47, 31 // prime to the sizes of all fields, so that all kinds are hit
	}
	for n := 0; n < len(data); n += cutStep {
		if _, err := decodeBundle(data[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes are read as a bundle", n, len(data))
		}
	}
	for i := 0; i < len(data); i += changeStep {
		bad := bytes.Clone(data)
		bad[i] ^= 0x41
		if b, err := decodeBundle(bad); err == nil {
			if _, err := b.Encode(); err != nil {
				t.Fatalf("byte %d changed: a bundle is returned that cannot be: %v", i, err)
			}
		}
	}
}

// readStored reads a file of testdata, which -update writes.
func readStored(t *testing.T, name string, made []byte) []byte {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		testkit.OK(t, os.WriteFile(path, made, 0o644))
	}
	return readFile(t, path)
}

// rowsWithClasses returns rows of three classes.
func rowsWithClasses() []Row {
	rows := randomRows(8)[:60]
	for i := range rows {
		rows[i].Class = int32(i % 3)
	}
	slices.SortFunc(rows, Compare)
	return rows
}

// TestStoredFilesComeBack reads a shard with classes and a bundle that were stored on November 22, 2026 and writes them
// again: the same bytes. Records of the second edition consist of such files.
func TestStoredFilesComeBack(t *testing.T) {
	shard := &Shard{Identity: testIdentity, Number: 4, Rows: rowsWithClasses()}
	made, err := shard.Encode()
	testkit.OK(t, err)
	data := readStored(t, "classed.parquet", made)
	if got, err := Decode(data); err != nil || !reflect.DeepEqual(got, shard) || !bytes.Equal(made, data) {
		t.Errorf("%v: the stored shard is read as %+v, or written with other bytes", err, got)
	}
	b := bundleOf(t, 2, 4)
	if made, err = b.Encode(); err != nil {
		t.Fatal(err)
	}
	data = readStored(t, "bundle.parquet", made)
	if got, err := decodeBundle(data); err != nil || !equalBundles(got, b) || !bytes.Equal(made, data) {
		t.Errorf("%v: the stored bundle is read as another, or written with other bytes", err)
	}
}

// TestBundleColumnsAreFlat reads the columns of the file with the whole library for Parquet.
func TestBundleColumnsAreFlat(t *testing.T) {
	data, err := bundleOf(t, 1, 2).Encode()
	testkit.OK(t, err)
	f := testkit.Must(parquet.OpenFile(bytes.NewReader(data), int64(len(data))))(t)
	want := []string{"phase", "stratum", "class", "property", "value", "outcome", "weight", "multiplicity", "shard", "draws"}
	for i, field := range f.Schema().Fields() {
		if field.Name() != want[i] || !field.Leaf() || !field.Required() || field.Repeated() {
			t.Errorf("column %d is %s, want %s, required and not nested", i, field.Name(), want[i])
		}
	}
	if names, _ := f.Lookup("shards"); names != "1,2" {
		t.Errorf("the file says that it has shards %q", names)
	}
}
