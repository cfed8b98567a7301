package cli

import (
	"encoding/json"
	"io"
	"sync"

	"github.com/spf13/cobra"
)

// A Program is the first field of every JSON record. Records embed it; [ThisProgram] returns its value.
type Program struct {
	Version string `json:"chesscensus"`
}

// ThisProgram returns the version of the running program for a JSON record.
func ThisProgram() Program { return Program{programVersion()} }

var programVersion = sync.OnceValue(Version)

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

// AppendJSON appends a JSON record on one line, without the line end.
func AppendJSON(dst []byte, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return append(dst, text...), err
}
