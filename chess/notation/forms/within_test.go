package forms

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestSideInWords checks which words around a record without a side name it: those about the next move, not about one that was played.
func TestSideInWords(t *testing.T) {
	for text, want := range map[string]string{
		"White plays and wins: " + small:                         "w",
		"Black plays and draws. " + small:                        "b",
		"Black plays: " + small:                                  "b",
		"Black's turn " + small:                                  "b",
		"Black’s move: " + small:                                 "b",
		"It is Black's move now: " + small:                       "b",
		"Black moves first, " + small:                            "b",
		"Black's move to win. " + small:                          "b",
		"1.e4, Black plays ...Nf6 " + small:                      "",
		"after Black plays h6: " + small:                         "",
		"after White plays 12.Nf3 " + small:                      "",
		small + "\nWhite moves the knight":                       "",
		"after Black's move h6, White to move: " + small:         "w",
		"After White plays e4, " + small + " b - -":              "b",
		"White to move: " + small + " b - -":                     "error",
		"White to move: " + small + "\nNow Black to move":        "error",
		"Black to move\n" + small + " b - -\nthen White to move": "b",
	} {
		r, err := Read(text)
		got := r.Setup.Turn.String()[:1]
		var wrong *Error
		switch {
		case errors.As(err, &wrong) && (strings.Contains(wrong.Msg, "other side") || strings.Contains(wrong.Msg, "either side")) && strings.Contains(wrong.Text[wrong.At:], " to move"):
			got = "error"
		case err != nil:
			t.Errorf("%q: %v", text, err)
		case r.NoTurn:
			got = ""
		}
		testkit.Equal(t, got, want, text, "side to move")
	}
}

// TestBrackets reads records in brackets and braces, which are not those of Crazyhouse.
func TestBrackets(t *testing.T) {
	for _, text := range []string{`\chessboard[setfen=` + after + `]`, "{{FEN|" + after + "}}", "[" + after + "]"} {
		if r := testkit.Must(Read(text))(t); r.String() != after || r.Notes[0] != Around {
			t.Errorf("%q: %v, notes %q", text, r, r.Notes)
		}
	}
	for _, result := range []string{"*", "1-0", "0-1", "1/2-1/2"} {
		if r := testkit.Must(Read(`[FEN "` + after + `"] ` + result))(t); r.String() != after {
			t.Errorf("tags and %s: %v", result, r)
		}
	}
}

// TestBoardOfBlack refuses a board whose files are named from h to a, however they are written.
func TestBoardOfBlack(t *testing.T) {
	rows := strings.NewReplacer("k", strings.Repeat(". ", 3)+"k . . . .\n", "8", strings.Repeat(". ", 8)+"\n").Replace("k8888888")
	if _, err := Read(rows + "a b c d e f g h"); err != nil {
		t.Error(err)
	}
	for _, files := range []string{"h g f e d c b a", "H G F E D C B A", "|h|g|f|e|d|c|b|a|", " h - g - f - e - d - c - b - a"} {
		testkit.Fails(Read(rows+files))(t, "row 8 below", files)
	}
}

// TestBareMen checks that a square without a letter is a pawn, with a note, and an error where no pawn stands.
func TestBareMen(t *testing.T) {
	r := testkit.Must(Read("White Ke1 Nc3 f3 Black Ke8"))(t)
	if r.Setup.Board.At(chess.F3) != chess.NewPiece(chess.White, chess.Pawn) || r.Notes[len(r.Notes)-1] != "men without a letter are pawns" {
		t.Errorf("%v, notes %q", r, r.Notes)
	}
	if r := testkit.Must(Read("White Ke1 Pf3 Black Ke8"))(t); len(r.Notes) != 1 {
		t.Errorf("%v, notes %q, want one about the side to move", r, r.Notes)
	}
	for text, at := range map[string]string{"White Ke1 Ra1 h1 Black Ke8": "h1", "White Ke1 Black Ke8 Ra8,h8": "h8"} {
		var wrong *Error
		if _, err := Read(text); !errors.As(err, &wrong) || !strings.HasPrefix(wrong.Text[wrong.At:], at) {
			t.Errorf("%q: error %v, want one at %s", text, err, at)
		}
	}
}

// TestAddressWithBlanks reads the fields behind a diagram at the end of an address whose blanks are not escaped.
func TestAddressWithBlanks(t *testing.T) {
	const want = "r3k2r/8/8/8/8/8/4P3/R3K2R b Kq - 3 9"
	for _, text := range []string{"see https://lichess.org/analysis/" + want, "(https://lichess.org/analysis/" + want + ")", "https://x.org/?fen=" + want + "&flip=true ok?"} {
		if r := testkit.Must(Read(text))(t); r.String() != want {
			t.Errorf("%q: %v, want %s", text, r, want)
		}
	}
}

// TestAddressAndWords takes no word behind a diagram in an address for a field of its record.
func TestAddressAndWords(t *testing.T) {
	const link, board = "see https://lichess.org/analysis/", "r3k2r/8/8/8/8/8/4P3/R3K2R"
	for behind, want := range map[string]string{
		" b-file is open": "w - - 0 1", " b Keep going": "w - - 0 1", " w/o castling, b wins": "w - - 0 1", " b wins": "w - - 0 1",
		" b": "b - - 0 1", " b) ok": "b - - 0 1", " b - - 5 men": "b - - 0 1", " b KQkq - 0 1 2024": "b KQkq - 0 1", " b Kq - 0 1st": "b Kq - 0 1",
		" b AHah - 3 9": "b KQkq - 3 9",
	} {
		r, err := Read(link + board + behind)
		if err != nil || r.String() != board+" "+want || r.NoTurn != strings.HasPrefix(want, "w") {
			t.Errorf("%q: %v, side unknown %v, error %v, want %s", behind, r, r.NoTurn, err, want)
		}
	}
}

// TestTwoTags refuses two tags with different positions.
func TestTwoTags(t *testing.T) {
	var wrong *Error
	if _, err := Read(`[FEN "` + start + `"] [FEN "` + after + `"]`); !errors.As(err, &wrong) || wrong.Msg != secondPosition || !strings.HasPrefix(wrong.Text[wrong.At:], after) {
		t.Errorf("two positions: error %v", err)
	}
	if r := testkit.Must(Read(`[FEN "` + after + `"] [FEN "` + after + `"]`))(t); r.String() != after {
		t.Errorf("the same position twice: %v", r)
	}
}

// TestLongBoard checks that lines are joined once and rows after the ninth are not read: the time would grow with the square of their number.
func TestLongBoard(t *testing.T) {
	for _, text := range []string{strings.Repeat("\n", 1<<17), strings.Repeat("8 - - - - - - - -\n", 1<<15)} {
		var start, end runtime.MemStats
		runtime.ReadMemStats(&start)
		if _, _, err := readBoard(text, nil); err != nil {
			t.Error(err)
		}
		if runtime.ReadMemStats(&end); end.TotalAlloc-start.TotalAlloc > 1<<28 {
			t.Fatalf("%.20q...: %d bytes allocated", text, end.TotalAlloc-start.TotalAlloc)
		}
	}
}
