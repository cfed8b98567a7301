package report

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/survey/campaign"
)

// recordDir returns the folder of a stored record, or with -short of a copy with only its first shards, which is read in a tenth of the time.
func recordDir(t *testing.T, name string, shards int) string {
	t.Helper()
	stored := filepath.Join("../..", name)
	if !testing.Short() {
		return stored
	}
	dir := filepath.Join(t.TempDir(), "beginning")
	testkit.OK(t, testkit.FirstShards(dir, stored, shards))
	return dir
}

// TestPackedRecord packs copies of the stored records: their reports stay the same to the last digit.
func TestPackedRecord(t *testing.T) {
	testkit.Unraced(t)
	for _, name := range []string{"records/first", "records/unpromoted"} {
		if name == "records/first" && (testkit.Brief() || testkit.Stride() > 3) {
			continue // its shards are eight times as large, and not different in kind
		}
		stored := recordDir(t, name, 12)
		dir := filepath.Join(t.TempDir(), name)
		testkit.OK(t, os.CopyFS(dir, os.DirFS(stored)))
		c, err := campaign.Open(dir)
		testkit.OK(t, err)
		p, err := c.Pack()
		if err != nil || len(p.Problems) > 0 || p.Shards == 0 || 2*p.After > p.Before {
			t.Fatalf("%v, %+v", err, p)
		}
		var texts []string
		for _, folder := range []string{stored, dir} {
			r, err := Open(folder)
			testkit.OK(t, err)
			unpacked, problems, err := r.Report(context.Background())
			if err != nil || len(problems) > 0 {
				t.Fatalf("%s: %v, problems %v", folder, err, problems)
			}
			text := testkit.Must(json.Marshal(unpacked))(t)
			texts = append(texts, string(text))
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: the report of the packed record is another", name)
		}
		t.Logf("%s: %d bytes of tallies, packed %d", name, p.Before, p.After)
	}
}

// TestRecordByProducts compares by-products of the stored record with figures that another author has computed from its counts by another
// program (values and half-widths to the digits given). These by-products were biased while a domain with passing draws and no judged
// ones counted as empty.
func TestRecordByProducts(t *testing.T) {
	testkit.Medium(t)
	testkit.Unraced(t)
	const short = 2 // shards of the 30
	c, err := Open(recordDir(t, "records/first", short))
	testkit.OK(t, err)
	r, problems, err := c.Report(context.Background())
	if err != nil || len(problems) > 0 {
		t.Fatalf("%v, problems %v", err, problems)
	}
	items := map[string]*Item{}
	for _, g := range r.Groups {
		for i := range g.Items {
			items[g.Name+" "+g.Items[i].Value] = &g.Items[i]
		}
	}
	for name, want := range map[string]struct{ value, half, digits float64 }{
		"men 22":                   {4.6e38, 0, 0.05e38},
		"men 24":                   {1.2331e41, 1.1e39, 0.00005e41},
		"men 25":                   {1.7549e42, 3.8e39, 0.00005e42},
		"promoted men, at least 1": {1.93e39, 1.7e38, 0.005e39},
		"castling rights KQ":       {4.02e39, 3.0e38, 0.005e39},
	} {
		item := items[name]
		if item == nil {
			t.Errorf("no figure for %s", name)
			continue
		}
		e := &item.Low
		if testing.Short() { // fewer shards: within four of the wider half-widths
			if want.half > 0 && math.Abs(e.Value-want.value) > 4*want.half*math.Sqrt(30/short) {
				t.Errorf("%s after %d shards: %.5g, after 30 %.5g +- %.2g", name, short, e.Value, want.value, want.half)
			}
			continue
		}
		if math.Abs(e.Value-want.value) > want.digits || want.half > 0 && math.Abs(e.HalfWidth()/want.half-1) > 0.05 {
			t.Errorf("%s: %.5g +- %.2g, want %.5g +- %.2g", name, e.Value, e.HalfWidth(), want.value, want.half)
		}
	}
	checkPartitions(t, r)
	if testing.Short() {
		return
	}
	// Of the judged draws 141 have no game, 80 of which are refuted.
	game := r.Estimate.Phases[2]
	if without, refuted := game.Judged-(game.Decided-game.Out), game.Out; without != 141 || refuted != 80 || r.Estimate.OpenDraws != 61 {
		t.Errorf("%d draws without a game, %d of them refuted, %d undecided; want 141, 80 and 61", without, refuted, r.Estimate.OpenDraws)
	}
}
