package main

import (
	"bufio"
	"bytes"
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

	"chesscensus/cmd/chesscensus/internal/cli"
	"chesscensus/internal/parquet"
)

// tableHelp is the help of -o.
const tableHelp = "write the records as a table to this file, .csv or .parquet, which is there when it is complete; lines that cannot be read are named and left out"

// addTableFlags adds -o to the commands of all groups. It returns no command of its own.
func addTableFlags(a *cli.App) []*cobra.Command {
	a.Decorate(func(root *cobra.Command) { addTableFlag(a, root) })
	return nil
}

// addTableFlag adds -o, for a table of records, to every command below c that has --json. If a command has its own -o, names that end
// in .csv or .parquet select the table.
func addTableFlag(a *cli.App, c *cobra.Command) {
	for _, sub := range c.Commands() {
		addTableFlag(a, sub)
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
			return cli.Usagef("-o %.80q: want a name that ends in .csv or .parquet", path)
		case !isTable:
			return run(cmd, args)
		}
		if err := errors.Join(flag.Value.Set(""), cmd.Flags().Set("json", "true")); err != nil {
			return err
		}
		if err := cli.CheckExclusive(cmd); err != nil {
			return err
		}
		return runAsTable(a, path, func() error { return run(cmd, args) })
	}
}

// runAsTable calls run, which prints JSON records, and writes the records to a file as a table. Lines with errors are not in the table.
func runAsTable(a *cli.App, path string, run func() error) (err error) {
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
	if runErr != nil && !errors.Is(runErr, cli.ErrBadInput) {
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

// A cell is a named value of a record: nil, bool, json.Number or string.
type cell struct {
	name  string
	value any
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
		return append(dst, cell{name, text.String()}), err
	case raw[0] != '{':
		dec := json.NewDecoder(bytes.NewReader(raw))
		dec.UseNumber()
		var v any
		err := dec.Decode(&v)
		return append(dst, cell{name, v}), err
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
		t.kinds[i] = commonKind(t.kinds[i], kindOf(c.value))
	}
	if len(t.names) > maxColumns {
		return fmt.Errorf("more than %d columns: these records are no table; --json prints them", maxColumns)
	}
	return nil
}

// kindOf returns the kind of a value of a record.
func kindOf(v any) columnKind {
	switch v := v.(type) {
	case nil:
		return null
	case bool:
		return boolean
	case json.Number:
		if _, err := v.Int64(); err == nil {
			return integer
		}
		x, _ := v.Float64()
		if _, err := strconv.ParseUint(string(v), 10, 64); err == nil && strconv.FormatFloat(x, 'f', -1, 64) != string(v) {
			return str // a seed of 64 bits, of which a float would lose the last digits
		}
		return float
	}
	return str
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
			if c.value != nil {
				line[t.index[c.name]] = fmt.Sprint(c.value)
			}
		}
		return w.Write(line)
	})
	w.Flush()
	return errors.Join(err, w.Error())
}

// parquet writes the records as a Parquet file. Fields that a record lacks are null.
func (t *table) parquet(to io.Writer, spool io.ReadSeeker) error {
	kinds := [...]parquet.Kind{null: parquet.String, boolean: parquet.Bool, integer: parquet.Int64, float: parquet.Double, str: parquet.String}
	var schema parquet.Schema
	for i, name := range t.names {
		schema.Columns = append(schema.Columns, parquet.Column{Name: name, Kind: kinds[t.kinds[i]], Optional: true})
	}
	w := parquet.NewWriter(to, schema, 0)
	w.Note("chesscensus", cli.Version())
	row := make([]any, len(t.names))
	err := eachRecord(spool, func(cells []cell) error {
		clear(row)
		for _, c := range cells {
			if i := t.index[c.name]; c.value != nil {
				row[i] = columnValue(t.kinds[i], c.value)
			}
		}
		return w.Row(row)
	})
	return errors.Join(err, w.Close())
}

// columnValue converts a value of a record to the Go type of a column.
func columnValue(k columnKind, v any) any {
	n, _ := v.(json.Number)
	switch k {
	case boolean:
		return v.(bool)
	case integer:
		i, _ := n.Int64() // integers have been checked by kindOf
		return i
	case float:
		x, _ := n.Float64() // numbers beyond the range become infinite
		return x
	}
	return fmt.Sprint(v)
}
