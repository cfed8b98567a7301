package lemmatest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
	"chesscensus/legality/proofgame/replay"
)

const source = `// Package x refutes.
//
//	illegal  text that belongs to no lemma
//
// # Lemma 1: nobody moves
//
// White cannot begin twice.
//
//	illegal  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -
//	legal    rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -
//	game     1. Nf3
//	         Nf6 2. Ng1 Ng8
//	         3. Nf3
//
//	picture  of nothing,
//	         in two lines
//
// # Lemma 2: somebody does
package x
`

// TestParse checks the fields of two lemmas, and that a second illegal example is an error with its line.
func TestParse(t *testing.T) {
	lemmas, err := parse("x.go", source)
	if err != nil || len(lemmas) != 2 {
		t.Fatalf("lemmas %v, error %v, want two lemmas", lemmas, err)
	}
	for i, want := range []Lemma{
		{
			Number: 1, Title: "nobody moves", Game: "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3",
			Illegal: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -", Legal: "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -",
		},
		{Number: 2, Title: "somebody does"},
	} {
		testkit.Equal(t, lemmas[i], want)
	}
	twice := strings.Replace(source, "legal    rnb", "illegal  rnb", 1)
	testkit.Fails(parse("x.go", twice))(t, "x.go:10:", "two lines illegal")
}

// TestProblems checks that each problem of an example is reported once.
func TestProblems(t *testing.T) {
	const (
		initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -"
		knight  = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -"
	)
	nothing, everything := func(*chess.Setup) bool { return false }, func(*chess.Setup) bool { return true }
	atHome := func(s *chess.Setup) bool { return s.Board == chess.InitialSetup().Board }
	for _, c := range []struct {
		l       Lemma
		refutes func(*chess.Setup) bool
		want    []string
	}{
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Nf3"}, atHome, nil},
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Nf3 Nf6 2.Ng1 2... Ng8 10. Nf3"}, atHome, nil},
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Nf3"}, nothing, []string{initial + "\nis not refuted"}},
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Nf3"}, everything, []string{"is refuted, but legal after 1. Nf3"}},
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Nc3"}, atHome, []string{"the game does not lead to " + knight}},
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Nf3 e5"}, atHome, []string{"the game does not lead to " + knight}},
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Kf3"}, atHome, []string{"the game does not lead to " + knight}},
		{Lemma{Illegal: knight, Legal: initial, Game: ""}, atHome, []string{"is not refuted", "is refuted", "does not lead"}},
		{Lemma{Illegal: "8/8 w - -", Legal: knight, Game: "1. Nf3"}, atHome, []string{"8/8"}},
		{Lemma{Illegal: initial, Legal: "", Game: "1. Nf3"}, atHome, []string{"and \"\""}},
		{Lemma{Illegal: "", Legal: knight, Game: "1. Nf3"}, atHome, []string{"\"\" and"}},
		{Lemma{Illegal: initial, Legal: knight, Game: ""}, atHome, []string{"the game does not lead to " + knight}},
	} {
		got := problems(&c.l, new(replay.Verifier), c.refutes)
		ok := len(got) == len(c.want)
		for i := range got {
			ok = ok && strings.Contains(got[i], c.want[i])
		}
		if !ok {
			t.Errorf("%+v: %q, want %q", c.l, got, c.want)
		}
	}
}

// A recorder records the failures of a test instead of failing it.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(r)
}

func (r *recorder) Fatal(args ...any) { r.Fatalf("%s", fmt.Sprint(args...)) }

// TestRead checks that Read fails if lemmas are missing or misnumbered, and if the code of the package cites too many or too
// few. Citations in tests and in the proofs themselves do not count.
func TestRead(t *testing.T) {
	const lemmas = "// # Lemma 1: a\n//\n// # Lemma 2: b\npackage x\n"
	for _, c := range []struct{ proofs, code, want string }{
		{lemmas, "// Lemma 1\n// Lemma 2\npackage x\n", ""},
		{lemmas, "// Lemmas 1 and 2.\npackage x\n", ""},
		{"package x\n", "package x\n", "no lemmas"},
		{strings.Replace(lemmas, "2: b", "3: b", 1), "// Lemmas 1 and 3\npackage x\n", "Lemma 3 follows 1 lemmas"},
		{lemmas, "// Lemmas 1 to 3, 2\npackage x\n", "code.go cites Lemma 3 of 2"},
		{lemmas, "// Lemmas 0, 1 and 2\npackage x\n", "code.go cites Lemma 0 of 2"},
		{lemmas + "// Lemma 2\n", "// Lemma 1\npackage x\n", "no code cites Lemma 2"},
	} {
		t.Chdir(t.TempDir())
		for name, text := range map[string]string{"proofs.go": c.proofs, "code.go": c.code, "code_test.go": "// Lemma 2, Lemma 9\npackage x\n"} {
			testkit.OK(t, os.WriteFile(name, []byte(text), 0o600))
		}
		r := &recorder{TB: t}
		func() {
			defer func() { _ = recover() }() // of a fatal failure
			Read(r, "proofs.go")
		}()
		testkit.Equal(t, strings.Join(r.failures, "; "), c.want, "proofs", c.proofs, "code", c.code, "failures")
	}
}
