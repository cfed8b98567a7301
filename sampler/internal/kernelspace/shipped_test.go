package kernelspace

import (
	"bytes"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestShippedTablesAreMade compares the tables in the program with those that Build makes, byte by byte. After a change
// of their form: go run ./cmd/chesscensus tables --space kernel-5-6 --force, and --space kernel, and copy the files.
func TestShippedTablesAreMade(t *testing.T) {
	testkit.Long(t)
	for _, p := range []Params{Small, Default} {
		if p == Default && testkit.Stride() > 3 {
			continue // half a minute; TestSmallStrata of recheck/sets makes tables for as many captures and for as many pawns
		}
		got, ok, err := shipped(p)
		if err != nil || !ok {
			t.Fatal(p, ok, err)
		}
		want := testkit.Must(Build(t.Context(), p, nil))(t)
		if !bytes.Equal(got.encode(), want.encode()) {
			t.Errorf("%+v: the tables in the program are not those that Build makes", p)
		}
	}
}

// TestShipped compares the sizes of the spaces of the tables in the program with known sizes.
func TestShipped(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for p, want := range map[Params]string{
		Small:   "3604952415042203169895525355807857546466150400",
		Default: "3880790523415290218825972072370575342273328000",
	} {
		tables, ok, err := shipped(p)
		if err != nil || !ok {
			t.Fatal(p, ok, err)
		}
		if got := New(tables).Size().String(); got != want {
			t.Errorf("%+v: %s elements, want %s", p, got, want)
		}
	}
	if _, ok, err := shipped(Params{Captures: 5, Pawns: 7, BishopCap: 2}); ok || err != nil {
		t.Error("tables that are not in the program are:", err)
	}
}
