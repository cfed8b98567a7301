package record

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// A classlessRow is a [Row] of class 0, in files without a column of classes: those of surveys without classes.
type classlessRow struct {
	Phase        int32  `parquet:"phase,dict,zstd"`
	Stratum      int32  `parquet:"stratum,dict,zstd"`
	Property     string `parquet:"property,dict,zstd"`
	Value        string `parquet:"value,dict,zstd"`
	Outcome      string `parquet:"outcome,dict,zstd"`
	Weight       int32  `parquet:"weight,dict,zstd"`
	Multiplicity int32  `parquet:"multiplicity,dict,zstd"`
	Draws        int64  `parquet:"draws,zstd"`
}

func (r *classlessRow) row() Row {
	return Row{Phase: r.Phase, Stratum: r.Stratum, Property: r.Property, Value: r.Value, Outcome: r.Outcome,
		Weight: r.Weight, Multiplicity: r.Multiplicity, Draws: r.Draws}
}

func (r *Row) classless() classlessRow {
	return classlessRow{Phase: r.Phase, Stratum: r.Stratum, Property: r.Property, Value: r.Value, Outcome: r.Outcome,
		Weight: r.Weight, Multiplicity: r.Multiplicity, Draws: r.Draws}
}

// hasClasses reports whether some row has a class other than 0.
func hasClasses(rows []Row) bool {
	return slices.ContainsFunc(rows, func(r Row) bool { return r.Class != 0 })
}

// encodeRows returns rows as a Parquet file with notes, without the column of classes if all are 0.
func encodeRows(rows []Row, notes ...fileNote) ([]byte, error) {
	if err := checkRows(rows); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	if hasClasses(rows) {
		return writeTable(rows, 0, notes)
	}
	classless := make([]classlessRow, len(rows))
	for i := range rows {
		classless[i] = rows[i].classless()
	}
	return writeTable(classless, 0, notes)
}

// EncodeTable returns rows as a Parquet file that is no shard. The rows must be in
// order, as [Merge] returns them.
func EncodeTable(rows []Row) ([]byte, error) { return encodeRows(rows) }

// readRows reads the table of a file and checks it.
func readRows(f *file) ([]Row, error) {
	rows, err := []Row(nil), error(nil)
	switch {
	case hasColumnsOf[classlessRow](f):
		var classless []classlessRow
		if classless, err = readAll[classlessRow](f); err == nil {
			rows = make([]Row, len(classless))
			for i := range classless {
				rows[i] = classless[i].row()
			}
		}
	case hasColumnsOf[Row](f):
		if rows, err = readAll[Row](f); err == nil && !hasClasses(rows) {
			err = errors.New("record: the Parquet file has a column of classes, all of which are 0")
		}
	default:
		err = fmt.Errorf("record: the columns of the Parquet file are not those of a shard:\n%s", f.Schema)
	}
	if err != nil {
		return nil, err
	}
	if err := checkRows(rows); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return rows, nil
}

// columns are the names of the columns in their order; tables with classes have classColumn before the column at classPlace.
var columns = []string{"phase", "stratum", "property", "value", "outcome", "weight", "multiplicity", "draws"}

const (
	classColumn = "class"
	classPlace  = 2
)

// AppendCSV appends rows as CSV, with a header of the names of the columns. It leaves the column of classes out if all are 0.
func AppendCSV(dst []byte, rows []Row) []byte {
	b := bytes.NewBuffer(dst)
	w := csv.NewWriter(b)
	withClass := hasClasses(rows)
	line := func(fields []string, class string) {
		if withClass {
			fields = slices.Insert(slices.Clone(fields), classPlace, class)
		}
		_ = w.Write(fields) // a buffer never fails
	}
	line(columns, classColumn)
	for i := range rows {
		r := &rows[i]
		line([]string{decimal(int64(r.Phase)), decimal(int64(r.Stratum)), r.Property, r.Value, r.Outcome,
			decimal(int64(r.Weight)), decimal(int64(r.Multiplicity)), decimal(r.Draws)}, decimal(int64(r.Class)))
	}
	w.Flush()
	return b.Bytes()
}

func decimal(n int64) string { return strconv.FormatInt(n, 10) }
