package record

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Names of the file with counts that were taken from the lists of draws that the last phase has judged, and of that which says of
// which lists, with checksums. They are derived from the lists and only save time: without them, or if anything does not fit,
// the lists are counted anew.
const (
	countedName = "counted.parquet"
	countedLine = "counted.jsonl"
)

// A Counted is what somebody has counted on the lists of the draws that the last phase of some shards has judged.
type Counted struct {
	// What was counted, in words that are equal only for equal counts.
	What string
	// Shards with these lists, ascending.
	Shards []int
	// Rows of counts, in the order of [Compare].
	Rows []Row
}

// Has reports whether the list of shard s is counted. That is true of none if c is nil.
func (c *Counted) Has(s int) bool {
	if c == nil {
		return false
	}
	_, ok := slices.BinarySearch(c.Shards, s)
	return ok
}

// A countedFile is what the line says.
type countedFile struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	Identity
	What   string `json:"counted"`
	Shards []int  `json:"shards"`
	Lists  string `json:"lists"` // hash of those of the lists
}

// listsOf is a hash of the checksums of the lists of some shards, "" if one has none.
func listsOf(shards []int, entries map[int]Entry) string {
	h := sha256.New()
	for _, s := range shards {
		e, ok := entries[s]
		if !ok || e.ReachedSHA256 == "" {
			return ""
		}
		fmt.Fprintf(h, "%d %s\n", s, e.ReachedSHA256)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// StoreCounted stores counts for [LoadCounted]. The entries are those of the manifest. It is an error if a shard has no list.
func StoreCounted(f *Folder, c *Counted, entries map[int]Entry) error {
	data, err := encode(c.Rows)
	if err != nil {
		return err
	}
	line := countedFile{Identity: f.Identity, What: c.What, Shards: c.Shards, Lists: listsOf(c.Shards, entries)}
	if line.Lists == "" || !slices.IsSorted(c.Shards) {
		return fmt.Errorf("record: counts of shards %v, not all of which have a list", c.Shards)
	}
	if line.Bytes, line.SHA256, err = putBeside(filepath.Join(f.Dir, countedName), data); err != nil {
		return err
	}
	return writeSealed(filepath.Join(f.Dir, countedLine), &line)
}

// LoadCounted returns what is stored of such counts, if it is of these lists, this survey and this program; the error says why
// not. Neither is there if nothing is stored. The entries are those of the manifest, whose lists are sound.
func LoadCounted(f *Folder, what string, entries map[int]Entry) (*Counted, error) {
	path := filepath.Join(f.Dir, countedLine)
	var line countedFile
	switch found, err := readSealed(path, &line); {
	case !found:
		return nil, nil
	case err != nil:
		return nil, err
	case f.Identity != line.Identity:
		return nil, &LineError{path, 1, errors.New(f.Identity.difference(line.Identity))}
	case line.What != what:
		return nil, &LineError{path, 1, fmt.Errorf("counts of %.60q, want %.60q", line.What, what)}
	case !slices.IsSorted(line.Shards) || line.Lists == "" || line.Lists != listsOf(line.Shards, entries):
		return nil, &LineError{path, 1, errors.New("counts of other lists")}
	}
	path = filepath.Join(f.Dir, countedName)
	data, err := os.ReadFile(path)
	if err == nil && Sum(data) != line.SHA256 {
		err = fmt.Errorf("damaged: the checksum is not that of %s", countedLine)
	}
	c := &Counted{What: what, Shards: line.Shards}
	if err == nil {
		c.Rows, err = decodeRows(data)
	}
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", path, err)
	}
	return c, nil
}

// decodeRows reads what EncodeTable has written. Bytes that are no such table are an error, whatever they are.
func decodeRows(data []byte) (_ []Row, err error) {
	defer rescue("rows", &err)
	f, err := openFile(data)
	if err != nil {
		return nil, err
	}
	if err := claimed(f, data); err != nil {
		return nil, err
	}
	return readRows(f)
}
