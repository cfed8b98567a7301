package record

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"

	"chesscensus/internal/parquet"
)

// A fileNote is an entry in the metadata of a Parquet file.
type fileNote struct{ Key, Value string }

// A file is a Parquet file.
type file struct{ *parquet.File }

// cellMagic is the beginning of the tables that cells of notebooks wrote until November 2026.
const cellMagic = "chesscensus table 1\n"

// maxRows is the largest number of rows of a file that is read; real shards and bundles have up to some hundred thousand.
const maxRows = 20_000_000

// openFile reads the metadata of a Parquet file. It is an error if they claim more rows than the bytes can hold, or than maxRows.
func openFile(data []byte) (*file, error) {
	if bytes.HasPrefix(data, []byte(cellMagic)) {
		return nil, errors.New("record: a table that a cell of a notebook wrote for itself before November 2026, which is read no more: run the cell again in a new folder")
	}
	f, err := parquet.Open(data)
	if err != nil {
		return nil, fmt.Errorf("record: no Parquet file: %w", err)
	}
	if n := f.Rows(); n < 0 || n > maxRows || n > 1000*int64(len(data)) {
		return nil, fmt.Errorf("record: the Parquet file claims %d rows", n)
	}
	return &file{f}, nil
}

// schemaOf returns the columns of a type of rows. The schema of classlessRow has the name of [Row], as in files that were made before
// there were classes.
func schemaOf[T any]() parquet.Schema {
	s := parquet.SchemaOf[T]()
	if s.Name == reflect.TypeFor[classlessRow]().Name() {
		s.Name = reflect.TypeFor[Row]().Name()
	}
	return s
}

// hasColumnsOf reports whether the columns of a file are those of the type T of rows.
func hasColumnsOf[T any](f *file) bool { return f.Has(schemaOf[T]()) }

// writeTable writes a table with its notes. page is the size of a page in bytes before compression, 0 for the default of package parquet.
func writeTable[T any](rows []T, page int, notes []fileNote) ([]byte, error) {
	var b bytes.Buffer
	w := parquet.NewWriter(&b, schemaOf[T](), page)
	for _, n := range notes {
		w.Note(n.Key, n.Value)
	}
	err := parquet.Rows(w, rows)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return b.Bytes(), nil
}

// readAll reads a table with the columns of the type T of rows, see [hasColumnsOf], column by column.
func readAll[T any](f *file) ([]T, error) {
	rows := make([]T, f.Rows())
	for column := range reflect.TypeFor[T]().NumField() {
		if err := readColumn(f, column, setterOf(rows, column)); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// readColumn calls set for every value of a column.
func readColumn(f *file, column int, set func(row int, v parquet.Value)) error {
	if err := f.Column(column, set); err != nil {
		return fmt.Errorf("record: reading the Parquet file: %w", err)
	}
	return nil
}

// A change is a value of a column that differs from that of the row before.
type change struct {
	row   int
	value parquet.Value
}

// readBundle reads the rows of a bundle, column by column. As the rows are in order, all columns but the shard and the draws rarely change
// from one row to the next, and readBundle stores only their changes.
func readBundle(f *file, b *Bundle) error {
	n := int(f.Rows())
	shards, draws := make([]int32, n), make([]int64, n)
	var changes [8][]change // of all columns but shard and draws, which follow them
	for column := range len(changes) + 2 {
		set := func(i int, v parquet.Value) {
			if list := changes[column]; len(list) == 0 || !list[len(list)-1].value.Equal(v) {
				changes[column] = append(list, change{i, v})
			}
		}
		switch column - len(changes) {
		case 0:
			set = func(i int, v parquet.Value) { shards[i] = int32(v.Int) }
		case 1:
			set = func(i int, v parquet.Value) { draws[i] = v.Int }
		}
		if err := readColumn(f, column, set); err != nil {
			return err
		}
	}
	row := make([]Row, 1)
	for i := range n {
		for column, list := range changes {
			if len(list) > 0 && list[0].row == i {
				setterOf(row, column)(0, list[0].value)
				changes[column] = list[1:]
			}
		}
		row[0].Draws = draws[i]
		if err := b.addFileRow(i, int(shards[i]), row[0]); err != nil {
			return err
		}
	}
	return nil
}

// setterOf returns a function that sets field i, a whole number or a string, of one of the rows.
func setterOf[T any](rows []T, i int) func(row int, v parquet.Value) {
	list := reflect.ValueOf(rows)
	if reflect.TypeFor[T]().Field(i).Type.Kind() != reflect.String {
		return func(row int, v parquet.Value) { list.Index(row).Field(i).SetInt(v.Int) }
	}
	interned := map[string]string{} // columns have few different values
	return func(row int, v parquet.Value) {
		text, ok := interned[string(v.Text)]
		if !ok {
			text = string(v.Text)
			interned[text] = text
		}
		list.Index(row).Field(i).SetString(text)
	}
}
