//go:build !chesscensus_cell

package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
)

// A file is a Parquet file; cells have another kind, see plain.go.
type file struct{ *parquet.File }

func openFile(data []byte) (*file, error) {
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("record: no Parquet file: %w", err)
	}
	return &file{f}, nil
}

// lookup returns an entry.
func (f *file) lookup(key string) (string, bool) { return f.Lookup(key) }

// count is the number of rows that the file claims.
func (f *file) count() int64 { return f.NumRows() }

// columns are those of the file, in words.
func (f *file) columns() string { return f.Schema().String() }

// simpleSchema are the columns of simpleRow under the name that they have always had.
var simpleSchema = parquet.NewSchema("Row", parquet.SchemaOf(simpleRow{}))

// schemaOf are the columns of a type of rows.
func schemaOf[T any]() *parquet.Schema {
	var row T
	if _, simple := any(row).(simpleRow); simple {
		return simpleSchema
	}
	return parquet.SchemaOf(row)
}

// holds reports whether the columns of a file are those of a type of rows.
func holds[T any](f *file) bool { return f.columns() == schemaOf[T]().String() }

// writeTable writes a table with its entries. page is the size of a page in bytes before compression, 0 for that of the library.
func writeTable[T any](rows []T, page int, entries []entry) ([]byte, error) {
	options := []parquet.WriterOption{schemaOf[T](), parquet.CreatedBy("chesscensus", "", "")}
	for _, e := range entries {
		options = append(options, parquet.KeyValueMetadata(e.Key, e.Value))
	}
	if page > 0 {
		options = append(options, parquet.PageBufferSize(page))
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, options...)
	_, err := w.Write(rows)
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return b.Bytes(), nil
}

func readAll[T any](f *file) ([]T, error) {
	r := parquet.NewGenericReader[T](f)
	rows := make([]T, f.NumRows())
	n, err := readFull(r, rows)
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, fmt.Errorf("record: reading the Parquet file: %w", err)
	}
	if n != len(rows) {
		return nil, fmt.Errorf("record: the Parquet file has %d rows, want %d", n, len(rows))
	}
	return rows, nil
}

// readFull reads until rows is full or there are no more.
func readFull[T any](r *parquet.GenericReader[T], rows []T) (n int, err error) {
	for n < len(rows) {
		k, err := r.Read(rows[n:])
		n += k
		if err == io.EOF {
			break
		}
		if err == nil && k == 0 {
			err = io.ErrNoProgress
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// Plain returns a Parquet file of a record as the plain table that cells of a notebook read; see plain.go.
func Plain(data []byte) (plain []byte, err error) {
	defer func() { // the library panics on some files that are no Parquet
		if r := recover(); r != nil {
			plain, err = nil, fmt.Errorf("record: no Parquet file: %v", r)
		}
	}()
	f, err := openFile(data)
	if err != nil {
		return nil, err
	}
	if err := claimed(f, data); err != nil {
		return nil, err
	}
	var entries []entry
	for _, key := range entryKeys {
		if value, ok := f.lookup(key); ok {
			entries = append(entries, entry{key, value})
		}
	}
	switch {
	case holds[simpleRow](f):
		return again[simpleRow](f, entries)
	case holds[Row](f):
		return again[Row](f, entries)
	case holds[bundleRow](f):
		return again[bundleRow](f, entries)
	case holds[Reached](f):
		return again[Reached](f, entries)
	}
	return nil, fmt.Errorf("record: the columns of the Parquet file are those of no table of a record:\n%s", f.columns())
}

// again reads a table and writes it plain.
func again[T any](f *file, entries []entry) ([]byte, error) {
	rows, err := readAll[T](f)
	if err != nil {
		return nil, err
	}
	return writePlain(rows, entries)
}
