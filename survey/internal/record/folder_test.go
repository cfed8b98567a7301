package record

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// TestCheckNamesWhatIsWrong damages one shard of five in several ways: it has a problem, and all others are sound.
func TestCheckNamesWhatIsWrong(t *testing.T) {
	testkit.Medium(t)
	otherPlan := testIdentity
	otherPlan.Plan = "cafe"
	otherVersion := testIdentity
	otherVersion.Signature = "older"
	for _, c := range []struct {
		name, want string
		foreign    bool
		harm       func(*Folder)
	}{
		{"missing", "missing, although the manifest lists it", false, func(f *Folder) {
			testkit.OK(t, os.Remove(f.ShardPath(2)))
		}},
		{"truncated", "truncated: 100 of", false, func(f *Folder) { overwrite(t, f.ShardPath(2), readFile(t, f.ShardPath(2))[:100]) }},
		{"empty", "truncated: 0 of", false, func(f *Folder) { overwrite(t, f.ShardPath(2), nil) }},
		{"longer", "damaged: the checksum", false, func(f *Folder) { overwrite(t, f.ShardPath(2), append(readFile(t, f.ShardPath(2)), 0)) }},
		{"one bit", "damaged: the checksum", false, func(f *Folder) {
			data := readFile(t, f.ShardPath(2))
			data[len(data)/2] ^= 1
			overwrite(t, f.ShardPath(2), data)
		}},
		{"copied", "000002.parquet: ", false, func(f *Folder) { overwrite(t, f.ShardPath(2), readFile(t, f.ShardPath(1))) }},
		{"other plan", "of another plan, cafe, want feed", true, func(f *Folder) { overwrite(t, f.ShardPath(2), encodeShard(t, 2, otherPlan)) }},
		{"other plan, listed", "of another plan, cafe, want feed", true, func(f *Folder) {
			g := *f
			g.Identity = otherPlan
			putShard(t, &g, 2)
		}},
		{"other code", "of another code version, signature older, want beef", true, func(f *Folder) {
			g := *f
			g.Identity = otherVersion
			putShard(t, &g, 2)
		}},
		{"impossible", "too many", false, func(f *Folder) {
			f.Verify = func(s *Shard) error {
				if s.Number == 2 {
					return fmt.Errorf("too many")
				}
				return nil
			}
		}},
	} {
		f := newFilledFolder(t, 5)
		c.harm(f)
		sound, problems := checkFolder(t, f)
		if !slices.Equal(sound, []int{0, 1, 3, 4}) || len(problems) != 1 || problems[0].Foreign != c.foreign || problems[0].Shard != 2 ||
			!strings.HasPrefix(problems[0].Err.Error(), f.ShardPath(2)+": ") || !strings.Contains(problems[0].Err.Error(), c.want) {
			t.Errorf("%s: sound %v, problems %v, want %s", c.name, sound, problems, c.want)
		}
		f.Verify = nil
		putShard(t, f, 2)
		if sound, problems := checkFolder(t, f); len(sound) != 5 || len(problems) != 0 {
			t.Errorf("%s: done again, sound %v, problems %v", c.name, sound, problems)
		}
	}
}

// TestStrayShards: shard files without a line in the manifest are problems.
func TestStrayShards(t *testing.T) {
	f := newFilledFolder(t, 3)
	f.Shards = 9
	overwrite(t, f.ShardPath(5), encodeShard(t, 5, testIdentity))
	overwrite(t, f.ShardPath(6), []byte("garbage"))
	overwrite(t, f.ShardPath(7), encodeShard(t, 7, Identity{Plan: "x", Signature: "beef", Space: "toy", Seed: 1<<64 - 1}))
	overwrite(t, f.ShardPath(12), encodeShard(t, 12, testIdentity))
	sound, problems := checkFolder(t, f)
	want := []string{"not in the manifest", "no Parquet file", "of another plan", "the plan has only 9 shards"}
	foreign := []bool{false, false, true, true}
	if len(sound) != 3 || len(problems) != 4 {
		t.Fatalf("sound %v, problems %v", sound, problems)
	}
	for i, p := range problems {
		if !strings.Contains(p.Err.Error(), want[i]) || p.Foreign != foreign[i] {
			t.Errorf("%v, foreign %v, want %s", p.Err, p.Foreign, want[i])
		}
	}
}

