//go:build !chesscensus_cell

package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"

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

// readAll reads a table whose columns are those of its type of rows ([holds]), column by column: that takes a tenth of the time of reading rows.
func readAll[T any](f *file) ([]T, error) {
	rows := make([]T, f.NumRows())
	first := 0
	for _, group := range f.RowGroups() {
		n := int(group.NumRows())
		if n < 0 || n > len(rows)-first {
			return nil, fmt.Errorf("record: the Parquet file has more than the %d rows that it claims", len(rows))
		}
		for i, chunk := range group.ColumnChunks() {
			if err := readColumn(chunk, setterOf(rows[first:first+n], i), n); err != nil {
				return nil, fmt.Errorf("record: reading the Parquet file: column %d: %w", i, err)
			}
		}
		first += n
	}
	if first != len(rows) {
		return nil, fmt.Errorf("record: the Parquet file has %d rows, want %d", first, len(rows))
	}
	return rows, nil
}

// readBundle reads a bundle, column by column.
func readBundle(f *file, b *Bundle) error {
	shards := make([]int32, f.NumRows())
	var rows []*Row
	seen := map[string]string{} // columns have few values
	text := func(v *parquet.Value) string {
		s, ok := seen[string(v.ByteArray())]
		if !ok {
			s = string(v.ByteArray())
			seen[s] = s
		}
		return s
	}
	columns := []func(i int, v *parquet.Value){
		func(i int, v *parquet.Value) { rows[i].Phase = v.Int32() },
		func(i int, v *parquet.Value) { rows[i].Stratum = v.Int32() },
		func(i int, v *parquet.Value) { rows[i].Class = v.Int32() },
		func(i int, v *parquet.Value) { rows[i].Property = text(v) },
		func(i int, v *parquet.Value) { rows[i].Value = text(v) },
		func(i int, v *parquet.Value) { rows[i].Outcome = text(v) },
		func(i int, v *parquet.Value) { rows[i].Weight = v.Int32() },
		func(i int, v *parquet.Value) { rows[i].Multiplicity = v.Int32() },
		func(i int, v *parquet.Value) { shards[i] = v.Int32() },
		func(i int, v *parquet.Value) { rows[i].Draws = v.Int64() },
	}
	read := func(column int) error {
		first := 0
		for _, group := range f.RowGroups() {
			n := int(group.NumRows())
			if n < 0 || n > len(shards)-first {
				return fmt.Errorf("record: the Parquet file has more than the %d rows that it claims", len(shards))
			}
			set := func(i int, v *parquet.Value) { columns[column](first+i, v) }
			if err := readColumn(group.ColumnChunks()[column], set, n); err != nil {
				return fmt.Errorf("record: reading the Parquet file: column %d: %w", column, err)
			}
			first += n
		}
		if first != len(shards) {
			return fmt.Errorf("record: the Parquet file has %d rows, want %d", first, len(shards))
		}
		return nil
	}
	const shardColumn = 8
	if err := read(shardColumn); err != nil {
		return err
	}
	var err error
	if rows, err = b.place(shards); err != nil {
		return err
	}
	for column := range columns {
		if err := read(column); err != nil {
			return err
		}
	}
	return nil
}

// setterOf returns what sets field i of a row: all are whole numbers or strings.
func setterOf[T any](rows []T, i int) func(row int, v *parquet.Value) {
	list := reflect.ValueOf(rows)
	if reflect.TypeFor[T]().Field(i).Type.Kind() != reflect.String {
		return func(row int, v *parquet.Value) { list.Index(row).Field(i).SetInt(numberOf(v)) }
	}
	// Columns have few values, which mostly follow each other.
	seen := map[string]string{}
	return func(row int, v *parquet.Value) {
		text, ok := seen[string(v.ByteArray())]
		if !ok {
			text = string(v.ByteArray())
			seen[text] = text
		}
		list.Index(row).Field(i).SetString(text)
	}
}

// numberOf is a value of a column of 32 or 64 bits.
func numberOf(v *parquet.Value) int64 {
	if v.Kind() == parquet.Int32 {
		return int64(v.Int32())
	}
	return v.Int64()
}

// readColumn reads the values of a column of n rows, one for each.
func readColumn(chunk parquet.ColumnChunk, set func(row int, v *parquet.Value), n int) (err error) {
	pages := chunk.Pages()
	defer func() { err = errors.Join(err, pages.Close()) }()
	var values [512]parquet.Value
	row := 0
	for {
		page, err := pages.ReadPage()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		for from := page.Values(); ; {
			k, err := from.ReadValues(values[:])
			if k > n-row {
				return fmt.Errorf("more than %d values", n)
			}
			for i := range values[:k] {
				set(row, &values[i])
				row++
			}
			if err == io.EOF {
				break
			}
			if err == nil && k == 0 {
				err = io.ErrNoProgress
			}
			if err != nil {
				return err
			}
		}
		parquet.Release(page)
	}
	if row != n {
		return fmt.Errorf("%d values, want %d", row, n)
	}
	return nil
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
