package cli

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"chesscensus/chess"
)

// maxCSVHeader is the greatest length in bytes of the first line of a CSV file.
const maxCSVHeader = 64 << 10

// fenColumn reports whether the first line of r is the header of a CSV file with a column "fen", and returns what to read: the lines of
// that column, or else all of r. Names in a header are separated by commas, semicolons or tabs; "FEN" counts as "fen". UTF-16 is
// converted to UTF-8. See [csvColumn].
func fenColumn(r io.Reader) (lines io.Reader, isCSV bool) {
	in := chess.UTF8(bufio.NewReaderSize(r, maxCSVHeader))
	// An error is ignored here: one that lasts comes again at the next read, and after a line that is too long its rest is read next.
	head, _ := in.ReadSlice('\n')
	head = bytes.Clone(head) // in reuses its buffer
	everyLine := io.MultiReader(bytes.NewReader(head), in)
	for _, comma := range ",;\t" {
		names, err := newCSV(bytes.NewReader(head), comma).Read()
		if err != nil {
			continue
		}
		for i, name := range names {
			if strings.EqualFold(strings.TrimSpace(strings.TrimPrefix(name, "\ufeff")), "fen") {
				if len(names) == 1 {
					return in, true
				}
				rest := newCSV(in, comma)
				rest.FieldsPerRecord = len(names)
				return &csvColumn{in: rest, column: i}, true
			}
		}
	}
	return everyLine, false
}

// newCSV returns a reader of CSV records whose fields are separated by comma.
func newCSV(r io.Reader, comma rune) *csv.Reader {
	c := csv.NewReader(r)
	c.Comma, c.ReuseRecord = comma, true
	c.TrimLeadingSpace = comma != '\t' // trimming would remove tabs that separate empty fields
	return c
}

// A csvColumn is a reader of one column of a CSV file, without the header. Each field is on the line on which its record begins, so that
// numbers of lines are those of the file. A record with a wrong number of fields is read whole, or, if it is too short to have the
// column, as a line that is no position.
type csvColumn struct {
	in      *csv.Reader
	column  int
	lines   int    // number of lines so far
	pending []byte // the part of the current lines that has not been read
}

// Read reads at most the rest of a record.
func (c *csvColumn) Read(p []byte) (int, error) {
	if len(c.pending) == 0 {
		record, err := c.in.Read()
		var line string
		switch {
		case errors.Is(err, csv.ErrFieldCount) && len(record) <= c.column: // its only position may be that of another column
			line = fmt.Sprintf("no column fen, want %d fields and not %d", c.in.FieldsPerRecord, len(record))
		case errors.Is(err, csv.ErrFieldCount):
			line = strings.Join(record, string(c.in.Comma))
		case err != nil:
			return 0, err
		default:
			line = record[c.column]
		}
		start, _ := c.in.FieldPos(0)
		c.pending = append(c.pending[:0], strings.Repeat("\n", max(0, start-1-c.lines))...)
		c.pending = append(append(c.pending, strings.NewReplacer("\n", " ", "\r", " ").Replace(line)...), '\n')
		c.lines = start
	}
	n := copy(p, c.pending)
	c.pending = c.pending[n:]
	return n, nil
}
