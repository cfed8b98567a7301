package lemmatest

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/replay"
)

const source = `// Package x refutes.
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
//	picture  of nothing
//
// # Lemma 2: somebody does
package x
`

func TestParse(t *testing.T) {
	all, err := parse("x.go", source)
	if err != nil || len(all) != 2 {
		t.Fatalf("%v, %v", all, err)
	}
	l := all[0]
	if l.Number != 1 || l.Title != "nobody moves" || !strings.HasSuffix(l.Illegal, "RNBQKBNR b KQkq -") ||
		!strings.HasSuffix(l.Legal, "RNBQKB1R b KQkq -") || l.Game != "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3" {
		t.Errorf("%+v", l)
	}
	if l = all[1]; l != (Lemma{Number: 2, Title: "somebody does"}) {
		t.Errorf("%+v", l)
	}
	twice := strings.Replace(source, "legal    rnb", "illegal  rnb", 1)
	if _, err := parse("x.go", twice); err == nil || !strings.Contains(err.Error(), "x.go:8:") {
		t.Errorf("two lines illegal: %v", err)
	}
}

// TestFaults: each way in which an example can be wrong is told, once.
func TestFaults(t *testing.T) {
	const initial, knight = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq -", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq -"
	none, all := func(*chess.Setup) bool { return false }, func(*chess.Setup) bool { return true }
	atHome := func(s *chess.Setup) bool { return s.Board == chess.InitialSetup().Board }
	for _, c := range []struct {
		l       Lemma
		refutes func(*chess.Setup) bool
		want    []string
	}{
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Nf3"}, atHome, nil},
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Nf3 Nf6 2.Ng1 2... Ng8 10. Nf3"}, atHome, nil},
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Nf3"}, none, []string{initial + "\nis not refuted"}},
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Nf3"}, all, []string{"is refuted, but legal after 1. Nf3"}},
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Nc3"}, atHome, []string{"the game does not lead to " + knight}},
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Nf3 e5"}, atHome, []string{"the game does not lead to " + knight}},
		{Lemma{Illegal: initial, Legal: knight, Game: "1. Kf3"}, atHome, []string{"the game does not lead to " + knight}},
		{Lemma{Illegal: knight, Legal: initial, Game: ""}, atHome, []string{"is not refuted", "is refuted", "does not lead"}},
		{Lemma{Illegal: "8/8 w - -", Legal: knight, Game: "1. Nf3"}, atHome, []string{"8/8"}},
		{Lemma{Illegal: initial, Legal: "", Game: "1. Nf3"}, atHome, []string{"and \"\""}},
	} {
		got := faults(&c.l, new(replay.Verifier), c.refutes)
		ok := len(got) == len(c.want)
		for i := range got {
			ok = ok && strings.Contains(got[i], c.want[i])
		}
		if !ok {
			t.Errorf("%+v: %q, want %q", c.l, got, c.want)
		}
	}
}
