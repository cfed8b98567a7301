package shards

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/internal/record"
)

// addMakings adds makings to the file.
func addMakings(t *testing.T, m *Makers, list ...Making) {
	t.Helper()
	for _, making := range list {
		testkit.OK(t, m.Add(making))
	}
}

// TestMakersDecide: several makers confirm a shard, a different result disputes it, and another maker decides. Makers of minorities were wrong.
func TestMakersDecide(t *testing.T) {
	for _, c := range []struct {
		name     string
		makings  []Making // of shard 7
		sum      string   // "" if the shard is disputed
		again    int      // number of confirmed shards
		disputed []string
		wrong    []string
	}{
		{"one maker", []Making{{7, "a", "x"}}, "x", 0, nil, nil},
		{"the same line twice", []Making{{7, "a", "x"}, {7, "a", "x"}}, "x", 0, nil, nil},
		{"two agree", []Making{{7, "a", "x"}, {7, "b", "x"}}, "x", 1, nil, nil},
		{"two differ", []Making{{7, "a", "x"}, {7, "b", "y"}}, "", 0, []string{"a", "b"}, nil},
		{"three differ", []Making{{7, "a", "x"}, {7, "b", "y"}, {7, "c", "z"}}, "", 0, []string{"a", "b", "c"}, nil},
		{"two of three", []Making{{7, "a", "x"}, {7, "b", "y"}, {7, "c", "y"}}, "y", 1, nil, []string{"a"}},
		{"two of four", []Making{{7, "a", "x"}, {7, "b", "y"}, {7, "c", "z"}, {7, "d", "y"}}, "y", 1, nil, []string{"a", "c"}},
		{"one differs from three who agreed", []Making{{7, "a", "x"}, {7, "b", "x"}, {7, "c", "x"}, {7, "d", "y"}}, "", 0, []string{"a", "b", "c", "d"}, nil},
		{"and a fifth decides", []Making{{7, "a", "x"}, {7, "b", "x"}, {7, "c", "x"}, {7, "d", "y"}, {7, "e", "x"}}, "x", 1, nil, []string{"d"}},
		{"set aside", []Making{{7, "a", "x"}, {7, "b", "y"}, {Shard: 7}}, "", 0, nil, nil},
		{"made anew", []Making{{7, "a", "x"}, {7, "b", "y"}, {Shard: 7}, {7, "c", "z"}}, "z", 0, nil, nil},
	} {
		dir := t.TempDir()
		m := testkit.Must(ReadMakers(dir))(t)
		addMakings(t, m, c.makings...)
		for _, m := range []*Makers{m, testkit.Must(ReadMakers(dir))(t)} { // as written, and as read
			if got := m.Sum(7); got != c.sum || m.Again() != c.again {
				t.Errorf("%s: sum %q, %d confirmed, want %q and %d", c.name, got, m.Again(), c.sum, c.again)
			}
			if got := m.Disputed()[7]; !slices.Equal(got, c.disputed) {
				t.Errorf("%s: disputed by %v, want %v", c.name, got, c.disputed)
			}
			if got := slices.Sorted(maps.Keys(m.Wrong())); !slices.Equal(got, c.wrong) {
				t.Errorf("%s: %v were wrong, want %v", c.name, got, c.wrong)
			}
			if want := slices.Concat(c.disputed, c.wrong); !slices.Equal(m.Excluded(), want) {
				t.Errorf("%s: %v are excluded, want %v", c.name, m.Excluded(), want)
			}
		}
	}
}

// TestMakersBy: By returns the shards of which all makers are among the given ones, and Wrong the last shard of which a maker was wrong.
func TestMakersBy(t *testing.T) {
	m := testkit.Must(ReadMakers(t.TempDir()))(t)
	addMakings(t, m, Making{1, "a", "x"}, Making{1, "b", "x"}, Making{2, "a", "y"}, Making{3, "c", "z"})
	for _, c := range []struct {
		makers []string
		want   []int
	}{
		{[]string{"a"}, []int{2}}, {[]string{"b"}, nil}, {[]string{"a", "b"}, []int{1, 2}}, {[]string{"c", "a"}, []int{2, 3}},
	} {
		if got := m.By(c.makers...); !slices.Equal(got, c.want) {
			t.Errorf("shards by %v alone: %v, want %v", c.makers, got, c.want)
		}
	}
	addMakings(t, m, Making{2, "b", "v"}, Making{2, "c", "v"}, Making{3, "a", "w"}, Making{3, "b", "z"})
	if want := map[string]int{"a": 3}; !maps.Equal(m.Wrong(), want) || m.Shards() != 3 {
		t.Errorf("wrong %v of %d shards, want %v of 3", m.Wrong(), m.Shards(), want)
	}
}

// TestMakersFileIsCut: a last line that a killed run has left unfinished is skipped, and the next line takes its place. Any other line that cannot be
// read is an error that names it.
func TestMakersFileIsCut(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, makersName)
	first, second, third := Making{1, "a", "x"}, Making{2, "b", "y"}, Making{3, "c", "z"}
	addMakings(t, testkit.Must(ReadMakers(dir))(t), first)
	firstLine := testkit.Must(os.ReadFile(file))(t)
	addMakings(t, testkit.Must(ReadMakers(dir))(t), second)
	text := testkit.Must(os.ReadFile(file))(t)
	for end := len(firstLine); end < len(text); end++ {
		testkit.OK(t, os.WriteFile(file, text[:end], 0o600))
		m := testkit.Must(ReadMakers(dir))(t)
		hasSecond := end == len(text)-1 // only the end of the line is missing
		if m.Sum(1) != "x" || (m.Sum(2) == "y") != hasSecond {
			t.Errorf("the first %d bytes of %d: sums %q and %q", end, len(text), m.Sum(1), m.Sum(2))
		}
		addMakings(t, m, third)
		if m := testkit.Must(ReadMakers(dir))(t); m.Sum(1) != "x" || (m.Sum(2) == "y") != hasSecond || m.Sum(3) != "z" {
			t.Errorf("the first %d bytes of %d and another line: sums %q, %q and %q", end, len(text), m.Sum(1), m.Sum(2), m.Sum(3))
		}
	}
	var line *record.LineError
	for i := len(firstLine); i < len(text)-1; i++ { // the last line is whole, so it was not left by a killed run
		damaged := bytes.Clone(text)
		damaged[i] ^= 1
		testkit.OK(t, os.WriteFile(file, damaged, 0o600))
		if _, err := ReadMakers(dir); !errors.As(err, &line) || line.Line != 2 {
			t.Fatalf("one bit of byte %d in the last line: %v, want an error of line 2", i, err)
		}
	}
	testkit.OK(t, os.WriteFile(file, append([]byte("what?\n"), text...), 0o600))
	if _, err := ReadMakers(dir); !errors.As(err, &line) || line.Line != 1 {
		t.Errorf("a damaged first line: %v, want an error of line 1", err)
	}
}
