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
	for column := range reflect.TypeFor[T]().NumField() {
		if err := eachValue(f, column, len(rows), setterOf(rows, column)); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// A change is a value of a column that differs from that of the row before.
type change struct {
	row   int
	value parquet.Value
}

// readBundle reads a bundle, column by column. Its rows are in order, so the columns that tell their kinds change little: what is kept of them is where they do.
func readBundle(f *file, b *Bundle) error {
	n := int(f.NumRows())
	shards, draws := make([]int32, n), make([]int64, n)
	var changes [8][]change // of the columns of Row but the draws
	for column := range len(changes) + 2 {
		set := func(i int, v *parquet.Value) {
			if list := changes[column]; len(list) == 0 || !parquet.Equal(list[len(list)-1].value, *v) {
				changes[column] = append(list, change{i, v.Clone()})
			}
		}
		switch column - len(changes) {
		case 0:
			set = func(i int, v *parquet.Value) { shards[i] = v.Int32() }
		case 1:
			set = func(i int, v *parquet.Value) { draws[i] = v.Int64() }
		}
		if err := eachValue(f, column, n, set); err != nil {
			return err
		}
	}
	row := make([]Row, 1)
	for i := range n {
		for column, list := range changes {
			if len(list) > 0 && list[0].row == i {
				setterOf(row, column)(0, &list[0].value)
				changes[column] = list[1:]
			}
		}
		row[0].Draws = draws[i]
		if err := b.take(i, int(shards[i]), row[0]); err != nil {
			return err
		}
	}
	return nil
}

// eachValue reads a column of all groups of a table of n rows.
func eachValue(f *file, column, n int, set func(row int, v *parquet.Value)) error {
	first := 0
	for _, group := range f.RowGroups() {
		rows := int(group.NumRows())
		if rows < 0 || rows > n-first {
			return fmt.Errorf("record: the Parquet file has more than the %d rows that it claims", n)
		}
		if err := readColumn(group.ColumnChunks()[column], func(i int, v *parquet.Value) { set(first+i, v) }, rows); err != nil {
			return fmt.Errorf("record: reading the Parquet file: column %d: %w", column, err)
		}
		first += rows
	}
	if first != n {
		return fmt.Errorf("record: the Parquet file has %d rows, want %d", first, n)
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
func Plain(data []byte) (_ []byte, err error) {
	defer rescue("a record", &err)
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
