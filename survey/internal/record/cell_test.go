//go:build chesscensus_cell

package record

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// These are run by TestAsInACell, with the tag.

// What a cell writes it reads again, and it says in one line what it needs for Parquet.
func TestCellTables(t *testing.T) {
	rows := []Row{{Phase: 1, Property: All, Outcome: Out, Weight: 1, Multiplicity: 1, Draws: 7}}
	s := &Shard{Identity: Identity{Plan: "p", Signature: "s", Space: "x", Seed: 1 << 63}, Number: 5, Rows: rows}
	data, err := s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Decode(data); err != nil || !reflect.DeepEqual(got, s) {
		t.Errorf("%+v, %v; want %+v", got, err, s)
	}
	if _, err := ParseReached(data); err == nil || !strings.Contains(err.Error(), "not those of a list of draws") {
		t.Errorf("a shard as a list: %v", err)
	}
	list := []Reached{{0, 3, In}, {2, 1, Pass}}
	if data, err = EncodeReached(list); err != nil {
		t.Fatal(err)
	}
	if got, err := ParseReached(data); err != nil || !reflect.DeepEqual(got, list) {
		t.Errorf("%+v, %v", got, err)
	}
	t.Setenv("CHESSCENSUS_ROOT", t.TempDir())
	if _, err := Decode([]byte("PAR1")); err == nil || !strings.Contains(err.Error(), "run make build") {
		t.Errorf("without the program: %v", err)
	}
}

// The program that turns Parquet into a plain table is asked, and its complaint passed on.
func TestCellAsksTheProgram(t *testing.T) {
	root := t.TempDir()
	t.Setenv("CHESSCENSUS_ROOT", root)
	if err := os.MkdirAll(filepath.Join(root, "bin"), 0o755); err != nil {
		t.Fatal(err)
	}
	plain, err := EncodeReached([]Reached{{0, 3, In}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "plain"), plain, 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(root, "bin", "chesscensus")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n[ \"$*\" = \"survey plain\" ] && exec cat '"+filepath.Join(root, "plain")+"'\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got, err := ParseReached([]byte("PAR1")); err != nil || len(got) != 1 || got[0] != (Reached{0, 3, In}) {
		t.Errorf("%v, %v", got, err)
	}
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho no luck >&2; exit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := ParseReached([]byte("PAR1")); err == nil || !strings.Contains(err.Error(), "no luck") {
		t.Errorf("%v", err)
	}
}
