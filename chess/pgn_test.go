package chess_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	second "github.com/corentings/chess/v2"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// writePGN writes a game that must be writable.
func writePGN(tb testing.TB, g chess.Game) string {
	tb.Helper()
	var b bytes.Buffer
	testkit.OK(tb, chess.WritePGN(&b, &g))
	return b.String()
}

// parseLine reads moves in SAN from a position.
func parseLine(tb testing.TB, p chess.Position, moves string) (list []chess.Move) {
	tb.Helper()
	for _, text := range strings.Fields(moves) {
		m := testkit.Must(p.ParseSAN(text))(tb)
		list, p = append(list, m), p.Play(m)
	}
	return list
}

// TestPGNExportFormat compares whole files: unknown tags, results by the final position, escapes and order of tags, other starts.
func TestPGNExportFormat(t *testing.T) {
	for _, c := range []struct {
		what, want string
		game       chess.Game
	}{
		{"the zero value", `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "*"]

*

`, chess.Game{}},
		{"a mate", `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

`, chess.Game{Moves: parseLine(t, chess.InitialPosition(), "f3 e5 g4 Qh4")}},
		{"tags", `[Event "Proof \"game\""]
[Site "C:\\chess"]
[Date "2026.11.20"]
[Round "?"]
[White "Müller"]
[Black "?"]
[Result "1-0"]
[Annotator "chesscensus"]
[ECO "A00"]

1. a3 1-0

`, chess.Game{
			Tags: []chess.Tag{
				{"ECO", "A00"}, {"White", "Müller"}, {"Event", `Proof "game"`}, {"Annotator", "chesscensus"},
				{"Date", "2026.11.20"}, {"Site", `C:\chess`},
			},
			Moves: parseLine(t, chess.InitialPosition(), "a3"), Result: "1-0",
		}},
		{"another start, Black to move, stalemate", `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1/2-1/2"]
[SetUp "1"]
[FEN "7k/8/6K1/8/8/8/8/5Q2 b - - 3 40"]

40... Kg8 41. Qf2 Kh8 42. Qf7 1/2-1/2

`, chess.Game{
			Start: testkit.Position(t, "7k/8/6K1/8/8/8/8/5Q2 b - - 3 40"), Halfmove: 3, Fullmove: 40,
			Moves: parseLine(t, testkit.Position(t, "7k/8/6K1/8/8/8/8/5Q2 b - - 3 40"), "Kg8 Qf2 Kh8 Qf7"),
		}},
	} {
		if got := writePGN(t, c.game); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.what, got, c.want)
		}
	}
	testkit.Contains(t, writePGN(t, chess.Game{Halfmove: 3}), `[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 1"]`)
}

// TestPGNIsReadBySecondProgram: random games of all styles, from the initial and from other positions; the final position and all
// moves agree.
func TestPGNIsReadBySecondProgram(t *testing.T) {
	testkit.Medium(t)
	src := source(31)
	starts := []chess.Position{{}, testkit.Position(t, kiwipete), testkit.Position(t, "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1"),
		testkit.Position(t, "r3k2r/8/8/8/3pP3/8/8/4K3 b kq e3 0 1")}
	for i := range 120 {
		g := chess.Game{Start: starts[i%len(starts)], Fullmove: 1 + i%3*30, Halfmove: i % 5,
			Tags: []chess.Tag{{"Event", `a "b" \c\ ]`}, {"Zeta", "{x} ; 1. e4"}}}
		opt := chesstest.RandomOptions(src)
		opt.Start = g.Start
		for m := range chesstest.Moves(src, opt) {
			g.Moves = append(g.Moves, m)
		}
		text := writePGN(t, g)
		final := testkit.Must(g.Final())(t)
		read, err := second.PGN(strings.NewReader(text))
		if err != nil {
			t.Fatalf("corentings cannot read: %v\n%s", err, text)
		}
		game := second.NewGame(read)
		f, err := chess.ParseFEN(game.Position().String())
		if err != nil || f.Setup.Canonical() != final.Setup() {
			t.Fatalf("corentings ends with %v, %v, want %v\n%s", f, err, final, text)
		}
		if n := len(game.Moves()); n != len(g.Moves) {
			t.Fatalf("corentings reads %d moves, want %d\n%s", n, len(g.Moves), text)
		}
		for _, line := range strings.Split(text, "\n") {
			if len(line) > 79 || strings.TrimRight(line, " ") != line {
				t.Fatalf("line %q\n%s", line, text)
			}
		}
		if !strings.HasSuffix(text, "\n\n") || strings.Count(text, "\n\n") != 2 {
			t.Fatalf("sections\n%s", text)
		}
	}
}

