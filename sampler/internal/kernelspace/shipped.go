package kernelspace

import (
	"bufio"
	"bytes"
	_ "embed"
	"fmt"
)

// The files of the tables for [Small] and [Default] that [Tables.Save] writes.
var (
	//go:embed small.tables
	shippedSmall []byte
	//go:embed default.tables
	shippedDefault []byte
)

// shipped returns the tables for [Small] or [Default] that are part of the program; ok is false for other parameters.
// Reading and checking them takes a tenth of a second and half a second. A test compares them with those of [Build].
func shipped(p Params) (t *Tables, ok bool, err error) {
	var file []byte
	switch p {
	case Small:
		file = shippedSmall
	case Default:
		file = shippedDefault
	default:
		return nil, false, nil
	}
	if t, err = readTables(bufio.NewReader(bytes.NewReader(file)), p); err != nil {
		return nil, true, fmt.Errorf("the tables in the program: %w: %w", ErrTables, err)
	}
	return t, true, nil
}
