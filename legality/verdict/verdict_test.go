package verdict

import (
	"encoding/json"
	"math"
	"testing"

	"chesscensus/chess"
)

func TestNamesRoundTrip(t *testing.T) {
	for i, e := range []Effort{Static, Kernel, Path, Game, Exhaustive} {
		got, err := ParseEffort(e.String())
		if got != e || err != nil || int(e) != i+1 {
			t.Errorf("ParseEffort(%q) = %v, %v", e, got, err)
		}
	}
	for o := Unknown; o <= Illegal; o++ {
		var got Outcome
		if text, err := o.MarshalText(); err != nil || got.UnmarshalText(text) != nil || got != o {
			t.Errorf("%v became %v (%v)", o, got, err)
		}
	}
	for s := Complete; s <= Memory; s++ {
		var got Stop
		if text, err := s.MarshalText(); err != nil || got.UnmarshalText(text) != nil || got != s {
			t.Errorf("%v became %v (%v)", s, got, err)
		}
	}
}

func TestInvalidNames(t *testing.T) {
	for _, name := range []string{"colossal", "", Unset.String()} {
		if e, err := ParseEffort(name); err == nil || e != Unset {
			t.Errorf("ParseEffort accepts %q as %v", name, e)
		}
	}
	if _, err := Outcome(7).MarshalText(); err == nil || Outcome(7).String() != "invalid" {
		t.Error("Outcome(7) passes")
	}
	if _, err := ParseReason("PawnHomes,Nonsense"); err == nil {
		t.Error("ParseReason accepts Nonsense")
	}
	if _, err := ParseReason(string(make([]byte, 1<<20))); err == nil || len(err.Error()) > 1000 {
		t.Error("a long name makes a long error")
	}
}

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

// TestScaled doubles nodes for every pass, but neither no limit nor beyond 63 bits.
func TestScaled(t *testing.T) {
	for _, c := range []struct {
		b    Budget
		want int64
	}{
		{Budget{}, 10}, {Budget{Pass: 3}, 80}, {Budget{Nodes: 7}, 7}, {Budget{Nodes: 7, Pass: 1}, 14},
		{Budget{Nodes: -1, Pass: 5}, -1}, {Budget{Pass: -2}, 10}, {Budget{Pass: 1000}, 10 << MaxPass},
		{Budget{Nodes: math.MaxInt64}, math.MaxInt64}, {Budget{Nodes: math.MaxInt64, Pass: 2}, math.MaxInt64 &^ 3},
	} {
		if got := c.b.Scaled(10); got != c.want {
			t.Errorf("%+v: %d, want %d", c.b, got, c.want)
		}
	}
}

func TestReasonsAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	var all Reason
	n := 0
	for r := range KnownReasons() {
		if n++; seen[r.String()] || seen[r.Text()] || r.Text() == "" {
			t.Errorf("%v: %q is not new", r, r.Text())
		}
		seen[r.String()], seen[r.Text()] = true, true
		all |= r
		if got, err := ParseReason(r.String()); got != r || err != nil {
			t.Errorf("ParseReason(%q) = %v, %v", r, got, err)
		}
	}
	if n != len(reasonTexts) {
		t.Errorf("%d reasons, but %d texts", n, len(reasonTexts))
	}
	if got, err := ParseReason(all.String()); got != all || err != nil {
		t.Errorf("all reasons: %v, %v", got, err)
	}
	if got := Reason(1 << 63).String(); got != "Reason63" {
		t.Errorf("an unknown reason is %q", got)
	}
	if (PawnHomes | TripleCheck).First() != PawnHomes {
		t.Error("First is not the lowest")
	}
}

func TestReasonBitsNeverMove(t *testing.T) {
	// Stored records depend on these.
	for r, want := range map[Reason]uint64{
		NoWhiteKing: 1 << 0, AdjacentKings: 1 << 5, IdleEnPassant: 1 << 10,
		ManyMen: 1 << 11, CagedBishop: 1 << 19, EnPassantOrigin: 1 << 23,
		NoProofKernel: 1 << 24, NoExtendedKernel: 1 << 25,
		NoLastMove: 1 << 26, LastMovesRejected: 1 << 27,
		Unreachable: 1 << 28,
		Deadlock:    1 << 29, TrappedMan: 1 << 30, BarredPromotions: 1 << 31, ShutOut: 1 << 32,
		MoveParity: 1 << 33,
	} {
		if uint64(r) != want {
			t.Errorf("%v is bit %#x, was %#x", r, uint64(r), want)
		}
	}
}

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

func TestVerdictStrings(t *testing.T) {
	s := chess.InitialSetup()
	e := Men("checkers", chess.A1.BB()|chess.D8.BB()|chess.E4.BB())
	for _, tc := range []struct{ got, want string }{
		{Refuted("rules", TripleCheck, e).String(), "illegal: more than two men give check (checkers: a1 e4 d8)"},
		{e.Describe(&s), "checkers: Ra1 e4 qd8"},
		{Count("white men", 17, 16).String(), "white men: 17 against 16"},
		{Count("pawns", 3, 1).At(chess.A2.BB()).Describe(&s), "pawns: 3 against 1: Pa2"},
		{Count("n", 1<<40, -1<<40).String(), "n: 32767 against -32768"},
		{Proven("rules", ProofGame("")).String(), "legal: proof game"},
		{Proven("game", ProofGame("e4 e5")).String(), "legal: proof game: e4 e5"},
		{GaveUp("kernel", NodeLimit).String(), "unknown: node limit in stage kernel"},
	} {
		if tc.got != tc.want {
			t.Errorf("got %q, want %q", tc.got, tc.want)
		}
	}
}

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
	if err := json.Unmarshal(data, &w); err != nil {
		t.Fatal(err)
	}
	if w.Outcome != v.Outcome || w.Reasons != v.Reasons || w.Evidence.String() != v.Evidence.String() || w.Cost != v.Cost {
		t.Errorf("%+v came back as %+v", v, w)
	}
	if err := json.Unmarshal([]byte(`{"reasons":["Nonsense"]}`), &w); err == nil {
		t.Error("an unknown reason is read")
	}
}
