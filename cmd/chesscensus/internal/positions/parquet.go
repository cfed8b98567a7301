package positions

import (
	"io"
	"maps"
	"slices"

	"chesscensus/internal/parquet"
)

// rowGroup is the number of rows of a row group, some hundred kB.
const rowGroup = 10_000

// A tableWriter writes a table as a Parquet file. It is for one goroutine at a time.
type tableWriter struct {
	parquet *parquet.Writer
	pending []Row
}

// newTableWriter returns a writer to w. Nothing is a Parquet file before Close.
func newTableWriter(w io.Writer) *tableWriter {
	return &tableWriter{parquet: parquet.NewWriter(w, parquet.SchemaOf[Row](), 0)}
}

// Write adds a row.
func (w *tableWriter) Write(r *Row) error {
	if w.pending = append(w.pending, *r); len(w.pending) < rowGroup {
		return nil
	}
	return w.flush()
}

// flush writes the pending rows as a group.
func (w *tableWriter) flush() error {
	if len(w.pending) == 0 {
		return nil
	}
	err := parquet.Rows(w.parquet, w.pending)
	w.pending = w.pending[:0]
	if err != nil {
		return err
	}
	return w.parquet.Flush()
}

// Close writes what is left, and notes about the table, which readTable gives back. It does not close the file.
func (w *tableWriter) Close(notes map[string]string) error {
	if err := w.flush(); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(notes)) {
		w.parquet.Note(key, notes[key])
	}
	return w.parquet.Close()
}
