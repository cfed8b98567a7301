package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/spf13/cobra"
)

// A Program is what every JSON record begins with: embed it, made by [ThisProgram].
type Program struct {
	Version string `json:"chesscensus"`
}

// ThisProgram names the program that makes a record.
func ThisProgram() Program { return Program{thisVersion()} }

var thisVersion = sync.OnceValue(Version)

// JSONFlag adds --json to a command that prints a record for each line.
func JSONFlag(c *cobra.Command, set *bool) {
	c.Flags().BoolVar(set, "json", false, "print a JSON record a line")
}

// WriteJSON writes one indented JSON record.
func WriteJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// ParseJSON reads one JSON record that has no other fields than v, and nothing behind it.
func ParseJSON(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("reading JSON: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("reading JSON: found more behind its end")
	}
	return nil
}

// AppendJSON appends a JSON record on one line, without the line end.
func AppendJSON(dst []byte, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return append(dst, text...), err
}
