package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/verdict"
)

func TestRulesText(t *testing.T) {
	for _, r := range []Rules{Basic, FIDE} {
		text, err := r.MarshalText()
		var back Rules
		if err != nil || back.UnmarshalText(text) != nil || back != r {
			t.Errorf("%v: %s, %v, %v", r, text, err, back)
		}
	}
	if _, err := Rules(7).MarshalText(); err == nil || Rules(7).String() != "rules 7" {
		t.Error("invalid rules are written")
	}
	if _, err := ParseRules("uscf"); err == nil {
		t.Error("unknown rules are read")
	}
}

// TestRecordsAreChecked: what Check confirms and what it does not.
func TestRecordsAreChecked(t *testing.T) {
	const goal = `"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -"`
	long := strings.Repeat(shuffle, 4) + "e4 e5"
	for line, want := range map[string]string{
		`{"fen":` + goal + `,"stage":"proofgame","proof":"e4 e5"}`:                                          "",
		`{"fen":` + goal + `,"stage":"proofgame","rules":"fide","proof":"e4 e5"}`:                           "",
		`{"fen":` + goal + `,"stage":"proofgame","rules":"basic","proof":"` + long + `"}`:                   "",
		`{"fen":` + goal + `,"stage":"proofgame","rules":"fide","proof":"` + long + `"}`:                    "over after ply 16 by fivefold repetition",
		`{"fen":` + goal + `,"stage":"proofgame","proof":"e4 e6"}`:                                          "ends after 2 plies",
		`{"fen":` + goal + `,"stage":"proofgame","proof":"e4 e5 Nf3"}`:                                      "ends after 3 plies",
		`{"fen":` + goal + `,"stage":"proofgame","proof":"e4 exd5"}`:                                        `ply 2: "exd5" captures nothing`,
		`{"fen":` + goal + `,"stage":"proofgame","proof":""}`:                                               "ends after 0 plies",
		`{"fen":"","stage":"proofgame","proof":""}`:                                                         "goal: ",
		`{"fen":` + goal + `,"stage":"rules","reasons":["TripleCheck"]}`:                                    `stage "rules"`,
		`{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","stage":"proofgame","proof":""}`: "",
	} {
		var r Record
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		err := new(Verifier).Check(&r)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
	var r Record
	if json.Unmarshal([]byte(`{"rules":"uscf"}`), &r) == nil {
		t.Error("unknown rules are read")
	}
	// A verifier may be stricter than the record.
	r = Record{FEN: strings.Trim(goal, `"`), Stage: StageName, Proof: long}
	var law *LawError
	if err := (&Verifier{Rules: FIDE}).Check(&r); !errors.As(err, &law) {
		t.Errorf("basic record, FIDE verifier: %v", err)
	}
}

func TestNewRecordWantsAProofGame(t *testing.T) {
	s := chess.InitialSetup()
	refuted := verdict.Refuted("rules", verdict.TripleCheck, verdict.Evidence{})
	for _, v := range []verdict.Verdict{{}, refuted} {
		if _, err := newRecord(&s, &v, Basic); err == nil {
			t.Errorf("record of %v", v)
		}
	}
}

// FuzzVerifyText: no text makes the two programs contradict each other, or panic.
func FuzzVerifyText(f *testing.F) {
	const initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	f.Add("", "e4 e5", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -")
	f.Add(initial, "Ng1f3 g8f6 Nf3-g1 0-0 e4 d5 exd5", initial)
	f.Add("4k3/P7/8/3pP3/8/8/8/R3K2R w KQ d6 0 1", "exd6 Kd7 O-O a8=Q a7a8q", "4k3/8/8/8/8/8/8/4K3 w - -")
	f.Add("4r1k1/8/8/8/8/1N6/4N3/4K3 w - -", "Ned4", "4r1k1/8/8/8/3N4/8/4N3/4K3 b - -")
	f.Fuzz(func(t *testing.T, start, moves, goal string) {
		var contradiction *ContradictionError
		v := Verifier{Rules: FIDE}
		if err := v.VerifyText(start, 0, moves, goal); errors.As(err, &contradiction) {
			t.Fatal(err)
		}
	})
}

// newRecord returns the record of a verdict on a setup. It fails if the verdict is not
// Legal by a proof game. The game is not verified.
func newRecord(s *chess.Setup, v *verdict.Verdict, rules Rules) (*Record, error) {
	g, ok := v.Certificate.(verdict.ProofGame)
	if v.Outcome != verdict.Legal || !ok {
		return nil, fmt.Errorf("replay: the verdict on %v is %v, without a proof game", s, v.Outcome)
	}
	return &Record{FEN: s.String(), Stage: StageName, Rules: rules, Proof: string(g)}, nil
}
