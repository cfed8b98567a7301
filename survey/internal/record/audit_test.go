package record

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

func TestEngineOfABuild(t *testing.T) {
	for build, want := range map[string]int{
		"devel 5367fd6 go1.26.8, engine 8": 8, "devel, engine 12": 12, "devel go1.26.8": 0, "": 0, "x, engine": 0, "x, engine -3": 0, "x, engine 4b": 0,
	} {
		testkit.Equal(t, Engine(build), want, build)
	}
}

// TestCompareLists compares what two versions of the engine make of the same draws.
func TestCompareLists(t *testing.T) {
	before := []Reached{{0, 3, In}, {0, 5, Pass}, {1, 2, Out}, {1, 9, Pass}}
	for _, c := range []struct {
		name    string
		now     []Reached
		decided int
		want    string
	}{
		{"the same", before, 0, ""},
		{"one is decided", []Reached{{0, 3, In}, {0, 5, In}, {1, 2, Out}, {1, 9, Pass}}, 1, ""},
		{"refuted, also earlier", []Reached{{0, 3, In}, {0, 5, Out}}, 2, ""},
		{"a legal draw is missing", []Reached{{0, 5, Pass}, {1, 2, Out}, {1, 9, Pass}}, 0, `draw 3 of stratum 0 was "in", recomputed it is "out"`},
		{"a refuted draw is legal", []Reached{{0, 3, In}, {0, 5, Pass}, {1, 2, In}, {1, 9, Pass}}, 0, `draw 2 of stratum 1 was "out", recomputed it is "in"`},
		{"less is known", []Reached{{0, 3, Pass}, {0, 5, Pass}}, 0, `was "in", recomputed it is "pass"`},
		{"one more before", []Reached{{0, 1, In}, {0, 3, In}, {0, 5, Pass}}, 0, "draw 1 of stratum 0 did not reach"},
		{"one more behind", append(before[:4:4], Reached{2, 1, Out}), 0, "draw 1 of stratum 2 did not reach"},
	} {
		decided, err := compareLists(before, c.now)
		if c.want == "" && (err != nil || decided != c.decided) || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %d decided, %v; want %d, %q", c.name, decided, err, c.decided, c.want)
		}
	}
}

// TestCompareVersions: a later version of the engine may decide an open draw. Errors about its draws name the shard and its version.
func TestCompareVersions(t *testing.T) {
	f := &Folder{Dir: t.TempDir(), Identity: testIdentity}
	before, _ := EncodeReached([]Reached{{0, 3, In}, {0, 5, Pass}})
	now, _ := EncodeReached([]Reached{{0, 3, In}, {0, 5, Out}})
	worse, _ := EncodeReached([]Reached{{0, 3, Out}})
	e := Entry{Shard: 7, Build: "devel, engine 4", Draws: 10, ReachedSHA256: Sum(before)}
	path := f.ReachedPath(7)
	testkit.OK(t, os.MkdirAll(filepath.Dir(path), 0o777))
	testkit.OK(t, os.WriteFile(path, before, 0o666))
	testkit.Equal(t, testkit.Must(CompareVersions(f, e, 10, now))(t), (OtherVersion{Shard: 7, Engine: 4, Judged: 2, Decided: 1}))
	damaged := e
	damaged.ReachedSHA256 = Sum(now)
	for _, c := range []struct {
		want    string
		entry   Entry
		draws   uint64
		reached []byte
	}{
		{"shard 7, made by version 4 of the engine: 10 draws, recomputed 11", e, 11, now},
		{`shard 7, made by version 4 of the engine: draw 3 of stratum 0 was "in", recomputed it is "out"`, e, 10, worse},
		{"no Parquet", e, 10, []byte("PAR1")},
		{"damaged: the checksum is not that of the manifest", damaged, 10, now},
	} {
		testkit.Fails(CompareVersions(f, c.entry, c.draws, c.reached))(t, c.want)
	}
}
