package lemmatest

import (
	"strings"
	"testing"

	"chesscensus/chess"
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
	all, err := Parse("x.go", source)
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
	if _, err := Parse("x.go", twice); err == nil || !strings.Contains(err.Error(), "x.go:8:") {
		t.Errorf("two lines illegal: %v", err)
	}
}

func TestCheck(t *testing.T) {
	all, err := Parse("x.go", source)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	Check(t, all[:1], func(t *testing.T, lemma int, s *chess.Setup) bool {
		asked++
		initial := chess.InitialSetup()
		return lemma == 1 && s.Board == initial.Board
	})
	if asked != 2 {
		t.Errorf("asked %d times, want 2", asked)
	}
}

func TestDistance(t *testing.T) {
	a, b := chess.InitialSetup(), chess.InitialSetup()
	b.Board.Put(chess.E2, chess.NoPiece)
	b.Board.Put(chess.E4, a.Board.At(chess.E2))
	if n := Distance(&a, &b); n != 2 {
		t.Errorf("after e4: %d squares, want 2", n)
	}
}
