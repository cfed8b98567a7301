// Package lemmatest holds the examples of proofs against the code that the proofs are about.
//
// A package that refutes setups writes its theorems in doc comments, as numbered lemmas:
//
//	// # Lemma 3: spare pawns
//	//
//	// What it says, and then the proof.
//	//
//	//	illegal  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNQ w KQkq -
//	//	legal    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
//	//	game     1. Nf3 Nf6 2. Ng1 Ng8
//
// The setup after "illegal" is one that the lemma refutes, the one after "legal" a neighbor
// that it must not refute, since the game leads there. A game may go on in further lines that
// begin with a tab and blanks. [Read] takes the lemmas from the source, so that what is tested is
// what is printed by go doc; [Check] tests them.
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

// A Lemma is what stands in a doc comment.
type Lemma struct {
	Number  int
	Title   string
	Illegal string // FEN that is refuted
	Legal   string // FEN that must not be
	Game    string // that leads to Legal, in SAN with or without move numbers
}

var (
	heading = regexp.MustCompile(`^// # Lemma (\d+): (.+)$`)
	cited   = regexp.MustCompile(`Lemmas? (\d+)(?:(?:,| and| to) (\d+))*`)
	number  = regexp.MustCompile(`\d+`)
	counter = regexp.MustCompile(`\b\d+\.+ *`)
)

// parse reads the lemmas of a source file. Errors name the line and what was expected.
func parse(name, text string) ([]Lemma, error) {
	var all []Lemma
	var field *string
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\n")
		if m := heading.FindStringSubmatch(line); m != nil {
			k, _ := strconv.Atoi(m[1])
			all, field = append(all, Lemma{Number: k, Title: m[2]}), nil
			continue
		}
		rest, code := strings.CutPrefix(line, "//\t")
		if !code || len(all) == 0 {
			field = nil
			continue
		}
		l := &all[len(all)-1]
		key, value, _ := strings.Cut(strings.TrimRight(rest, " "), " ")
		switch key {
		case "illegal":
			field = &l.Illegal
		case "legal":
			field = &l.Legal
		case "game":
			field = &l.Game
		case "": // goes on
			if field == nil {
				continue
			}
			*field += " " + strings.TrimSpace(value)
			continue
		default:
			field = nil
			continue
		}
		if *field != "" {
			return nil, fmt.Errorf("%s:%d: Lemma %d has two lines %q, expected one", name, n, l.Number, key)
		}
		*field = strings.TrimSpace(value)
	}
	return all, nil
}

// Lemmas reads those of one source file, as they are.
func Lemmas(t testing.TB, name string) []Lemma {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	all, err := parse(name, string(text))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Moves returns the moves of the game without their numbers.
func (l *Lemma) Moves() []string { return strings.Fields(counter.ReplaceAllString(l.Game, "")) }

// Read returns the lemmas of the given source files of the package under test, in order. The
// test fails if they are not numbered from 1 on, if one has no example, or if code of the package
// cites a lemma that does not exist or never cites one that does.
func Read(t testing.TB, files ...string) []Lemma {
	t.Helper()
	var all []Lemma
	docs := map[string]bool{}
	for _, name := range files {
		docs[name] = true
		all = append(all, Lemmas(t, name)...)
	}
	for i, l := range all {
		if l.Number != i+1 {
			t.Fatalf("Lemma %d follows %d lemmas", l.Number, i)
		}
		if l.Illegal == "" || l.Legal == "" || l.Game == "" {
			t.Errorf("Lemma %d has no example, expected lines illegal, legal, game: %+v", l.Number, l)
		}
	}
	cites(t, len(all), docs)
	return all
}

// cites looks for the numbers of the lemmas in the code.
func cites(t testing.TB, n int, docs map[string]bool) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := make([]bool, n+1)
	for _, name := range names {
		if docs[name] || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range cited.FindAllString(string(text), -1) {
			for _, d := range number.FindAllString(m, -1) {
				k, _ := strconv.Atoi(d)
				if k < 1 || k > n {
					t.Errorf("%s cites Lemma %d of %d", name, k, n)
					continue
				}
				seen[k] = true
			}
		}
	}
	for k := 1; k <= n; k++ {
		if !seen[k] {
			t.Errorf("no code cites Lemma %d", k)
		}
	}
}

// Check tests the examples: refutes must say yes to what a lemma calls illegal and no to what
// it calls legal, and two programs that share no code with it must replay the game. refutes gets
// the number of the lemma, so that it can look at the reason.
func Check(t *testing.T, all []Lemma, refutes func(t *testing.T, lemma int, s *chess.Setup) bool) {
	t.Helper()
	if len(all) == 0 {
		t.Fatal("no lemmas")
	}
	var verifier replay.Verifier
	for _, l := range all {
		t.Run(fmt.Sprintf("lemma=%d", l.Number), func(t *testing.T) {
			for _, fault := range faults(&l, &verifier, func(s *chess.Setup) bool { return refutes(t, l.Number, s) }) {
				t.Error(fault)
			}
		})
	}
}

// faults lists what is wrong with the example of a lemma.
func faults(l *Lemma, verifier *replay.Verifier, refutes func(s *chess.Setup) bool) (list []string) {
	bad, errBad := chess.ParsePosition(l.Illegal)
	good, errGood := chess.ParsePosition(l.Legal)
	if err := errors.Join(errBad, errGood); err != nil {
		return []string{fmt.Sprintf("%q and %q: %v", l.Illegal, l.Legal, err)}
	}
	b, g := bad.Setup(), good.Setup()
	if !refutes(&b) {
		list = append(list, l.Illegal+"\nis not refuted")
	}
	if refutes(&g) {
		list = append(list, l.Legal+"\nis refuted, but legal after "+l.Game)
	}
	if err := verifier.VerifyText("", 0, strings.Join(l.Moves(), " "), g.String()); err != nil {
		list = append(list, fmt.Sprintf("the game does not lead to %s: %v", l.Legal, err))
	}
	return list
}
