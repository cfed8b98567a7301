package record

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
)

// A Reached is a draw that the last phase has judged and that counts for the estimate. Stratum and number identify the draw,
// so that it can be made again. It takes about two bytes of a file.
type Reached struct {
	Stratum int32 `parquet:"stratum,dict,zstd"`
	// Draw is its number in the stratum, of all shards.
	Draw int64 `parquet:"draw,delta,zstd"`
	// Outcome in the last phase: [Out], [Pass] or [In].
	Outcome string `parquet:"outcome,dict,zstd"`
}

// compareReached orders draws by stratum and number.
func compareReached(a, b Reached) int {
	return cmp.Or(cmp.Compare(a.Stratum, b.Stratum), cmp.Compare(a.Draw, b.Draw))
}

// checkReached returns an error if a list is not in order or has an impossible draw.
func checkReached(list []Reached) error {
	for i, r := range list {
		switch {
		case r.Stratum < 0 || r.Draw < 0:
			return fmt.Errorf("row %d is impossible: %+v", i, r)
		case r.Outcome != Out && r.Outcome != Pass && r.Outcome != In:
			return fmt.Errorf("row %d: outcome %.40q, want %s, %s or %s", i, r.Outcome, Out, Pass, In)
		case i > 0 && compareReached(list[i-1], r) >= 0:
			return fmt.Errorf("row %d is out of order", i)
		}
	}
	return nil
}

// EncodeReached returns a list, in the order of stratum and draw, as a Parquet file. Equal lists give equal bytes.
func EncodeReached(list []Reached) ([]byte, error) {
	if err := checkReached(list); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return writeTable(list, 0, nil)
}

// ParseReached reads the bytes that [EncodeReached] has written. Any other bytes are an error.
func ParseReached(data []byte) (_ []Reached, err error) {
	defer recoverAs("draws", &err)
	f, err := openFile(data)
	if err != nil {
		return nil, err
	}
	if !hasColumnsOf[Reached](f) {
		return nil, fmt.Errorf("record: the columns of the Parquet file are not those of a list of draws:\n%s", f.Schema)
	}
	list, err := readAll[Reached](f)
	if err != nil {
		return nil, err
	}
	if err := checkReached(list); err != nil {
		return nil, fmt.Errorf("record: reading the Parquet file: %w", err)
	}
	return list, nil
}

// SortReached puts a list in the order of stratum and draw.
func SortReached(list []Reached) { slices.SortFunc(list, compareReached) }

// ReachedPath returns the path of the list of the draws that the last phase of shard s has judged.
func (f *Folder) ReachedPath(s int) string {
	return filepath.Join(f.Dir, "reached", fmt.Sprintf("%06d.parquet", s))
}

// Reached returns the list of the draws that the last phase of a shard has judged, nil if the shard was made before
// there were such lists. The entry is that of the manifest.
func (f *Folder) Reached(e Entry) ([]Reached, error) {
	data, err := readBeside(f.ReachedPath(e.Shard), e.ReachedSHA256)
	if data == nil || err != nil {
		return nil, err
	}
	list, err := ParseReached(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.ReachedPath(e.Shard), err)
	}
	return list, nil
}
