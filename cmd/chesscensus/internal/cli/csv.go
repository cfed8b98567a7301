package cli

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"io"
	"strings"

	"chesscensus/chess"
)

// csvHead is how long the first line of a CSV file may be.
const csvHead = 64 << 10

// fenColumn returns a reader of the lines of r, and false. If the first line names columns, two at least, separated by commas, semicolons or tabs, of which one is
// called fen, in letters of any size, it returns the fields of this column, a line each, without the first line, and true. A
// file in UTF-16 is read in UTF-8.
func fenColumn(r io.Reader) (io.Reader, bool) {
	in := chess.UTF8(bufio.NewReaderSize(r, csvHead))
	head, _ := in.ReadSlice('\n') // an error comes again
	head = bytes.Clone(head)
	all := io.MultiReader(bytes.NewReader(head), in)
	for _, comma := range ",;\t" {
		names, err := newCSV(bytes.NewReader(head), comma).Read()
		if err != nil || len(names) < 2 {
			continue
		}
		for i, name := range names {
			if strings.EqualFold(strings.TrimSpace(strings.TrimPrefix(name, "\ufeff")), "fen") {
				rest := newCSV(in, comma)
				rest.FieldsPerRecord = len(names)
				return &csvColumn{in: rest, column: i}, true
			}
		}
	}
	return all, false
}

func newCSV(r io.Reader, comma rune) *csv.Reader {
	c := csv.NewReader(r)
	c.Comma, c.ReuseRecord, c.TrimLeadingSpace = comma, true, comma != '\t' // a tab is a space, too
	return c
}

// A csvColumn reads a column of a CSV file, a line for each record.
type csvColumn struct {
	in     *csv.Reader
	column int
	left   []byte
}

// Read reads a part of a line at most.
func (c *csvColumn) Read(p []byte) (int, error) {
	if len(c.left) == 0 {
		record, err := c.in.Read()
		if err != nil {
			return 0, err
		}
		line := strings.NewReplacer("\n", " ", "\r", " ").Replace(record[c.column])
		c.left = append(append(c.left[:0], line...), '\n')
	}
	n := copy(p, c.left)
	c.left = c.left[n:]
	return n, nil
}
