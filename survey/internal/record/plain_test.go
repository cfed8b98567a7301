//go:build !chesscensus_cell

package record

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// The shards of the project's own record are written again as they lie there, byte for byte, and say the same in plain form.
func TestPlainSaysTheSame(t *testing.T) {
	for _, record := range []string{"records/first", "records/unpromoted"} {
		paths, _ := filepath.Glob(filepath.Join("..", "..", "..", record, "shards", "*.parquet"))
		if len(paths) == 0 {
			t.Fatalf("no shards in %s", record)
		}
		data, err := os.ReadFile(paths[0])
		if err != nil {
			t.Fatal(err)
		}
		shard, err := Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := shard.Encode(); err != nil || !bytes.Equal(again, data) {
			t.Errorf("%s: written again it has other bytes: %d for %d, %v", paths[0], len(again), len(data), err)
		}
		plain := plainOf(t, data)
		if len(plain.Simple) != len(shard.Rows) {
			t.Fatalf("%s: %d plain rows of %d", paths[0], len(plain.Simple), len(shard.Rows))
		}
		for i := range plain.Simple {
			if plain.Simple[i].row() != shard.Rows[i] {
				t.Fatalf("%s: plain row %d says something else", paths[0], i)
			}
		}
		if !contains(plain.Entries, entry{"space", shard.Space}) || !contains(plain.Entries, entry{"plan", shard.Plan}) {
			t.Errorf("%s: entries %v", paths[0], plain.Entries)
		}
	}
}

func contains(list []entry, e entry) bool {
	for _, x := range list {
		if x == e {
			return true
		}
	}
	return false
}

// plainOf turns Parquet into a plain table, and reads it.
func plainOf(t *testing.T, data []byte) *plainTable {
	t.Helper()
	plain, err := Plain(data)
	if err != nil {
		t.Fatal(err)
	}
	table, err := readPlain(plain)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Each kind of table is known by its columns, also if it has no rows.
func TestPlainKinds(t *testing.T) {
	row := Row{Phase: 1, Property: All, Value: "", Outcome: Out, Weight: 1, Multiplicity: 1, Draws: 7}
	classed := row
	classed.Class = 2
	for kind, encode := range map[string]func() ([]byte, error){
		"simple":  func() ([]byte, error) { return (&Shard{Number: 3, Rows: []Row{row}}).Encode() },
		"rows":    func() ([]byte, error) { return (&Shard{Number: 3, Rows: []Row{row, classed}}).Encode() },
		"reached": func() ([]byte, error) { return EncodeReached([]Reached{{1, 2, In}, {1, 5, Pass}}) },
		"bundle":  func() ([]byte, error) { return NewBundle(Identity{}, map[int][]Row{4: {row}}, nil).Encode() },
	} {
		data, err := encode()
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		table := plainOf(t, data)
		if n := len(table.Simple) + len(table.Rows) + len(table.Reached) + len(table.Bundle); table.Kind != kind || n == 0 {
			t.Errorf("%s: kind %q with %d rows", kind, table.Kind, n)
		}
		if kind == "simple" && (table.Simple[0].row() != row || !contains(table.Entries, entry{"shard", "3"})) {
			t.Errorf("%+v", table)
		}
		if kind == "reached" && !reflect.DeepEqual(table.Reached, []Reached{{1, 2, In}, {1, 5, Pass}}) {
			t.Errorf("%+v", table.Reached)
		}
	}
	data, err := EncodeReached(nil)
	if err != nil {
		t.Fatal(err)
	}
	if table := plainOf(t, data); table.Kind != "reached" {
		t.Errorf("an empty list is of kind %q", table.Kind)
	}
}

func TestPlainRefuses(t *testing.T) {
	testkit.Medium(t)
	for _, bad := range []string{"", "PAR1", "PAR1 and so on PAR1", plainMagic} {
		if _, err := Plain([]byte(bad)); err == nil || !strings.Contains(err.Error(), "no Parquet file") {
			t.Errorf("Plain(%q): %v", bad, err)
		}
		if _, err := readPlain([]byte(bad)); err == nil {
			t.Errorf("readPlain(%q): no error", bad)
		}
	}
}

// TestAsInACell runs the tests of cell_test.go, with the tag that cells are built with. These programs leave the library for Parquet out.
func TestAsInACell(t *testing.T) {
	testkit.Medium(t)
	if out, err := exec.Command("go", "test", "-tags", "chesscensus_cell", "-vet", "off", "-run", "^TestCell", ".").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	out, err := exec.Command("go", "list", "-deps", "-tags", "chesscensus_cell", "chesscensus/census").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"github.com/parquet-go/parquet-go", "net/http", "google.golang.org/protobuf/proto"} {
		if strings.Contains("\n"+string(out), "\n"+path+"\n") {
			t.Errorf("a cell links %s", path)
		}
	}
}
