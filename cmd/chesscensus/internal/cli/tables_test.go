package cli

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/spf13/cobra"

	"chesscensus/internal/testing/testkit"
)

// records have numbers that are not all integers, objects, lists, and missing fields.
const records = `{"name":"a,\"b\"","n":1,"x":1,"ok":true,"deep":{"lo":-1,"hi":{"v":2}},"list":[1, 2],"big":12345678901234567890123}
{"name":"c","n":9007199254740993,"x":2.5,"deep":{"lo":3,"extra":null},"mixed":1}

{"n":null,"mixed":"two","ok":false,"empty":{}}
`

// printerCommands returns commands that print records: with and without an -o of their own, and with errors.
func printerCommands(a *App) []*cobra.Command {
	newCommand := func(name string) *cobra.Command {
		var asJSON bool
		var ownOutput string
		c := &cobra.Command{Use: name, RunE: func(*cobra.Command, []string) error {
			if ownOutput != "" {
				_, err := fmt.Fprintln(a.Out, "own", ownOutput)
				return err
			}
			if !asJSON {
				_, err := fmt.Fprintln(a.Out, "text")
				return err
			}
			switch name {
			case "fails":
				return errors.New("no records today")
			case "none":
				return nil
			}
			if _, err := fmt.Fprint(a.Out, records); err != nil || name != "bad" {
				return err
			}
			fmt.Fprintln(a.Err, "line 3 is bad")
			return ErrBadInput
		}}
		JSONFlag(c, &asJSON)
		if name == "own" {
			c.Flags().StringVarP(&ownOutput, "output", "o", "", "a prefix")
		}
		return c
	}
	return []*cobra.Command{newCommand("print"), newCommand("own"), newCommand("fails"), newCommand("bad"), newCommand("none")}
}

// runPrinter runs one of the printer commands.
func runPrinter(args ...string) (status int, out, errs string) {
	var o, e bytes.Buffer
	status = Run(context.Background(), args, strings.NewReader(""), &o, &e, printerCommands, Tables)
	return status, o.String(), e.String()
}

// TestRecordsAsLines: a CSV reader finds the values of the records.
func TestRecordsAsLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.csv")
	if status, out, errs := runPrinter("print", "-o", path); status != 0 || out+errs != "" {
		t.Fatalf("status %d, %s%s", status, out, errs)
	}
	f := testkit.Must(os.Open(path))(t)
	defer f.Close()
	got := testkit.Must(csv.NewReader(f).ReadAll())(t)
	want := [][]string{
		{"name", "n", "x", "ok", "deep_lo", "deep_hi_v", "list", "big", "deep_extra", "mixed", "empty"},
		{`a,"b"`, "1", "1", "true", "-1", "2", "[1,2]", "12345678901234567890123", "", "", ""},
		{"c", "9007199254740993", "2.5", "", "3", "", "", "", "", "1", ""},
		{"", "", "", "false", "", "", "", "", "", "two", "{}"},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// TestRecordsAsParquet: a Parquet reader finds the values of the records, in columns of the narrowest type.
func TestRecordsAsParquet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r.parquet")
	if status, out, errs := runPrinter("print", "-o", path); status != 0 || out+errs != "" {
		t.Fatalf("status %d, %s%s", status, out, errs)
	}
	type row struct {
		Name *string  `parquet:"name,optional"`
		N    *int64   `parquet:"n,optional"`
		X    *float64 `parquet:"x,optional"`
		OK   *bool    `parquet:"ok,optional"`
		Lo   *int64   `parquet:"deep_lo,optional"`
		List *string  `parquet:"list,optional"`
		Big  *float64 `parquet:"big,optional"`
		Mix  *string  `parquet:"mixed,optional"`
	}
	rows, err := parquet.ReadFile[row](path)
	if err != nil || len(rows) != 3 {
		t.Fatal(len(rows), err)
	}
	a, b, c := rows[0], rows[1], rows[2]
	if *a.Name != `a,"b"` || *a.N != 1 || *a.X != 1 || !*a.OK || *a.Lo != -1 || *a.List != "[1,2]" || *a.Big != 12345678901234567890123 || a.Mix != nil {
		t.Errorf("the first row is %+v, want the values of the first record", a)
	}
	if *b.N != 9007199254740993 || *b.X != 2.5 || b.OK != nil || *b.Lo != 3 || *b.Mix != "1" {
		t.Errorf("the second row is %+v, want the values of the second record", b)
	}
	if c.Name != nil || c.N != nil || *c.OK || *c.Mix != "two" {
		t.Errorf("the third row is %+v, want the values of the third record", c)
	}
}

