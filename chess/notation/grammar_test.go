package notation

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"

	"pgregory.net/rapid"
)

// A grammar is a Wirth syntax without recursion: for each production its right side. It shares nothing with the parsers.
type grammar map[string]string

// readGrammar reads a grammar from testdata and checks that its productions are those that the start needs.
func readGrammar(t testing.TB, file, start string) grammar {
	t.Helper()
	g, needed := grammar{}, map[string]bool{}
	for line := range strings.Lines(string(testkit.Must(os.ReadFile("testdata/" + file))(t))) {
		if name, right, found := strings.Cut(line, "="); found && !strings.HasPrefix(line, "//") {
			g[strings.TrimSpace(name)] = right
		}
	}
	g.expression(start, needed)
	if defined := slices.Sorted(maps.Keys(g)); !slices.Equal(defined, slices.Sorted(maps.Keys(needed))) {
		t.Fatalf("%s defines %q, and %s needs %q", file, defined, start, slices.Sorted(maps.Keys(needed)))
	}
	return g
}

var (
	symbol = regexp.MustCompile(`"[^"]*"|\w+|\s+|.`) // matches a symbol of a production: a text, a name, blanks or a metasymbol
	// metasymbols maps the metasymbols of Wirth syntax to those of regular expressions.
	metasymbols = map[string]string{"(": "(?:", "[": "(?:", "{": "(?:", ")": ")", "]": ")?", "}": ")*", "|": "|", ".": ""}
)

// expression returns a regular expression for the sentences of a production, and adds the productions that it needs to needed.
func (g grammar) expression(name string, needed map[string]bool) string {
	needed[name] = true
	return "(?:" + symbol.ReplaceAllStringFunc(g[name], func(s string) string {
		switch meta, ok := metasymbols[s]; {
		case ok:
			return meta
		case s[0] == '"':
			return regexp.QuoteMeta(s[1 : len(s)-1])
		case strings.TrimSpace(s) == "":
			return ""
		}
		return g.expression(s, needed)
	}) + ")"
}

// recognizer returns an expression that matches the sentences of a production and nothing else.
func (g grammar) recognizer(name string) *regexp.Regexp {
	return regexp.MustCompile("^" + g.expression(name, map[string]bool{}) + "$")
}

// sentences returns a generator of random sentences of a production.
func (g grammar) sentences(name string) *rapid.Generator[string] {
	return rapid.StringMatching(g.expression(name, map[string]bool{}))
}

// damage returns s with one symbol removed, doubled, replaced or inserted, or with its end cut off.
func damage(src *rand.Rand, s, alphabet string) string {
	r, letters := []rune(s), []rune(alphabet)
	if len(r) == 0 {
		return s
	}
	i := src.IntN(len(r))
	switch src.IntN(5) {
	case 0:
		return string(slices.Delete(r, i, i+1))
	case 1:
		return string(slices.Insert(r, i, r[i]))
	case 2:
		r[i] = letters[src.IntN(len(letters))]
	case 3:
		return string(slices.Insert(r, i, letters[src.IntN(len(letters))]))
	case 4:
		return string(r[:i])
	}
	return string(r)
}

// accepts reports whether the parser of moves finds no fault in the form of text.
func accepts(text string) bool {
	_, p := parseSentence(text)
	return p.msg == "" || p.msg == onlyPawns
}

// TestPublishedGrammarIsRead makes sentences of the published grammar: all of them are read, gibberish like KxK included, as far as
// form goes.
func TestPublishedGrammarIsRead(t *testing.T) {
	testkit.Medium(t)
	g := readGrammar(t, "published.ebnf", "EDCN")
	moves, lines, oneMove := g.sentences("Move"), g.sentences("EDCN"), g.recognizer("Move")
	for i := range 20000 {
		move := moves.Example(i)
		if !accepts(move) {
			_, p := parseSentence(move)
			t.Fatalf("%q is a move of the published grammar: %s", move, p.msg)
		}
	}
	for seed := range 5000 {
		line := lines.Example(seed)
		if line[0] == '0' && len(line) > 1 && line[1] == '0' {
			continue // no number of a move, and 00-0 reads as a number and -0
		}
		// The grammar writes no blanks; the lines of the document have them.
		i := strings.IndexFunc(line, func(r rune) bool { return r < '0' || r > '9' })
		if !oneMove.MatchString(strings.TrimPrefix(line[i:], "…")) || strings.Contains(line, "0-") {
			continue // two moves without a blank between
		}
		if got := Split(line[:i] + " " + line[i:]); len(got) != 1 || got[0] != strings.TrimPrefix(line[i:], "…") {
			t.Fatalf("Split(%q) = %q", line, got)
		}
	}
}

