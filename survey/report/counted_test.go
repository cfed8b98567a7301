package report

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/replay"
	"chesscensus/legality/verdict"
	"chesscensus/sampler/spaces"
	"chesscensus/survey/campaign"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
	"chesscensus/survey/internal/toy"
)

// storeToyProperties replaces storedProperties, for the test, by two that all setups of the toy have.
func storeToyProperties(t *testing.T) {
	saved := storedProperties
	t.Cleanup(func() { storedProperties = saved })
	storedProperties = []Property{
		newProperty("turn", "side to move", func(f *facts) int { return int(f.setup.Turn) }),
		newProperty("hash", "a hash", func(f *facts) int { return int(toy.Hash("property", f.setup) % 5) }),
	}
}

// lawsAsJSON returns the laws of the stored properties as JSON.
func lawsAsJSON(t *testing.T, c *campaign.Campaign) []byte {
	t.Helper()
	laws, err := readerOf(t, c).Laws(context.Background(), toyProgram(verdict.Game).Space, storedProperties, true)
	if err != nil || len(laws) != len(storedProperties) {
		t.Fatalf("%v, %d laws", err, len(laws))
	}
	return testkit.Must(json.Marshal(laws))(t)
}

// loadStored returns the last phase of a survey with its stored counts.
func loadStored(t *testing.T, c *campaign.Campaign) *LastPhase {
	t.Helper()
	return testkit.Must(readerOf(t, c).lastPhase(toyProgram(verdict.Game).Space, false))(t)
}

// storeCounts stores the counts of all shards that are done.
func storeCounts(t *testing.T, c *campaign.Campaign) {
	t.Helper()
	testkit.OK(t, readerOf(t, c).Count(context.Background(), toyProgram(verdict.Game).Space))
}

// countFiles returns the paths of the two files of stored counts.
func countFiles(c *campaign.Campaign) (line, table string) {
	return filepath.Join(c.Folder.Dir, "counted.jsonl"), filepath.Join(c.Folder.Dir, "counted.parquet")
}

// TestCountsChangeNoLaw: laws are the same to the last digit with stored counts of all, some or no shards, before and after draws were settled later.
func TestCountsChangeNoLaw(t *testing.T) {
	testkit.Medium(t)
	storeToyProperties(t)
	c := makeToy(t, verdict.Game)
	runToy(t, c, verdict.Game, campaign.Options{Shards: 2})
	lawsOfTwo := lawsAsJSON(t, c)
	storeCounts(t, c)
	if !bytes.Equal(lawsAsJSON(t, c), lawsOfTwo) {
		t.Error("two shards: the laws are others with stored counts")
	}
	if l := loadStored(t, c); l.stored == nil || len(l.stored.Shards) != 2 || len(l.list) != 0 {
		t.Errorf("counted: %+v, %d draws read besides, want counts of two shards alone", l.stored, len(l.list))
	}
	runToy(t, c, verdict.Game, campaign.Options{Shards: 1})
	lawsOfThree := lawsAsJSON(t, c) // from the counts of two shards and the draws of one
	if l := loadStored(t, c); len(l.stored.Shards) != 2 || len(l.uncounted) == 0 {
		t.Errorf("after a third shard %+v, %d draws without counts, want counts of two shards", l.stored, len(l.uncounted))
	}
	line, table := countFiles(c)
	testkit.OK(t, errors.Join(os.Remove(line), os.Remove(table)))
	if laws := lawsAsJSON(t, c); !bytes.Equal(laws, lawsOfThree) || bytes.Equal(laws, lawsOfTwo) {
		t.Error("three shards: the laws are others with the counts of two")
	}
	proveOpenDraws(t, c)
	lawsAfterProofs := lawsAsJSON(t, c)
	if bytes.Equal(lawsAfterProofs, lawsOfThree) {
		t.Error("what is settled later changes no law")
	}
	storeCounts(t, c)
	if !bytes.Equal(lawsAsJSON(t, c), lawsAfterProofs) {
		t.Error("draws settled later: the laws are others with stored counts")
	}
	if l := loadStored(t, c); len(l.stored.Shards) != 3 || len(l.settled) == 0 {
		t.Errorf("%d draws settled later, counts %+v, want some and the counts of three shards", len(l.settled), l.stored)
	}
}

