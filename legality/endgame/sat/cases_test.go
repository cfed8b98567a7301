package sat

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// closer proves the main assertion of a theorem for White to move.
func closer(t testing.TB, material string) *Proof {
	t.Helper()
	th, err := NewTheorem(material)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Prove(context.Background(), &th.Assertions()[0].Claim, chess.White, Options{})
	if err != nil || !p.Proven {
		t.Fatalf("%v, %+v", err, p)
	}
	return p
}

// TestCases: the formula made from a question is that of the proof, and the parts of its refutation, each made from the question alone, are the whole.
func TestCases(t *testing.T) {
	testkit.Long(t)
	p := closer(t, "KQK")
	f, cubes, err := ParseQuestion(p.Question())
	if err != nil {
		t.Fatal(err)
	}
	if len(cubes) != 64 || f.Vars != p.Formula.Vars || f.Sum() != p.Formula.Sum() {
		t.Errorf("%d cases, %d variables, want %d", len(cubes), f.Vars, p.Formula.Vars)
	}
	// The first five of 64 cases: all of them are done by TestCasesElsewhere of the command.
	some := cubes[:5]
	var whole, parts bytes.Buffer
	if err := Certify(&whole, p.Formula, p.Cubes[:5]); err != nil {
		t.Fatal(err)
	}
	var made [5][]byte // by goroutines of their own, as a worker with several slots does
	var all sync.WaitGroup
	for i, cube := range some {
		all.Go(func() {
			var err error
			if made[i], err = CertifyCase(f, cube); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for _, part := range made {
		parts.Write(part)
	}
	if err := JoinCases(&parts, some); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(whole.Bytes(), parts.Bytes()) || parts.Len() < 10_000 {
		t.Errorf("the parts, %d bytes, are not the whole, %d bytes", parts.Len(), whole.Len())
	}
	// Without the other cases, as by a worker that lies, it is none.
	if n, err := CheckRUP(p.Formula, &parts); err == nil || n == 0 {
		t.Errorf("%d lines of a refutation without 59 of its cases are taken", n)
	}
}

// noWays is a question of KRK without ways back: its formula has models.
func noWays(t testing.TB) string {
	t.Helper()
	th, err := NewTheorem("KRK")
	if err != nil {
		t.Fatal(err)
	}
	f := newOuter(&th.Assertions()[0].Claim, chess.White, Options{})
	f.cubes(64)
	p := &Proof{Claim: f.claim, Formula: &f.Formula}
	return p.Question()
}

// TestQuestions that are none are refused in words, and one whose formula has a model has no refutation.
func TestQuestions(t *testing.T) {
	good := noWays(t)
	f, cubes, err := ParseQuestion(good)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := CertifyCase(f, cubes[27]); err != errSatisfiable {
		t.Errorf("%v: refuted without a way back", err)
	}
	for text, want := range map[string]string{
		"": "0 words", "KRK white": "2 words", strings.Replace(good, "KRK", "KPK", 1): "pawns cannot move back", strings.Replace(good, "KRK", "KRRK", 1): "no measure",
		strings.Replace(good, "white", "green", 1): `"green" to move`, strings.Replace(good, "white", "black", 1): "another program",
		good + " 2:0:1":       "another program", // a way, but not of this sum
		good + " 0:0:1":       "no way back",     // White's man, where Black's last move is taken back
		good + " 2:0:9":       "no way back",
		good + " 2:0":         "no way back",
		good + " 2:0:x":       "no way back",
		good + " 9:0:1":       "no way back",
		good + " -1:0:1":      "no way back",
		good + " 2:0:1.2:0:1": "no way back", // the colors take turns
		good + " 2:0:1.":      "no way back",
		good + " 2:0:1" + strings.Repeat(".1:0:1.2:0:1", 9): "no way back",
		good + strings.Repeat(" 2:0:1", maxWays+1):          "want material",
	} {
		if _, _, err := ParseQuestion(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: %v, want %q", text, err, want)
		}
	}
}

// FuzzQuestion: no text panics, and what is read is what was asked.
func FuzzQuestion(f *testing.F) {
	good := noWays(f)
	f.Add(good)
	f.Add(good + " 2:0:1.1:0:3.2:1:1")
	f.Add("KQK black 00 0:1:1")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		formula, cubes, err := ParseQuestion(text)
		if err == nil && (len(cubes) < 64 || formula.Sum() != strings.Fields(text)[2]) {
			t.Errorf("%q: %d cases, sum %s", text, len(cubes), formula.Sum())
		}
	})
}
