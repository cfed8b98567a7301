package notation

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// forEachPosition calls f with positions of random games of all styles.
func forEachPosition(t *testing.T, games int, f func(src *rand.Rand, p chess.Position)) {
	t.Helper()
	if testing.Short() {
		games = games/10 + 1
	}
	for i := range games {
		src := rand.New(rand.NewPCG(uint64(i), 11))
		for p := range chesstest.Playout(src, chesstest.RandomOptions(src)) {
			if src.IntN(8) == 0 {
				f(src, p)
			}
		}
	}
}

// hardPositions are positions in which moves are hard to tell apart: promotions with captures, en passant by two pawns, several
// queens, rooks and knights that reach one square.
var hardPositions = []string{
	"r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1",
	"n1n1k3/PPP1P1PP/8/8/8/8/ppp1p1pp/N1N1K1N1 w - - 0 1",
	"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
	"4k3/8/1p3p2/2PpP3/8/8/8/4K3 w - d6 0 1",
	"7k/8/8/8/2pPp3/8/8/4K3 b - d3 0 1",
	"kr6/pp6/8/3QQ3/7Q/8/3QQ3/7K w - - 0 1",
	"8/k7/1N3N2/8/3p4/1N3N2/8/K7 w - - 0 1",
	"3r3r/2k5/r6r/8/8/8/8/1K6 b - - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"1QQQQQQQ/8/8/8/8/8/1p6/k6K w - - 0 1",
}

// checkRoundTrip writes every legal move of p in every notation and reads it back.
func checkRoundTrip(t *testing.T, p chess.Position) {
	t.Helper()
	for _, m := range p.Moves(nil) {
		for _, n := range Notations() {
			text := n.Format(&p, m)
			if len(text) > 24 {
				t.Fatalf("%v: %v written in %v as %q is longer than 24 bytes", p, m, n, text)
			}
			if got, err := n.Parse(&p, text); got != m {
				t.Fatalf("%v: %v written in %v as %q comes back as %v, %v", p, m, n, text, got, err)
			}
			if got, _, err := ParseAny(&p, text, Options{}); got != m {
				t.Fatalf("%v: %v written in %v as %q is read by ParseAny as %v, %v", p, m, n, text, got, err)
			}
		}
		for _, opt := range []Options{{}, {Slash: true}, {Marks: true}, {Slash: true, Marks: true}, {Full: true}, {Slash: true, Full: true}} {
			text := string(AppendDescriptive(nil, &p, m, opt))
			for _, variant := range []string{text, strings.ToLower(text), strings.ReplaceAll(text, "x", " * "), " " + text + " "} {
				if got, err := parseDescriptive(&p, variant, opt); got != m {
					t.Fatalf("%v: %v as %q comes back from %q as %v, %v", p, m, text, variant, got, err)
				}
			}
			if got := Split("7. " + text + " ... " + text); !slices.Equal(got, []string{text, text}) {
				t.Fatalf("two times %q are split into %q", text, got)
			}
		}
	}
}

// TestEveryMoveComesBackInEveryNotation checks all moves of the hard positions and of positions of random games.
func TestEveryMoveComesBackInEveryNotation(t *testing.T) {
	testkit.Medium(t)
	for _, fen := range hardPositions {
		p := testkit.Position(t, fen)
		checkRoundTrip(t, p)
	}
	forEachPosition(t, 60, func(_ *rand.Rand, p chess.Position) { checkRoundTrip(t, p) })
}

// allNames returns every text that the published grammar has for a move, with its extensions for promotions and en passant, built
// word by word from the names of squares in the books. It is the oracle of the reader and of the writer.
func allNames(us chess.Color, m chess.Move) (texts []string) {
	if m.Castles() {
		return []string{map[byte]string{'K': "0-0", 'Q': "0-0-0"}[castleOf(m)]}
	}
	const letters = "-PNBRQK"
	places := func(sq chess.Square) []string {
		full := [8]string{"QR", "QN", "QB", "Q", "K", "KB", "KN", "KR"}[sq%8]
		r := int(sq / 8)
		if us == chess.Black {
			r = 7 - r
		}
		digit := string(rune('1' + r))
		list := []string{full + digit}
		if len(full) == 2 {
			list = append(list, full[1:]+digit)
		}
		return list
	}
	men := func(r chess.Role, sq chess.Square) []string {
		list := []string{letters[r : r+1]}
		for _, pl := range places(sq) {
			list = append(list, letters[r:r+1]+"("+pl+")")
		}
		return list
	}
	tail := ""
	if m.Promotion() != chess.NoRole {
		tail = "(" + letters[m.Promotion():m.Promotion()+1] + ")"
	}
	for _, man := range men(m.Role(), m.From()) {
		if m.Captured() == chess.NoRole {
			for _, pl := range places(m.To()) {
				texts = append(texts, man+"-"+pl+tail)
			}
			continue
		}
		for _, target := range men(m.Captured(), m.CapturedOn()) {
			texts = append(texts, man+"x"+target+tail)
			if m.EnPassant() {
				texts = append(texts, man+"x"+target+tail+" e.p.")
			}
		}
	}
	return texts
}

