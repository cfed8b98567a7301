package kernel

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
)

// shipped is the file of the tables for [Small] that [Tables.Save] writes.
//
//go:embed small.tables
var shipped []byte

// Shipped returns the tables for [Small] that are part of the program, so that nobody has to wait for their making: a tenth
// of a second. They are those of [Build], which a test makes again, and are checked as a file is.
func Shipped() (*Tables, error) {
	t, err := read(bufio.NewReader(bytes.NewReader(shipped)), Small)
	if err != nil {
		return nil, fmt.Errorf("the tables in the program: %w: %w", ErrTables, err)
	}
	return t, nil
}
