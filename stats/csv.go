package stats

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"

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
