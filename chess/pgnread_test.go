package chess_test

import (
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	second "github.com/corentings/chess/v2"

	"chesscensus/chess"
	"chesscensus/internal/testing/chesstest"
	"chesscensus/internal/testing/testkit"
)

// readAll reads a file without errors.
func readAll(t testing.TB, text string) (games []*chess.Game) {
	t.Helper()
	for g, err := range chess.ReadPGN(strings.NewReader(text), "test.pgn") {
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		games = append(games, g)
	}
	return games
}

// moves returns the moves of a game in standard notation.
func moves(g *chess.Game) string {
	p := g.Start
	if p == (chess.Position{}) {
		p = chess.InitialPosition()
	}
	var words []string
	for _, m := range g.Moves {
		words = append(words, p.SAN(m))
		p = p.Play(m)
	}
	return strings.Join(words, " ")
}

// TestReadPGNNotations reads the same moves in many spellings, then two games with promotions.
func TestReadPGNNotations(t *testing.T) {
	const ruy = "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O"
	for _, c := range testkit.Table[struct{ What, Text string }](t, "pgnnotations.tsv") {
		games := readAll(t, c.Text)
		if len(games) != 1 {
			t.Errorf("%s: %d games, want 1", c.What, len(games))
		} else if got := moves(games[0]); got != ruy {
			t.Errorf("%s: %s, want %s", c.What, got, ruy)
		}
	}
	g := readAll(t, `[FEN "4k3/P6P/8/3pP3/8/8/8/4K3 w - d6 0 1"] 1. exd6 e.p. Kd7 2. a8(Q)+ {x} Kxd6 3. h8/N Kd7 4. Qb7+ *`)[0]
	if got, want := moves(g), "exd6 Kd7 a8=Q Kxd6 h8=N Kd7 Qb7+"; got != want {
		t.Errorf("promotions behind a square: %s, want %s", got, want)
	}
	g = readAll(t, `[FEN "4k3/PPP5/8/8/8/8/5ppp/3K4 w - - 0 1"] a8=R+ Kd7 (..x) b8B g1(b) c8n h1q+ *`)[0]
	if got, want := moves(g), "a8=R+ Kd7 b8=B g1=B c8=N h1=Q"; got != want {
		t.Errorf("promotions to all roles: %s, want %s", got, want)
	}
}

