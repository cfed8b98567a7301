package kernel

import (
	"bytes"
	"testing"

	"chesscensus/internal/testkit"
)

// TestShippedTablesAreMade: the tables in the program are byte for byte those that Build makes. After a change of their form: go run ./cmd/chesscensus tables --space kernel-5-6 --force, and copy the file.
func TestShippedTablesAreMade(t *testing.T) {
	testkit.Long(t)
	got, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	want, err := Build(t.Context(), Small, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.encode(), want.encode()) {
		t.Error("the tables in the program are not those that Build makes")
	}
}

// TestShipped: they can be used at once, and are a space of a size that is known.
func TestShipped(t *testing.T) {
	testkit.Medium(t)
	tables, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := New(tables).Size().String(), "3604890433264630687095365354600853654939244800"; got != want {
		t.Errorf("%s elements, want %s", got, want)
	}
}
