package chess_test

import (
	"strings"
	"testing"

	"chesscensus/chess"
	"chesscensus/internal/testing/testkit"
)

// TestReadPGNAsFound reads forms of public databases, of books, and of programs. Each gives the moves that are wanted, in SAN
// without signs of check, and so many notes; -1 notes stand for an error behind these moves.
func TestReadPGNAsFound(t *testing.T) {
	for _, c := range testkit.Table[struct {
		What, Text, Want string
		Notes            int
	}](t, "pgnfound.tsv") {
		var got *chess.Game
		failed := false
		for g, err := range chess.ReadPGN(strings.NewReader(c.Text), "f.pgn") {
			if got == nil {
				got, failed = g, err != nil
			}
			if err != nil && c.Notes >= 0 {
				t.Errorf("%s: error %v, want none", c.What, err)
			}
		}
		if got.Tags != nil && c.What == "quotes in a tag" && got.Tags[0].Value != `Bob "The Rook" Smith` {
			t.Errorf("%s: tags %q, want the inner quotes kept", c.What, got.Tags)
		}
		line := strings.TrimSuffix(strings.ReplaceAll(moves(got), "+", ""), "#")
		if line != strings.TrimSuffix(c.Want, "#") || failed != (c.Notes < 0) || len(got.Notes) != max(c.Notes, 0) {
			t.Errorf("%s: %s, notes %q, error %v, want %s and %d notes", c.What, line, got.Notes, failed, c.Want, c.Notes)
		}
	}
}

// TestResultsAsFound: results with blanks or letters are one word, and end the game.
func TestResultsAsFound(t *testing.T) {
	for written, want := range map[string]string{"1 - 0": "1-0", "0 – 1": "0-1", "1/2 - 1/2": "1/2-1/2", "½ -½": "1/2-1/2", "½-½": "1/2-1/2", "1-O": "1-0", "1 - 1": "", "1 -0-0": ""} {
		games := 0
		for g, err := range chess.ReadPGN(strings.NewReader("1. e4 e5 "+written), "f.pgn") {
			if games++; g.Result != want || err != nil {
				t.Errorf("%s: result %q, want %q, %v", written, g.Result, want, err)
			}
		}
		if games != 1 {
			t.Errorf("%s: %d games, want 1", written, games)
		}
	}
}

// TestNumberOneAgain: number 1 behind moves is an error of the game before it, which has no result, and begins the next game.
func TestNumberOneAgain(t *testing.T) {
	var games []string
	for g, err := range chess.ReadPGN(strings.NewReader("1. e4 e5 2. Nf3 1. d4 d5 1-0\n1.c4 *"), "test") {
		if (err != nil) != (len(games) == 0) {
			t.Errorf("game %d: %v", len(games), err)
		}
		games = append(games, moves(g))
	}
	if got, want := strings.Join(games, "; "), "e4 e5 Nf3; d4 d5; c4"; got != want {
		t.Errorf("games %s, want %s", got, want)
	}
}

// TestCommentWithoutEnd: the comment of one game does not reach into the next, whose moves could be read as its own.
func TestCommentWithoutEnd(t *testing.T) {
	text := "[Event \"a\"]\n\n1. e4 {no end, e5\n\n[Event \"b\"]\n\n1. d4 {an end} d5 {in\n[Site] it} *\n"
	var got []string
	for g, err := range chess.ReadPGN(strings.NewReader(text), "f.pgn") {
		got = append(got, moves(g))
		if (err == nil) != (len(got) == 2) {
			t.Errorf("game %d: error %v, want one in the first game alone", len(got), err)
		}
	}
	if got, want := strings.Join(got, "; "), "e4; d4 d5"; got != want {
		t.Errorf("games %s, want %s", got, want)
	}
}

