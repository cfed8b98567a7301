package report

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
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

// TestCountsChangeNoLaw: laws are the same to the last digit with stored counts of all, some or no shards, before and after draws were settled later.
// Files that are damaged or of other properties are not used.
func TestCountsChangeNoLaw(t *testing.T) {
	testkit.Medium(t)
	storeToyProperties(t)
	c := makeToy(t, verdict.Game)
	space := toyProgram(verdict.Game).Space
	count := func() {
		t.Helper()
		testkit.OK(t, readerOf(t, c).Count(context.Background(), space))
	}
	runToy(t, c, verdict.Game, campaign.Options{Shards: 2})
	lawsOfTwo := lawsAsJSON(t, c)
	if count(); !bytes.Equal(lawsAsJSON(t, c), lawsOfTwo) {
		t.Error("two shards: the laws are others with stored counts")
	}
	if l := loadStored(t, c); l.stored == nil || len(l.stored.Shards) != 2 || len(l.list) != 0 {
		t.Errorf("counted: %+v, %d draws read besides", l.stored, len(l.list))
	}
	runToy(t, c, verdict.Game, campaign.Options{Shards: 1})
	lawsOfThree := lawsAsJSON(t, c)
	if l := loadStored(t, c); len(l.stored.Shards) != 2 || len(l.uncounted) == 0 {
		t.Errorf("after a third shard %+v", l.stored)
	}
	// These laws used the counts of two shards, the next ones use none.
	files := []string{filepath.Join(c.Folder.Dir, "counted.jsonl"), filepath.Join(c.Folder.Dir, "counted.parquet")}
	for _, path := range files {
		testkit.OK(t, os.Remove(path))
	}
	uncountedLaws := lawsAsJSON(t, c)
	if !bytes.Equal(uncountedLaws, lawsOfThree) || bytes.Equal(uncountedLaws, lawsOfTwo) {
		t.Error("three shards: the laws are others with the counts of two")
	}
	count()
	undamaged, err := os.ReadFile(files[1])
	testkit.OK(t, err)
	proveFirstOpen(t, c)
	lawsAfterProofs := lawsAsJSON(t, c)
	if bytes.Equal(lawsAfterProofs, uncountedLaws) {
		t.Error("what is settled later changes no law")
	}
	if l := loadStored(t, c); len(l.stored.Shards) != 3 || len(l.settled) == 0 {
		t.Errorf("%d draws settled later, counts %+v", len(l.settled), l.stored)
	}
	// Damaged files are not used, and do not change the laws.
	for name, damage := range map[string]func() error{
		"a flipped bit": func() error {
			bad := bytes.Clone(undamaged)
			bad[len(bad)/2] ^= 4
			return os.WriteFile(files[1], bad, 0o600)
		},
		"cut":          func() error { return os.WriteFile(files[1], undamaged[:len(undamaged)/2], 0o600) },
		"no counts":    func() error { return os.Remove(files[1]) },
		"another line": func() error { return os.WriteFile(files[0], []byte("{}\n"), 0o600) },
	} {
		testkit.OK(t, os.WriteFile(files[1], undamaged, 0o600))
		testkit.OK(t, damage())
		if l := loadStored(t, c); l.stored != nil {
			t.Errorf("%s: used", name)
		}
		if !bytes.Equal(lawsAsJSON(t, c), lawsAfterProofs) {
			t.Errorf("%s: other laws", name)
		}
		count() // makes both files anew, without draws that were settled later
		if again, err := os.ReadFile(files[1]); err != nil || !bytes.Equal(again, undamaged) {
			t.Errorf("%s: counted anew the file has other bytes, %v", name, err)
		}
		if !bytes.Equal(lawsAsJSON(t, c), lawsAfterProofs) {
			t.Errorf("%s: other laws once counted anew", name)
		}
	}
	// Properties that are not stored are counted on the draws.
	laws, err := readerOf(t, c).Laws(context.Background(), space, []Property{{Name: "turn", Of: func(*chess.Setup) int { return 7 }}}, true)
	if err != nil || len(laws[0].Values) != 1 || laws[0].Values[0].Value != 7 {
		t.Errorf("%v, %+v", err, laws)
	}
	if storedProperties = storedProperties[:1]; loadStored(t, c).stored != nil {
		t.Error("counts of other properties are used")
	}
}

// proveFirstOpen adds certificates that the first three open draws that count among all positions are legal.
func proveFirstOpen(t *testing.T, c *campaign.Campaign) {
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
	t.Fatalf("only %d open draws", n)
}

// TestStoredCountsOfTheRecord recounts the lists of the second edition in its smallest strata, of fewer than 100 000 draws together, and compares the
// stored counts. In all strata it compares the numbers of draws.
func TestStoredCountsOfTheRecord(t *testing.T) {
	testkit.Long(t) // reads the lists of three million draws
	r, err := Open("../../records/second")
	testkit.OK(t, err)
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
