package forms

import (
	"errors"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

const (
	start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" // after 1. e4 e5
	small = "4k3/8/8/8/8/8/4P3/4K3"
)

// readCases are texts, the records that they mean, and the notes on the reading.
var readCases = []struct{ text, want, note string }{
	{start, start, ""},
	{small + " b - - 3 9", small + " b - - 3 9", ""},
	{small + " b - - 3", small + " b - - 3 1", ""},
	{small + " b - -", small + " b - - 0 1", ""},
	{small + " b -", small + " b - - 0 1", ""},
	{small + " b", small + " b - - 0 1", ""},
	{small, small + " w - - 0 1", "the side to move is not given: White is taken"},
	{small + "/ b - -", small + " b - - 0 1", ""},
	{small + " b - - - -", small + " b - - 0 1", ""},
	{small + " b - - 0 1;", small + " b - - 0 1", ""},
	// As lists, tables, pages and code have them.
	{"'" + start + "',", start, ""},
	{"- " + start, start, ""},
	{"12. " + start, start, ""},
	{start + ".", start, ""},
	{start + ` bm e4; id "x/y";`, start, ""},
	{"<https://lichess.org/analysis/" + strings.ReplaceAll(start, " ", "_") + ">", start, ""},
	{"[a game](https://lichess.org/analysis/" + strings.ReplaceAll(start, " ", "_") + ")", start, ""},
	{"https://www.chessdb.cn/queryc_en/?" + strings.ReplaceAll(start, " ", "_"), start, ""},
	{`{"id": 3, "FEN": "` + start + `"}`, start, ""},
	{strings.ReplaceAll(start, "/", `\`), start, ""},
	{"♜♞♝♛♚♝♞♜/♟♟♟♟♟♟♟♟/8/8/8/8/♙♙♙♙♙♙♙♙/♖♘♗♕♔♗♘♖ w KQkq - 0 1", start, ""},
	{small + " B - - 0 1", small + " b - - 0 1", "the side to move is written B, read as b"},
	{small + " W - - 0 1", small + " w - - 0 1", "the side to move is written W, read as w"},
	{"\u201c" + small + "\u00a0b\u00a0\u2013 \u2013\u201d", small + " b - - 0 1", ""},
	{"\"" + small + " b - -\"", small + " b - - 0 1", ""},
	{strings.ReplaceAll(start, " ", "_"), start, ""},
	{"https://lichess.org/analysis/standard/" + strings.ReplaceAll(after, " ", "_"), after, ""},
	{"https://lichess.org/analysis/" + strings.ReplaceAll(after, " ", "_") + "?color=black#2", after, ""},
	{"lichess.org/editor/" + strings.ReplaceAll(after, " ", "%20"), after, ""},
	{"https://www.chess.com/analysis?fen=" + strings.ReplaceAll(strings.ReplaceAll(after, " ", "+"), "/", "%2F") + "&tab=analysis", after, ""},
	{"https://lichess.org/analysis/fromPosition/" + small + "_b", small + " b - - 0 1", ""},
	{small + ` b - - bm Ke7 Kd7; id "black; with a semicolon";`, small + " b - - 0 1", ""},
	{small + ` b - - bm e4; c0 "two moves win";`, small + " b - - 0 1", ""},
	{`[Variant "Standard"] [FEN "` + after + `"]`, after, ""},
	{"7k/8/8/8/8/8/8/K6R", "7k/8/8/8/8/8/8/K6R b - - 0 1", "the side to move is not given: Black is taken, as White cannot be to move"},
	{small + ` b - - id "no end"`, small + " b - - 0 1", ""},
	{small + ` b - - hmvc 7; fmvn 31; c0 "x";`, small + " b - - 7 31", ""},
	{`[FEN "` + after + `"]`, after, ""},
	{`[Event "?"] [Variant "From Position"] [SetUp "1"] [FEN "` + after + `"] *`, after, ""},
	{"startpos", start, ""},
	{"position startpos", start, ""},
	{"position startpos moves e2e4 e7e5", after, ""},
	{"startpos moves e4 e5", after, ""},
	{"position fen " + after, after, ""},
	{"FEN: " + after, after, ""},
	{"position fen " + start + " moves e2e4 e7e5", after, ""},
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", start, "castling HAha is read as KQkq"},
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kha - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kkq - 0 1", "castling Kha is read as Kkq"},
	// With other text around it: a tag of a forum, a word, a line of a puzzle database, code, remarks, perft suites, the log of a session.
	{"[fen]" + start + "[/fen]", start, Around},
	{"<fen>" + start + "</fen>", start, Around},
	{"**" + start + "**", start, Around},
	{"(" + start + ")", start, Around},
	{"setboard " + after, after, Around},
	{"FEN = " + after, after, Around},
	{"Diagram: " + small + " b - -", small + " b - - 0 1", Around},
	{"00008," + small + " b - - 0 24,e8e7 e1d1,1798,crushing,https://lichess.org/787zsVup/black#48,", small + " b - - 0 24", Around},
	{small + " b - - 0 24,e8e7 e1d1", small + " b - - 0 24", Around},
	{`chess.Board("` + after + `")`, after, Around},
	{`"fen": "` + after + `",`, after, Around},
	{start + " ;D1 20 ;D2 400", start, Around},
	{small + " b - - ;D1 5", small + " b - - 0 1", Around},
	{start + " # before the first move", start, Around},
	{start + " (White to move)", start, Around},
	{start + "?", start, Around},
	{start + " // the beginning", start, Around},
	{small + " b - - D1 5; D2 20", small + " b - - 0 1", ""},
	{"r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1", ""}, // a right that was forgotten
	{"White to play: " + small + " w - -", small + " w - - 0 1", Around},
	{"Black to play: " + small, small + " b - - 0 1", Around},
	{"12:03:11.123 <-- 1:position startpos moves e2e4 e7e5", after, Around},
	// In other spellings.
	{"[FEN \u201c" + after + "\u201d]", after, Around},
	{"startpos moves 1. e4 1...e5", after, ""},
	{strings.ReplaceAll(start, "RNBQKBNR ", "RNBQKBNR\u200b "), start, ""},
	{strings.ReplaceAll(start, "/", " / "), start, ""},
	{strings.ReplaceAll(start, "/", `\/`), start, ""},
	{strings.ReplaceAll(strings.ReplaceAll(start, "/", "%2F"), " ", "%20"), start, ""},
	{strings.ReplaceAll(start, " ", "+"), start, ""},
	{small + ", Black to move", small + " b - - 0 1", "the side to move is written Black, read as b"},
	{small + " - black to play", small + " b - - 0 1", "the side to move is written black, read as b"},
	{small + " white - - 3 9", small + " w - - 3 9", "the side to move is written white, read as w"},
	{"r3k2r/8/8/8/8/8/8/R3K2R w K--q -- 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", ""},
	{"r3k2r/8/8/8/8/8/8/R3K2R w ---- - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", ""},
	{"https://www.chessdb.cn/cdb.php?action=queryall&board=" + strings.ReplaceAll(after, " ", "%20"), after, ""},
	{"https://chessvision.example/" + strings.ReplaceAll(after, " ", "_") + ".png", after, ""},
	{"chess.com/analysis?fen=" + strings.ReplaceAll(after, " ", "+"), after, ""},
	{`{"fen": "` + after + `", "variant": {"key": "standard"}, "rules": "chess"}`, after, ""},
	{"1N6/8/K7/3k4/3p3B/p7/2PP4/8 w KQkq", "1N6/8/K7/3k4/3p3B/p7/2PP4/8 w KQkq - 0 1", ""}, // not Chess960: no rook
	{"4k3/8/8/8/8/8/8/R3K1R1 w KQ -", "4k3/8/8/8/8/8/8/R3K1R1 w KQ - 0 1", ""},             // a rook has moved
	{"r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1", ""}, // White's alone
	{"r3k2r/8/8/8/8/8/8/R4K1R b KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R4K1R b KQkq - 0 1", ""},   // White's king has moved
	{"rnbqkbnr/ppp1pppp/8/8/2PpP3/8/PP1P1PPP/RNBQKBNR b KQkq C3 0 3", "rnbqkbnr/ppp1pppp/8/8/2PpP3/8/PP1P1PPP/RNBQKBNR b KQkq c3 0 3", ""},
	// Characters that look alike, or like nothing.
	{"\u200b" + start, start, ""},
	{strings.ReplaceAll(start, " ", "\u2009"), start, ""},
	{strings.Replace(start, "pppp", "pp\u00adp\u2060p", 1), start, ""},
	{strings.ReplaceAll(start, "/", "\u2215"), start, ""},
	{strings.ReplaceAll(small, "/", "／") + "　ｂ　\u2011 －", small + " b - - 0 1", ""},
	{"&quot;" + strings.ReplaceAll(start, " ", "&nbsp;") + "&quot;", start, ""},
	// The side to move in other words.
	{small + " Schwarz am Zug", small + " b - - 0 1", "the side to move is written Schwarz, read as b"},
	{small + " weiß", small + " w - - 0 1", "the side to move is written weiß, read as w"},
	{small + " black's turn", small + " b - - 0 1", "the side to move is written black, read as b"},
	{small + " btm", small + " b - - 0 1", ""},
	{small + " + b", small + " b - - 0 1", ""},
	{small + " (b)", small + " b - - 0 1", ""},
	{small + ", b to move", small + " b - - 0 1", ""},
	// An address in other text, and one with moves.
	{"Here: https://lichess.org/analysis/" + strings.ReplaceAll(after, " ", "_") + ", look", after, Around},
	{"(https://www.chess.com/analysis?fen=" + strings.ReplaceAll(strings.ReplaceAll(after, " ", "+"), "/", "%2F") + ")", after, Around},
	{`<a href="https://lichess.org/editor/` + strings.ReplaceAll(after, " ", "_") + `">x</a>`, after, Around},
	{"[url=https://lichess.org/editor/" + strings.ReplaceAll(after, " ", "_") + "]x[/url]", after, Around},
	{"![board](https://fen2image.example/" + small + "), Black to move", small + " b - - 0 1", Around},
	{"https://explorer.lichess.ovh/masters?play=e2e4,e7e5", after, ""},
	{"https://explorer.lichess.ovh/lichess?fen=" + strings.ReplaceAll(start, " ", "+") + "&play=e2e4,e7e5", after, ""},
	// Behind and before a record.
	{start + " [0.5]", start, Around},
	{start + ` "1/2-1/2";`, start, Around},
	{start + " 1-0", start, Around},
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -,20,400", start, Around},
	{"00008;" + after + ";f2g3 e6e7", after, Around},
	// Several lines.
	{"> What is this?\n> " + small + " b - - 0 1\n\nThanks", small + " b - - 0 1", Around},
	{"Position:\n" + small + "\nb - -\nThanks", small + " b - - 0 1", Around},
	{"```\n" + small + " b - -\n```", small + " b - - 0 1", Around},
	{"4k3/8/8/8/\n8/8/4P3/4K3 b", small + " b - - 0 1", ""},
	{"hello\n4k2r/8/8/8/8/8/8/4K3 b\nk -", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1", Around},
	{small + "\nb\n- - 0 1\nfrom a book", small + " b - - 0 1", Around},
	// A drawn board and a list of men.
	{strings.ReplaceAll(". . . . k . . .\n8\n8\n8\n8\n8\n. . . . P . . .\n. . . . K . . .", "8", ". . . . . . . ."), small + " w - - 0 1", "the side to move is not given: White is taken; a drawn board is read with row 8 above"},
	{" +---+\n" + strings.ReplaceAll(". . . . k . . .\n8\n8\n8\n8\n8\n. . . . P . . .\n. . . . K . . .\n", "8", strings.Repeat(" -", 8)) + "Black to move", small + " b - - 0 1", "a drawn board is read with row 8 above"},
	{framedBoard, small + " w - - 0 1", "the side to move is not given: White is taken; a drawn board is read with row 8 above"},
	{"White: Ke1, e2; Black: Ke8", small + " w - - 0 1", "the side to move is not given: White is taken; men without a letter are pawns"},
	{"wKe1 wPe2 bKe8", small + " w - - 0 1", "the side to move is not given: White is taken"},
}

// framedBoard is a board as Stockfish draws one, in part without cells.
const framedBoard = `
 +---+---+---+---+---+---+---+---+
 |   |   |   |   | k |   |   |   | 8
 +---+---+---+---+---+---+---+---+
7 | . . . . . . . . |
6 | . . . . . . . . |
5 | . . . . . . . . |
4 | . . . . . . . . |
3 | . . . . . . . . |
 |   |   |   |   | ♙ |   |   |   | 2
 |   |   |   |   | ♔ |   |   |   | 1
   a   b   c   d   e   f   g   h`

// TestRead reads all cases and compares record, notes and NoTurn.
func TestRead(t *testing.T) {
	for _, c := range readCases {
		r := testkit.Must(Read(c.text))(t)
		testkit.Equal(t, r.String(), c.want, c.text)
		if got := strings.Join(r.Notes, "; "); got != c.note {
			t.Errorf("%s: note %q, want %q", c.text, got, c.note)
		}
		if r.NoTurn != strings.HasPrefix(c.note, "the side to move is not given") {
			t.Errorf("%s: NoTurn is %v", c.text, r.NoTurn)
		}
	}
}

// TestRefused checks a part of the message of each error, and how the text goes on at its place; at is empty if that is the end.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ text, msg, at string }{
		{"", "nothing found", ""},
		{" \t ", "nothing found", ""},
		{"hello", "want a position", ""},
		{"Variant: Atomic\nFEN: " + small + " w - -", "a position of Atomic", "Atomic FEN"},
		{"position fen " + small + " w - -\nmoves e2e4\ngo", "moves on a line of their own", "moves e2e4"},
		{"> " + small + " w - - moves\n> e2e4", "moves on a line", "moves > e2e4"},
		{"position startpos moves e2e4\n" + small + " w - -", "found a second position", "position"},
		{"https://x.org/?fen=" + small + "%20w&play=e1d3", "want a legal move", "e1d3"},
		{"1. e4 e5 2. Nf3", "these are moves", "1. e4"},
		{"12...Nf6", "these are moves", "12..."},
		{"4k3/8/8/8/8/8/4P3/4Kx2 w - - 0 1", `found 'x' in row 1`, "x2 w"},
		{"4k3/8/8/9/8/8/4P3/4K3 w - -", `found '9' in row 5`, "9/8"},
		{"4k3/8/8/8/8/8/4P3/4K4 w - -", "row 1 has more than 8 squares", "4 w"},
		{"4k3/8/8/7/8/8/4P3/4K3 w - -", "row 5 has 7 squares", "/8/8/4P3"},
		{"4k3/8/8/8/8/8/4P3 w - -", "found 7 rows", " w - -"},
		{small + " x - -", "want w or b", "x - -"},
		{small + " w KX - 0 1", "castling: found 'X'", "X - 0 1"},
		{start[:len(start)-len("KQkq - 0 1")] + "KQkK - 0 1", "castling", "KQkK"},
		{small + " w - e9 0 1", "en passant", "e9"},
		{small + " w - - x1 1", "neither a counter nor an operation", "x1 1"},
		{small + " w - - 0 -1", "move number", "-1"},
		{small + " w - - 0 1 2", "after the sixth field", "2"},
		{small + " w - - hmvc x;", "want a number", "hmvc"},
		{"https://lichess.org/abcdefgh", "no position in this address", ""},
		{"https://lichess.org/analysis/chess960/" + strings.ReplaceAll(start, " ", "_"), "Chess960", "chess960/"},
		{"https://lichess.org/analysis/atomic/" + strings.ReplaceAll(start, " ", "_"), "Atomic", "atomic/"},
		{"https://lichess.org/editor?fen=" + strings.ReplaceAll(start, " ", "_") + "&variant=crazyhouse", "Crazyhouse", "crazyhouse"},
		{`[Variant "Atomic"] [FEN "` + start + `"]`, "Atomic", `Atomic"`},
		{`[Variant "Duck Chess"] [FEN "` + start + `"]`, "Duck Chess", `Duck`},
		{"https://lichess.org/editor?fen=" + strings.ReplaceAll(start, " ", "_") + "&variant=losers", "losers", "losers"},
		{`[Variant "King of the Hill"] [FEN "` + start + `"]`, "King of the Hill", `King`},
		{`[Event "x"]`, `no tag [FEN "..."]`, ""},
		{`[FEN "` + start + `"] 1. e4 e5`, "beside the tags", "1. e4"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Qp] w KQkq - 0 1", "Crazyhouse", "[Qp]"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/Qp w KQkq - 0 1", "Crazyhouse", "/Qp"},
		{"rnbqkb1Q~/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Crazyhouse", "~/"},
		{start + " +0+0", "Three-check", "+0+0"},
		{"bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w HFhf - 0 1", "Chess960", "HFhf"},
		{"rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1", "Chess960", "HAha"},
		{"rkbnnbrq/pppppppp/8/8/8/8/PPPPPPPP/RKBNNBRQ w KQkq - 0 1", "Chess960", "KQkq"},
		{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w Kq -", "Chess960", "Kq"},
		{`chess.Board("` + start + `", chess960=True)`, "Chess960", "chess960"},
		{`[Rules "chess960"] [FEN "` + start + `"]`, "Chess960", `chess960"`},
		{`{"fen": "` + start + `", "variant": {"key": "atomic"}}`, "Atomic", `atomic"`},
		{"Atomic: " + start, "Atomic", "Atomic"},
		{"either " + start + " or " + start, "a second position", "rnbq"},
		{start + " (Black to move)", "the other side", "Black to"},
		{"White to move: " + small + " b - -", "the other side", "White to"},
		{"x" + start, "found 'x'", "xrnbq"},
		{`"fen": "` + small + ` w - - 0 1 2"`, "after the sixth field", "2"},
		{small + "w - - 0 1", "found 'w' in row 1", "w - -"},
		{small + " w KQ kq - 0 1", "en passant", "kq"},
		{"https://www.chess.com/practice/custom?fen=" + small + "&is960=true", "Chess960", "is960"},
		{"See https://lichess.org/analysis/atomic/" + small + " there", "Atomic", "atomic"},
		{"https://lichess.org/editor/" + small + " or https://lichess.org/editor/" + small, "a second position", "https"},
		{`{"FEN": "` + small + ` b", "fen": "` + small + ` w"}`, `second member "fen"`, `"}`},
		{`{"fen": "startpos", "fen": "` + small + ` w"}`, `second member "fen"`, `"}`},
		{"> " + small + " b\n> White to move", "the other side", "White to"},
		{strings.ReplaceAll(strings.ReplaceAll(framedBoard, "| 8", "| 1"), "2\n", "7\n"), "row 8", ""},
		{"White Ke1 Re1 Black Ke8", "second man on e1", "Re1"},
		{"Weiß Ke1 Te1 Schwarz Ke8", "squares of men", "Ke1"},
		{"White Kg1 Dd3 Black Kh8", "squares of men", "Kg1"},
		{"startpos moves e2e5", "want a legal move", "e2e5"},
		{"startpos e2e4", "after startpos", "e2e4"},
		{"position", "nothing found", ""},
	} {
		_, err := Read(c.text)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q: error %v", c.text, err)
			continue
		}
		if !strings.Contains(e.Msg, c.msg) || e.At > len(e.Text) || !strings.HasPrefix(e.Text[e.At:], c.at) || c.at == "" && e.At != len(e.Text) {
			t.Errorf("%q: %v\nwant %q at %q", c.text, err, c.msg, c.at)
		}
	}
}

// TestOneCharacterWrong replaces each byte of each form, or leaves it out. Either the answer is an error whose place is in the text that it
// shows, or a record that is written and read again as it is.
func TestOneCharacterWrong(t *testing.T) {
	for _, c := range readCases {
		for i := range len(c.text) {
			for _, other := range []string{"", "x", "9", "/", " ", "-", "~", "\"", "\xff", "K"} {
				text := c.text[:i] + other + c.text[i+1:]
				r, err := Read(text)
				var e *Error
				switch {
				case errors.As(err, &e):
					if e.Msg == "" || e.At < 0 || e.At > len(e.Text) {
						t.Fatalf("%q: %+v, want a message and a place within the text", text, e)
					}
					if lines := strings.Split(err.Error(), "\n"); e.Text != "" && (len(lines) != 3 || !strings.HasSuffix(lines[2], "^")) {
						t.Fatalf("%q: want three lines, the last one with a mark:\n%v", text, err)
					}
				case err != nil:
					t.Fatalf("%q: %T %v", text, err, err)
				default:
					if again, err := Read(r.String()); err != nil || again.FEN != r.FEN {
						t.Fatalf("%q: %v, read again %v, %v", text, r.FEN, again.FEN, err)
					}
				}
			}
		}
	}
}

// TestDropIdleEP checks which squares are left out, and that there is a note just for these.
func TestDropIdleEP(t *testing.T) {
	for fen, want := range map[string]string{
		"5n2/rb2p3/n2r1R2/pkpP4/4P2P/2P2p2/8/3K3R w - c6 0 47":            "-", // the pawn on d5 is pinned
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1":     "-",
		"rnbqkbnr/ppp1pppp/8/8/2PpP3/8/PP1P1PPP/RNBQKBNR b KQkq c3 0 3":   "c3",
		"rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3":    "e6",
		"rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3":     "-",
		"8/8/8/1k1pP2R/8/8/8/4K3 w - d6 0 3":                              "d6", // a check to the king may be discovered: it is Black's
		"8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 3":                               "-",
		"rnbqkbnr/pppp1ppp/8/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq e6 0 3   ": "e6",
	} {
		r := testkit.Must(Read(fen))(t)
		r.DropIdleEP()
		if got := r.Setup.EP.String(); got != want || (len(r.Notes) > 0) != (got != strings.Fields(fen)[3]) {
			t.Errorf("%s: %s, notes %q; want %s", fen, got, r.Notes, want)
		}
	}
}

// TestCheckGame refuses games of variants by their tag.
func TestCheckGame(t *testing.T) {
	for value, ok := range map[string]bool{"": true, "Standard": true, "From Position": true, "chess": true, "Atomic": false, "Chess960": false, "Duck Chess": false} {
		g := chess.Game{Tags: []chess.Tag{{Name: "Event", Value: "Atomic"}, {Name: "Variant", Value: value}}}
		if err := CheckGame(&g); (err == nil) != ok || err != nil && !strings.Contains(err.Error(), value) {
			t.Errorf("variant %q: error %v, want none: %v", value, err, ok)
		}
	}
}

// TestLongText checks that the message on a text of a megabyte has at most 2000 bytes.
func TestLongText(t *testing.T) {
	for _, text := range []string{strings.Repeat("x", 1<<20), small + " w " + strings.Repeat("K", 1<<20), strings.Repeat("/", 1<<20), "https://" + strings.Repeat("y/", 1<<20),
		"White " + strings.Repeat("\n", 1<<20) + " Black Ke8"} {
		if _, err := Read(text); err == nil || len(err.Error()) > 2000 {
			t.Errorf("%.20q...: a message of %d bytes", text, len(err.Error()))
		}
	}
}

// FuzzRead checks that messages have at most 4000 bytes, and that a record which is read is a FEN record with the same fields when written.
func FuzzRead(f *testing.F) {
	for _, c := range readCases {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := Read(text)
		if err != nil {
			if len(err.Error()) > 4000 {
				t.Errorf("a message of %d bytes", len(err.Error()))
			}
			return
		}
		if again, err := chess.ParseFEN(r.String()); err != nil || again != r.FEN {
			t.Errorf("%v, read again %v, %v", r.FEN, again, err)
		}
	})
}

