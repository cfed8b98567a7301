package record

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"chesscensus/internal/safefile"
	"chesscensus/internal/testing/testkit"
)

var testIdentity = Identity{Plan: "feed", Signature: "beef", Space: "toy", Seed: 1<<64 - 1}

// randomRows returns random rows in the form of those of a shard.
func randomRows(seed uint64) []Row {
	r := rand.New(rand.NewPCG(seed, 1))
	var rows []Row
	for range 300 {
		rows = append(rows, Row{Phase: 1 + r.Int32N(3), Stratum: r.Int32N(40), Property: []string{"all", "men", "check"}[r.IntN(3)],
			Value: []string{"", "yes", "28"}[r.IntN(3)], Outcome: []string{Out, Pass, In}[r.IntN(3)], Weight: 1,
			Multiplicity: 1 + r.Int32N(200), Draws: 1 + r.Int64N(1<<40)})
	}
	merged, err := Merge(rows)
	if err != nil {
		panic(err)
	}
	return merged
}

// encodeShard returns the bytes of shard s with [randomRows].
func encodeShard(t testing.TB, s int, id Identity) []byte {
	t.Helper()
	shard := Shard{Identity: id, Number: s, Rows: randomRows(uint64(s))}
	return testkit.Must(shard.Encode())(t)
}

// newFilledFolder returns a folder in which n of n shards are done.
func newFilledFolder(t testing.TB, n int) *Folder {
	t.Helper()
	f := &Folder{Dir: t.TempDir(), Identity: testIdentity, Shards: n}
	testkit.OK(t, f.Prepare())
	for s := range n {
		putShard(t, f, s)
	}
	return f
}

// putShard stores shard s in a folder.
func putShard(t testing.TB, f *Folder, s int) {
	t.Helper()
	testkit.Must(f.Put(Entry{Shard: s, Build: "test", Draws: uint64(s), CPU: []float64{1.5}}, Files{Data: encodeShard(t, s, f.Identity)}))(t)
}

// checkFolder checks a folder and returns the numbers of the sound shards.
func checkFolder(t testing.TB, f *Folder) (sound []int, problems []Problem) {
	t.Helper()
	v := testkit.Must(f.Check(func(e Entry, s *Shard) error {
		if e.Shard != s.Number || !slices.Equal(s.Rows, randomRows(uint64(s.Number))) {
			t.Errorf("shard %d is visited with the rows of another", e.Shard)
		}
		sound = append(sound, s.Number)
		return nil
	}))(t)
	if len(v.Done) != len(sound) {
		t.Errorf("%d shards done, %d visited", len(v.Done), len(sound))
	}
	return sound, v.Problems
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	return testkit.Must(os.ReadFile(path))(t)
}

func overwrite(t testing.TB, path string, data []byte) {
	t.Helper()
	testkit.OK(t, os.WriteFile(path, data, 0o644))
}

// unfinishedFiles lists the unfinished files of a folder.
func unfinishedFiles(t testing.TB, dir string) (list []string) {
	t.Helper()
	testkit.OK(t, filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if ok, _ := filepath.Match("*"+safefile.Mark+"*", filepath.Base(path)); ok {
			list = append(list, path)
		}
		return err
	}))
	return list
}
