package record

import (
	"bytes"
	"fmt"

	"chesscensus/internal/snapshot"
)

// An entry says something of a whole file.
type entry struct{ Key, Value string }

// entryKeys are the keys of all entries.
var entryKeys = []string{"plan", "signature", "space", "seed", "shard", "shards"}

// Parquet brings decoders and reflection along (until November 2026 149 packages, with net/http and protobuf), and the linker takes time for them. A
// cell of a notebook is linked anew each time it runs. So programs that are built with the tag chesscensus_cell, as cells are, write tables in
// a plain form, for themselves alone, and have the program chesscensus turn the Parquet files of a record into that form ([Plain]). What is read is the same.

// plainMagic begins a plain table; before it none is written.
const plainMagic = "chesscensus table 1\n"

// A plainTable is a table in plain form: frozen, behind plainMagic. One of the lists has its rows, that of their type.
type plainTable struct {
	Entries []entry
	Simple  []simpleRow
	Rows    []Row
	Bundle  []bundleRow
	Reached []Reached
	Kind    string // which of the lists: also of one without rows
}

// rowsOf is the list of a type of rows, and its name.
func rowsOf[T any](t *plainTable) (*[]T, string) {
	var list *[]T
	for name, l := range map[string]any{"simple": &t.Simple, "rows": &t.Rows, "bundle": &t.Bundle, "reached": &t.Reached} {
		if typed, ok := l.(*[]T); ok {
			return typed, name
		}
	}
	return list, ""
}

// writePlain writes a table in plain form.
func writePlain[T any](rows []T, entries []entry) ([]byte, error) {
	t := plainTable{Entries: entries}
	list, kind := rowsOf[T](&t)
	*list, t.Kind = rows, kind
	data, err := snapshot.Marshal(&t)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return append([]byte(plainMagic), data...), nil
}

// readPlain reads a table in plain form.
func readPlain(data []byte) (*plainTable, error) {
	data, ok := bytes.CutPrefix(data, []byte(plainMagic))
	if !ok {
		return nil, fmt.Errorf("record: no plain table: %.20q", data)
	}
	t := new(plainTable)
	if err := snapshot.Unmarshal(data, t); err != nil {
		return nil, fmt.Errorf("record: a damaged plain table: %w", err)
	}
	return t, nil
}