// TestDamagedCountsAreNotUsed: stored counts that are damaged or of other properties change no law, and are replaced by the same bytes as before.
func TestDamagedCountsAreNotUsed(t *testing.T) {
	testkit.Medium(t)
	storeToyProperties(t)
	c := makeToy(t, verdict.Game)
	runToy(t, c, verdict.Game, campaign.Options{Shards: 3})
	laws := lawsAsJSON(t, c)
	storeCounts(t, c)
	proveOpenDraws(t, c)
	lawsAfterProofs := lawsAsJSON(t, c)
	line, table := countFiles(c)
	undamaged := testkit.Must(os.ReadFile(table))(t)
	flipped := bytes.Clone(undamaged)
	flipped[len(flipped)/2] ^= 4
	for name, damage := range map[string]func() error{
		"a flipped bit": func() error { return os.WriteFile(table, flipped, 0o600) },
		"cut":           func() error { return os.WriteFile(table, undamaged[:len(undamaged)/2], 0o600) },
		"no counts":     func() error { return os.Remove(table) },
		"another line":  func() error { return os.WriteFile(line, []byte("{}\n"), 0o600) },
	} {
		testkit.OK(t, damage())
		if l := loadStored(t, c); l.stored != nil {
			t.Errorf("%s: the counts are used", name)
		}
		if got := lawsAsJSON(t, c); !bytes.Equal(got, lawsAfterProofs) || bytes.Equal(got, laws) {
			t.Errorf("%s: other laws than before", name)
		}
		storeCounts(t, c) // makes both files anew, without draws that were settled later
		if again, err := os.ReadFile(table); err != nil || !bytes.Equal(again, undamaged) {
			t.Errorf("%s: counted anew the file has other bytes, %v", name, err)
		}
		if !bytes.Equal(lawsAsJSON(t, c), lawsAfterProofs) {
			t.Errorf("%s: other laws once counted anew", name)
		}
	}
	// Properties that are not stored are counted on the draws.
	seven := Property{Name: "turn", Of: func(*chess.Setup) int { return 7 }}
	other, err := readerOf(t, c).Laws(context.Background(), toyProgram(verdict.Game).Space, []Property{seven}, true)
	if err != nil || len(other[0].Values) != 1 || other[0].Values[0].Value != 7 {
		t.Errorf("a property that is 7 for all: %v, %+v", err, other)
	}
	if storedProperties = storedProperties[:1]; loadStored(t, c).stored != nil {
		t.Error("counts of other properties are used")
	}
}

// proveOpenDraws adds certificates that the first three open draws that count among all positions are legal.
func proveOpenDraws(t *testing.T, c *campaign.Campaign) {
	t.Helper()
	list := testkit.Must(readerOf(t, c).survey().OpenDraws())(t)
	n := 0
	for i := range list.Open {
		if o := &list.Open[i]; o.All {
			object := testkit.Must(json.Marshal(map[string]any{"format": 1, "fen": shards.Key(&o.Draw.Setup), "stage": replay.StageName}))(t)
			testkit.OK(t, c.Folder.AppendSettled(object))
			if n++; n == 3 {
				return
			}
		}
	}
	t.Fatalf("only %d open draws, want 3", n)
}

// TestStoredCountsOfTheRecord recounts the lists of the second edition in its smallest strata, of fewer than 100 000 draws together, and compares the
// stored counts. In all strata it compares the numbers of draws.
func TestStoredCountsOfTheRecord(t *testing.T) {
	testkit.Long(t) // reads the lists of three million draws
	r := testkit.Must(Open("../../records/second"))(t)
	l, err := r.lastPhase(spaces.First, true)
	if err != nil || l.stored == nil {
		t.Fatalf("%v, counts %v", err, l.stored)
	}
	byStratum := map[int32][]record.Reached{}
	for _, shard := range l.stored.Shards {
		list := testkit.Must(r.Folder.Reached(l.entries[shard]))(t)
		for _, d := range list {
			if d.Outcome == record.In {
				byStratum[d.Stratum] = append(byStratum[d.Stratum], d)
			}
		}
	}
	draws := map[int32]map[string]int{}
	for _, row := range l.stored.Rows {
		if draws[row.Stratum] == nil {
			draws[row.Stratum] = map[string]int{}
		}
		draws[row.Stratum][row.Property] += int(row.Draws)
	}
	var small []record.Reached
	chosen := map[int32]bool{}
	for _, h := range slices.SortedFunc(maps.Keys(byStratum), func(a, b int32) int { return cmp.Compare(len(byStratum[a]), len(byStratum[b])) }) {
		if list := byStratum[h]; len(small)+len(list) < 100_000 {
			small, chosen[h] = append(small, list...), true
		}
		for _, p := range storedProperties {
			if draws[h][p.Name] != len(byStratum[h]) {
				t.Errorf("stratum %d: %d draws with counts of %s, %d in the lists", h, draws[h][p.Name], p.Name, len(byStratum[h]))
			}
		}
	}
	l.findings = nil // draws that were settled later are not in the stored counts
	c := testkit.Must(l.countList(context.Background(), small, storedProperties))(t)
	stored := slices.DeleteFunc(l.stored.Rows, func(r record.Row) bool { return !chosen[r.Stratum] })
	if anew, err := c.rows(len(r.Plan.Phases)); err != nil || len(chosen) < 5 || !slices.Equal(anew, stored) {
		t.Errorf("%d strata, %d draws: %d rows counted, %d stored, and they differ", len(chosen), len(small), len(anew), len(stored))
	}
}