// TestSeedsKeepTheirDigits: integers beyond int64 are strings if a float would lose digits.
func TestSeedsKeepTheirDigits(t *testing.T) {
	for number, want := range map[string]columnKind{"18446744073709551615": str, "9223372036854775809": str, "9223372036854775807": integer,
		"-9223372036854775809": float, "18446744073709552000": float, "12345678901234567000": float, "1e19": float, "2.5": float} {
		testkit.Equal(t, kindOf(number), want, number)
	}
}

// TestIncompleteTables: a table is written completely or not at all; -o of the command itself works as before.
func TestIncompleteTables(t *testing.T) {
	for _, c := range []struct {
		args        string
		status      int
		out, errs   string
		hasFile     bool
		description string
	}{
		{"print", 0, "text\n", "", false, "no table"},
		{"print -o DIR/x.txt", 2, "", "want a name that ends in .csv or .parquet", false, "another ending"},
		{"print -o DIR/none/x.csv", 1, "", "cannot write to ", false, "no folder"},
		{"own -o DIR/x.txt", 0, "own DIR/x.txt\n", "", false, "its own flag"},
		{"own -o DIR/x.csv", 0, "", "", true, "a table all the same"},
		{"fails -o DIR/x.parquet", 1, "", "no records today", false, "a failure"},
		{"none -o DIR/x.csv", 1, "", "there is no record to write", false, "nothing"},
		{"bad -o DIR/x.csv", 1, "", "line 3 is bad", true, "the good lines"},
	} {
		dir := t.TempDir()
		status, out, errs := runPrinter(strings.Fields(strings.ReplaceAll(c.args, "DIR", dir))...)
		left, _ := os.ReadDir(dir)
		if status != c.status || out != strings.ReplaceAll(c.out, "DIR", dir) || !strings.Contains(errs, c.errs) || strings.Count(errs, "\n") > 1 || len(left) > 0 != c.hasFile {
			t.Errorf("%s: status %d, output %q, errors %q, files %v, want %d, %q, %q, a file: %v", c.description, status, out, errs, left,
				c.status, c.out, c.errs, c.hasFile)
		}
	}
	if status := Run(context.Background(), []string{"print", "-o", "x.csv"}, nil, io.Discard, io.Discard, printerCommands); status != StatusUsage {
		t.Errorf("-o without the group Tables: status %d", status)
	}
	if _, out, _ := runPrinter("own", "--help"); !strings.Contains(out, "a prefix; write the records as a table") {
		t.Errorf("help: %s", out)
	}
}

// TestBadRecords: records with too many columns, and broken records, are errors.
func TestBadRecords(t *testing.T) {
	var text strings.Builder
	for i := range maxColumns + 1 {
		fmt.Fprintf(&text, "{\"k%d\":1}\n", i)
	}
	testkit.FailsWith(t, writeTable(new(bytes.Buffer), ".csv", strings.NewReader(text.String())), "more than 1000 columns", maxColumns+1)
	for _, broken := range []string{"{", "[1", "{\"a\":}", "what"} {
		testkit.FailsWith(t, writeTable(new(bytes.Buffer), ".csv", strings.NewReader(broken)), "", broken)
	}
}

// fullDisk is a writer on which nothing fits.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestFullDiskIsToldOnce writes more records than a writer of CSV holds to a full disk: the error is the disk's, once.
func TestFullDiskIsToldOnce(t *testing.T) {
	err := writeTable(fullDisk{}, ".csv", strings.NewReader(strings.Repeat("{\"k\":\"some text\"}\n", 1000)))
	if err == nil || err.Error() != "no space left" {
		t.Errorf("error %q", err)
	}
}

// FuzzTable: no text of records makes a table panic.
func FuzzTable(f *testing.F) {
	f.Add(records)
	f.Add(`[1,2] "x" {"a":{"b":[]}} null`)
	f.Fuzz(func(t *testing.T, text string) {
		_ = writeTable(new(bytes.Buffer), ".csv", strings.NewReader(text))
		_ = writeTable(new(bytes.Buffer), ".parquet", strings.NewReader(text))
	})
}