// TestManifestSurvivesEveryCut truncates the manifest at every byte: the shards whose lines are complete are sound, the others
// are done again, and the file is sound after that.
func TestManifestSurvivesEveryCut(t *testing.T) {
	testkit.Medium(t)
	f := newFilledFolder(t, 3)
	manifest := readFile(t, f.manifestPath())
	for n := range len(manifest) {
		overwrite(t, f.manifestPath(), manifest[:n])
		entries, lineErrors, err := readManifest(f.manifestPath())
		want := bytes.Count(manifest[:n], []byte("\n"))
		isIncomplete := n > 0 && manifest[n-1] != '\n'
		if manifest[n] == '\n' { // only the end of the line is missing
			want, isIncomplete = want+1, false
		}
		if err != nil || len(entries) != want || len(lineErrors) > 0 != isIncomplete {
			t.Fatalf("cut at byte %d: %d lines read, want %d; %v, %v", n, len(entries), want, lineErrors, err)
		}
		if n%61 != 0 {
			continue
		}
		sound, _ := checkFolder(t, f)
		if len(sound) != want {
			t.Fatalf("cut at byte %d: shards %v sound, want %d", n, sound, want)
		}
		if n%2 == 0 {
			testkit.OK(t, f.Repair())
		}
		for s := want; s < 3; s++ {
			putShard(t, f, s)
		}
		sound, problems := checkFolder(t, f)
		if len(sound) != 3 || n%2 == 0 && len(problems) > 0 {
			t.Fatalf("cut at byte %d and done again: %d shards sound, want 3; %v", n, len(sound), problems)
		}
	}
}

// TestManifestSurvivesEveryFlip changes every byte of a line: the line is an error, and the other line is read.
func TestManifestSurvivesEveryFlip(t *testing.T) {
	testkit.Medium(t)
	f := newFilledFolder(t, 2)
	manifest := readFile(t, f.manifestPath())
	end := bytes.IndexByte(manifest, '\n')
	for i := range end {
		damaged := bytes.Clone(manifest)
		damaged[i] ^= 1
		overwrite(t, f.manifestPath(), damaged)
		entries, errs, err := readManifest(f.manifestPath())
		if _, ok := entries[1]; err != nil || len(entries) != 1 || !ok || len(errs) == 0 || !strings.Contains(errs[0].Error(), ManifestName+":1: ") {
			t.Fatalf("byte %d changed from %q to %q: %v, %v, %v", i, manifest[i], damaged[i], entries, errs, err)
		}
	}
	if sound, problems := checkFolder(t, f); !slices.Equal(sound, []int{1}) || len(problems) != 2 {
		t.Errorf("sound %v, problems %v, want a bad line and a shard that is not listed", sound, problems)
	}
}

func FuzzParseEntry(f *testing.F) {
	e := Entry{Shard: 3, Identity: testIdentity, Build: "a,\"check\":\"b", CPU: []float64{0.1, 2}}
	line := testkit.Must(e.line())(f)
	f.Add(bytes.TrimSuffix(line, []byte("\n")))
	f.Add([]byte(`{,"check":"00000000"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		e, err := parseEntry(data)
		if err != nil {
			return
		}
		line := testkit.Must(e.line())(t)
		if again, err := parseEntry(bytes.TrimSuffix(line, []byte("\n"))); err != nil || fmt.Sprint(again) != fmt.Sprint(e) {
			t.Fatalf("%v: %+v comes back as %+v", err, e, again)
		}
	})
}
