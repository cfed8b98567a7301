package stats

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
)

// WriteCSV writes a data frame as CSV (RFC 4180, lines end in "\n"), header first. It writes every float with the
// fewest digits that identify the float64; gota's writer prints six decimals and so loses small numbers. Missing
// values (NaN) are written as empty fields.
//
// It returns the error of the frame, if it holds one, or the first of w.
func WriteCSV(w io.Writer, df dataframe.DataFrame) error {
	if df.Err != nil {
		return fmt.Errorf("stats: data frame: %w", df.Err)
	}
	names := df.Names()
	out := csv.NewWriter(w)
	if err := out.Write(names); err != nil {
		return fmt.Errorf("stats: writing CSV: %w", err)
	}
	row := make([]string, len(names))
	for i := range df.Nrow() {
		for j := range names {
			row[j] = formatElement(df.Elem(i, j))
		}
		if err := out.Write(row); err != nil {
			return fmt.Errorf("stats: writing CSV: %w", err)
		}
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("stats: writing CSV: %w", err)
	}
	return nil
}

// formatElement returns one element of a frame as text.
func formatElement(e series.Element) string {
	switch {
	case e.IsNA():
		return ""
	case e.Type() == series.Float:
		return strconv.FormatFloat(e.Float(), 'g', -1, 64)
	default:
		return e.String()
	}
}

// countSeries returns counts as a column of int, or of text if one exceeds int,
// since gota silently turns a []uint64 into NaN.
func countSeries(counts []uint64, name string) series.Series {
	ints, texts, allFit := make([]int, len(counts)), make([]string, len(counts)), true
	for i, c := range counts {
		allFit = allFit && c <= math.MaxInt
		ints[i], texts[i] = int(c), strconv.FormatUint(c, 10)
	}
	if allFit {
		return series.New(ints, series.Int, name)
	}
	return series.New(texts, series.String, name)
}

// ReadCSV reads CSV with a header into a data frame. A column of whole numbers that fit 64 bits is of type Int, one of other numbers
// Float, one of "true" and "false" Bool. Every other column is text, also one with larger whole numbers: gota's reader silently rounds
// ranks and sizes of spaces to floats. Empty fields of columns of numbers are missing values. The error names the line.
func ReadCSV(r io.Reader) (dataframe.DataFrame, error) {
	records, err := csv.NewReader(r).ReadAll()
	switch {
	case err != nil:
		return dataframe.DataFrame{}, fmt.Errorf("stats: reading CSV: %w", err)
	case len(records) == 0:
		return dataframe.DataFrame{}, fmt.Errorf("stats: reading CSV: no header on line 1")
	}
	types := map[string]series.Type{}
	for j, name := range records[0] {
		if _, twice := types[name]; twice {
			return dataframe.DataFrame{}, fmt.Errorf("stats: reading CSV: line 1: column %q is there twice", name)
		}
		types[name] = columnType(records[1:], j)
	}
	if len(records) == 1 { // gota makes no frame without rows from records
		list := make([]series.Series, len(records[0]))
		for j, name := range records[0] {
			list[j] = series.New([]string{}, series.String, name)
		}
		return dataframe.New(list...), nil
	}
	df := dataframe.LoadRecords(records, dataframe.DetectTypes(false), dataframe.WithTypes(types))
	if df.Err != nil {
		return df, fmt.Errorf("stats: reading CSV: %w", df.Err)
	}
	return df, nil
}

// columnType returns the type of column j; see ReadCSV.
func columnType(rows [][]string, j int) series.Type {
	allNumbers, allInt64, allBools, allEmpty := true, true, true, true
	for _, row := range rows {
		text := row[j]
		if text == "" {
			allBools = false
			continue
		}
		allEmpty = false
		allBools = allBools && (text == "true" || text == "false")
		if _, err := strconv.ParseInt(text, 10, 64); err != nil {
			allInt64 = false
			_, err = strconv.ParseFloat(text, 64)
			whole := strings.Trim(text, "+-0123456789") == ""
			allNumbers = allNumbers && err == nil && !whole // a whole number of more than 64 bits stays text
		}
	}
	switch {
	case allEmpty:
		return series.String
	case allBools:
		return series.Bool
	case allInt64:
		return series.Int
	case allNumbers:
		return series.Float
	}
	return series.String
}
