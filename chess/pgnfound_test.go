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
	const ruy, ep = "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O", "e4 a6 e5 d5 exd6 Qxd6"
	for what, c := range map[string]struct {
		text, want string
		notes      int
	}{
		"signs of annotation": {"1. e4 ± e5 ∓ 2. Nf3 ⩲ Nc6 ⩱ 3. Bb5 +- Nf6 -+ 4. O-O = ∞ ≠ □ += =+ +/- -/+ ∆ ⌓ ↑ *", ruy, 0},
		"glued signs":         {"1. e4± e5∓ 2. Nf3!⩲ Nc6?!⩱ 3. Bb5+- Nf6-+ 4. O-O!□ *", ruy, 0},
		"letters of signs":    {"1. e4 N e5 D 2. Nf3 N $146 Nc6 TN 3. Bb5 RR Nf6 N! 4. O-O *", ruy, 0},
		"figurines":           {"1. ♙e4 ♟e5 2. ♘f3 ♞c6 3. ♗b5 ♞f6 4. O-O *", ruy, 0},
		"clocks":              {"1. e4 [%clk 0:10:00] e5 [%clk 0:09:58] 2. Nf3 {[%clk 0:1]} Nc6 [%eval 0.3] 3. Bb5 Nf6 4. O-O *", ruy, 0},
		"ellipsis":            {"1. e4 1… e5 2.Nf3 2…Nc6 … 3. Bb5 Nf6 4. O-O *", ruy, 0},
		"king and rook":       {"1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. e1h1 *", ruy, 0},
		"null in variation":   {"1. e4 (1. -- e5) e5 (1... Z0 2. d4) 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *", ruy, 0},
		"null in the end":     {"1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O -- 5. d4 d5 Z0 Qq9 *", ruy, 1},
		"words between":       {"1. e4 e5 novelty 2. Nf3 see-game Nc6 3. Bb5 (or so) Nf6 4. O-O *", ruy, 2},
		"mate in words":       {"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 mate 1-0", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", 0},
		"mate, two pluses":    {"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7++ 1-0", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", 0},
		"mate, a dagger":      {"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. ♕×f7‡ 1-0", "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#", 0},
		"blanks of Unicode":   {"\u200e1.\u00a0e4 e5 2.\u2009Nf3 Nc6\u200b 3. \xa0Bb5\u00a0Nf6 4. O-O *", ruy, 0},
		"dashes":              {"1. e2–e4 e7—e5 2. Ng1−f3 Nb8–c6 3. Bf1–b5 Nf6 4. 0–0 1–0", ruy, 0},
		"commas":              {"1.e4,e5 2.Nf3,Nc6, 3.Bb5, Nf6, 4.O-O 1-0", ruy, 0},
		"castling, zeros":     {"1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. 00 *", ruy, 0},
		"castling, no dashes": {"1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. OO *", ruy, 0},
		"castling, mixed":     {"1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. 0-o *", "e4 e5 Nf3 Nc6 Bb5 Nf6", -1},
		"marks of a forum":    {"[pgn]1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *[/pgn]", ruy, 1},
		"castling, Cyrillic":  {"1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. О-О *", ruy, 0},
		"castling in a word":  {"1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. castles *", "e4 e5 Nf3 Nc6 Bb5 Nf6", -1},
		"small letters":       {"1. e4 e5 2. nf3 nc6 3. Bb5 nf6 4. o-o *", ruy, 0},
		"capitals":            {"1. E4 E5 2. NF3 NC6 3. Bb5 NF6 4. O-O *", ruy, 0},
		"numeric":             {"1. 5254 5755 2. 7163 2836 3. 6125 7866 4. 5171 *", ruy, 0},
		"lines of CR":         {"[Event \"x\"]\r\r1. e4 e5 ; a remark\r2. Nf3 Nc6 3. Bb5\r%4. d4\rNf6 4. O-O *", ruy, 0},
		"marks in brackets":   {"[pgn_compat]\n[Event \"x\"]\n[White]\n[Round 1]\n[Site 'y']\n\n1. e4 e5 2. Nf3 [#] Nc6 3. Bb5 Nf6 4. O-O [D] *", ruy, 6},
		"quotes in a tag":     {"[White \"Bob \"The Rook\" Smith\"] [Black \"x\"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *", ruy, 0},
		"files of pawns":      {"1. e4 d5 2. exd Qxd5 3. c4 e5 4. cd *", "e4 d5 exd5 Qxd5 c4 e5 cxd5", 0},
		"files, ambiguous":    {"1. e4 d5 2. e5 a6 3. ed *", "e4 d5 e5 a6", -1},
		"descriptive":         {"1. P-K4 P-K4 2. N-KB3 *", "", -1},
		"en passant, slash":   {"1. e4 a6 2. e5 d5 3. exf6?? *", "e4 a6 e5 d5", -1},
		"en passant, ep":      {"1. e4 a6 2. e5 d5 3. exd6/ep Qxd6 *", ep, 0},
		"no blanks":           {"1.e4e5 2.Nf3Nc6 3.Bb5Nf6 4.O-O *", ruy, 3},
		"no blanks, two ways": {"1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-OO-O *", "e4 e5 Nf3 Nc6 Bb5 Nf6", -1},
		"parentheses":         {"1) e4 e5 2) Nf3 Nc6 3) Bb5 Nf6 (see 7) 4) O-O *", ruy, 0},
		"parentheses, open":   {"1) e4 e5) 2) Nf3 *", "e4 e5", -1},
		"full stops":          {"1. e4 e5. 2. Nf3, Nc6. 3. Bb5 Nf6. 4. O-O. *", ruy, 0},
		"result apart":        {"1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O 1/2 - 1/2", ruy, 0},
		"result with letters": {"1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O O-1", ruy, 0},
		"number 1 again":      {"1. e4 e5 2. Nf3 Nc6 1. d4 d5 *", "e4 e5 Nf3 Nc6", -1},
		"number 1 twice":      {"1. e4 1. e5 2. Nf3 2. Nc6 3. Bb5 Nf6 4. O-O *", ruy, 0},
		"a decimal number":    {"1. e4 e5 2. Nf3 1.0 Nc6 3. Bb5 Nf6 4. O-O *", ruy, 1},
		"both squares":        {"1. e4 e5 2. Ba6b5 *", "e4 e5", -1},
		"game in a comment":   {"1. e4 {see\n[Event \"x\"]} e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *", ruy, 0},
		"startpos":            {"[FEN \"startpos\"]\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O *", ruy, 0},
		"promotion apart":     {"1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. a7 h6 5. axb8 = Q, Qxb8 6. d4 h5 *", "a4 b5 axb5 a6 bxa6 Bb7 a7 h6 axb8=Q Qxb8 d4 h5", 0},
		"promotion in signs":  {"1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. a7 h6 5. axb8 (N) Qxb8 6. Ra8 (N) Bxa8 *", "a4 b5 axb5 a6 bxa6 Bb7 a7 h6 axb8=N Qxb8 Rxa8 Bxa8", 0},
		"en passant, e.p.":    {"1. e4 a6 2. e5 d5 3. exd6 e.p. Qxd6 ch *", ep, 0},
	} {
		var got *chess.Game
		failed := false
		for g, err := range chess.ReadPGN(strings.NewReader(c.text), "f.pgn") {
			if got == nil {
				got, failed = g, err != nil
			}
			if err != nil && c.notes >= 0 {
				t.Errorf("%s: error %v, want none", what, err)
			}
		}
		if got.Tags != nil && what == "quotes in a tag" && got.Tags[0].Value != `Bob "The Rook" Smith` {
			t.Errorf("%s: tags %q, want the inner quotes kept", what, got.Tags)
		}
		line := strings.TrimSuffix(strings.ReplaceAll(moves(got), "+", ""), "#")
		if line != strings.TrimSuffix(c.want, "#") || failed != (c.notes < 0) || len(got.Notes) != max(c.notes, 0) {
			t.Errorf("%s: %s, notes %q, error %v, want %s and %d notes", what, line, got.Notes, failed, c.want, c.notes)
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
	if _, err := chess.LettersOf("xx"); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("letters of xx: error %v, want one with %q", err, want)
	}
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
