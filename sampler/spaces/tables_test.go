package spaces

import (
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/ranked"
)

// TestRegion parses names of kernel spaces and covers, of which each has one name.
func TestRegion(t *testing.T) {
	for name, want := range map[string][2]int{"kernel": {6, 8}, "kernel-5-6": {5, 6}, "kernel-1-0": {1, 0}, "kernel-6-7": {6, 7}} {
		p, ok := parseRegion(name, "kernel")
		if !ok || p.Captures != want[0] || p.Pawns != want[1] || p.Name() != name {
			t.Errorf("%s: %+v, %v", name, p, ok)
		}
		if q, ok := parseRegion(strings.Replace(name, "kernel", "cover", 1), "cover"); !ok || q != p {
			t.Errorf("cover of %s: %+v, %v", name, q, ok)
		}
	}
	for _, name := range []string{"", "kern", "kernel-", "kernel-5", "kernel-5-", "kernel-6-8", "kernel-05-6", "kernel-5-6-2",
		"kernel-5-6x", "kernel-7-1", "kernel-5-9", "kernel-0-3", "kernel--1-3", "kernel5-6"} {
		if p, ok := parseRegion(name, "kernel"); ok {
			t.Errorf("%q is parsed as %+v", name, p)
		}
	}
}

// smallSpace is a kernel space whose tables take a hundredth of a second.
const smallSpace, smallCover = "kernel-4-2", "cover-4-2"

// TestTables makes small tables and opens space and cover with them. Damaged tables must be an error until they are
// rebuilt.
func TestTables(t *testing.T) {
	testkit.Medium(t)
	steps := 0
	tables := &Tables{Dir: t.TempDir(), Progress: func(done, all int) { steps = max(steps, done*100/all) }}
	file := testkit.Must(tables.Make(t.Context(), smallSpace, false))(t)
	if steps != 100 || file.Captures != 4 || file.Pawns != 2 || filepath.Dir(file.Path) != tables.Dir {
		t.Errorf("progress up to %d %%, %+v, want 100 %% and the tables of 4 captures and 2 pawns", steps, file)
	}
	steps = 0
	space := testkit.Must(tables.Open(smallSpace + " | men>=3"))(t)
	whole, err := tables.Open(smallSpace)
	if err != nil || steps != 0 || whole.Name() != smallSpace || whole.Size().Cmp(file.Size) != 0 || space.Size().Cmp(whole.Size()) > 0 {
		t.Errorf("%s: made again (%d %%), %v of %v, %v", whole.Name(), steps, space.Size(), file.Size, err)
	}
	checkRanks(t, whole)

	cover := testkit.Must(tables.Cover(" " + smallCover + " "))(t)
	rest := ranked.NewRepaired().Beyond(4, 2)
	if want := new(big.Int).Add(file.Size, rest.Size()); cover.Size().Cmp(want) != 0 || cover.Name() != smallCover {
		t.Errorf("%s has size %v, want %v", cover.Name(), cover.Size(), want)
	}
	sum := new(big.Int)
	for _, s := range cover.(sampler.Divided).Strata() {
		sum.Add(sum, s.Size)
	}
	if sum.Cmp(cover.Size()) != 0 {
		t.Errorf("the strata of %s add up to %v of %v", smallCover, sum, cover.Size())
	}

	data := testkit.Must(os.ReadFile(file.Path))(t)
	data[len(data)/2] ^= 4
	testkit.OK(t, os.WriteFile(file.Path, data, 0o644))
	_, bySpace := tables.Open(smallSpace)
	_, byCover := tables.Cover(smallCover)
	_, byMake := tables.Make(t.Context(), smallSpace, false)
	for _, err := range []error{bySpace, byCover, byMake} {
		if !errors.Is(err, ErrTables) || !strings.Contains(err.Error(), file.Path) {
			t.Errorf("damaged tables: %v", err)
		}
	}
	if again, err := tables.Make(t.Context(), smallSpace, true); err != nil || again.Size.Cmp(file.Size) != 0 {
		t.Errorf("made anew: %+v, %v", again, err)
	}
}

// TestTablesThatCannotBeWritten opens a space whose tables cannot be written, which calls Warn. Make must fail.
func TestTablesThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	testkit.OK(t, os.WriteFile(file, nil, 0o644))
	var warned error
	tables := &Tables{Dir: file, Warn: func(err error) { warned = err }}
	if _, err := tables.Open(smallSpace); err != nil || warned == nil || !strings.Contains(warned.Error(), file) {
		t.Errorf("%v, warned: %v", err, warned)
	}
	if _, err := tables.Make(t.Context(), smallSpace, true); err == nil {
		t.Error("tables written into a file as if it were a folder")
	}
	for _, name := range []string{"ranked", "cover-5-6", "kernel-9-9", ""} {
		testkit.Fails(tables.Make(t.Context(), name, false))(t, ErrUnknown, name)
	}
	if _, err := tables.Cover("kernel"); !errors.Is(err, ErrUnknown) {
		t.Error(err)
	}
}

// TestSet makes sets with and without strata. The default cover must need no file.
func TestSet(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	tables := &Tables{Dir: t.TempDir(), Progress: func(int, int) { t.Error("tables are made that are part of the program") }}
	for name, strata := range map[string]bool{"ranked": true, "material": false, " " + DefaultCover: true, "": true} {
		set, err := tables.Set(name)
		if _, ok := set.(interface{ Strata() []sampler.Stratum }); err != nil || ok != strata {
			t.Errorf("%q: strata %v, %v", name, ok, err)
		}
	}
	if _, err := tables.Set("nosuch"); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "no space") {
		t.Error(err)
	}
	if files, _ := os.ReadDir(tables.Dir); len(files) > 0 {
		t.Errorf("%d files are written", len(files))
	}
}

// TestFirst compares the sizes of the two sets with tables of version 1.
func TestFirst(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	for name, want := range map[string]string{
		"cover": "4095205530627390273526881694656760091727954950", "kernel": "3880696495953292224553241973575151672897676800",
	} {
		set, err := First(name)
		if err != nil || set.Name() != name || set.Size().String() != want {
			t.Errorf("%s: %v, %v", name, set, err)
		}
	}
	if _, err := First("cover-5-6"); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "cover-5-6") {
		t.Error(err)
	}
}
