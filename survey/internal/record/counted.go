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

// countedName is the file with counts of the draws in the lists of the last phase, and countedLine the file that names the counted
// lists by their checksums. Both are derived from the lists and only save time: if they are missing or do not fit, the lists are
// counted anew.
const (
	countedName = "counted.parquet"
	countedLine = "counted.jsonl"
)

// StoredCounts are counts of the draws that the last phase of some shards has judged.
type StoredCounts struct {
	// Subject says what was counted, in words that are equal only for equal counts.
	Subject string
	// Shards whose lists were counted, ascending.
	Shards []int
	// Rows of counts, in the order of [Compare].
	Rows []Row
}

// Has reports whether the list of shard s is counted. It returns false if c is nil.
func (c *StoredCounts) Has(s int) bool {
	if c == nil {
		return false
	}
	_, ok := slices.BinarySearch(c.Shards, s)
	return ok
}

// A countsLine is the content of the file countedLine.
type countsLine struct {
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	Identity
	What   string `json:"counted"`
	Shards []int  `json:"shards"`
	Lists  string `json:"lists"` // hash of those of the lists
}

// listsChecksum returns a hash of the checksums of the lists of some shards, "" if a shard has no list.
func listsChecksum(shards []int, entries map[int]Entry) string {
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

// StoreCounts stores counts for [LoadCounts]. The entries are those of the manifest. It is an error if a shard has no list.
func StoreCounts(f *Folder, c *StoredCounts, entries map[int]Entry) error {
	data, err := encodeRows(c.Rows)
	if err != nil {
		return err
	}
	line := countsLine{Identity: f.Identity, What: c.Subject, Shards: c.Shards, Lists: listsChecksum(c.Shards, entries)}
	if line.Lists == "" || !slices.IsSorted(c.Shards) {
		return fmt.Errorf("record: counts of shards %v, not all of which have a list", c.Shards)
	}
	if line.Bytes, line.SHA256, err = writeBeside(filepath.Join(f.Dir, countedName), data); err != nil {
		return err
	}
	return writeSealed(filepath.Join(f.Dir, countedLine), &line)
}

// LoadCounts returns the stored counts of a subject. It returns nil without an error if nothing is stored, and an error if the stored
// counts are of other lists, another survey or program. The entries are those of the manifest, whose lists are sound.
func LoadCounts(f *Folder, subject string, entries map[int]Entry) (*StoredCounts, error) {
	path := filepath.Join(f.Dir, countedLine)
	var line countsLine
	switch found, err := readSealed(path, &line); {
	case !found:
		return nil, nil
	case err != nil:
		return nil, err
	case f.Identity != line.Identity:
		return nil, &LineError{path, 1, errors.New(f.Identity.difference(line.Identity))}
	case line.What != subject:
		return nil, &LineError{path, 1, fmt.Errorf("counts of %.60q, want %.60q", line.What, subject)}
	case !slices.IsSorted(line.Shards) || line.Lists == "" || line.Lists != listsChecksum(line.Shards, entries):
		return nil, &LineError{path, 1, errors.New("counts of other lists")}
	}
	path = filepath.Join(f.Dir, countedName)
	data, err := os.ReadFile(path)
	if err == nil && Sum(data) != line.SHA256 {
		err = fmt.Errorf("damaged: the checksum is not that of %s", countedLine)
	}
	c := &StoredCounts{Subject: subject, Shards: line.Shards}
	if err == nil {
		c.Rows, err = decodeRows(data)
	}
	if err != nil {
		return nil, fmt.Errorf("record: %s: %w", path, err)
	}
	return c, nil
}

// decodeRows reads the bytes that EncodeTable has written. Any other bytes are an error.
func decodeRows(data []byte) (_ []Row, err error) {
	defer recoverAs("rows", &err)
	f, err := openFile(data)
	if err != nil {
		return nil, err
	}
	return readRows(f)
}