// TestPublishedAlgebraicGrammarIsRead does the same for algebraic notation.
func TestPublishedAlgebraicGrammarIsRead(t *testing.T) {
	moves := readGrammar(t, "algebraic.ebnf", "Move").sentences("Move")
	p := testkit.Position(t, hardPositions[8])
	for i := range roundCount(20000) {
		move := moves.Example(i)
		if _, err := parseAlgebraic(&p, move); errors.Is(err, ErrSyntax) {
			t.Fatalf("%q is a move of the published grammar: %v", move, err)
		}
	}
}

// TestParserAgreesWithGrammar compares the parser with a recognizer made from the grammar in the documentation: on sentences,
// damaged sentences and noise.
func TestParserAgreesWithGrammar(t *testing.T) {
	testkit.Medium(t)
	g := readGrammar(t, "descriptive.ebnf", "Move")
	sentences, recognizer := g.sentences("Move"), g.recognizer("Move")
	src := rand.New(rand.NewPCG(2, 7))
	const alphabet = "KQRNBP12345678-x()/=+#!?0O9A"
	yes, no := 0, 0
	for i := range roundCount(30000) {
		text := sentences.Example(i)
		for range src.IntN(4) {
			text = damage(src, text, alphabet)
		}
		want := recognizer.MatchString(text)
		if want {
			yes++
		} else {
			no++
		}
		if strings.ContainsAny(text, " abcdehilmpst") && !want {
			continue // damaged words: see TestSuffixWords
		}
		if got := accepts(text); got != want {
			_, p := parseSentence(text)
			t.Fatalf("%q: grammar says %t, parser %t %s", text, want, got, p.msg)
		}
	}
	if yes < roundCount(30000)/6 || no < roundCount(30000)/6 {
		t.Errorf("only %d sentences and %d other texts", yes, no)
	}
}

// TestConfigurationAgreesWithGrammar does the same for the configuration language.
func TestConfigurationAgreesWithGrammar(t *testing.T) {
	testkit.LongInFull(t)
	testkit.Medium(t)
	g := readGrammar(t, "configuration.ebnf", "Configuration")
	sentences, recognizer := g.sentences("Configuration"), g.recognizer("Configuration")
	src := rand.New(rand.NewPCG(3, 7))
	yes, no := 0, 0
	for i := range roundCount(20000) {
		text := sentences.Example(i)
		for range src.IntN(3) {
			text = damage(src, text, "♔♕♖♗♘♙age:;.,/(1289)x")
		}
		want := recognizer.MatchString(text)
		_, err := ParseConfiguration(text)
		if want {
			yes++
			if errors.Is(err, errConfiguration) && !strings.Contains(err.Error(), "given twice") {
				t.Fatalf("%q is in the grammar: %v", text, err)
			}
			continue
		}
		no++
		if err == nil {
			t.Fatalf("%q is not in the grammar but was read", text)
		}
	}
	if yes < roundCount(20000)/8 || no < roundCount(20000)/8 {
		t.Errorf("only %d sentences and %d other texts", yes, no)
	}
}

// TestDocumentationHoldsTheGrammars compares doc.go with the tested files.
func TestDocumentationHoldsTheGrammars(t *testing.T) {
	doc := testkit.Must(os.ReadFile("doc.go"))(t)
	for _, file := range []string{"descriptive.ebnf", "configuration.ebnf"} {
		text := testkit.Must(os.ReadFile("testdata/" + file))(t)
		for line := range strings.Lines(string(text)) {
			if !bytes.Contains(doc, []byte("//\t"+line)) {
				t.Errorf("doc.go lacks the production %s", line)
			}
		}
	}
}

// TestSuffixWords reads every word that may follow a move, and no other.
func TestSuffixWords(t *testing.T) {
	for _, s := range []string{"ch", "ch.", "CH", "check", "dis ch", "disch", "dbl. ch.", "double check", "discovered check",
		"mate", "checkmate", "e.p.", "ep", "e.p. ch", "+", "++", "#", "!", "?!", "ch!", "mate!!"} {
		for _, sep := range []string{" ", "  "} {
			if !accepts("P-K4" + sep + s) {
				t.Errorf("%q is not read after a move", s)
			}
		}
	}
	for _, s := range []string{"c", "chk", "chmate", "mates", "epp", "P", "x", "en passant", "ch P", "e.p.x", "verylongwordindeed"} {
		if accepts("P-K4 " + s) {
			t.Errorf("%q is read after a move", s)
		}
	}
}

// roundCount returns the number of random texts, a tenth with -short.
func roundCount(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}
