package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"chesscensus/internal/parquet"
)

// tableHelp is the help of -o.
const tableHelp = "write the records as a table to this file, .csv or .parquet, which is there when it is complete; lines that cannot be read are named and left out"

// Tables is the [Group] of a program that also writes its records as tables: it adds -o to the commands of all groups, and none of its own.
func Tables(a *App) []*cobra.Command {
	a.decorate = a.addTableFlag
	return nil
}

// addTableFlag adds -o, for a table of records, to every command below c that has --json. If a command has its own -o, names that end
// in .csv or .parquet select the table.
func (a *App) addTableFlag(c *cobra.Command) {
	for _, sub := range c.Commands() {
		a.addTableFlag(sub)
	}
	if c.Flags().Lookup("json") == nil || c.Flags().Lookup("format") != nil || c.RunE == nil {
		return // a command with --format writes tables itself
	}
	ownOutput := c.Flags().Lookup("output")
	if ownOutput == nil {
		c.Flags().StringP("output", "o", "", tableHelp)
	} else {
		ownOutput.Usage += "; " + tableHelp
	}
	run, flag := c.RunE, c.Flags().Lookup("output")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		path := flag.Value.String()
		ext := filepath.Ext(path)
		switch isTable := ext == ".csv" || ext == ".parquet"; {
		case !isTable && ownOutput == nil && path != "":
			return Usagef("-o %.80q: want a name that ends in .csv or .parquet", path)
		case !isTable:
			return run(cmd, args)
		}
		own := flag.Value // of which run is to know nothing
		if n, ok := own.(nonemptyText); ok {
			own = n.pflagValue
		}
		if err := errors.Join(own.Set(""), cmd.Flags().Set("json", "true")); err != nil {
			return err
		}
		if err := CheckExclusive(cmd); err != nil {
			return err
		}
		return a.runAsTable(path, func() error { return run(cmd, args) })
	}
}

// runAsTable calls run, which prints JSON records, and writes the records to a file as a table. Lines with errors are not in the table.
func (a *App) runAsTable(path string, run func() error) (err error) {
	file, err := a.CreateFile(path)
	if err != nil {
		return err
	}
	defer file.Drop()
	spool, err := os.CreateTemp("", "chesscensus-*.json")
	if err != nil {
		return err
	}
	defer os.Remove(spool.Name())
	defer spool.Close()
	buffered, out := bufio.NewWriter(spool), a.Out
	a.Out = buffered
	defer func() { a.Out = out }()
	runErr := run()
	if runErr != nil && !errors.Is(runErr, ErrBadInput) {
		return runErr
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	if err := writeTable(file, filepath.Ext(path), spool); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := file.Commit(); err != nil {
		return err
	}
	return runErr
}

// writeTable writes the records of a spool as CSV or Parquet. It reads them twice: the first time to find the columns.
func writeTable(to io.Writer, ext string, spool io.ReadSeeker) error {
	var t table
	if err := eachRecord(spool, t.addRecord); err != nil {
		return err
	}
	if len(t.names) == 0 {
		return errors.New("there is no record to write")
	}
	if ext == ".csv" {
		return t.csv(to, spool)
	}
	return t.parquet(to, spool)
}

// A cell is a named value of a record, as text.
type cell struct {
	name, text string
	kind       columnKind
}

// eachRecord calls f with the cells of every record. A field of an object in a record becomes a cell with both names joined
// by "_", such as deep_lo. Lists stay JSON.
func eachRecord(spool io.ReadSeeker, f func([]cell) error) error {
	if _, err := spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	dec := json.NewDecoder(bufio.NewReader(spool))
	for {
		var raw json.RawMessage
		if err := dec.Decode(&raw); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		cells, err := flatten(nil, "", raw)
		if err == nil {
			err = f(cells)
		}
		if err != nil {
			return err
		}
	}
}

// flatten appends the cells of a JSON value. A list, or an empty object within a record, is one cell with its text.
func flatten(dst []cell, name string, raw json.RawMessage) ([]cell, error) {
	raw = bytes.TrimSpace(raw)
	isEmptyObject := raw[0] == '{' && len(bytes.Trim(raw, "{} \n\t")) == 0
	switch {
	case raw[0] == '[' || isEmptyObject && name != "":
		var text bytes.Buffer
		err := json.Compact(&text, raw)
		return append(dst, cell{name, text.String(), str}), err
	case raw[0] == '"':
		var text string
		err := json.Unmarshal(raw, &text)
		return append(dst, cell{name, text, str}), err
	case raw[0] != '{':
		return append(dst, cell{name, string(raw), kindOf(string(raw))}), nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return dst, err
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return dst, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return dst, err
		}
		below := strings.ReplaceAll(key.(string), ",", "_")
		if name != "" {
			below = name + "_" + below
		}
		if dst, err = flatten(dst, below, value); err != nil {
			return dst, err
		}
	}
	return dst, nil
}

