package shards

import (
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
)

// TestDrawsOfTheSecondEditionAreMadeAgain: the set with its tables of version 1 makes each draw in the lists of open draws again, as a
// program of 2026-11-23 has written it.
func TestDrawsOfTheSecondEditionAreMadeAgain(t *testing.T) {
	testkit.Long(t)
	s := testkit.Must(Open("../../../records/second"))(t)
	list, err := s.OpenDraws()
	if err != nil || len(list.Open) < 100 {
		t.Fatalf("%v, %d open draws", err, len(list.Open))
	}
	set := testkit.Must(spaces.First(s.Plan.Space))(t)
	source := testkit.Must(NewSource(set, s.Plan))(t)
	for _, o := range list.Open {
		var d sampler.Draw
		if !source.Redraw(&d, o.Stratum, o.Index) || d.Setup != o.Draw.Setup || d.Weight != o.Draw.Weight || d.Multiplicity != o.Draw.Multiplicity {
			t.Fatalf("draw %d of stratum %d is %v, %d/%d, the list has %v, %d/%d", o.Index, o.Stratum, d.Setup, d.Weight, d.Multiplicity, o.Draw.Setup,
				o.Draw.Weight, o.Draw.Multiplicity)
		}
	}
}
