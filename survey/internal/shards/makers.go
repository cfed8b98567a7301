package shards

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"chesscensus/survey/internal/record"
)

// makersName is the name of the file beside the manifest with the makers of the shards of a survey on many machines.
const makersName = "makers.jsonl"

// A Making says that a maker has made a shard, and Sum is the SHA-256 of its result. A Making without a maker cancels all lines
// of its shard before it: the shard was set aside, and is to be made anew.
type Making struct {
	Shard int    `json:"shard"`
	Maker string `json:"maker"`
	Sum   string `json:"sum"`
}

// Makers holds the makers of the shards of a survey on many machines. A shard is confirmed if two makers or more have made the same result,
// and disputed if they have made different results. Surveys on one machine have no such file.
type Makers struct {
	path    string
	byShard map[int][]Making
}

// ReadMakers reads the file of a folder, or starts without makers if there is none. It skips a last line that a killed run has left unfinished.
func ReadMakers(dir string) (*Makers, error) {
	m := &Makers{filepath.Join(dir, makersName), map[int][]Making{}}
	data, err := os.ReadFile(m.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("makers: %w", err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	for i, line := range lines {
		object, err := record.Unseal([]byte(strings.TrimSuffix(line, "\n")))
		isLast := i >= len(lines)-2 // the empty text after the last line end counts, too
		if line == "" || err != nil && isLast {
			continue
		}
		var making Making
		if err == nil {
			err = json.Unmarshal(object, &making)
		}
		if err != nil {
			return nil, &record.LineError{File: m.path, Line: i + 1, Err: err}
		}
		m.apply(making)
	}
	return m, nil
}

// apply adds a line of the file to the lists.
func (m *Makers) apply(making Making) {
	if making.Maker == "" {
		delete(m.byShard, making.Shard)
	} else {
		m.byShard[making.Shard] = append(m.byShard[making.Shard], making)
	}
}

// Add appends a line to the file, unless the same line is there.
func (m *Makers) Add(making Making) error {
	if slices.Contains(m.byShard[making.Shard], making) {
		return nil
	}
	object, err := json.Marshal(making)
	if err == nil {
		err = record.AppendObject(m.path, object)
	}
	if err == nil {
		m.apply(making)
	}
	return err
}

// Of returns the makers of a shard in the order of their lines.
func (m *Makers) Of(shard int) (makers []string) {
	for _, making := range m.byShard[shard] {
		makers = append(makers, making.Maker)
	}
	return makers
}

// IsDisputed reports whether makers of a shard have made different results.
func (m *Makers) IsDisputed(shard int) bool {
	list := m.byShard[shard]
	return slices.ContainsFunc(list, func(making Making) bool { return making.Sum != list[0].Sum })
}

// Disputed returns the disputed shards, ascending.
func (m *Makers) Disputed() (list []int) {
	for _, shard := range slices.Sorted(maps.Keys(m.byShard)) {
		if m.IsDisputed(shard) {
			list = append(list, shard)
		}
	}
	return list
}

// Again returns the number of confirmed shards.
func (m *Makers) Again() (n int) {
	for shard, list := range m.byShard {
		if len(list) > 1 && !m.IsDisputed(shard) { // equal results on several lines are of several makers, see Add
			n++
		}
	}
	return n
}

// Shards returns the number of shards that have a maker.
func (m *Makers) Shards() int { return len(m.byShard) }

// By returns the shards that only these makers have made, ascending.
func (m *Makers) By(makers ...string) (list []int) {
	for _, shard := range slices.Sorted(maps.Keys(m.byShard)) {
		if !slices.ContainsFunc(m.Of(shard), func(maker string) bool { return !slices.Contains(makers, maker) }) {
			list = append(list, shard)
		}
	}
	return list
}
