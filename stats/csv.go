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

// WriteCSV writes a data frame as CSV (RFC 4180, lines end in "\n"), header
// first. Unlike gota's own writer, which prints six decimals and so loses small
// numbers, it writes every float with the fewest digits that read back to the
// same float64. Missing values (NaN) are written as empty fields.
//
// It returns the error of the frame, if it holds one, or the first of w.
func WriteCSV(w io.Writer, df dataframe.DataFrame) error {
	if df.Err != nil {
		return fmt.Errorf("stats: data frame: %w", df.Err)
	}
	names := df.Names()
	cw := csv.NewWriter(w)
	if err := cw.Write(names); err != nil {
		return fmt.Errorf("stats: writing CSV: %w", err)
	}
	row := make([]string, len(names))
	for i := range df.Nrow() {
		for j := range names {
			row[j] = field(df.Elem(i, j))
		}
		if err := cw.Write(row); err != nil {
			return fmt.Errorf("stats: writing CSV: %w", err)
		}
	}
	cw.Flush()
	if err := cw.Error(); err != nil {
		return fmt.Errorf("stats: writing CSV: %w", err)
	}
	return nil
}

// field formats one element of a frame.
func field(e series.Element) string {
	switch {
	case e.IsNA():
		return ""
	case e.Type() == series.Float:
		return strconv.FormatFloat(e.Float(), 'g', -1, 64)
	default:
		return e.String()
	}
}

// countSeries returns counts as a column of int, or of text if one exceeds int:
// gota turns a []uint64 into NaN without a word.
func countSeries(counts []uint64, name string) series.Series {
	ints, texts, fits := make([]int, len(counts)), make([]string, len(counts)), true
	for i, c := range counts {
		fits = fits && c <= math.MaxInt
		ints[i], texts[i] = int(c), strconv.FormatUint(c, 10)
	}
	if fits {
		return series.New(ints, series.Int, name)
	}
	return series.New(texts, series.String, name)
}

// ReadCSV reads CSV with a header into a data frame. A column of whole numbers that fit 64 bits is of type Int, one of other numbers Float, one of "true" and
// "false" Bool; everything else is text, as are whole numbers that are larger: gota's own reader rounds ranks and sizes of spaces to floats without a word.
// Empty fields of columns of numbers are missing values. The error names the line.
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
		types[name] = typeOf(records[1:], j)
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

// typeOf is the type of a column of texts.
func typeOf(rows [][]string, j int) series.Type {
	number, short, truth, some := true, true, true, false
	for _, row := range rows {
		text := row[j]
		if text == "" {
			truth = false
			continue
		}
		some = true
		truth = truth && (text == "true" || text == "false")
		if _, err := strconv.ParseInt(text, 10, 64); err != nil {
			short = false
			_, err = strconv.ParseFloat(text, 64)
			whole := strings.Trim(text, "+-0123456789") == ""
			number = number && err == nil && !whole // a whole number of more than 64 bits stays text
		}
	}
	switch {
	case !some:
		return series.String
	case truth:
		return series.Bool
	case short:
		return series.Int
	case number:
		return series.Float
	}
	return series.String
}
