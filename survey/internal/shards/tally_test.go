package shards

import (
	"math"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/stats"
	"chesscensus/survey/internal/record"
)

// TestTallyCountsPast32Bits: a plan may have 2^50 draws in one stratum and shard.
func TestTallyCountsPast32Bits(t *testing.T) {
	tally := &NewTallies(1)[0]
	tally.Levels = 1
	slots := []Slot{0}
	i, ok := tally.index(1, 2)
	if !ok {
		t.Fatal("no counter for weight 1 and multiplicity 2")
	}
	tally.counts[0][stats.Open][i] = math.MaxUint32
	testkit.OK(t, tally.Add(slots, stats.Open, 1, 2))
	rows := tally.Flush(nil, 1, 0, 0)
	if len(rows) != 1 || rows[0].Draws != 1<<32 || rows[0].Weight != 1 || rows[0].Multiplicity != 2 {
		t.Errorf("%+v, want 2^32 draws in one row", rows)
	}
}

// TestTallyRefusesWhatRecordsCannotHold: numbers are never cut to 32 bits. The first multiplicity is that of space krinitskii, of which the
// low 32 bits are 965738496.
func TestTallyRefusesWhatRecordsCannotHold(t *testing.T) {
	for _, c := range []struct {
		weight, mult int
		fits         bool
	}{{2, 104044953600, false}, {1 << 40, 1, false}, {1, math.MaxInt32 + 1, false}, {2, math.MaxInt32, true}, {math.MaxInt32, 3, true}} {
		tally := &NewTallies(1)[0]
		tally.Levels = 1
		err := tally.Add([]Slot{0, 1}, stats.Open, c.weight, c.mult)
		if c.fits != (err == nil) || err != nil && !strings.Contains(err.Error(), "records hold at most 2147483647") {
			t.Errorf("weight %d and multiplicity %d: %v", c.weight, c.mult, err)
		}
		rows := tally.Flush(nil, 0, 0, 0)
		if c.fits && (len(rows) != 2 || rows[0].Weight != int32(c.weight) || rows[0].Multiplicity != int32(c.mult)) || !c.fits && len(rows) > 0 {
			t.Errorf("weight %d and multiplicity %d: rows %+v", c.weight, c.mult, rows)
		}
		if w, m, _ := record.Narrow(c.weight, c.mult); c.fits && (int(w) != c.weight || int(m) != c.mult) {
			t.Errorf("weight %d and multiplicity %d: read %d and %d", c.weight, c.mult, w, m)
		}
	}
}