// TestUntab checks which tabs become blanks: those between fields of a record, but not one before other text.
func TestUntab(t *testing.T) {
	for line, want := range map[string]string{
		small + "\tb\t-\t-\t0\t1":       small + " b - - 0 1",
		small + "\tb\t-\t-\t0\t1\tnote": small + " b - - 0 1\tnote",
		small + "\tB\t-":                small + " B -",
		small + "\tb\tillegal":          small + " b\tillegal",
		small + "\tillegal":             small + "\tillegal",
		small + " b - -\tw":             small + " b - -\tw",
		"12345\tw":                      "12345\tw",
	} {
		testkit.Equal(t, Untab(line), want, line)
	}
}

// TestOwnSquare checks that an en passant square which was kept too long is left out with a note, while one that contradicts the board stays.
func TestOwnSquare(t *testing.T) {
	for text, want := range map[string]string{
		"4k3/8/8/8/4P3/8/8/4K3 w - e3":   OwnEP,
		"4k3/8/8/4p3/8/8/8/4K3 b - e6":   OwnEP,
		"4k3/8/8/4p3/8/8/8/4K3 w - e6":   IdleEP,
		"4k3/4p3/8/4p3/8/8/8/4K3 w - e6": "",
	} {
		r := testkit.Must(Read(text))(t)
		r.DropIdleEP()
		if got := strings.Join(r.Notes, "; "); got != want || (want == "") != (r.Setup.EP != chess.NoSquare) {
			t.Errorf("%s: %q, en passant %v, want %q", text, got, r.Setup.EP, want)
		}
	}
}

// TestTwoQueries checks that of several values of an address with a diagram the one with the first name in the alphabet is read, in every
// run.
func TestTwoQueries(t *testing.T) {
	for range 20 {
		if r, err := Read("https://example.org/?position=" + small + "&board=8/8/8/8/8/4k3/4p3/4K3"); err != nil || r.Setup.Board.At(chess.E3) == chess.NoPiece {
			t.Fatalf("%v, error %v, want the record of board", r.FEN, err)
		}
	}
}
