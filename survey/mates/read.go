package mates

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
)

// Read reads the JSON record that "chesscensus estimate --mates N --json" writes and returns
// its report, with the default options. Rows are computed anew from the counts.
func Read(r io.Reader) (*Report, error) {
	var record struct {
		Report
		Size string `json:"size"`
	}
	if err := json.NewDecoder(r).Decode(&record); err != nil {
		return nil, fmt.Errorf("mates: %w", err)
	}
	size, ok := new(big.Int).SetString(record.Size, 10)
	if !ok || size.Sign() <= 0 || len(record.Size) > 250 {
		return nil, fmt.Errorf("mates: size %.40q, want a positive number", record.Size)
	}
	report := record.Report
	report.Size = size
	if report.Classes.Draws() != report.Draws || report.InCheck.Draws() != report.Draws {
		return nil, fmt.Errorf("mates: the classes are of %d draws, want %d", report.Classes.Draws(), report.Draws)
	}
	return &report, nil
}
