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

// tableHelp is what the help of -o says.
const tableHelp = "write the records as a table to this file, .csv or .parquet, which is there when it is complete; lines that cannot be read are named and left out"

// tables gives every command that prints records an -o by which they become a table, CSV or Parquet. It has no command of its own.
func tables(a *cli.App) []*cobra.Command {
	a.Decorate(func(root *cobra.Command) { addTables(a, root) })
	return nil
}

// addTables gives every command with --json an -o that writes its records as a table. A command that has an -o of
// its own takes names that end in .csv or .parquet so.
func addTables(a *cli.App, c *cobra.Command) {
	for _, sub := range c.Commands() {
		addTables(a, sub)
	}
	if c.Flags().Lookup("json") == nil || c.Flags().Lookup("format") != nil || c.RunE == nil {
		return // a command with formats writes its tables itself
	}
	own := c.Flags().Lookup("output")
	if own == nil {
		c.Flags().StringP("output", "o", "", tableHelp)
	} else {
		own.Usage += "; " + tableHelp
	}
	run, flag := c.RunE, c.Flags().Lookup("output")
	c.RunE = func(cmd *cobra.Command, args []string) error {
		path := flag.Value.String()
		ext := filepath.Ext(path)
		switch table := ext == ".csv" || ext == ".parquet"; {
		case !table && own == nil && path != "":
			return cli.Usagef("-o %.80q: want a name that ends in .csv or .parquet", path)
		case !table:
			return run(cmd, args)
		}
		if err := errors.Join(flag.Value.Set(""), cmd.Flags().Set("json", "true")); err != nil {
			return err
		}
		if err := cli.CheckExclusive(cmd); err != nil {
			return err
		}
		return asTable(a, path, func() error { return run(cmd, args) })
	}
}

// asTable runs what prints records, and writes them to a file in the place of standard output. Lines that failed have
// been named, and are not in the table.
func asTable(a *cli.App, path string, run func() error) (err error) {
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
	ran := run()
	if ran != nil && !errors.Is(ran, cli.ErrBadInput) {
		return ran
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
	return ran
}

// writeTable writes the records of a spool as CSV or Parquet. It reads them twice: first for the columns.
func writeTable(to io.Writer, ext string, spool io.ReadSeeker) error {
	var t columns
	if err := eachRecord(spool, t.learn); err != nil {
		return err
	}
	if len(t.list) == 0 {
		return errors.New("there is no record to write")
	}
	if ext == ".csv" {
		return t.csv(to, spool)
	}
	return t.parquet(to, spool)
}

// A cell is a value of a record: nil, bool, json.Number or string.
type cell struct {
	name  string
	value any
}

// eachRecord calls f with the cells of every record. Objects in records become columns of their own, with the names joined
// by "_"; lists stay JSON.
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

// flatten appends the cells of a JSON value, in their order.
func flatten(dst []cell, name string, raw json.RawMessage) ([]cell, error) {
	switch raw = bytes.TrimSpace(raw); {
	case raw[0] == '[' || raw[0] == '{' && name != "" && len(bytes.Trim(raw, "{} \n\t")) == 0:
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

// A kind is what the values of a column are, from the narrowest.
type kind int

const (
	none kind = iota
	truth
	whole
	real
	text
)

// columns are those of a table.
type columns struct {
	list  []string
	kinds []kind
	at    map[string]int
}

// mostColumns is how many a table may have: records with more hold lists by name.
const mostColumns = 1000

// learn adds what a record has to the columns.
func (t *columns) learn(cells []cell) error {
	if t.at == nil {
		t.at = map[string]int{}
	}
	for _, c := range cells {
		i, known := t.at[c.name]
		if !known {
			i = len(t.list)
			t.at[c.name] = i
			t.list, t.kinds = append(t.list, c.name), append(t.kinds, none)
		}
		t.kinds[i] = wider(t.kinds[i], kindOf(c.value))
	}
	if len(t.list) > mostColumns {
		return fmt.Errorf("more than %d columns: these records are no table; --json prints them", mostColumns)
	}
	return nil
}

func kindOf(v any) kind {
	switch v := v.(type) {
	case nil:
		return none
	case bool:
		return truth
	case json.Number:
		if _, err := v.Int64(); err == nil {
			return whole
		}
		x, _ := v.Float64()
		if _, err := strconv.ParseUint(string(v), 10, 64); err == nil && strconv.FormatFloat(x, 'f', -1, 64) != string(v) {
			return text // a seed of 64 bits, of which a float would lose the last digits
		}
		return real
	}
	return text
}

// wider is the narrowest kind that holds the values of both.
func wider(a, b kind) kind {
	switch {
	case a == b || b == none:
		return a
	case a == none:
		return b
	case min(a, b) == whole && max(a, b) == real:
		return real
	}
	return text
}

// csv writes lines of comma-separated values; what a record lacks is empty.
func (t *columns) csv(to io.Writer, spool io.ReadSeeker) error {
	w := csv.NewWriter(to)
	if err := w.Write(t.list); err != nil {
		return err
	}
	err := eachRecord(spool, func(cells []cell) error {
		line := make([]string, len(t.list))
		for _, c := range cells {
			if c.value != nil {
				line[t.at[c.name]] = fmt.Sprint(c.value)
			}
		}
		return w.Write(line)
	})
	w.Flush()
	return errors.Join(err, w.Error())
}

// parquet writes a Parquet file; what a record lacks is null.
func (t *columns) parquet(to io.Writer, spool io.ReadSeeker) error {
	kinds := [...]parquet.Kind{none: parquet.String, truth: parquet.Bool, whole: parquet.Int64, real: parquet.Double, text: parquet.String}
	var schema parquet.Schema
	for i, name := range t.list {
		schema.Columns = append(schema.Columns, parquet.Column{Name: name, Kind: kinds[t.kinds[i]], Optional: true})
	}
	w := parquet.NewWriter(to, schema, 0)
	w.Note("chesscensus", cli.Version())
	row := make([]any, len(t.list))
	err := eachRecord(spool, func(cells []cell) error {
		clear(row)
		for _, c := range cells {
			if i := t.at[c.name]; c.value != nil {
				row[i] = valueOf(t.kinds[i], c.value)
			}
		}
		return w.Row(row)
	})
	return errors.Join(err, w.Close())
}

// valueOf is a value as the kind of its column has it.
func valueOf(k kind, v any) any {
	n, _ := v.(json.Number)
	switch k {
	case truth:
		return v.(bool)
	case whole:
		i, _ := n.Int64() // as its kind says
		return i
	case real:
		x, _ := n.Float64() // too large ones are infinite
		return x
	}
	return fmt.Sprint(v)
}