// TestReadPGNInLanguages reads the same game in four languages. The king's move in the end is legal in all of them.
func TestReadPGNInLanguages(t *testing.T) {
	for code, text := range map[string]string{
		"de": "1. e4 e5 2. Sf3 Sc6 3. Lb5 Sf6 4. Ke2 *", "fr": "1. e4 e5 2. Cf3 Cc6 3. Fb5 Cf6 4. Re2 *", "en": "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. Ke2 *",
		"ru": "1. e4 e5 2. Кf3 Кc6 3. Сb5 Кf6 4. Крe2 *",
	} {
		l := testkit.Must(chess.LettersOf(code))(t)
		for g, err := range chess.ReadPGN(strings.NewReader(text), "f.pgn", l) {
			if got, want := moves(g), "e4 e5 Nf3 Nc6 Bb5 Nf6 Ke2"; err != nil || got != want {
				t.Errorf("%s: %v, %v, want %s", code, got, err, want)
			}
		}
	}
}

// TestLettersEnglish replaces the letters of single moves. A letter of English that is none of the language gets a question mark.
func TestLettersEnglish(t *testing.T) {
	for code, english := range map[string]map[string]string{
		"de": {"Sf3": "Nf3", "e8=D": "e8=Q", "e8L": "e8B", "O-O": "O-O", "bxc3": "bxc3", "Nf3": "?Nf3", "Txd8#": "Rxd8#", "": ""},
		"et": {"Oc4": "Bc4", "O-O": "O-O", "O-O-O+": "O-O-O+", "e8=O": "e8=B"},
	} {
		l := testkit.Must(chess.LettersOf(code))(t)
		for text, want := range english {
			testkit.Equal(t, l.English(text), want, l.Name, text)
		}
	}
	const want = "want en, cs, da, de"
	testkit.Fails(chess.LettersOf("xx"))(t, want, "letters of xx")
}

// TestHintLetters: a German move is found out, and a letter of no language gives no hint.
func TestHintLetters(t *testing.T) {
	start := chess.InitialPosition()
	if hint := chess.HintLetters(&start, "Sf3"); !strings.Contains(hint, "German") || !strings.HasSuffix(hint, "--letters de") {
		t.Errorf("hint for Sf3 %q, want one that names German and ends in --letters de", hint)
	}
	if hint := chess.HintLetters(&start, "Xf3"); hint != "" {
		t.Errorf("hint for Xf3 %q, want none", hint)
	}
}

// TestReadPGNRefusesProse: a text without moves, tags and result is an error, not an empty game.
func TestReadPGNRefusesProse(t *testing.T) {
	for _, err := range chess.ReadPGN(strings.NewReader("Dear reader, this is no game."), "letter.txt") {
		if err == nil || !strings.Contains(err.Error(), "no moves") {
			t.Errorf("error %v, want one about no moves", err)
		}
	}
}

// TestTagsOfPositions: the tag FEN in the forms that people write; one whose rights cannot be meant so is an error.
func TestTagsOfPositions(t *testing.T) {
	const pawn, castle = "4k3/P7/8/8/8/8/8/4K3", "r3k2r/8/8/8/8/8/8/R3K2R"
	for tag, want := range map[string]string{
		`[FEN "` + pawn + ` w"] a8=Q *`: "a8=Q+", `[FEN "` + pawn + ` W - - - -"] a8/Q *`: "a8=Q+", `[fen "` + pawn + ` w - - 0 1"] a8(Q) *`: "a8=Q+",
		`[Setup "0"] [FEN "` + pawn + ` w - - 0 1"] e4 *`: "e4", `[FEN "` + castle + ` w HAha - 0 1"] 0-0-0 *`: "O-O-O",
		`[FEN "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w HAha - 0 1"] O-O *`: "", `[FEN 'x'] e4 *`: "", `[FEN "` + pawn + ` x"] a8=Q *`: "",
	} {
		for g, err := range chess.ReadPGN(strings.NewReader(tag), "f.pgn") {
			if got := moves(g); got != want || (err == nil) != (want != "") {
				t.Errorf("%s: %s, want %s, %v", tag, got, want, err)
			}
		}
	}
}
