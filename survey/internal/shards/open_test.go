package shards

import (
	"strings"
	"testing"
)

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
