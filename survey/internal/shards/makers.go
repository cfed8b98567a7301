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

// makersName is the name of the file beside the manifest that says who has made which shard of a survey on many machines.
const makersName = "makers.jsonl"

// A Making says that somebody has made a shard, for the first time or again. Sum is the SHA-256 of what it came to. Without a maker it says
// that the shard is set aside, and what was said of it before does not count.
type Making struct {
	Shard int    `json:"shard"`
	Maker string `json:"maker"`
	Sum   string `json:"sum"`
}

// void reports whether a line takes back what was said of a shard before: it was set aside, and is to be made anew.
func (m *Making) void() bool { return m.Maker == "" }

// Makers says who has made which shard. A shard that two makers have made alike is confirmed. If makers of a shard differ it is disputed, however many
// agreed before: nothing that they have made counts until another makes it after that, and most agree. Then the others were wrong.
// Shards of surveys on one machine are not in it.
type Makers struct {
	path string
	by   map[int][]Making
}

// ReadMakers reads the file of a folder; if there is none, nobody is known. A last line that a killed run has left unfinished is passed over.
func ReadMakers(dir string) (*Makers, error) {
	m := &Makers{filepath.Join(dir, makersName), map[int][]Making{}}
	data, err := os.ReadFile(m.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("makers: %w", err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	for i, line := range lines {
		object, err := record.Unseal([]byte(strings.TrimSuffix(line, "\n")))
		if line == "" || err != nil && i >= len(lines)-2 {
			continue
		}
		var x Making
		if err == nil {
			err = json.Unmarshal(object, &x)
		}
		if err != nil {
			return nil, &record.LineError{File: m.path, Line: i + 1, Err: err}
		}
		m.take(x)
	}
	return m, nil
}

func (m *Makers) take(x Making) {
	if x.void() {
		delete(m.by, x.Shard)
	} else {
		m.by[x.Shard] = append(m.by[x.Shard], x)
	}
}

// Add writes a line, unless the maker has said the same before.
func (m *Makers) Add(x Making) error {
	if slices.Contains(m.by[x.Shard], x) {
		return nil
	}
	object, err := json.Marshal(x)
	if err == nil {
		err = record.AppendObject(m.path, object)
	}
	if err == nil {
		m.take(x)
	}
	return err
}

// Sum returns what a shard came to: "" if nobody has made it, or its makers differ.
func (m *Makers) Sum(shard int) string {
	if sum, makers := m.decided(shard); len(makers) > 0 {
		return sum
	}
	return ""
}

// decided returns the sum of a shard and who agrees on it: nobody while it is disputed.
func (m *Makers) decided(shard int) (sum string, makers []string) {
	all := m.by[shard]
	if n := len(all) - 1; n > 0 && all[n].Sum != all[0].Sum && !slices.ContainsFunc(all[:n], func(x Making) bool { return x.Sum != all[0].Sum }) {
		return "", nil // the last one is the first that differs
	}
	by := map[string][]string{}
	for _, x := range all {
		if !slices.Contains(by[x.Sum], x.Maker) {
			by[x.Sum] = append(by[x.Sum], x.Maker)
		}
	}
	tie := false
	for s, list := range by {
		if tie = len(list) == len(makers) || tie && len(list) < len(makers); len(list) > len(makers) {
			sum, makers = s, list
		}
	}
	if tie {
		return "", nil // two against two want one more
	}
	return sum, makers
}

// Again returns how many shards two makers at least have made alike.
func (m *Makers) Again() (n int) {
	for s := range m.by {
		if _, makers := m.decided(s); len(makers) > 1 {
			n++
		}
	}
	return n
}

// Shards returns how many shards have been made by those in the file.
func (m *Makers) Shards() int { return len(m.by) }

// Disputed returns the shards whose makers differ, with all of them, while no third has decided.
func (m *Makers) Disputed() map[int][]string {
	list := map[int][]string{}
	for s, all := range m.by {
		if _, makers := m.decided(s); len(makers) == 0 {
			for _, x := range all {
				list[s] = append(list[s], x.Maker)
			}
		}
	}
	return list
}

// Wrong returns a shard of every maker who was wrong.
func (m *Makers) Wrong() map[string]int {
	list := map[string]int{}
	for _, s := range slices.Sorted(maps.Keys(m.by)) {
		sum, makers := m.decided(s)
		for _, x := range m.by[s] {
			if len(makers) > 0 && x.Sum != sum {
				list[x.Maker] = s
			}
		}
	}
	return list
}

// By returns the shards that count on the word of these makers alone, ascending.
func (m *Makers) By(makers ...string) (list []int) {
	for _, s := range slices.Sorted(maps.Keys(m.by)) {
		if !slices.ContainsFunc(m.by[s], func(x Making) bool { return !slices.Contains(makers, x.Maker) }) {
			list = append(list, s)
		}
	}
	return list
}
