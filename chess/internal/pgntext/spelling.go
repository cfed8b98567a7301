package pgntext

import (
	"regexp"
	"strings"
)

// plainLetters is the replacer of [Plain].
var plainLetters = strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "P",
	"♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "P", "\ufe0e", "", "\ufe0f", "", "×", "x",
	"–", "-", "—", "-", "‐", "-", "−", "-", "О", "O", "\u200b", "", "\u200e", "") // О of Cyrillic, in castling

// respellings change unusual spellings of moves to SAN. The first that matches is applied. A capital B is no file: P-B4 is
// descriptive notation.
var respellings = []struct {
	from *regexp.Regexp
	to   func(m []string) string
}{
	// OO
	{regexp.MustCompile(`^(?:OO|00|oo)([+#!?]*)$`), func(m []string) string { return "O-O" + m[1] }},
	// 000+
	{regexp.MustCompile(`^(?:OOO|000|ooo)([+#!?]*)$`), func(m []string) string { return "O-O-O" + m[1] }},
	// +Nf3
	{regexp.MustCompile(`^\+(.*[1-8].*)$`), func(m []string) string { return m[1] + "+" }},
	// ed5:
	{regexp.MustCompile(`^([a-h][a-h][1-8]):([+#!?]*)$`), func(m []string) string { return m[1] + m[2] }},
	// e8:Q
	{regexp.MustCompile(`^(.*[18]):([QRBN])([+#!?]*)$`), func(m []string) string { return m[1] + "=" + m[2] + m[3] }},
	// nf3
	{regexp.MustCompile(`^([nkqr])([a-h1-8]?[x:-]?[a-h][1-8][+#!?]*)$`), func(m []string) string { return strings.ToUpper(m[1]) + m[2] }},
	// NF3, E2E4
	{regexp.MustCompile(`^([KQRBNP]?)([a-hAC-H]?[1-8]?[xX:-]?[a-hAC-H][1-8])((?:=?[QRBN])?[+#!?]*)$`), func(m []string) string { return m[1] + strings.ToLower(m[2]) + m[3] }},
	// 5254, numeric notation of correspondence chess
	{regexp.MustCompile(`^([1-8])([1-8])([1-8])([1-8])([1-4]?)$`), func(m []string) string {
		promotion := ""
		if m[5] != "" {
			promotion = "qrbn"[m[5][0]-'1':][:1]
		}
		file := func(digit string) string { return string('a' + digit[0] - '1') }
		return file(m[1]) + m[2] + file(m[3]) + m[4] + promotion
	}},
}

// Plain replaces figurines of either color by the letters of the men, and typographic signs by their ASCII likenesses: dashes, ×, a
// Cyrillic О.
func Plain(s string) string {
	if ASCII(s) {
		return s
	}
	return plainLetters.Replace(s)
}

// TrimMarks removes what may follow a move: check and mate, comments, e.p.
func TrimMarks(s string) string {
	const signs = "+#!?"
	n := len(s)
	if n > 0 && s[n-1] >= '1' && s[n-1] <= '8' {
		return s // most moves
	}
	for _, judgement := range []string{"+-", "-+", "+/-", "-/+", "+=", "=+"} {
		s = strings.TrimSuffix(s, judgement)
	}
	s = strings.TrimRight(s, signs)
	if n = len(s); n > 0 && s[n-1] >= 0x80 {
		s = strings.TrimRight(s, signs+"†‡±∓⩲⩱∞□∆△⟳→↑⇆⊕")
	}
	for _, end := range []string{"e.p.", "ep", "mate", "ch", "ch."} {
		if t, ok := strings.CutSuffix(s, end); ok && t != "" {
			return strings.TrimRight(t, " /"+signs)
		}
	}
	return s
}

// longMove matches a move with both its squares. It is one move, although its halves may look like two.
var longMove = regexp.MustCompile(`^[KQRBN][a-h][1-8][a-h][1-8]`)

