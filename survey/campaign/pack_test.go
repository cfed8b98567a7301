package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/verdict"
	"chesscensus/survey/internal/record"
	"chesscensus/survey/internal/shards"
)

// packFolder packs the folder of a campaign.
func packFolder(t testing.TB, c *Campaign) record.Packing {
	t.Helper()
	return testkit.Must(c.Pack())(t)
}

// allResults returns all results from a folder as texts: report, trace, exported tables, laws of the last phase, open draws and status.
func allResults(t testing.TB, c *Campaign) map[string]string {
	t.Helper()
	results := map[string]string{}
	put := func(name string, v any, err error) {
		text, failed := json.Marshal(v)
		if err = errors.Join(err, failed); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		results[name] = string(text)
	}
	r := readerOf(t, c)
	whole, points, problems, err := r.ReportAndTrace(context.Background())
	put("report", whole, errors.Join(err, joinProblems(problems)))
	law, err := r.Multiplicities(context.Background())
	put("multiplicities", law, err)
	for i := range points {
		points[i].CPU = 0
	}
	put("trace", points, nil)
	dir := t.TempDir()
	files, problems, err := r.Export(dir)
	put("export", len(files), errors.Join(err, joinProblems(problems)))
	for _, path := range files {
		data, err := os.ReadFile(path)
		put(filepath.Base(path), data, err)
	}
	lastPhase := testkit.Must(r.LastPhase(toyProgram(verdict.Game).Space))(t)
	draws, sum := 0, 0.0
	for s := range lastPhase.All() {
		draws++
		sum += s.Positions
	}
	put("last phase", []any{draws, lastPhase.Shards, sum}, joinProblems(lastPhase.Problems))
	open, err := (*shards.Survey)(c).OpenDraws()
	put("open", open, err)
	st, problems, err := c.Status()
	put("status", []any{st.Done, st.Draws, st.sample}, errors.Join(err, joinProblems(problems)))
	return results
}

// joinProblems joins problems to an error.
func joinProblems(problems []record.Problem) (err error) {
	for _, p := range problems {
		err = errors.Join(err, p.Err)
	}
	return err
}

// TestPackedSurveySaysTheSame packs a survey with classes and games when 5 of its 12 shards are done, continues it, and packs it again. All
// results are those of the same survey without packing.
func TestPackedSurveySaysTheSame(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	plain := withClasses(t, makeToy(t, verdict.Game))
	c := copyPlan(t, plain)
	steps := []struct{ shards, done int }{{5, 5}, {4, 9}, {0, 12}}
	if testing.Short() {
		steps = slices.Delete(steps, 1, 2) // two steps still pack a folder and add to a bundle
	}
	for _, step := range steps {
		runToy(t, plain, verdict.Game, Options{Shards: step.shards})
		if st := runToy(t, c, verdict.Game, Options{Shards: step.shards}); st.Done != step.done {
			t.Fatalf("%d shards done, want %d", st.Done, step.done)
		}
		if testing.Short() && step.done < 12 { // the results at the end depend on this bundle
			if p := packFolder(t, c); p.Shards != step.done || len(p.Problems) > 0 {
				t.Errorf("%+v", p)
			}
			continue
		}
		want := allResults(t, plain)
		for _, when := range []string{"some packed", "packed", "packed twice"} {
			got := allResults(t, c)
			for name := range want {
				if got[name] != want[name] {
					t.Errorf("%d shards, %s: %s is\n%.300s\nwant\n%.300s", step.done, when, name, got[name], want[name])
				}
			}
			if p := packFolder(t, c); p.Shards != step.done || len(p.Problems) > 0 {
				t.Errorf("%+v", p)
			}
		}
		if files, _ := filepath.Glob(filepath.Join(c.Folder.Dir, "shards", "*")); len(files) > 0 {
			t.Errorf("files %v are left", files)
		}
	}
}

// TestAuditOfABundle recomputes shards of a bundle, some of which were forged.
func TestAuditOfABundle(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	c := makeToy(t, verdict.Kernel)
	runToy(t, c, verdict.Kernel, Options{})
	forgeShard(t, c, 7, shards.Men)
	forgeShard(t, c, 8, shards.All)
	packFolder(t, c)
	a, err := c.Audit(context.Background(), toyProgram(verdict.Kernel), AuditOptions{Shards: 12, Seed: 3})
	if err != nil || !slices.Equal(a.Same, []int{0, 1, 2, 3, 4, 5, 6, 9, 10, 11}) || len(a.Different) != 2 || len(a.Problems) > 0 {
		t.Fatalf("%v, %+v", err, a)
	}
	text := errors.Join(a.Different...).Error()
	testkit.Contains(t, text,
		"shard 7, now in a bundle: recomputed", "the rows of property all are the same", "shard 8, now in a bundle", "recomputed {Phase:2")
}

// TestDamagedBundleStopsTheRun: shards in a damaged bundle are not made again unasked, since a copy may save hours of work.
func TestDamagedBundleStopsTheRun(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	c := makeToy(t, verdict.Kernel)
	runToy(t, c, verdict.Kernel, Options{})
	want := reportOf(t, c)
	packFolder(t, c)
	path := filepath.Join(c.Folder.Dir, "bundle", "000012.parquet")
	testkit.OK(t, os.Truncate(path, 500))
	_, err := c.Run(context.Background(), toyProgram(verdict.Kernel), Options{})
	if !errors.Is(err, errForeign) || !strings.Contains(err.Error(), "000012.parquet: truncated: 500 of") ||
		!strings.Contains(err.Error(), "the tallies of 12 shards are in this file") {
		t.Errorf("%v, want one that names the bundle", err)
	}
	testkit.Fails(c.Pack())(t, "000012.parquet: truncated", "packed over it")
	if st := runToy(t, c, verdict.Kernel, Options{Redo: true}); st.Done != 12 {
		t.Errorf("%d shards done again, want 12", st.Done)
	}
	if got := reportOf(t, c); !reflect.DeepEqual(got, want) {
		t.Error("the report is another after all was done again")
	}
}

// TestPackIsForOne: a folder is not packed while a run works in it.
func TestPackIsForOne(t *testing.T) {
	c := makeToy(t, verdict.Kernel)
	lock := testkit.Must(c.Folder.Lock())(t)
	testkit.Fails(c.Pack())(t, record.ErrLocked)
	testkit.OK(t, lock.Unlock())
}
