package numbers

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"chesscensus/internal/digits"
)

// rechecks returns the numbers of the independent checker, from a file that chesscensus recheck has written: draws, refutations by rules,
// by kernels and later stages, and those that were not confirmed. A missing file gives none. The error names the file and the line.
func rechecks(path string) ([]Value, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("numbers: %w", err)
	}
	defer f.Close()
	var draws, refuted, all, confirmed uint64
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var line struct {
			Draws   uint64            `json:"draws"`
			Refuted map[string]uint64 `json:"refuted"`
			Tally   map[string]struct{ All, Confirmed uint64 }
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			return nil, fmt.Errorf("numbers: %s:%d: want a line of chesscensus recheck: %w", path, n, err)
		}
		draws += line.Draws
		for _, r := range line.Refuted {
			refuted += r
		}
		for _, t := range line.Tally {
			all, confirmed = all+t.All, confirmed+t.Confirmed
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("numbers: %s: %w", path, err)
	}
	l := &list{prefix: "recheck."}
	l.count("draws", draws)
	l.count("refuted", refuted)
	l.count("checked", all)
	l.count("confirmed", confirmed)
	l.count("other", all-confirmed)
	if all > 0 { // rule of three: if none of n is wrong, the share of wrong ones is at most 3/n at 95 % confidence
		l.number("bound", digits.Significant(3/float64(all), 2))
	}
	return l.values, nil
}
