// Package lemmatest tests the examples of proofs with the code that rests on the proofs.
//
// A package that refutes setups writes its theorems in doc comments, as numbered lemmas:
//
//	// # Lemma 3: spare pawns
//	//
//	// The statement, and then the proof.
//	//
//	//	illegal  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNQ w KQkq -
//	//	legal    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
//	//	game     1. Nf3 Nf6 2. Ng1 Ng8
//
// The setup after "illegal" is one that the lemma refutes. The one after "legal" is similar, and
// the lemma must not refute it, since the game leads to it. A game may continue in further lines
// that begin with a tab and blanks. [Read] reads the lemmas from the source, so that the tested
// examples are those that go doc prints; [Check] tests them.
package lemmatest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/legality/proofgame/replay"
)

// A Lemma is a lemma of a doc comment with its example.
type Lemma struct {
	Number  int
	Title   string
	Illegal string // FEN of a setup that the lemma refutes
	Legal   string // FEN of a setup that it must not refute
	Game    string // moves to Legal, in SAN with or without move numbers
}

var (
	heading    = regexp.MustCompile(`^// # Lemma (\d+): (.+)$`)
	citation   = regexp.MustCompile(`Lemmas? (\d+)(?:(?:,| and| to) (\d+))*`)
	number     = regexp.MustCompile(`\d+`)
	moveNumber = regexp.MustCompile(`\b\d+\.+ *`)
)

// parse returns the lemmas of a source file. It is an error if a lemma has two lines of a kind.
func parse(name, text string) ([]Lemma, error) {
	var lemmas []Lemma
	var value *string // of the last key, which the next line may continue
	lineNumber := 0
	for line := range strings.Lines(text) {
		lineNumber++
		line = strings.TrimRight(line, "\n")
		if m := heading.FindStringSubmatch(line); m != nil {
			k, _ := strconv.Atoi(m[1])
			lemmas, value = append(lemmas, Lemma{Number: k, Title: m[2]}), nil
			continue
		}
		rest, code := strings.CutPrefix(line, "//\t")
		if !code || len(lemmas) == 0 {
			value = nil
			continue
		}
		l := &lemmas[len(lemmas)-1]
		key, text, _ := strings.Cut(strings.TrimRight(rest, " "), " ")
		switch key {
		case "illegal":
			value = &l.Illegal
		case "legal":
			value = &l.Legal
		case "game":
			value = &l.Game
		case "": // the last value continues
			if value == nil {
				continue
			}
			*value += " " + strings.TrimSpace(text)
			continue
		default:
			value = nil
			continue
		}
		if *value != "" {
			return nil, fmt.Errorf("%s:%d: Lemma %d has two lines %q, expected one", name, lineNumber, l.Number, key)
		}
		*value = strings.TrimSpace(text)
	}
	return lemmas, nil
}

// Lemmas returns the lemmas of one source file without checking them.
func Lemmas(t testing.TB, name string) []Lemma {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lemmas, err := parse(name, string(text))
	if err != nil {
		t.Fatal(err)
	}
	return lemmas
}

// Moves returns the moves of the game without their numbers.
func (l *Lemma) Moves() []string { return strings.Fields(moveNumber.ReplaceAllString(l.Game, "")) }

// Read returns the lemmas of the given source files of the package under test, in order. The
// test fails if there are none or they are not numbered from 1 on, if code of the package cites a
// lemma that does not exist, or if it does not cite all of them. [Check] reports missing examples.
func Read(t testing.TB, files ...string) []Lemma {
	t.Helper()
	var lemmas []Lemma
	proofFiles := map[string]bool{}
	for _, name := range files {
		proofFiles[name] = true
		lemmas = append(lemmas, Lemmas(t, name)...)
	}
	if len(lemmas) == 0 {
		t.Fatal("no lemmas")
	}
	for i, l := range lemmas {
		if l.Number != i+1 {
			t.Fatalf("Lemma %d follows %d lemmas", l.Number, i)
		}
	}
	checkCitations(t, len(lemmas), proofFiles)
	return lemmas
}

// checkCitations checks that the code of the package cites the lemmas 1 to n and no others. Tests
// and the files of the proofs do not count as code.
func checkCitations(t testing.TB, n int, proofFiles map[string]bool) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	cited := make([]bool, n+1)
	for _, name := range names {
		if proofFiles[name] || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range citation.FindAllString(string(text), -1) {
			for _, d := range number.FindAllString(m, -1) {
				k, _ := strconv.Atoi(d)
				if k < 1 || k > n {
					t.Errorf("%s cites Lemma %d of %d", name, k, n)
					continue
				}
				cited[k] = true
			}
		}
	}
	for k := 1; k <= n; k++ {
		if !cited[k] {
			t.Errorf("no code cites Lemma %d", k)
		}
	}
}

// Check tests the examples: refutes must be true of the illegal setup of each lemma and false of
// the legal one, and two programs that share no code with it must replay the game. The number of
// the lemma is passed to refutes, so that it can check the reason.
func Check(t *testing.T, lemmas []Lemma, refutes func(t *testing.T, lemma int, s *chess.Setup) bool) {
	t.Helper()
	var verifier replay.Verifier
	for _, l := range lemmas {
		t.Run(fmt.Sprintf("lemma=%d", l.Number), func(t *testing.T) {
			for _, problem := range problems(&l, &verifier, func(s *chess.Setup) bool { return refutes(t, l.Number, s) }) {
				t.Error(problem)
			}
		})
	}
}

// problems returns what is wrong with the example of a lemma.
func problems(l *Lemma, verifier *replay.Verifier, refutes func(s *chess.Setup) bool) (list []string) {
	illegal, errIllegal := chess.ParsePosition(l.Illegal)
	legal, errLegal := chess.ParsePosition(l.Legal)
	if err := errors.Join(errIllegal, errLegal); err != nil {
		return []string{fmt.Sprintf("%q and %q: %v", l.Illegal, l.Legal, err)}
	}
	illegalSetup, legalSetup := illegal.Setup(), legal.Setup()
	if !refutes(&illegalSetup) {
		list = append(list, l.Illegal+"\nis not refuted")
	}
	if refutes(&legalSetup) {
		list = append(list, l.Legal+"\nis refuted, but legal after "+l.Game)
	}
	if err := verifier.VerifyText("", 0, strings.Join(l.Moves(), " "), legalSetup.String()); err != nil {
		list = append(list, fmt.Sprintf("the game does not lead to %s: %v", l.Legal, err))
	}
	return list
}
