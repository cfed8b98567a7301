package record

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"

	"github.com/parquet-go/parquet-go"
)

// encode writes the table.
func encode(rows []Row, options ...parquet.WriterOption) ([]byte, error) {
	if err := check(rows); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[Row](&b, append(options, parquet.CreatedBy("chesscensus", "", ""))...)
	_, err := w.Write(rows)
	if err = errors.Join(err, w.Close()); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return b.Bytes(), nil
}

// EncodeTable returns rows as a Parquet file that is no shard. The rows must be in
// order, as [Merge] returns them.
func EncodeTable(rows []Row) ([]byte, error) { return encode(rows) }

// readRows reads the table of a file and checks it.
func readRows(f *parquet.File) ([]Row, error) {
	want := parquet.SchemaOf(Row{})
	if got := f.Schema(); got.String() != want.String() {
		return nil, fmt.Errorf("record: the columns of the Parquet file are not those of a shard:\n%s", got)
	}
	r := parquet.NewGenericReader[Row](f)
	rows := make([]Row, f.NumRows())
	n, err := readFull(r, rows)
	if err != nil {
		return nil, fmt.Errorf("record: reading the Parquet file: %w", err)
	}
	if n != len(rows) {
		return nil, fmt.Errorf("record: the Parquet file has %d rows, want %d", n, len(rows))
	}
	if err := errors.Join(r.Close(), check(rows)); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return rows, nil
}

// columns are the names of the columns, in their order.
var columns = []string{"phase", "stratum", "property", "value", "outcome", "weight", "multiplicity", "draws"}

// AppendCSV appends rows as CSV, with a header of the names of the columns.
func AppendCSV(dst []byte, rows []Row) []byte {
	b := bytes.NewBuffer(dst)
	w := csv.NewWriter(b)
	_ = w.Write(columns) // a buffer takes everything
	for i := range rows {
		r := &rows[i]
		_ = w.Write([]string{number(int64(r.Phase)), number(int64(r.Stratum)), r.Property, r.Value, r.Outcome,
			number(int64(r.Weight)), number(int64(r.Multiplicity)), number(r.Draws)})
	}
	w.Flush()
	return b.Bytes()
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