// A columnKind is the type of the values of a column.
type columnKind int

const (
	null columnKind = iota
	boolean
	integer
	float
	str
)

// A table holds the columns of a table, in the order in which records have them first.
type table struct {
	names []string
	kinds []columnKind
	index map[string]int // of a column, by its name
}

// maxColumns is the greatest number of columns. Records with more are lists by name rather than rows of a table.
const maxColumns = 1000

// addRecord adds columns for new cells of a record, and widens the kinds of columns as its values need.
func (t *table) addRecord(cells []cell) error {
	if t.index == nil {
		t.index = map[string]int{}
	}
	for _, c := range cells {
		i, known := t.index[c.name]
		if !known {
			i = len(t.names)
			t.index[c.name] = i
			t.names, t.kinds = append(t.names, c.name), append(t.kinds, null)
		}
		t.kinds[i] = commonKind(t.kinds[i], c.kind)
	}
	if len(t.names) > maxColumns {
		return fmt.Errorf("more than %d columns: these records are no table; --json prints them", maxColumns)
	}
	return nil
}

// kindOf returns the kind of a JSON value that is no string, list or object.
func kindOf(text string) columnKind {
	switch text {
	case "null":
		return null
	case "true", "false":
		return boolean
	}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return integer
	}
	x, _ := strconv.ParseFloat(text, 64) // numbers beyond the range are infinite
	if _, err := strconv.ParseUint(text, 10, 64); err == nil && strconv.FormatFloat(x, 'f', -1, 64) != text {
		return str // a seed of 64 bits, of which a float would lose the last digits
	}
	return float
}

// commonKind returns the narrowest kind that can hold the values of both.
func commonKind(a, b columnKind) columnKind {
	switch {
	case a == b || b == null:
		return a
	case a == null:
		return b
	case min(a, b) == integer && max(a, b) == float:
		return float
	}
	return str
}

// csv writes the records as CSV. Fields that a record lacks are empty.
func (t *table) csv(to io.Writer, spool io.ReadSeeker) error {
	w := csv.NewWriter(to)
	if err := w.Write(t.names); err != nil {
		return err
	}
	err := eachRecord(spool, func(cells []cell) error {
		line := make([]string, len(t.names))
		for _, c := range cells {
			if c.kind != null {
				line[t.index[c.name]] = c.text
			}
		}
		return w.Write(line)
	})
	w.Flush()
	return cmp.Or(err, w.Error()) // the error of the writer is often both
}

// parquet writes the records as a Parquet file. Fields that a record lacks are null.
func (t *table) parquet(to io.Writer, spool io.ReadSeeker) error {
	kinds := [...]parquet.Kind{null: parquet.String, boolean: parquet.Bool, integer: parquet.Int64, float: parquet.Double, str: parquet.String}
	var schema parquet.Schema
	for i, name := range t.names {
		schema.Columns = append(schema.Columns, parquet.Column{Name: name, Kind: kinds[t.kinds[i]], Optional: true})
	}
	w := parquet.NewWriter(to, schema, 0)
	w.Note("chesscensus", Version())
	row := make([]any, len(t.names))
	err := eachRecord(spool, func(cells []cell) error {
		clear(row)
		for _, c := range cells {
			if i := t.index[c.name]; c.kind != null {
				row[i] = columnValue(t.kinds[i], c.text)
			}
		}
		return w.Row(row)
	})
	return errors.Join(err, w.Close())
}

// columnValue converts the text of a value to the Go type of a column. Errors cannot occur, since kindOf has chosen the column.
func columnValue(k columnKind, text string) any {
	switch k {
	case boolean:
		return text == "true"
	case integer:
		n, _ := strconv.ParseInt(text, 10, 64)
		return n
	case float:
		x, _ := strconv.ParseFloat(text, 64) // numbers beyond the range become infinite
		return x
	}
	return text
}
