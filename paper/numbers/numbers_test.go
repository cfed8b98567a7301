package numbers

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"chesscensus/internal/digits"
	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler/ranked"
	"chesscensus/sampler/spaces"
)

var root = filepath.Join("..", "..")

// wholeRecord opens the records of this clone once, which takes half a minute of CPU. Brief tests use twoShards instead;
// make test-long and go generate use wholeRecord.
var wholeRecord = sync.OnceValues(func() (*Record, error) {
	return Open(context.Background(), Folders(root), filepath.Join(root, "records/unpromoted"))
})

// twoShards opens the first edition alone, with two of its shards, for brief tests.
var twoShards = sync.OnceValues(func() (*Record, error) {
	dir, err := os.MkdirTemp("", "numbers")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := testkit.FirstShards(dir, filepath.Join(root, "records", "first"), 2); err != nil {
		return nil, err
	}
	return Open(context.Background(), []string{dir}, filepath.Join(root, "records/unpromoted"))
})

// dependsOnShards reports whether a figure depends on the editions and shards that are read. In a brief test such a figure is not that of the
// pages.
func dependsOnShards(name string) bool {
	for _, prefix := range []string{"size.", "quoted.", "published.", "recheck.", "unpromoted."} {
		if strings.HasPrefix(name, prefix) {
			return false
		}
	}
	return true
}

// readRecord returns the record of a brief or a full test and its values by name, after checking their form.
func readRecord(t *testing.T, brief bool) (*Record, map[string]Value) {
	t.Helper()
	read := wholeRecord
	if brief {
		read = twoShards
	}
	r := testkit.Must(read())(t)
	list := testkit.Must(r.Values())(t)
	byName := map[string]Value{}
	for _, v := range list {
		if old, ok := byName[v.Name]; ok {
			t.Errorf("%s is there twice, as %q and %q", v.Name, old.Text, v.Text)
		}
		if v.Text == "" || strings.ContainsAny(v.Text, "\n\"\\") || openingMark.MatchString(v.Text) {
			t.Errorf("%s: %q; want a text that can stand in Markdown and in JSON", v.Name, v.Text)
		}
		byName[v.Name] = v
	}
	return r, byName
}

// TestNoFigureHidesAnother: names that are made of texts are all different. Of two alike a table would keep the last without a word.
func TestNoFigureHidesAnother(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	r, _ := readRecord(t, testkit.Brief())
	for _, e := range append(slices.Clone(r.Editions), r.Unpromoted) {
		want := map[string]int{"part": 0, "mode": 0, "verdict": len(e.Report.Verdicts), "judged": len(e.Report.Estimate.Phases)}
		for _, g := range e.Report.Groups {
			want["part"] += 2 * len(g.Items)
			want["mode"] += min(1, len(g.Items))
		}
		got := map[string]int{}
		for name := range e.figures() {
			kind, _, _ := strings.Cut(name, ".")
			got[kind]++
		}
		for kind, n := range want {
			if got[kind] != n {
				t.Errorf("%s: %d figures are called %s.NAME, want %d", e.Name, got[kind], kind, n)
			}
		}
	}
	for name, table := range map[string]string{"sizes.tsv": sizes, "quoted.tsv": quotations} {
		known := map[string]bool{}
		for _, f := range rows(table) {
			if known[f[0]] {
				t.Errorf("%s has %s twice", name, f[0])
			}
			known[f[0]] = true
		}
	}
}

