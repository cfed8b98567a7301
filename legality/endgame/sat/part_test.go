package sat

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// parts decides a claim in parts, the last first, each written and read as on the way between machines.
func parts(t testing.TB, c *Claim, turn chess.Color) []*Part {
	t.Helper()
	list := make([]*Part, Parts)
	for i := range list {
		i = Parts - 1 - i
		p, err := ProvePart(context.Background(), c, turn, i, Options{})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &list[i]); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// TestPartsAgree: parts decide every small claim as one search does. Another solver refutes the joined formula, and its refutation is
// verified; counterexamples are ones by the table.
func TestPartsAgree(t *testing.T) {
	testkit.Long(t)
	decided := map[bool]int{}
	for _, name := range []string{"KRK", "KQK"} {
		th, tab := theorem(t, name), table(t, name)
		for _, a := range th.Assertions() {
			if a.Claim.Measure != nil {
				continue // seconds each; BenchmarkParts has one
			}
			for turn := range chess.Color(2) {
				want, err := Prove(context.Background(), &a.Claim, turn, Options{})
				if err != nil {
					t.Fatal(err)
				}
				got, err := Join(&a.Claim, turn, parts(t, &a.Claim, turn), Options{})
				if err != nil {
					t.Fatal(err)
				}
				if got.Proven != want.Proven {
					t.Errorf("%s, %s, %v to move: proven %v in parts, %v at once", name, a.Name, turn, got.Proven, want.Proven)
				}
				decided[got.Proven]++
				checkCounterexample(t, tab, got)
				if got.Proven {
					verify(t, got)
				}
			}
		}
	}
	if decided[true] < 3 || decided[false] < 1 {
		t.Errorf("decided %v: too few of a kind", decided)
	}
}

// verify has another solver refute the formula, and verifies that.
func verify(t *testing.T, p *Proof) {
	t.Helper()
	var b bytes.Buffer
	if err := Certify(&b, p.Formula, p.Cubes); err != nil {
		t.Fatal(err)
	}
	if _, err := CheckRUP(p.Formula, &b); err != nil {
		t.Error(err)
	}
}

// TestPartsKnowTheirRows: the parts of a claim that fails have counterexamples with the black king on their own row.
func TestPartsKnowTheirRows(t *testing.T) {
	testkit.Medium(t)
	found := 0
	for _, a := range theorem(t, "KRK").Assertions() {
		if a.Holds || a.Claim.Measure != nil {
			continue
		}
		king := a.Claim.Material.king(chess.Black)
		for turn := range chess.Color(2) {
			for i, p := range parts(t, &a.Claim, turn) {
				if p.Counterexample == nil {
					continue
				}
				found++
				if row := int(p.Counterexample[a.Claim.From].At[king] >> 3); row != i {
					t.Errorf("%s: part %d has its black king on row %d", a.Name, i, row)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no counterexample in any part")
	}
}

// TestJoinRefuses what no search has found.
func TestJoinRefuses(t *testing.T) {
	a := theorem(t, "KRK").Assertions()[0]
	c := &a.Claim
	good := c.Material.unmoves(chess.White)[0]
	way := func(change func(p *Pattern)) *Part {
		var p Pattern
		for i := range c.length() {
			p = append(p, c.Material.unmoves(chess.Color((i + 1) % 2))[0])
		}
		change(&p)
		return &Part{Patterns: []Pattern{p}}
	}
	for name, bad := range map[string]*Part{
		"no way of":        way(func(p *Pattern) { *p = append(*p, good, good, good) }),
		"a way of 0 plies": {Patterns: []Pattern{{}}},
		"no unmove of":     way(func(p *Pattern) { (*p)[0].Man = 99 }),
		"no unmove":        way(func(p *Pattern) { (*p)[0].Dx = 1000 }),
		"unmove of":        way(func(p *Pattern) { (*p)[0] = (*p)[1] }),
		"-1 calls":         {Calls: -1},
		"counterexample":   {Counterexample: make([]Placement, 9)},
		"square 200":       {Counterexample: []Placement{{At: [maxMen]chess.Square{200}}, {}}[:c.Given+1]},
	} {
		list := make([]*Part, Parts)
		for i := range list {
			list[i] = &Part{}
		}
		if _, err := Join(c, chess.Black, list, Options{}); err != nil {
			t.Fatal(err)
		}
		list[5] = bad
		_, err := Join(c, chess.Black, list, Options{})
		if err == nil || !strings.Contains(err.Error(), "part 5") || !strings.Contains(err.Error(), strings.TrimPrefix(name, "no way of")) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := Join(c, chess.Black, list[:7], Options{}); err == nil || !strings.Contains(err.Error(), "7 parts") {
			t.Error(err)
		}
	}
}

// BenchmarkParts is what the parts of a question cost more than one search.
func BenchmarkParts(b *testing.B) {
	a := theorem(b, "KRK").Assertions()[0]
	calls, proven := 0, true
	for b.Loop() {
		calls = 0
		for turn := range chess.Color(2) {
			p, err := Join(&a.Claim, turn, parts(b, &a.Claim, turn), Options{})
			if err != nil {
				b.Fatal(err)
			}
			calls += p.Calls
			proven = proven && p.Proven
		}
	}
	if !proven {
		b.Error("not proven")
	}
	b.ReportMetric(float64(calls), "calls")
}
