package dataset

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// group is the number of rows of a row group, some hundred kB.
const group = 10_000

// A Writer writes a table as a Parquet file. It is for one goroutine at a time.
type Writer struct {
	parquet *parquet.GenericWriter[Row]
	pending []Row
}

// NewWriter returns a writer to w. Nothing is a Parquet file before Close.
func NewWriter(w io.Writer) *Writer {
	return &Writer{parquet: parquet.NewGenericWriter[Row](w, parquet.Compression(&parquet.Zstd))}
}

// Write adds a row.
func (w *Writer) Write(r *Row) error {
	if w.pending = append(w.pending, *r); len(w.pending) < group {
		return nil
	}
	return w.flush()
}

// flush writes the pending rows as a group.
func (w *Writer) flush() error {
	if len(w.pending) == 0 {
		return nil
	}
	_, err := w.parquet.Write(w.pending)
	w.pending = w.pending[:0]
	if err != nil {
		return err
	}
	return w.parquet.Flush()
}

// Close writes what is left, and notes about the table, which [Read] gives back. It does not close the file.
func (w *Writer) Close(notes map[string]string) error {
	if err := w.flush(); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(notes)) {
		w.parquet.SetKeyValueMetadata(key, notes[key])
	}
	return w.parquet.Close()
}

// mostRows bounds what Read is ready to read.
const mostRows = 20_000_000

// Read reads a table from a Parquet file, with the notes about it. Bytes that are no such table are an error, whatever
// they are.
func Read(path string) (rows []Row, notes map[string]string, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, nil, err
	}
	defer func() { // the library panics on some files that are no Parquet
		if r := recover(); r != nil {
			rows, notes, err = nil, nil, fmt.Errorf("%s: no Parquet file of positions: %v", path, r)
		}
	}()
	f, err := parquet.OpenFile(file, info.Size())
	if err != nil {
		return nil, nil, fmt.Errorf("%s: no Parquet file: %w", path, err)
	}
	if err := hasColumns(f); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	n := f.NumRows()
	if n < 0 || n > mostRows || n > 1000*info.Size() {
		return nil, nil, fmt.Errorf("%s: the file claims %d rows", path, n)
	}
	notes = map[string]string{}
	for _, kv := range f.Metadata().KeyValueMetadata {
		notes[kv.Key] = kv.Value
	}
	rows = make([]Row, n)
	r := parquet.NewGenericReader[Row](f)
	defer r.Close()
	for read := 0; read < len(rows); {
		k, err := r.Read(rows[read:])
		if read += k; err != nil && !(errors.Is(err, io.EOF) && read == len(rows)) || k == 0 && read < len(rows) {
			return nil, nil, fmt.Errorf("%s: row %d: %w", path, read, errors.Join(err, io.ErrUnexpectedEOF))
		}
	}
	return rows, notes, nil
}

// hasColumns reports what columns of a row a file lacks.
func hasColumns(f *parquet.File) error {
	for _, c := range columns {
		if _, ok := f.Schema().Lookup(c.Name); !ok {
			return fmt.Errorf("the Parquet file has no column %q, so that it holds no positions of this program", c.Name)
		}
	}
	return nil
}
