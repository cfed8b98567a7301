package kernelspace

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
)

// saveTables writes tables to a file and returns the path and the content of the file.
func saveTables(t *testing.T, p Params) (string, []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deep", p.fileName())
	testkit.OK(t, tables(p).Save(path))
	file := testkit.Must(os.ReadFile(path))(t)
	return path, file
}

// TestTablesReadBack writes tables and reads them. The folder must hold no other file.
func TestTablesReadBack(t *testing.T) {
	for _, p := range []Params{tiny, odd} {
		path, file := saveTables(t, p)
		got := testkit.Must(Load(path, p))(t)
		if !reflect.DeepEqual(got, tables(p)) {
			t.Errorf("%v: tables that were read differ", p)
		}
		testkit.OK(t, got.Save(path))
		if again, _ := os.ReadFile(path); !bytes.Equal(file, again) {
			t.Error("written twice, the files differ")
		}
		if list, _ := os.ReadDir(filepath.Dir(path)); len(list) != 1 {
			t.Errorf("%d files in the folder", len(list))
		}
	}
}

// TestBuildDoesNotDependOnWorkers makes the same tables with one worker and with eight. The last progress must be reported once.
func TestBuildDoesNotDependOnWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, workers := range []int{1, 8} {
		runtime.GOMAXPROCS(workers)
		calls := 0
		again, err := Build(context.Background(), tiny, func(done, all int) {
			if done == all {
				calls++
			}
		})
		if err != nil || !reflect.DeepEqual(again, tables(tiny)) || calls != 1 {
			t.Errorf("%d workers: the tables differ from those made before (%v), or %d calls at the end", workers, err, calls)
		}
	}
}

// TestBadFilesAreNotTrusted tries files that are cut, changed in a bit, longer, of another
// version, for other parameters, or no such files at all.
func TestBadFilesAreNotTrusted(t *testing.T) {
	testkit.Medium(t)
	path, file := saveTables(t, tiny)
	bad := func(what string, content []byte, p Params, reason string) {
		t.Helper()
		testkit.OK(t, os.WriteFile(path, content, 0o644))
		tables, err := Load(path, p)
		if tables != nil || !errors.Is(err, ErrTables) || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), reason) {
			t.Errorf("%s: %v, want %q", what, err, reason)
		}
	}
	src := rand.New(rand.NewPCG(4, 4))
	for i := range 400 {
		bad("cut", file[:src.IntN(len(file))], tiny, "")
		// A bit of what zstd says of itself may mean nothing. Then the tables are those that were written.
		changed := bytes.Clone(file)
		place := src.IntN(len(file))
		changed[place] ^= 1 << src.IntN(8)
		testkit.OK(t, os.WriteFile(path, changed, 0o644))
		switch got, err := Load(path, tiny); {
		case err == nil && (place < len(header(tiny, nil)) || !reflect.DeepEqual(got, tables(tiny))):
			t.Errorf("change %d, of byte %d: accepted", i, place)
		case err != nil && !errors.Is(err, ErrTables):
			t.Errorf("change %d, of byte %d: %v, want ErrTables", i, place, err)
		}
	}
	bad("empty", nil, tiny, "first line")
	bad("foreign", []byte("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"), tiny, "first line")
	bad("long line", bytes.Repeat([]byte("x"), 1000), tiny, "first line")
	bad("longer", append(bytes.Clone(file), "more"...), tiny, "")
	bad("a later version", bytes.Replace(file, []byte("version 2"), []byte("version 3"), 1), tiny, "version 3")
	lacking := bytes.Replace(file, []byte("version 2"), []byte("version 1"), 1)
	bad("the version that lacks members", lacking, tiny, "of version 1, which lacks members")
	bad("parameters", file, odd, "captures 4 pawns 4 clip 2")
	bad("lying about parameters", bytes.Replace(file, []byte("captures 4"), []byte("captures 5"), 1), Params{5, 4, 2}, "checksum")
	bad("no checksum", []byte(header(tiny, nil)[:40]), tiny, "")
	bad("too long", []byte(strings.Replace(header(tiny, nil), "bytes 0", "bytes 99999999999", 1)), tiny, "third line")
	bad("nothing in it", []byte(header(tiny, nil)), tiny, "")
	os.Remove(path)
	if _, err := Load(path, tiny); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("no file: %v", err)
	}
	testkit.Fails(Load(filepath.Dir(path), tiny))(t, filepath.Dir(path), "a folder")
}

// TestRunsAreBounded decodes the longest possible run of types with the same pawns and lengths, and one
// that is longer by one, which must be an error: members of a group are stored in 16 bits.
func TestRunsAreBounded(t *testing.T) {
	good := tables(tiny).encode()
	for most, want := range map[int]string{maxRun: "", maxRun + 1: "more than 65536 types with the same pawns and lengths"} {
		c := testkit.Must(decode(tiny, good))(t)
		lastType, lastPattern := c.types[len(c.types)-1], c.patterns[len(c.patterns)-1]
		run := 0
		for _, typ := range slices.Backward(c.types) {
			if typ.lengths != lastType.lengths || c.classes[typ.class].pawns != c.classes[lastType.class].pawns {
				break
			}
			run++
		}
		lastType.count = 1
		for range most - run {
			c.types, c.patterns = append(c.types, lastType), append(c.patterns, lastPattern)
		}
		if _, err := decode(tiny, c.encode()); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("a run of %d types: %v, want %q", most, err, want)
		}
	}
}

