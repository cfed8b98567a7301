//go:build chesscensus_cell

package record

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// A file is a plain table, see plain.go.
type file struct{ plainTable }

// parquetMagic begins and ends a Parquet file.
const parquetMagic = "PAR1"

func openFile(data []byte) (*file, error) {
	if bytes.HasPrefix(data, []byte(parquetMagic)) {
		var err error
		if data, err = plainOf(data); err != nil {
			return nil, err
		}
	}
	t, err := readPlain(data)
	if err != nil {
		return nil, err
	}
	return &file{*t}, nil
}

// plainOf has the program chesscensus turn a Parquet file into a plain table.
func plainOf(data []byte) ([]byte, error) {
	program := filepath.Join(os.Getenv("CHESSCENSUS_ROOT"), "bin", "chesscensus")
	if _, err := os.Stat(program); err != nil {
		return nil, fmt.Errorf("record: a cell reads Parquet files by the program chesscensus: %w; run make build", err)
	}
	cmd := exec.Command(program, "survey", "plain")
	var out, said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(data), &out, &said
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("record: chesscensus survey plain: %w: %s", err, strings.TrimSpace(said.String()))
	}
	return out.Bytes(), nil
}

// lookup returns an entry.
func (f *file) lookup(key string) (string, bool) {
	for _, e := range f.Entries {
		if e.Key == key {
			return e.Value, true
		}
	}
	return "", false
}

// count is the number of rows.
func (f *file) count() int64 {
	return int64(len(f.Simple) + len(f.Rows) + len(f.Bundle) + len(f.Reached))
}

// columns are those of the file, in words.
func (f *file) columns() string { return f.Kind }

// holds reports whether the rows of a file are of a type.
func holds[T any](f *file) bool {
	_, kind := rowsOf[T](&f.plainTable)
	return kind == f.Kind
}

func readAll[T any](f *file) ([]T, error) {
	list, _ := rowsOf[T](&f.plainTable)
	return *list, nil
}

// readBundle divides the rows of a bundle among its shards.
func readBundle(f *file, b *Bundle) error {
	for i := range f.Bundle {
		if err := b.take(i, int(f.Bundle[i].Shard), f.Bundle[i].row()); err != nil {
			return err
		}
	}
	return nil
}

// writeTable writes a table with its entries.
func writeTable[T any](rows []T, _ int, entries []entry) ([]byte, error) {
	return writePlain(rows, entries)
}
