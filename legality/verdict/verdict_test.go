package verdict

import (
	"encoding/json"
	"math"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestZeroValues checks that zero values say nothing: unknown, unset, no reason.
func TestZeroValues(t *testing.T) {
	var v Verdict
	if v.Decided() || v.Outcome != Unknown || v.String() != "unknown" || v.Stop != Complete {
		t.Errorf("the zero Verdict is %v", v)
	}
	var e Effort
	if e != Unset || e >= Static || Reason(0).String() != "none" || Reason(0).Text() != "" || (Evidence{}).String() != "" {
		t.Error("zero values are not what the documentation says")
	}
}

// TestScaled checks that nodes are doubled for every pass, up to 63 bits, except negative
// ones.
func TestScaled(t *testing.T) {
	for _, c := range []struct {
		b    Budget
		want int64
	}{
		{Budget{}, 10}, {Budget{Pass: 3}, 80}, {Budget{Nodes: 7}, 7}, {Budget{Nodes: 7, Pass: 1}, 14},
		{Budget{Nodes: -1, Pass: 5}, -1}, {Budget{Pass: -2}, 10}, {Budget{Pass: 1000}, 10 << MaxPass},
		{Budget{Nodes: math.MaxInt64}, math.MaxInt64}, {Budget{Nodes: math.MaxInt64, Pass: 2}, math.MaxInt64 &^ 3},
	} {
		testkit.Equal(t, c.b.Scaled(10), c.want, c.b)
	}
}

// TestReasonsAreDistinct checks that each known reason has a text of its own, and that an
// unknown one has a name.
func TestReasonsAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for r := range KnownReasons() {
		if seen[r.Text()] || r.Text() == "" {
			t.Errorf("%v: %q is not new", r, r.Text())
		}
		seen[r.Text()] = true
	}
	if len(seen) != len(reasonTexts) {
		t.Errorf("%d reasons, but %d texts", len(seen), len(reasonTexts))
	}
	if got := Reason(1 << 63).String(); got != "Reason63" {
		t.Errorf("an unknown reason is %q", got)
	}
}

// TestStopsNeverMove checks that the numbers of stops do not change.
func TestStopsNeverMove(t *testing.T) {
	want := []Stop{Complete, NodeLimit, TimeLimit, Canceled, Contradiction, Memory}
	for i, s := range want {
		if int(s) != i {
			t.Errorf("%v is %d, was %d", s, s, i)
		}
	}
	if len(stopNames) != len(want) {
		t.Errorf("%d names", len(stopNames))
	}
}

// TestVerdictStrings checks the texts of a refutation, of proofs and of a verdict that
// was given up.
func TestVerdictStrings(t *testing.T) {
	for _, tc := range []struct {
		v    Verdict
		want string
	}{
		{Refuted("rules", TripleCheck, Men("checkers", chess.A1.BB()|chess.E4.BB())), "illegal: more than two men give check (checkers: a1 e4)"},
		{Proven("rules", ProofGame("")), "legal: proof game"},
		{Proven("game", ProofGame("e4 e5")), "legal: proof game: e4 e5"},
		{GaveUp("kernel", NodeLimit), "unknown: node limit in stage kernel"},
	} {
		testkit.Equal(t, tc.v.String(), tc.want)
	}
}

// TestDecidingNeedsProof checks that Refuted, Proven and Faulty panic without a reason,
// certificate or error.
func TestDecidingNeedsProof(t *testing.T) {
	for name, f := range map[string]func(){
		"Refuted": func() { Refuted("rules", 0, Evidence{}) },
		"Proven":  func() { Proven("rules", nil) },
		"Faulty":  func() { Faulty("rules", nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic without a proof", name)
				}
			}()
			f()
		}()
	}
}

// TestVerdictJSON checks the JSON record of a verdict, that it is read back, and that
// unknown reasons are errors.
func TestVerdictJSON(t *testing.T) {
	v := Refuted("rules", TripleCheck|PawnHomes, Men("checkers", chess.A1.BB()))
	v.Cost = Cost{Nodes: 3}.Add(Cost{Nodes: 4})
	data, err := json.Marshal(v)
	const want = `{"outcome":"illegal","reasons":["PawnHomes","TripleCheck"],"stage":"rules",` +
		`"evidence":"checkers: a1","cost":{"nodes":7}}`
	if err != nil || string(data) != want {
		t.Fatalf("Marshal = %s, %v, want %s", data, err, want)
	}
	var w Verdict
	testkit.OK(t, json.Unmarshal(data, &w))
	if w.Outcome != v.Outcome || w.Reasons != v.Reasons || w.Evidence.String() != v.Evidence.String() || w.Cost != v.Cost {
		t.Errorf("%+v came back as %+v", v, w)
	}
	if err := json.Unmarshal([]byte(`{"reasons":["Nonsense"]}`), &w); err == nil {
		t.Error("an unknown reason is read")
	}
}