// TestValuesOfTheFirstEdition compares some values with the numbers published in November 2026, which are typed by hand here and nowhere
// else.
func TestValuesOfTheFirstEdition(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	brief := testkit.Brief()
	_, byName := readRecord(t, brief)
	changing := map[string]bool{"first.draws": true, "first.games": true, "first.shards-done": true, "first.half-width": true}
	for name, want := range map[string]string{
		"first.draws": "1 056 208 140", "first.games": "541 718", "first.space": "ranked-repaired", "first.seed": "20261121",
		"first.shards-done": "30", "first.shards": "120", "first.half-width": "0.0135 %",
		"published.proven": "(4.822 ± 0.027) × 10⁴⁴", "published.half-width": "0.57 %", "size.cover.short": "4.0953 × 10⁴⁵",
		"recheck.draws": "38 200 000", "recheck.confirmed": "4 506 088", "unpromoted.proven": "(5.93 ± 0.05) × 10³⁷",
	} {
		if got := byName[name].Text; got != want && !(brief && changing[name]) {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if v := byName["first.proven"]; brief {
		if !strings.HasPrefix(v.Text, "(4.8") || !strings.HasSuffix(v.Text, ") × 10⁴⁴") { // two shards of thirty
			t.Errorf("after two shards first.proven is %q", v.Text)
		}
	} else if v.Text != "(4.8261 ± 0.0006) × 10⁴⁴" {
		t.Errorf("first.proven is %q", v.Text)
	}
}

// TestHeadlineIsTheNarrowest checks that the values without a prefix are those of the edition with the narrowest range.
func TestHeadlineIsTheNarrowest(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	r, byName := readRecord(t, testkit.Brief())
	best := r.Headline()
	for _, e := range r.Editions {
		if a, b := e.Report.Estimate, best.Report.Estimate; a.Hi-a.Lo < b.Hi-b.Lo {
			t.Errorf("the headline is of %s, and %s is narrower", best.Name, e.Name)
		}
	}
	if byName["proven"].Text != byName[best.Name+".proven"].Text {
		t.Errorf("proven is %v, that of the %s edition %v", byName["proven"], best.Name, byName[best.Name+".proven"])
	}
	if _, ok := byName["combined.proven"]; ok != (len(r.Editions) > 1) {
		t.Errorf("%d editions, and combined figures: %v", len(r.Editions), ok)
	}
}

// unpromotedRecord is a folder with a survey whose shards are done.
var unpromotedRecord = filepath.Join(root, "records/unpromoted")

// copyOf copies the folder of a survey into a new folder with a name.
func copyOf(t *testing.T, survey, name string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), name)
	testkit.OK(t, os.CopyFS(dir, os.DirFS(survey)))
	return dir
}

// notBegun returns a folder with the plan of a survey without a shard.
func notBegun(t *testing.T) (dir string) {
	t.Helper()
	dir = copyOf(t, unpromotedRecord, "planned")
	for _, name := range []string{"manifest.jsonl", "settled.jsonl", "shards", "open"} {
		testkit.OK(t, os.RemoveAll(filepath.Join(dir, name)))
	}
	return dir
}

// TestOpenRefuses: the first edition needs a shard, others a plan, and a damaged record is an error that names the command for it.
func TestOpenRefuses(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	empty, missing := t.TempDir(), filepath.Join(t.TempDir(), "records", "secnod")
	for _, list := range [][]string{nil, {empty}, {notBegun(t)}} {
		testkit.Fails(Open(t.Context(), list, ""))(t, ErrNoRecord, list)
	}
	for _, second := range []string{empty, missing} {
		if _, err := Open(t.Context(), []string{unpromotedRecord, second}, ""); !errors.Is(err, ErrNoRecord) || !strings.Contains(err.Error(), second) {
			t.Errorf("with the second edition %s: %v, want ErrNoRecord that names it", second, err)
		}
	}
	damaged := copyOf(t, unpromotedRecord, "damaged")
	shards, _ := filepath.Glob(filepath.Join(damaged, "shards", "*.parquet"))
	testkit.OK(t, os.Truncate(shards[0], 100))
	testkit.Fails(Open(t.Context(), []string{damaged}, ""))(t, "survey report", "of a damaged record")
}

