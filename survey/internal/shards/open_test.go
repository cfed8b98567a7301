package shards

import (
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"
	"chesscensus/sampler"
	"chesscensus/sampler/spaces"
)

// TestOpenLines: every field of a line of an open draw is checked, and the error names the field.
func TestOpenLines(t *testing.T) {
	const fen = "8/8/8/8/8/8/8/K1k5 w - - 0 1"
	o, err := ParseOpen(fen + "\t3\t77\t5\t16\tall+diagram")
	if err != nil || o.Stratum != 3 || o.Index != 77 || o.Draw.Weight != 5 || o.Draw.Multiplicity != 16 || !o.All || !o.Diagram {
		t.Fatalf("%+v, %v", o, err)
	}
	for line, want := range map[string]string{
		fen:                                  "1 fields, want 6",
		"K w\t3\t77\t5\t16\tall":             "", // any error
		fen + "\t-3\t77\t5\t16\tall":         "field 2",
		fen + "\t3\tx\t5\t16\tall":           "field 3",
		fen + "\t3\t77\t0\t16\tall":          "field 4",
		fen + "\t3\t77\t5\t0\tall":           "field 5",
		fen + "\t3\t77\t5\t99999999999\tall": "too large",
		fen + "\t3\t77\t5\t16\t":             "field 6",
	} {
		testkit.Fails(ParseOpen(line))(t, want, line)
	}
	list, err := ParseOpenList("list", []byte(OpenHeader+string(o.Append(nil))+"bad\n"))
	if err == nil || !strings.HasPrefix(err.Error(), "list:3: ") {
		t.Errorf("%v, %v, want the line", list, err)
	}
}

// FuzzParseOpen: a line is an error, or is the same after it is read and written.
func FuzzParseOpen(f *testing.F) {
	f.Add("8/8/8/8/8/8/8/K1k5 w - - 0 1\t3\t77\t5\t16\tall+diagram")
	f.Add("8/8/8/8/8/8/8/K1k5 w - - 0 1\t3\t-7\t5\t16\t")
	f.Fuzz(func(t *testing.T, line string) {
		o, err := ParseOpen(line)
		if err != nil {
			return
		}
		again, err := ParseOpen(strings.TrimSuffix(string(o.Append(nil)), "\n"))
		if err != nil || again.Index != o.Index || again.Stratum != o.Stratum || again.Draw.Setup != o.Draw.Setup || again.All != o.All || again.Diagram != o.Diagram {
			t.Fatalf("%v: %+v comes back as %+v", err, o, again)
		}
	})
}

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
