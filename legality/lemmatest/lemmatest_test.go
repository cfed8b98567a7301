package lemmatest

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
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

// A recorder is a test whose failures are kept instead of reported.
type recorder struct {
	testing.TB
	text strings.Builder
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	fmt.Fprintf(&r.text, format+"\n", args...)
}
func (r *recorder) Fatalf(format string, args ...any) { r.Errorf(format, args...); runtime.Goexit() }
func (r *recorder) Fatal(args ...any)                 { r.Fatalf("%s", fmt.Sprint(args...)) }

// read runs Read in a folder with the given files and returns what it complains about.
func read(t *testing.T, files map[string]string, docs ...string) (list []Lemma, complaint string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		testkit.OK(t, os.WriteFile(name, []byte(text), 0o644))
	}
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		list = Read(r, docs...)
	}()
	<-done
	return list, r.text.String()
}

// TestReadWatchesTheCode: lemmas are numbered, have examples, and are cited by the code that uses them, and only they.
func TestReadWatchesTheCode(t *testing.T) {
	first, second, _ := strings.Cut(source, "// # Lemma 2")
	example := first[strings.Index(first, "//	illegal"):strings.Index(first, "//	picture")]
	whole := first + "// # Lemma 2" + strings.Replace(second, "\npackage", "\n//\n"+example+"package", 1)
	const cites = "package x\n\n// By Lemmas 1 and 2.\n"
	for name, c := range map[string]struct {
		docs, code string
		want       string
	}{
		"all is well":           {whole, cites, ""},
		"singular":              {whole, "package x // Lemma 1; see Lemma 2\n", ""},
		"no example":            {source, cites, "Lemma 2 has no example, expected lines illegal, legal, game"},
		"not cited":             {whole, "package x // Lemma 1\n", "no code cites Lemma 2"},
		"cited in vain":         {whole, cites + "// and Lemma 3\n", "code.go cites Lemma 3 of 2"},
		"counted from 2":        {strings.Replace(whole, "# Lemma 1", "# Lemma 2", 1), cites, "Lemma 2 follows 0 lemmas"},
		"one number for two":    {strings.Replace(whole, "# Lemma 2", "# Lemma 1", 1), cites, "Lemma 1 follows 1 lemmas"},
		"two lines of a kind":   {strings.Replace(whole, "legal    rnb", "illegal  rnb", 1), cites, `docs.go:8: Lemma 1 has two lines "illegal", expected one`},
		"tests do not count":    {whole, "package x // Lemma 1\n", "no code cites Lemma 2"},
		"the docs do not count": {whole + "// Lemma 2\n", "package x // Lemma 1\n", "no code cites Lemma 2"},
	} {
		list, got := read(t, map[string]string{"docs.go": c.docs, "code.go": c.code, "code_test.go": "package x // Lemmas 2 and 7\n"}, "docs.go")
		if (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if c.want == "" && len(list) != 2 {
			t.Errorf("%s: %d lemmas", name, len(list))
		}
	}
	if _, got := read(t, nil, "docs.go"); !strings.Contains(got, "docs.go: no such file") {
		t.Errorf("without a file: %q", got)
	}
}