// TestInconsistentTablesAreRefused changes tables in memory; the checksum would be right.
func TestInconsistentTablesAreRefused(t *testing.T) {
	good := tables(tiny).encode()
	testkit.Must(decode(tiny, good))(t)
	refused := func(what string, change func(t *Tables)) {
		t.Helper()
		c := testkit.Must(decode(tiny, good))(t)
		change(c)
		if _, err := decode(tiny, c.encode()); err == nil {
			t.Errorf("%s: not refused", what)
		}
	}
	refused("a class without resources", func(c *Tables) { c.classes[3].resources, c.classes[3].sets = nil, nil })
	refused("more black pawns", func(c *Tables) { c.classes[len(c.classes)-1].pawns = [2]uint8{0, 4} })
	refused("too many pawns", func(c *Tables) { c.classes[0].pawns = [2]uint8{5, 0} })
	refused("resources that do not exist", func(c *Tables) { c.classes[0].resources[0] = 255 })
	refused("resources twice", func(c *Tables) {
		k := &c.classes[len(c.classes)-1]
		k.resources, k.sets = append(k.resources, k.resources[len(k.resources)-1]), append(k.sets, 1)
	})
	refused("a set that does not exist", func(c *Tables) { c.classes[0].sets[0] = uint16(len(c.sets)) })
	refused("the empty set", func(c *Tables) { c.classes[0].sets[0] = 0 })
	refused("no empty set", func(c *Tables) { c.sets[0][0] = 1 })
	refused("a class that does not exist", func(c *Tables) { c.types[0].class = uint32(len(c.classes)) })
	refused("a pattern more", func(c *Tables) { c.types[0].count++ })
	refused("a pattern less", func(c *Tables) { c.types[len(c.types)-1].count-- })
	refused("another number of images", func(c *Tables) { c.types[len(c.types)-1].images ^= 6 })
	refused("other lengths", func(c *Tables) { c.types[5].lengths++ })
	refused("another pattern", func(c *Tables) { c.patterns[len(c.patterns)-1] ^= 1 << 20 })
	refused("a column without an end", func(c *Tables) { c.patterns[0] = 0 })
	refused("a pattern twice", func(c *Tables) {
		c.patterns = append(c.patterns, c.patterns[len(c.patterns)-1])
		c.types[len(c.types)-1].count++
	})
	for n := range len(good) {
		if n%97 == 0 {
			if _, err := decode(tiny, good[:n]); err == nil {
				t.Fatalf("%d of %d bytes: not refused", n, len(good))
			}
		}
	}
}

// FuzzDecode decodes any bytes: there must be no panic, and accepted tables must be consistent.
func FuzzDecode(f *testing.F) {
	f.Add(tables(tiny).encode())
	f.Add([]byte{1, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		if c, err := decode(tiny, b); err == nil && c.verify() != nil {
			t.Error("inconsistent tables were accepted")
		}
	})
}

// TestCacheMakesWhatIsMissing opens tables twice, and in folders that cannot be used.
func TestCacheMakesWhatIsMissing(t *testing.T) {
	testkit.Medium(t)
	steps, warnings := 0, []error(nil)
	c := Cache{Dir: t.TempDir(), Progress: func(done, all int) { steps = done }, Warn: func(err error) { warnings = append(warnings, err) }}
	for range 2 {
		got, err := c.Open(t.Context(), tiny)
		if err != nil || !reflect.DeepEqual(got, tables(tiny)) || len(warnings) > 0 {
			t.Fatalf("Open: %v, warnings %v", err, warnings)
		}
	}
	if steps == 0 {
		t.Error("no progress")
	}
	path := testkit.Must(c.Path(tiny))(t)
	testkit.OK(t, os.WriteFile(path, []byte("mine"), 0o644))
	testkit.Fails(c.Open(t.Context(), tiny))(t, ErrTables, "a foreign file")
	if b, _ := os.ReadFile(path); string(b) != "mine" {
		t.Error("a foreign file was written over")
	}

	// The tables are good even if they cannot be stored.
	c.Dir = filepath.Join(path, "folder in a file")
	if got, err := c.Open(t.Context(), tiny); err != nil || !reflect.DeepEqual(got, tables(tiny)) || len(warnings) != 1 {
		t.Errorf("a file in the place of the folder: %v, warnings %v", err, warnings)
	}
	if _, err := c.Open(t.Context(), Params{}); err == nil {
		t.Error("bad parameters are accepted")
	}
}