// checkNames reads every name of every legal move of p: a name that only one move has denotes it, one that several have is
// ambiguous between just these; and what is written is the shortest name that no other move has.
func checkNames(t *testing.T, p chess.Position) {
	t.Helper()
	moves := p.Moves(nil)
	owners := map[string][]chess.Move{}
	for _, m := range moves {
		for _, text := range allNames(p.Turn(), m) {
			owners[text] = append(owners[text], m)
		}
	}
	for text, want := range owners {
		got, err := parseDescriptive(&p, text, Options{})
		var e *Error
		switch {
		case len(want) == 1 && got != want[0]:
			t.Fatalf("%v: %q is read as %v, %v, want %v", p, text, got, err, want[0])
		case len(want) > 1 && (!errors.As(err, &e) || !errors.Is(err, ErrAmbiguous) || !slices.Equal(e.Candidates, want)):
			t.Fatalf("%v: %q gives %v, %v, want it ambiguous between %v", p, text, got, err, want)
		}
	}
	for _, m := range moves {
		best := ""
		for _, text := range allNames(p.Turn(), m) {
			if len(owners[text]) == 1 && strings.HasSuffix(text, "e.p.") == m.EnPassant() && (best == "" || len(text) < len(best)) {
				best = text
			}
		}
		if got := Descriptive.Format(&p, m); len(got) != len(best) || !slices.Equal(owners[got], []chess.Move{m}) {
			t.Fatalf("%v: %v is written %q, but %q is the shortest", p, m, got, best)
		}
	}
}

// TestNamesAreReadAndTheShortestWritten checks the names in the hard positions and in positions of random games.
func TestNamesAreReadAndTheShortestWritten(t *testing.T) {
	for _, fen := range hardPositions {
		checkNames(t, testkit.Position(t, fen))
	}
	forEachPosition(t, 60, func(_ *rand.Rand, p chess.Position) { checkNames(t, p) })
}

// TestSentencesThatAreNoMove reads random sentences of the published grammar in random positions: those that are no name of a legal
// move are refused as such.
func TestSentencesThatAreNoMove(t *testing.T) {
	moves := readGrammar(t, "published.ebnf", "EDCN").sentences("Move")
	refused := 0
	forEachPosition(t, 20, func(src *rand.Rand, p chess.Position) {
		owned := map[string]bool{}
		for _, m := range p.Moves(nil) {
			for _, text := range allNames(p.Turn(), m) {
				// A pawn that promotes without a word to what, and the square that a
				// pawn taken en passant has passed.
				text, _, _ = strings.Cut(text, " ")
				if m.Promotion() != chess.NoRole {
					text = text[:len(text)-3]
				}
				owned[text] = true
			}
		}
		for range 30 {
			text := moves.Example(src.Int())
			_, err := parseDescriptive(&p, text, Options{})
			if !owned[text] && p.EP() == chess.NoSquare {
				refused++
				if !errors.Is(err, ErrNoMove) {
					t.Fatalf("%v: %q gives %v", p, text, err)
				}
			} else if errors.Is(err, ErrNoMove) && p.EP() == chess.NoSquare {
				t.Fatalf("%v: %q is a name of a legal move: %v", p, text, err)
			}
		}
	})
	if refused < 1000 {
		t.Errorf("only %d sentences", refused)
	}
}

// TestConfigurationsComeBack writes the boards of random games and reads them.
func TestConfigurationsComeBack(t *testing.T) {
	forEachPosition(t, 60, func(_ *rand.Rand, p chess.Position) {
		b := p.Board()
		for _, style := range []ConfigurationStyle{{}, {ASCII: true}} {
			text := testkit.Must(Configuration(&b, style))(t)
			for _, variant := range []string{text, strings.ToLower(text), strings.ReplaceAll(text, ",", " ,\n")} {
				if got, err := ParseConfiguration(variant); got != b || err != nil {
					t.Fatalf("%v as %q comes back as\n%v%v", p, variant, &got, err)
				}
			}
		}
	})
}
