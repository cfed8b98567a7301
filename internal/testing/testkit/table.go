package testkit

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"chesscensus/chess"
)

// Table reads the cases of a test from a file in the folder testdata of its package:
//
//	for _, c := range testkit.Table[struct{ FEN string; Legal bool; Why string }](t, "castling.tsv") {
//
// Each line is a case. Its cells, with tabs between them, are the fields of the struct T in this order: a text, a whole number, or yes or no
// for a bool. A text that begins with a quotation mark is read as Go reads it: "" is an empty one. The last cell may be missing if the last
// field is called Why. Empty lines and lines that begin with # are no cases. Table ends the test, with file and line, if a line is anything
// else, or if there are no cases.
func Table[T any](t Failer, file string) []T {
	t.Helper()
	list, err := readTable[T](filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// readTable reads the file of a [Table].
func readTable[T any](path string) (list []T, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		var c T
		if err := readCase(reflect.ValueOf(&c).Elem(), strings.Split(line, "\t")); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no cases", path)
	}
	return list, nil
}

// readCase sets the fields of a struct.
func readCase(fields reflect.Value, cells []string) (err error) {
	n := fields.NumField()
	if len(cells) == n-1 && fields.Type().Field(n-1).Name == "Why" {
		cells = append(cells, "")
	}
	if len(cells) != n {
		return fmt.Errorf("%d cells, want %d", len(cells), n)
	}
	for i, cell := range cells {
		switch field := fields.Field(i); field.Kind() {
		case reflect.String:
			if strings.HasPrefix(cell, `"`) {
				if cell, err = strconv.Unquote(cell); err != nil {
					return fmt.Errorf("cell %d: %w", i+1, err)
				}
			}
			field.SetString(cell)
		case reflect.Int:
			number, err := strconv.Atoi(cell)
			if err != nil {
				return fmt.Errorf("cell %d: %w", i+1, err)
			}
			field.SetInt(int64(number))
		case reflect.Bool:
			if cell != "yes" && cell != "no" {
				return fmt.Errorf("cell %d: %q, want yes or no", i+1, cell)
			}
			field.SetBool(cell == "yes")
		default:
			panic("testkit: a field of a table is neither a text nor a number nor a bool")
		}
	}
	return nil
}

// Refutes checks a [Table] of setups that a theorem refutes, and of neighbors that lack one of its hypotheses and are not refuted. A line has
// the FEN record, yes or no, and why. Each setup is asked about with colors exchanged, too.
func Refutes(t testing.TB, file string, refutes func(*chess.Setup) bool) {
	t.Helper()
	for _, c := range Table[struct {
		FEN     string
		Refuted bool
		Why     string
	}](t, file) {
		s := Setup(t, c.FEN)
		for _, s := range []chess.Setup{s, s.Mirror()} {
			if got := refutes(&s); got != c.Refuted {
				t.Errorf("%v refuted %v, want %v: %s", s, got, c.Refuted, c.Why)
			}
		}
	}
}