// TestPGNLinesAreFull: no line ends before a word that would have fitted into it.
func TestPGNLinesAreFull(t *testing.T) {
	src := source(32)
	g := chess.Game{}
	for m := range chesstest.Moves(src, chesstest.Options{Plies: 300}) {
		g.Moves = append(g.Moves, m)
	}
	_, movetext, _ := strings.Cut(writePGN(t, g), "\n\n")
	lines := strings.Split(strings.TrimSpace(movetext), "\n")
	for i, line := range lines[:len(lines)-1] {
		word, _, _ := strings.Cut(lines[i+1], " ")
		if len(line)+1+len(word) <= 79 {
			t.Errorf("%q would have fitted into %q", word, line)
		}
	}
}

// TestPGNErrors: what has no representation in PGN gives an error and writes nothing. Unusual names of tags that are allowed do not.
func TestPGNErrors(t *testing.T) {
	for _, c := range []struct {
		what, msg string
		game      chess.Game
	}{
		{"illegal move", "(ply 2) is not legal", chess.Game{Moves: append(parseLine(t, chess.InitialPosition(), "e4"), parseLine(t, chess.InitialPosition(), "d4")...)}},
		{"no move", "(ply 1) is not legal", chess.Game{Moves: []chess.Move{0}}},
		{"result", `result "2-0"`, chess.Game{Result: "2-0"}},
		{"empty name", "the name is empty", chess.Game{Tags: []chess.Tag{{"", "x"}}}},
		{"name with blank", "a name has letters", chess.Game{Tags: []chess.Tag{{"My Tag", "x"}}}},
		{"name with quote", "a name has letters", chess.Game{Tags: []chess.Tag{{`A"`, "x"}}}},
		{"name with a character behind z", "a name has letters", chess.Game{Tags: []chess.Tag{{"A{", "x"}}}},
		{"name with digit first", "a name has letters", chess.Game{Tags: []chess.Tag{{"1A", "x"}}}},
		{"tag twice", "given twice", chess.Game{Tags: []chess.Tag{{"ECO", "x"}, {"ECO", "y"}}}},
		{"reserved", "taken from the game", chess.Game{Tags: []chess.Tag{{"FEN", "x"}}}},
		{"line end in value", "control character", chess.Game{Tags: []chess.Tag{{"ECO", "x\ny"}}}},
		{"DEL in value", "control character", chess.Game{Tags: []chess.Tag{{"ECO", "\x7f"}}}},
		{"NUL in value", "control character", chess.Game{Tags: []chess.Tag{{"ECO", "\x00"}}}},
	} {
		var b bytes.Buffer
		err := chess.WritePGN(&b, &c.game)
		if err == nil || !strings.Contains(err.Error(), c.msg) || b.Len() != 0 {
			t.Errorf("%s: error %v, %d bytes written, want an error with %q and nothing written", c.what, err, b.Len(), c.msg)
		}
	}
	for _, name := range []string{"A_1", "x", "ECO9"} {
		writePGN(t, chess.Game{Tags: []chess.Tag{{name, ""}}})
	}
}

// TestPGNReportsWriteErrors: the error of the writer is returned.
func TestPGNReportsWriteErrors(t *testing.T) {
	reader, broken := io.Pipe()
	reader.Close()
	testkit.FailsWith(t, chess.WritePGN(broken, &chess.Game{}), io.ErrClosedPipe)
}
