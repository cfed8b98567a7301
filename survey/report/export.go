package report

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"

	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// Export writes the sum of all sound shards to a folder and returns the paths:
//
//	tallies.parquet  the rows of record.Row, merged
//	tallies.csv      the same
//	strata.csv       stratum, name, size, draws made
//
// The Parquet file is not a shard; it has only the table. The problems are those of
// [record.Folder.Check].
func (rd *Reader) Export(dir string) (files []string, problems []record.Problem, err error) {
	var rows []record.Row
	add := func(list []record.Row) (err error) {
		rows, err = record.Merge(rows, list)
		return err
	}
	inventory, _, err := rd.survey().Check(func(_ record.Entry, s *record.Shard) error { return add(s.Rows) }, add)
	if err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, nil, err
	}
	table, err := record.EncodeTable(rows)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range []struct {
		name string
		data []byte
	}{{"tallies.parquet", table}, {"tallies.csv", record.AppendCSV(nil, rows)}, {"strata.csv", rd.strataCSV(rows)}} {
		path := filepath.Join(dir, f.name)
		if err := record.WriteFile(path, f.data); err != nil {
			return files, inventory.Problems, err
		}
		files = append(files, path)
	}
	return files, inventory.Problems, nil
}

// A Problem is an error in a file of a survey.
type Problem = record.Problem

// strataCSV lists the strata with the draws made in them.
func (rd *Reader) strataCSV(rows []record.Row) []byte {
	draws := make([]int64, len(rd.Plan.Strata))
	for _, r := range rows {
		if r.Phase == 1 && r.Property == shards.All {
			draws[r.Stratum] += r.Draws
		}
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"stratum", "name", "size", "draws"}) // a buffer never fails
	for h, s := range rd.Plan.Strata {
		_ = w.Write([]string{strconv.Itoa(h), s.Name, s.Size, strconv.FormatInt(draws[h], 10)})
	}
	w.Flush()
	return b.Bytes()
}
