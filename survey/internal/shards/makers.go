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

// Makers holds the makers of the shards of a survey on many machines. A shard is confirmed if two makers or more have made the same result. It is
// disputed from the first different result on, however many agreed before: no result of its makers counts until another maker has made it, and most
// makers agree. Then the others were wrong. Surveys on one machine have no such file.
type Makers struct {
	path    string
	byShard map[int][]Making
	// unfinishedAt is the offset in the file of a last line that a killed run has left unfinished, -1 if there is none.
	unfinishedAt int64
}

// ReadMakers reads the file of a folder, or starts without makers if there is none. It skips a last line that a killed run has left unfinished.
func ReadMakers(dir string) (*Makers, error) {
	m := &Makers{path: filepath.Join(dir, makersName), byShard: map[int][]Making{}, unfinishedAt: -1}
	data, err := os.ReadFile(m.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("makers: %w", err)
	}
	offset, number := 0, 0
	for line := range strings.Lines(string(data)) {
		number++
		object, err := record.Unseal([]byte(strings.TrimSuffix(line, "\n")))
		if isUnfinished := !strings.HasSuffix(line, "\n"); err != nil && isUnfinished {
			m.unfinishedAt = int64(offset)
			break
		}
		var making Making
		if err == nil {
			err = json.Unmarshal(object, &making)
		}
		if err != nil {
			return nil, &record.LineError{File: m.path, Line: number, Err: err}
		}
		m.apply(making)
		offset += len(line)
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

// Add appends a line to the file, in the place of an unfinished last line, unless the same line is there.
func (m *Makers) Add(making Making) error {
	if slices.Contains(m.byShard[making.Shard], making) {
		return nil
	}
	if m.unfinishedAt >= 0 {
		if err := os.Truncate(m.path, m.unfinishedAt); err != nil {
			return fmt.Errorf("makers: %w", err)
		}
		m.unfinishedAt = -1
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

// Sum returns the sum of the result of a shard, or "" if nobody has made the shard or it is disputed.
func (m *Makers) Sum(shard int) string {
	sum, _ := m.decide(shard)
	return sum
}

// decide returns the sum that most makers of a shard have and the makers who have it, or "" and none if the shard is disputed.
func (m *Makers) decide(shard int) (sum string, makers []string) {
	all := m.byShard[shard]
	differs := func(making Making) bool { return making.Sum != all[0].Sum }
	if last := len(all) - 1; last > 0 && differs(all[last]) && !slices.ContainsFunc(all[:last], differs) {
		return "", nil // the dispute has just begun: another maker has to decide
	}
	makersOf := map[string][]string{}
	for _, making := range all {
		if !slices.Contains(makersOf[making.Sum], making.Maker) {
			makersOf[making.Sum] = append(makersOf[making.Sum], making.Maker)
		}
	}
	isTie := false
	for s, list := range makersOf {
		switch {
		case len(list) > len(makers):
			sum, makers, isTie = s, list, false
		case len(list) == len(makers):
			isTie = true
		}
	}
	if isTie {
		return "", nil
	}
	return sum, makers
}

// Again returns the number of confirmed shards.
func (m *Makers) Again() (n int) {
	for shard := range m.byShard {
		if _, makers := m.decide(shard); len(makers) > 1 {
			n++
		}
	}
	return n
}

// Shards returns the number of shards that have a maker.
func (m *Makers) Shards() int { return len(m.byShard) }

// Disputed returns the disputed shards with their makers.
func (m *Makers) Disputed() map[int][]string {
	disputed := map[int][]string{}
	for shard, all := range m.byShard {
		if m.Sum(shard) == "" {
			for _, making := range all {
				disputed[shard] = append(disputed[shard], making.Maker)
			}
		}
	}
	return disputed
}

// Wrong returns the makers who were wrong, each with the last shard of which this is known.
func (m *Makers) Wrong() map[string]int {
	wrong := map[string]int{}
	for _, shard := range slices.Sorted(maps.Keys(m.byShard)) {
		sum := m.Sum(shard)
		for _, making := range m.byShard[shard] {
			if sum != "" && making.Sum != sum {
				wrong[making.Maker] = shard
			}
		}
	}
	return wrong
}

// Excluded returns the makers whose results do not count, ascending: those who were wrong, and those of disputed shards.
func (m *Makers) Excluded() []string {
	list := slices.Collect(maps.Keys(m.Wrong()))
	for _, makers := range m.Disputed() {
		list = append(list, makers...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// By returns the shards that only these makers have made, ascending.
func (m *Makers) By(makers ...string) (list []int) {
	for _, shard := range slices.Sorted(maps.Keys(m.byShard)) {
		isOther := func(making Making) bool { return !slices.Contains(makers, making.Maker) }
		if !slices.ContainsFunc(m.byShard[shard], isOther) {
			list = append(list, shard)
		}
	}
	return list
}
