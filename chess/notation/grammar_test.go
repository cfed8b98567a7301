package notation

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"chesscensus/internal/testing/testkit"

	"golang.org/x/exp/ebnf"
)

// A grammar is a Wirth syntax that can recognize and make sentences. It shares nothing with the parsers.
type grammar struct {
	start string
	rules ebnf.Grammar
}

// readGrammar reads a grammar from testdata and checks that it is complete and has no production to spare.
func readGrammar(t testing.TB, file, start string) *grammar {
	t.Helper()
	text := testkit.Must(os.ReadFile("testdata/" + file))(t)
	g, err := ebnf.Parse(file, bytes.NewReader(text))
	if err == nil {
		err = ebnf.Verify(g, start)
	}
	testkit.OK(t, err)
	return &grammar{start, g}
}

// recognizes reports whether s is a sentence from the given production.
func (g *grammar) recognizes(start, s string) bool {
	return g.possibleEnds(&ebnf.Name{String: start}, s, 0)[len(s)]
}

// possibleEnds returns the places in s at which e can end if it begins at pos.
func (g *grammar) possibleEnds(e ebnf.Expression, s string, pos int) map[int]bool {
	out := map[int]bool{}
	switch e := e.(type) {
	case nil:
		out[pos] = true
	case *ebnf.Token:
		if strings.HasPrefix(s[pos:], e.String) {
			out[pos+len(e.String)] = true
		}
	case *ebnf.Name:
		return g.possibleEnds(g.rules[e.String].Expr, s, pos)
	case *ebnf.Group:
		return g.possibleEnds(e.Body, s, pos)
	case *ebnf.Option:
		out = g.possibleEnds(e.Body, s, pos)
		out[pos] = true
	case ebnf.Alternative:
		for _, a := range e {
			maps.Copy(out, g.possibleEnds(a, s, pos))
		}
	case ebnf.Sequence:
		out[pos] = true
		for _, part := range e {
			next := map[int]bool{}
			for p := range out {
				maps.Copy(next, g.possibleEnds(part, s, p))
			}
			out = next
		}
	case *ebnf.Repetition:
		out[pos] = true
		for todo := []int{pos}; len(todo) > 0; {
			p := todo[0]
			todo = todo[1:]
			for q := range g.possibleEnds(e.Body, s, p) {
				if !out[q] {
					out[q], todo = true, append(todo, q)
				}
			}
		}
	default:
		panic("unknown kind of expression")
	}
	return out
}

// randomText returns a random sentence.
func (g *grammar) randomText(src *rand.Rand, e ebnf.Expression) string {
	switch e := e.(type) {
	case *ebnf.Token:
		return e.String
	case *ebnf.Name:
		return g.randomText(src, g.rules[e.String].Expr)
	case *ebnf.Group:
		return g.randomText(src, e.Body)
	case *ebnf.Option:
		if src.IntN(2) == 0 {
			return ""
		}
		return g.randomText(src, e.Body)
	case ebnf.Alternative:
		return g.randomText(src, e[src.IntN(len(e))])
	case ebnf.Sequence:
		var s strings.Builder
		for _, part := range e {
			s.WriteString(g.randomText(src, part))
		}
		return s.String()
	case *ebnf.Repetition:
		var s strings.Builder
		for src.IntN(3) != 0 {
			s.WriteString(g.randomText(src, e.Body))
		}
		return s.String()
	}
	panic("unknown kind of expression")
}

// randomSentence returns a random sentence of the language.
func (g *grammar) randomSentence(src *rand.Rand) string {
	return g.randomText(src, &ebnf.Name{String: g.start})
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
	src := rand.New(rand.NewPCG(1, 7))
	for range 20000 {
		move := g.randomText(src, &ebnf.Name{String: "Move"})
		if !accepts(move) {
			_, p := parseSentence(move)
			t.Fatalf("%q is a move of the published grammar: %s", move, p.msg)
		}
	}
	for range 5000 {
		line := g.randomSentence(src)
		if line[0] == '0' && len(line) > 1 && line[1] == '0' {
			continue // no number of a move, and 00-0 reads as a number and -0
		}
		// The grammar writes no blanks; the lines of the document have them.
		i := strings.IndexFunc(line, func(r rune) bool { return r < '0' || r > '9' })
		if !g.recognizes("Move", strings.TrimPrefix(line[i:], "…")) || strings.Contains(line, "0-") {
			continue // two moves without a blank between
		}
		if got := Split(line[:i] + " " + line[i:]); len(got) != 1 || got[0] != strings.TrimPrefix(line[i:], "…") {
			t.Fatalf("Split(%q) = %q", line, got)
		}
	}
}

// TestPublishedAlgebraicGrammarIsRead does the same for algebraic notation.
func TestPublishedAlgebraicGrammarIsRead(t *testing.T) {
	g := readGrammar(t, "algebraic.ebnf", "Move")
	src := rand.New(rand.NewPCG(4, 7))
	p := testkit.Position(t, hardPositions[8])
	for range roundCount(20000) {
		move := g.randomSentence(src)
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
	src := rand.New(rand.NewPCG(2, 7))
	const alphabet = "KQRNBP12345678-x()/=+#!?0O9A"
	yes, no := 0, 0
	for range roundCount(30000) {
		text := g.randomSentence(src)
		for range src.IntN(4) {
			text = damage(src, text, alphabet)
		}
		want := g.recognizes("Move", text)
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
	src := rand.New(rand.NewPCG(3, 7))
	yes, no := 0, 0
	for range roundCount(20000) {
		text := g.randomSentence(src)
		for range src.IntN(3) {
			text = damage(src, text, "♔♕♖♗♘♙age:;.,/(1289)x")
		}
		want := g.recognizes("Configuration", text)
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