// SplitIndices returns the indices at which a word may be divided into two moves: before a letter with which a move begins.
func SplitIndices(word string) (indices []int) {
	if longMove.MatchString(word) {
		return nil
	}
	for i := 2; i <= len(word)-2 && len(word) <= 16; i++ {
		if strings.IndexByte("abcdefghKQRBNO", word[i]) >= 0 {
			indices = append(indices, i)
		}
	}
	return indices
}

// ASCII reports whether a word is ASCII.
func ASCII(word string) bool {
	for i := range len(word) {
		if word[i] >= 0x80 {
			return false
		}
	}
	return true
}

// RespellMove returns a move in the spelling that [chess.Position.ParseSAN] reads. Other texts it returns unchanged.
func RespellMove(s string) string {
	s = plainLetters.Replace(strings.TrimSpace(s))
	if len(s) > 12 || s != "" && (s[0] == 'x' || s[0] == 'X') {
		return s
	}
	for _, r := range respellings {
		if m := r.from.FindStringSubmatch(s); m != nil {
			return r.to(m)
		}
	}
	return s
}

// PawnFiles returns the two files of a capture by a pawn that names files alone, such as exd, and empty strings for anything else.
func PawnFiles(s string) (from, to string) {
	m := fileCapture.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil || m[1] == m[2] {
		return "", ""
	}
	return m[1], m[2]
}

// fileCapture matches a capture by a pawn that names files alone.
var fileCapture = regexp.MustCompile(`^([a-h])[xX:]?([a-h])[+#!?]*$`)

// LooksLikeMove reports whether a word that cannot be read is probably meant as a move. Such a word is an error where other words
// are skipped.
func LooksLikeMove(word string) bool { return moveLikeWord.MatchString(word) || Descriptive(word) }

// Descriptive reports whether a word is a move in descriptive notation.
func Descriptive(word string) bool { return descriptiveMove.MatchString(word) }

// Result returns the result of a game as PGN writes it, and "" for other words.
func Result(word string) string {
	switch word {
	case "*":
		return word
	case "1-0", "1:0", "1–0", "1-O", "1-o":
		return "1-0"
	case "0-1", "0:1", "0–1", "O-1", "o-1":
		return "0-1"
	case "1/2-1/2", "1/2", "1/2:1/2", "1/2–1/2", "½-½", "½:½", "½–½", "½", "0.5-0.5":
		return "1/2-1/2"
	}
	return ""
}

// RespellFEN returns a FEN record with the side to move in lower case, "-" for missing fields, 0 and 1 for counters that are
// dashes, and castling rights HAha as KQkq. It reports whether it changed such rights, since in Chess960 (Shredder-FEN) they may
// mean other rooks.
func RespellFEN(record string) (written string, shredder bool) {
	fields := strings.Fields(record)
	if len(fields) < 2 || len(fields) > 6 {
		return record, false
	}
	fields = append(fields, "-", "-", "-", "-")[:6]
	fields[1] = strings.ToLower(fields[1])
	if shredder = fields[2] != "" && strings.Trim(fields[2], "AHah") == ""; shredder {
		fields[2] = strings.NewReplacer("H", "K", "A", "Q", "h", "k", "a", "q").Replace(fields[2])
	}
	for i, none := range []string{"0", "1"} {
		if fields[4+i] == "-" {
			fields[4+i] = none
		}
	}
	return strings.Join(fields, " "), shredder
}

// moveLikeWord matches captures without rows and misspelled castling; see [LooksLikeMove].
var moveLikeWord = regexp.MustCompile(`^(?:[KQRBN]?[a-h][xX:]?[a-h]|[oO0]-?[oO0].*|(?i:castles?))[+#!?]*$`)

// descriptiveMove matches a move in descriptive notation.
var descriptiveMove = regexp.MustCompile(`^[KQ]?[RNBKQP]{1,2}[1-8]?(?:-[KQ]?[RNB]?[1-8]|-(?:K|Q|R|B|N|KR|KB|KN|QR|QB|QN)[1-8]|x[KQ]?[RNBKQP]{1,2})[+#!?]*$`)
