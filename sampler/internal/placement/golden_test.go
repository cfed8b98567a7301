package placement

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
)

// TestGoldenStreams pins the first draws of seed 2^64-1, by rank and direct, printed by
// this package in November 2026. A change here is a breaking one.
func TestGoldenStreams(t *testing.T) {
	testkit.Medium(t)
	golden := testkit.Table[struct{ Name, Draw, Bulk string }](t, "golden.tsv")
	for _, want := range golden {
		s := named(t, want.Name)
		var d sampler.Draw
		sampler.NewStream(s, 1<<64-1).Draw(&d, 2)
		testkit.Equal(t, d.FEN().String(), want.Draw, want.Name, "draw 2")
		bulk := sampler.NewBulk(s, 1<<64-1)
		bulk.Seek(7)
		for !bulk.Next(&d) {
		}
		testkit.Equal(t, d.FEN().String(), want.Bulk, want.Name, "block 7")
	}
	if len(golden) != Bases*Levels {
		t.Errorf("%d spaces have golden draws, want all", len(golden))
	}
}

// named returns the space of a name such as "counter-split-feasible".
func named(t *testing.T, name string) *Space {
	for b := range Bases {
		for l := range Levels {
			if name == "counter-"+Base(b).String()+Level(l).String() {
				return space(Base(b), Level(l))
			}
		}
	}
	t.Fatalf("no space %s", name)
	return nil
}