// TestOpenNamesEditions: a folder called third is the third edition, others have the names that are left, and there are four names. A second
// edition that has not begun is left out.
func TestOpenNamesEditions(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	other, third := unpromotedRecord, copyOf(t, unpromotedRecord, "third")
	r := testkit.Must(Open(t.Context(), []string{other, third, other, other}, ""))(t)
	var names []string
	for _, e := range r.Editions {
		names = append(names, e.Name)
	}
	if want := []string{"first", "third", "second", "fourth"}; !slices.Equal(names, want) {
		t.Errorf("the editions are %q, want %q", names, want)
	}
	testkit.Fails(Open(t.Context(), []string{other, other, other, other, other}, ""))(t, "", "five editions have names")
	testkit.Fails(Open(t.Context(), []string{other, third, third}, ""))(t, "both the third edition", "the third edition twice")
	r = testkit.Must(Open(t.Context(), []string{other, notBegun(t)}, ""))(t)
	if len(r.Editions) != 1 {
		t.Errorf("%d editions, want 1 without that which has not begun", len(r.Editions))
	}
}

// TestSizes checks that the stored sizes are those that the packages compute, from the largest to the smallest, and that the cover's is the
// sum of the kernel's and that of the positions beyond the kernel's region.
func TestSizes(t *testing.T) {
	testkit.Medium(t)
	size := map[string]*big.Int{}
	last := new(big.Int).Exp(big.NewInt(10), big.NewInt(100), nil)
	for _, s := range Sizes() {
		n, ok := new(big.Int).SetString(s.Size, 10)
		if !ok || n.Cmp(last) >= 0 {
			t.Errorf("%s has the size %q", s.Name, s.Size)
		}
		size[s.Name], last = n, n
		if s.Name == "cover" || s.Name == "kernel" {
			continue
		}
		space := testkit.Must(spaces.Open(s.Name))(t)
		if space.Size().Cmp(n) != 0 {
			t.Errorf("%s has %v elements, %v are stored", s.Name, space.Size(), n)
		}
	}
	beyond := ranked.NewRepaired().Beyond(6, 8).Size()
	if sum := new(big.Int).Add(size["kernel"], beyond); sum.Cmp(size["cover"]) != 0 {
		t.Errorf("kernel and beyond are %v, the cover is stored as %v", sum, size["cover"])
	}
	testkit.Long(t)
	kernel := testkit.Must(spaces.Open("kernel"))(t)
	if kernel.Size().Cmp(size["kernel"]) != 0 {
		t.Errorf("kernel has %v elements, %v are stored", kernel.Size(), size["kernel"])
	}
}

// TestDurationText checks how processor times in seconds are written.
func TestDurationText(t *testing.T) {
	for seconds, want := range map[float64]string{7680: "2 h 08 min", 3600: "1 h 00 min", 7199: "2 h 00 min", 180: "3 min", 41.4: "41 s", 0: "0 s"} {
		testkit.Equal(t, durationText(seconds), want, seconds)
	}
}

// TestRechecks: the quoted figures of the independent checker are the sums of its file, which chesscensus recheck has written: of draws, of
// refutations by all stages and by those that were checked, and of those that were confirmed.
func TestRechecks(t *testing.T) {
	var draws, refuted, all, confirmed uint64
	for line := range strings.Lines(string(testkit.Must(os.ReadFile(filepath.Join(root, "docs", "data", "recheck-16.jsonl")))(t))) {
		var numbers struct {
			Draws   uint64
			Refuted map[string]uint64
			Tally   map[string]struct{ All, Confirmed uint64 }
		}
		testkit.OK(t, json.Unmarshal([]byte(line), &numbers))
		draws += numbers.Draws
		for _, r := range numbers.Refuted {
			refuted += r
		}
		for _, t := range numbers.Tally {
			all, confirmed = all+t.All, confirmed+t.Confirmed
		}
	}
	got := map[string]string{}
	for _, f := range rows(quotations) {
		got[f[0]] = f[1]
	}
	want := table{"draws": draws, "refuted": refuted, "checked": all, "confirmed": confirmed, "other": all - confirmed,
		"bound": digits.Significant(3/float64(all), 2)}
	for _, v := range want.values("recheck.") {
		testkit.Equal(t, got[v.Name], v.Text, v.Name)
	}
}
