package verdict

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestEvidenceText tests the texts of all combinations of note, numbers and squares, without and with the men of a setup.
func TestEvidenceText(t *testing.T) {
	s := chess.InitialSetup()
	ab := chess.A1.BB() | chess.B5.BB()
	for _, c := range []struct {
		e                 Evidence
		text, description string
	}{
		{Evidence{}, "", ""},
		{Evidence{Note: "free text"}, "free text", "free text"},
		{Men("men", ab), "men: a1 b5", "men: Ra1 b5"},
		{Men("", ab), "a1 b5", "Ra1 b5"},
		{Men("men", 0), "men", "men"},
		{Count("captures", 3, 2), "captures: 3 against 2", "captures: 3 against 2"},
		{Count("", -1, 0), "-1 against 0", "-1 against 0"},
		{Count("captures", 3, 2).At(ab), "captures: 3 against 2: a1 b5", "captures: 3 against 2: Ra1 b5"},
		{Count("", 3, 2).At(chess.H8.BB()), "3 against 2: h8", "3 against 2: rh8"},
		{Men("men", chess.A1.BB()).At(chess.E8.BB()), "men: a1 e8", "men: Ra1 ke8"},
		{Count("n", math.MaxInt16, math.MinInt16), "n: 32767 against -32768", "n: 32767 against -32768"},
		{Count("n", math.MaxInt16+1, math.MinInt16-1), "n: 32767 against -32768", "n: 32767 against -32768"},
	} {
		testkit.Equal(t, c.e.String(), c.text, c.e)
		testkit.Equal(t, c.e.Describe(&s), c.description, c.e, "of the initial position")
		// A text that is parsed is the Note, and keeps its text.
		text, err := c.e.MarshalText()
		var parsed Evidence
		if err != nil || parsed.UnmarshalText(text) != nil || parsed.String() != c.text || parsed.Counted || parsed.Squares != 0 {
			t.Errorf("%q became %+v, %v", text, parsed, err)
		}
	}
}

// TestEvidenceIsAValue checks that At does not change its receiver.
func TestEvidenceIsAValue(t *testing.T) {
	e := Men("men", chess.A1.BB())
	if f := e.At(chess.B2.BB()); e.Squares != chess.A1.BB() || f.Squares != chess.A1.BB()|chess.B2.BB() || f.At(0) != f {
		t.Errorf("%v and %v", e, f)
	}
}

// TestEveryNameIsRead checks that all values of the small enumerations have names that are parsed to them. All other
// values of a byte, and names with a further letter, are errors.
func TestEveryNameIsRead(t *testing.T) {
	for i := range 256 {
		var e Effort
		var o Outcome
		var s Stop
		for _, c := range []struct {
			what  string
			names []string
			first int
			write func() ([]byte, error)
			read  func([]byte) error
			got   func() int
		}{
			{"effort", effortNames, 1, Effort(i).MarshalText, e.UnmarshalText, func() int { return int(e) }},
			{"outcome", outcomeNames, 0, Outcome(i).MarshalText, o.UnmarshalText, func() int { return int(o) }},
			{"stop", stopNames, 0, Stop(i).MarshalText, s.UnmarshalText, func() int { return int(s) }},
		} {
			text, err := c.write()
			if i >= len(c.names) {
				if err == nil || !strings.Contains(err.Error(), c.what) {
					t.Errorf("%s %d is written as %q, %v", c.what, i, text, err)
				}
				continue
			}
			if err != nil || string(text) != c.names[i] {
				t.Errorf("%s %d: %q, %v", c.what, i, text, err)
			}
			if err := c.read(text); i >= c.first && (err != nil || c.got() != i) || i < c.first && err == nil {
				t.Errorf("%s %q is read as %d, %v", c.what, text, c.got(), err)
			}
			testkit.FailsWith(t, c.read(append(text, 'x')), c.what, c.what, string(text))
		}
	}
	if Effort(200).String() != "invalid" || Stop(99).String() != "invalid" {
		t.Error("values that do not exist have names")
	}
	var o Outcome
	if err := o.UnmarshalText([]byte(strings.Repeat("x", 1<<20))); err == nil || len(err.Error()) > 1000 {
		t.Error("a long name makes a long error")
	}
}

// TestStoredFields checks that the JSON records have these keys, and leave out zero values.
func TestStoredFields(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{
		{Verdict{}, `{"outcome":"unknown"}`},
		{GaveUp("kernel", NodeLimit), `{"outcome":"unknown","stage":"kernel","stop":"node limit"}`},
		{Proven("game", ProofGame("e4")), `{"outcome":"legal","stage":"game"}`},
		{Faulty("game", errors.New("x")), `{"outcome":"unknown","stage":"game","stop":"contradiction"}`},
		{Budget{}, `{}`},
		{Budget{Nodes: 5, Time: time.Microsecond, Pass: 2}, `{"nodes":5,"ns":1000,"pass":2}`},
		{Cost{Nodes: 5, Time: 7}, `{"nodes":5,"ns":7}`},
	} {
		if data, err := json.Marshal(c.v); err != nil || string(data) != c.want {
			t.Errorf("%+v: %s, %v, want %s", c.v, data, err, c.want)
		}
	}
}

// TestFaultyKeepsTheError checks that a faulty verdict has the error and decides nothing.
func TestFaultyKeepsTheError(t *testing.T) {
	err := errors.New("a game that does not reach its goal")
	if v := Faulty("proofgame", err); v.Fault != err || v.Decided() || v.Stop != Contradiction ||
		v.String() != "unknown: contradiction in stage proofgame" {
		t.Errorf("%v with fault %v, want a contradiction in stage proofgame with fault %v", v, v.Fault, err)
	}
	if v := (&Verdict{Outcome: Legal}); v.String() != "legal" || !v.Decided() {
		t.Errorf("legal without a certificate is written as %q, decided %v", v, v.Decided())
	}
	if got := (Cost{3, 4}).Add(Cost{5, 6}); got != (Cost{8, 10}) {
		t.Errorf("sum of costs %+v, want 8 nodes and 10 ns", got)
	}
}
