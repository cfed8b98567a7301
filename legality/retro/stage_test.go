package retro_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/legality/retro"
	"chesscensus/legality/rules"
	"chesscensus/legality/verdict"
)

// static adapts the rules.
func static() func(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
	st := new(rules.Stage)
	return func(s *chess.Setup) (verdict.Reason, verdict.Evidence) {
		v, _ := st.Judge(context.Background(), *s, verdict.Budget{})
		return v.Reasons, v.Evidence
	}
}

func TestTry(t *testing.T) {
	for _, file := range []string{"candidates-dev.tsv", "fresh-dev.tsv"} {
		data, _ := os.ReadFile("../../../shared/data/" + file)
		st := &retro.Stage{Static: static()}
		rs := new(rules.Stage)
		type key struct{ truth, reason string }
		count := map[key][5]int{}
		var total, worst time.Duration
		var nodes, worstNodes int64
		var worstFEN string
		n := 0
		for _, line := range strings.Split(string(data), "\n") {
			if line == "" || line[0] == '#' {
				continue
			}
			f := strings.Split(line, "\t")
			fen, err := chess.ParseFEN(f[0])
			if err != nil {
				t.Fatal(err)
			}
			k := key{f[1], f[2]}
			c := count[k]
			c[0]++
			if v, ok := rs.Judge(context.Background(), fen.Setup, verdict.Budget{}); ok && v.Outcome == verdict.Illegal {
				c[1]++
			}
			start := time.Now()
			v, ok := st.Judge(context.Background(), fen.Setup, verdict.Budget{})
			d := time.Since(start)
			total += d
			n++
			if d > worst {
				worst = d
				worstNodes = v.Cost.Nodes
				worstFEN = f[0]
			}
			nodes += v.Cost.Nodes
			if ok {
				c[2]++
				if v.Reasons == verdict.NoLastMove {
					c[3]++
				}
			} else if v.Stop != 0 {
				c[4]++
			}
			count[k] = c
		}
		for k, c := range count {
			t.Logf("%v: rows %d, rules %d, retro %d (no last move %d), stopped %d", k, c[0], c[1], c[2], c[3], c[4])
		}
		t.Logf("mean %v worst %v (%d, %s) nodes %d", total/time.Duration(n), worst, worstNodes, worstFEN, nodes/int64(n))
	}
}
