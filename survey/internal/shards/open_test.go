package shards

import (
	"strings"
	"testing"
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
		if _, err := ParseOpen(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", line, err, want)
		}
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
