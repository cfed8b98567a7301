//go:build !chesscensus_cell

package report

import "chesscensus/survey/internal/record"

// Plain turns a Parquet file of a record into the table that cells of a notebook read. Cells have no Parquet, and so not this.
func Plain(data []byte) ([]byte, error) { return record.Plain(data) }
