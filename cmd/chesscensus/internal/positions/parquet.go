package positions

import (
	"io"
	"maps"
	"slices"

	"chesscensus/internal/parquet"
)

// rowGroup is the number of rows in a row group, which then has some hundred kB.
const rowGroup = 10_000

// A tableWriter writes a table as a Parquet file. It is for one goroutine at a time.
type tableWriter struct {
	parquet *parquet.Writer
	pending []Row
}

// newTableWriter returns a writer to w. The file is valid only after Close.
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

// Close writes the remaining rows and the notes, which readTable returns. It does not close the underlying file.
func (w *tableWriter) Close(notes map[string]string) error {
	if err := w.flush(); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(notes)) {
		w.parquet.Note(key, notes[key])
	}
	return w.parquet.Close()
}