// TestReadPGNFields reads tags, results and start positions of several games in one text, and texts without a game.
func TestReadPGNFields(t *testing.T) {
	games := readAll(t, `
[Event "A \"b\" \\c\\ ] {"]
[ Site   "?" ]  [Date "2026.11.20"]
; a comment between tags
[Zeta "a	b"]
[Zeta "again"]
[Result "1-0"]

1. e4 1/2-1/2

[Event "B"]
[Result "0-1"]

[Event "C"]
[SetUp "1"]
[FEN "4k3/8/8/3pP3/8/8/8/R3K3 w KQ d6 7 30"]

30. e6 1/2
[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"]
2. f4 [FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"] * 0-1
d4 1-0 *
[White "Last"]
[Result "1/2"]`)
	want := []chess.Game{
		{Tags: []chess.Tag{{"Event", `A "b" \c\ ] {`}, {"Date", "2026.11.20"}, {"Zeta", "a b"}}, Moves: parseLine(t, chess.InitialPosition(), "e4"), Result: "1/2-1/2"},
		{Tags: []chess.Tag{{"Event", "B"}}, Result: "0-1"},
		{Tags: []chess.Tag{{"Event", "C"}}, Start: testkit.Position(t, "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1"), Halfmove: 7, Fullmove: 30,
			Moves: parseLine(t, testkit.Position(t, "4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 0 1"), "e6"), Result: "1/2-1/2"},
		{Start: testkit.Position(t, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"), Fullmove: 2,
			Moves: parseLine(t, testkit.Position(t, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"), "f4")},
		{Result: "*"},
		{Result: "0-1"},
		{Moves: parseLine(t, chess.InitialPosition(), "d4"), Result: "1-0"},
		{Result: "*"},
		{Tags: []chess.Tag{{"White", "Last"}}},
	}
	if len(games) != len(want) {
		t.Fatalf("%d games, want %d", len(games), len(want))
	}
	for i, g := range games {
		if len(g.Tags) == 0 {
			g.Tags = nil
		}
		if !reflect.DeepEqual(*g, want[i]) {
			t.Errorf("game %d: %+v, want %+v", i+1, *g, want[i])
		}
	}
	for _, empty := range []string{"", "\n\n", "{comment}", "% line", "; line", "$1 !? ...", "\ufeff"} {
		if games := readAll(t, empty); len(games) != 0 {
			t.Errorf("%q: %d games, want none", empty, len(games))
		}
	}
}

// TestReadPGNErrors checks that an error names its place and cause, that the game has the moves before it, and that the next game is read.
func TestReadPGNErrors(t *testing.T) {
	for _, c := range []struct {
		what, text, want string
		moves            int
	}{
		{"illegal move", "1. e4 e5\n2. Ke3 Nf6 1-0", `f.pgn:2:4: ply 3: chess: move "Ke3" is not legal`, 2},
		{"illegal move with number", "1.e4 e5 2.Ke3 Nf6 1-0", `f.pgn:1:11: ply 3: chess: move "Ke3" is not legal`, 2},
		{"ambiguous", "1. Nf3 a6 2. d3 a5 3. Nd2 *", `f.pgn:1:23: ply 5: chess: move "Nd2" is ambiguous`, 4},
		{"behind a blank of three bytes", "1. e4\u2003Xe5 *", `f.pgn:1:9: ply 2: chess: move "Xe5" is not a move`, 1},
		{"word with a square", "1. e4 Xe5 {1-0} (1-0) *", `f.pgn:1:7: ply 2: chess: move "Xe5" is not a move`, 1},
		{"German", "1. e4 Sf6 2. Sc3 *", `"Sf6" is not a move`, 1},
		{"Italian, an English letter", "1. e4 e5 2. Re2 *", "Italian, Portuguese, Romanian: use --letters es", 2},
		{"comment without end", "1. e4 e5 {never\n\n[Event \"?\"] ends *", "f.pgn:1:10: comment without }", 2},
		{"comment ended twice", "1. e4 {x}} e5 *", `f.pgn:1:10: ply 2: chess: move "}"`, 1},
		{"variation without end", "1. e4 (1. d4\n\n1-0 ", "variation without closing parenthesis", 1},
		{"variation without begin", "1. e4 ) e5 *", "f.pgn:1:7: closing parenthesis", 1},
		{"tag in a variation", "1. e4 (1. d4\n[Event \"x\"]\n*", "f.pgn:2:1: variation without closing", 1},
		{"tag without value", "[FEN]\n1. e4 *", "f.pgn:1:1: tag without a value in quotes", 0},
		{"tag without name", "[\"x\"]\n1. e4 *", "tag \"\": the name is empty", 0},
		{"tag name", "[My-Tag \"x\"]\n1. e4 *", "tag \"My-Tag\": a name has", 0},
		{"tag without quote", "[Event \"x]\n1. e4 *", "tag value without its second quote", 0},
		{"tag without bracket", "[Event \"x\"\n1. e4 *", "tag without ]", 0},
		{"tag cut off", "[Event \"x\"", "tag without ]", 0},
		{"tag cut off early", "[Eve", "tag without a value", 0},
		{"FEN unreadable", "[FEN \"8/8 w\"]\n1. e4 *", "f.pgn:1:1: chess: FEN board", 0},
		{"FEN invalid", "\n [FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\ne4", "f.pgn:2:2: ", 0},
		{"FEN invalid, result only", "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"] *", "f.pgn:1:1: ", 0},
		{"long word", "1. e4 " + strings.Repeat("x", 5000) + " *", "f.pgn:1:7: word of more", 1},
		{"long value", "[Event \"" + strings.Repeat("x", 5000) + "\"] *", "tag value of more", 0},
		{"long name", "[" + strings.Repeat("x", 5000) + " \"\"] *", "tag name of more than 4096 bytes", 0},
		{"many tags", manyTags(1001) + "*", "more than 1000 tags", 0},
		{"first error counts", "1. e5 ) { } }", "f.pgn:1:4: ply 1", 0},
	} {
		text := c.text + "\n\n[Event \"next\"]\n\n1. d4 *\n"
		var games []*chess.Game
		var errs []error
		for g, err := range chess.ReadPGN(strings.NewReader(text), "f.pgn") {
			games = append(games, g)
			if err != nil {
				errs = append(errs, err)
			}
		}
		var bad *chess.PGNError
		if len(errs) == 0 || !errors.As(errs[0], &bad) || !strings.Contains(errs[0].Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.what, errs, c.want)
			continue
		}
		if len(games[0].Moves) != c.moves || len(bad.Error()) > 1000 {
			t.Errorf("%s: %d moves before the error %v, want %d", c.what, len(games[0].Moves), bad, c.moves)
		}
		var move *chess.MoveError
		if (bad.Ply > 0) != errors.As(errs[0], &move) {
			t.Errorf("%s: ply %d, error %v, want a ply for errors of moves alone", c.what, bad.Ply, bad.Err)
		}
		// What is cut off in the middle swallows the next game or a part of it.
		if last := games[len(games)-1]; c.what != "comment without end" && moves(last) != "d4" && !strings.HasPrefix(c.what, "tag cut off") {
			t.Errorf("%s: the next game is %v, want 1. d4", c.what, *last)
		}
	}
	n := 0 // a parenthesis behind an error does not hide the result
	for range chess.ReadPGN(strings.NewReader("1. e5 ) 1-0\n1. d4 *"), "f.pgn") {
		n++
	}
	if n != 2 {
		t.Errorf("%d games, want 2, of which the first ends behind an error", n)
	}
}

// TestAsManyTagsAsCanBe reads a game with the largest number of tags, and reads it again from what WritePGN writes.
func TestAsManyTagsAsCanBe(t *testing.T) {
	g := readAll(t, manyTags(1000)+"1. e4 *")[0]
	var b strings.Builder
	testkit.OK(t, chess.WritePGN(&b, g))
	if again := readAll(t, b.String()); len(again) != 1 || len(again[0].Tags) != 1000 {
		t.Errorf("%d games, the first of %d tags, want 1 of 1000", len(again), len(again[0].Tags))
	}
}

// manyTags returns n tags with different names.
func manyTags(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("[T" + strings.Repeat("a", i/26+1) + string(rune('a'+i%26)) + " \"x\"]\n")
	}
	return b.String()
}

// TestReadPGNReportsReadErrors checks that an error of the reader is the last of the sequence, and that a loop over games may end early.
func TestReadPGNReportsReadErrors(t *testing.T) {
	r := io.MultiReader(strings.NewReader("1. e4 * 1. d4 d5"), iotest.ErrReader(io.ErrClosedPipe))
	var games int
	var last error
	for g, err := range chess.ReadPGN(r, "f.pgn") {
		if g != nil {
			games++
		}
		last = err
	}
	if games != 1 || !errors.Is(last, io.ErrClosedPipe) || !strings.Contains(last.Error(), "f.pgn") {
		t.Errorf("%d games, the last error %v; want 1 and the error of the reader with the name of the file", games, last)
	}
	for range chess.ReadPGN(strings.NewReader("* * *"), "f.pgn") {
		break // must not panic
	}
}

// TestPGNRoundTrip reads what WritePGN writes of random games, compares the games, and writes them again as the same text.
func TestPGNRoundTrip(t *testing.T) {
	testkit.Medium(t)
	src := source(33)
	starts := []chess.Position{{}, testkit.Position(t, kiwipete), testkit.Position(t, "4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1"),
		testkit.Position(t, "r3k2r/8/8/8/3pP3/8/8/4K3 b kq e3 0 1")}
	var all strings.Builder
	var want []chess.Game
	for i := range 200 {
		g := chess.Game{Start: starts[i%len(starts)], Result: []string{"*", "1-0", "0-1", "1/2-1/2"}[i%4],
			Tags: []chess.Tag{{"Event", `a "b" \c\ ]`}, {"Zeta", "{x} ; 1. e4"}, {"Empty", ""}}[:i%4*3/4]}
		if i%3 > 0 {
			g.Halfmove, g.Fullmove = i%5, i%7+2
		}
		opt := chesstest.RandomOptions(src)
		opt.Start = g.Start
		for m := range chesstest.Moves(src, opt) {
			g.Moves = append(g.Moves, m)
		}
		all.WriteString(writePGN(t, g))
		want = append(want, g)
	}
	games := readAll(t, all.String())
	if len(games) != len(want) {
		t.Fatalf("%d games, want %d", len(games), len(want))
	}
	var again strings.Builder
	for i, g := range games {
		got, wanted := *g, want[i]
		got.Tags, wanted.Tags = nil, nil // they are sorted when they are written
		if !reflect.DeepEqual(got, wanted) || len(g.Tags) != len(want[i].Tags) {
			t.Fatalf("game %d: %+v, want %+v", i+1, *g, want[i])
		}
		again.WriteString(writePGN(t, *g))
	}
	if again.String() != all.String() {
		t.Error("what was read is written in another way")
	}
}

// TestReadPGNOfSecondProgram reads what corentings writes, with comments, annotations and variations.
func TestReadPGNOfSecondProgram(t *testing.T) {
	testkit.Medium(t)
	src := source(34)
	variations, comments := 0, 0
	for i := range 60 {
		opt := chesstest.RandomOptions(src)
		opt.Plies = 1 + src.IntN(150)
		start := kiwipete
		if i%2 == 0 {
			start = initial
		}
		opt.Start = testkit.Position(t, start)
		fenOption := testkit.Must(second.FEN(start))(t)
		game := second.NewGame(fenOption, second.IgnoreFivefoldRepetitionDraw(), second.IgnoreSeventyFiveMoveRuleDraw(), second.IgnoreInsufficientMaterialDraw())
		game.AddTagPair("Event", `x " \ y`)
		game.AddTagPair("SetUp", "1")
		game.AddTagPair("FEN", start)
		final, n := opt.Start, 0
		for m, p := range chesstest.Moves(src, opt) {
			if others := game.Position().ValidMoves(); i%3 == 0 && src.IntN(4) == 0 && others[0].String() != m.String() {
				// A variation is what was played first and taken back.
				if err := game.Move(&others[0], nil); err != nil || !game.GoBack() {
					t.Fatal(err)
				}
			}
			testkit.OK(t, game.PushNotationMove(m.String(), second.UCINotation{}, &second.PushMoveOptions{ForceMainline: true}))
			if last := game.Moves()[n]; src.IntN(5) == 0 {
				last.SetComment("about (this) ; move 1. e4")
				last.SetNAG("$3")
			}
			final, n = p, n+1
		}
		text := game.String()
		comments += strings.Count(text, "(this)")
		variations += strings.Count(text, "(") - strings.Count(text, "(this)")
		games := readAll(t, text)
		if len(games) != 1 || len(games[0].Moves) != n {
			t.Fatalf("%d games, %d moves, want one of %d moves from\n%s", len(games), len(games[0].Moves), n, text)
		}
		if got, err := games[0].Final(); err != nil || got != final {
			t.Fatalf("ends with %v, %v, want %v\n%s", got, err, final, text)
		}
		if len(games[0].Tags) == 0 || games[0].Tags[0] != (chess.Tag{Name: "Event", Value: `x " \ y`}) {
			t.Fatalf("tags %v, want Event first, from\n%s", games[0].Tags, text)
		}
	}
	if variations < 50 || comments < 50 {
		t.Errorf("only %d variations and %d comments in all games", variations, comments)
	}
}

// FuzzReadPGN: nothing panics, all moves read are legal, and what is read without error and written is read as the same again.
func FuzzReadPGN(f *testing.F) {
	for _, text := range []string{
		"[Event \"x\"]\n\n1. e4 {c} e5 (1... d5 $1) 2. Nf3 ; x\n% y\nNc6 1-0\n\n*", "[FEN \"4k3/P7/8/3pP3/8/8/8/R3K2R w KQ d6 3 9\"] exd6 e.p. Kd7 0-0 1/2",
		"[a \"\\\\\"] ((", "\ufeff[", "{", "1. a8(Q)", "[SetUp \"0\"][FEN \"8\"]..)(*[",
		"\xff\xfee\x004\x00 ",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for g, err := range chess.ReadPGN(strings.NewReader(text), "fuzz") {
			if g == nil { // the error of the reader: only UTF-16 that ends within a character has one
				if utf16 := strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff"); !utf16 || !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Fatalf("a text cannot be read: %v", err)
				}
				continue
			}
			testkit.Must(g.Final())(t)
			if err != nil {
				continue
			}
			var b strings.Builder
			testkit.OK(t, chess.WritePGN(&b, g))
			again := readAll(t, b.String())
			if len(again) != 1 || !reflect.DeepEqual(again[0].Moves, g.Moves) || again[0].Start != g.Start || len(again[0].Tags) != len(g.Tags) {
				t.Fatalf("%+v is read again as %+v", g, again)
			}
		}
	})
}

// TestReadLastGame reads the second of two games. No game, or an error in one, gives an error that begins with the name.
func TestReadLastGame(t *testing.T) {
	g, err := chess.ReadLastGame(strings.NewReader("1. e4 *\n\n1. d4 d5 *\n"), "two.pgn")
	if err != nil || len(g.Moves) != 2 {
		t.Errorf("%d moves, %v, want the 2 of the second game", len(g.Moves), err)
	}
	for text, want := range map[string]string{"": "x.pgn: no game", "1. e4 *\n\n1. e5 *": "x.pgn:3:"} {
		if g, err := chess.ReadLastGame(strings.NewReader(text), "x.pgn"); err == nil || !strings.HasPrefix(err.Error(), want) || g.Moves != nil {
			t.Errorf("%q: %v, %v, want %q", text, g, err, want)
		}
	}
}
