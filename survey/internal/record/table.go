package record

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// A simpleRow is a [Row] of class 0, as files without a column of classes have them. Such are all that were made before
// there were classes, and all of surveys without.
type simpleRow struct {
	Phase        int32  `parquet:"phase,dict,zstd"`
	Stratum      int32  `parquet:"stratum,dict,zstd"`
	Property     string `parquet:"property,dict,zstd"`
	Value        string `parquet:"value,dict,zstd"`
	Outcome      string `parquet:"outcome,dict,zstd"`
	Weight       int32  `parquet:"weight,dict,zstd"`
	Multiplicity int32  `parquet:"multiplicity,dict,zstd"`
	Draws        int64  `parquet:"draws,zstd"`
}

func (r *simpleRow) row() Row {
	return Row{Phase: r.Phase, Stratum: r.Stratum, Property: r.Property, Value: r.Value, Outcome: r.Outcome,
		Weight: r.Weight, Multiplicity: r.Multiplicity, Draws: r.Draws}
}

func (r *Row) simple() simpleRow {
	return simpleRow{Phase: r.Phase, Stratum: r.Stratum, Property: r.Property, Value: r.Value, Outcome: r.Outcome,
		Weight: r.Weight, Multiplicity: r.Multiplicity, Draws: r.Draws}
}

// classed reports whether some row has a class.
func classed(rows []Row) bool {
	return slices.ContainsFunc(rows, func(r Row) bool { return r.Class != 0 })
}

// encode writes the table.
func encode(rows []Row, entries ...entry) ([]byte, error) {
	if err := check(rows); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	if classed(rows) {
		return writeTable(rows, 0, entries)
	}
	simple := make([]simpleRow, len(rows))
	for i := range rows {
		simple[i] = rows[i].simple()
	}
	return writeTable(simple, 0, entries)
}

// EncodeTable returns rows as a Parquet file that is no shard. The rows must be in
// order, as [Merge] returns them.
func EncodeTable(rows []Row) ([]byte, error) { return encode(rows) }

// readRows reads the table of a file and checks it.
func readRows(f *file) ([]Row, error) {
	rows, err := []Row(nil), error(nil)
	switch {
	case holds[simpleRow](f):
		var simple []simpleRow
		if simple, err = readAll[simpleRow](f); err == nil {
			rows = make([]Row, len(simple))
			for i := range simple {
				rows[i] = simple[i].row()
			}
		}
	case holds[Row](f):
		if rows, err = readAll[Row](f); err == nil && !classed(rows) {
			err = errors.New("record: the Parquet file has a column of classes, all of which are 0")
		}
	default:
		err = fmt.Errorf("record: the columns of the Parquet file are not those of a shard:\n%s", f.Schema)
	}
	if err != nil {
		return nil, err
	}
	if err := check(rows); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return rows, nil
}

// columns are the names of the columns, in their order; classColumn stands before that of its place in tables with classes.
var columns = []string{"phase", "stratum", "property", "value", "outcome", "weight", "multiplicity", "draws"}

const (
	classColumn = "class"
	classPlace  = 2
)

// AppendCSV appends rows as CSV, with a header of the names of the columns; that of classes is left out if all are 0.
func AppendCSV(dst []byte, rows []Row) []byte {
	b := bytes.NewBuffer(dst)
	w := csv.NewWriter(b)
	withClass := classed(rows)
	line := func(fields []string, class string) {
		if withClass {
			fields = slices.Insert(slices.Clone(fields), classPlace, class)
		}
		_ = w.Write(fields) // a buffer takes everything
	}
	line(columns, classColumn)
	for i := range rows {
		r := &rows[i]
		line([]string{number(int64(r.Phase)), number(int64(r.Stratum)), r.Property, r.Value, r.Outcome,
			number(int64(r.Weight)), number(int64(r.Multiplicity)), number(r.Draws)}, number(int64(r.Class)))
	}
	w.Flush()
	return b.Bytes()
}

func number(n int64) string { return strconv.FormatInt(n, 10) }
