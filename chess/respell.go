package chess

import (
	"regexp"
	"strings"
)

// figurines writes the men that figurines of either color stand for as letters, and signs that look alike as they are in English.
var figurines = strings.NewReplacer("♔", "K", "♕", "Q", "♖", "R", "♗", "B", "♘", "N", "♙", "P",
	"♚", "K", "♛", "Q", "♜", "R", "♝", "B", "♞", "N", "♟", "P", "\ufe0e", "", "\ufe0f", "", "×", "x",
	"–", "-", "—", "-", "‐", "-", "−", "-", "О", "O", "\u200b", "", "\u200e", "") // О of Cyrillic, in castling

// respellings are for moves that cannot be read otherwise. The first that fits holds. A capital B is no file: P-B4 is descriptive notation.
var respellings = []struct {
	from *regexp.Regexp
	to   func(m []string) string
}{
	{regexp.MustCompile(`^(?:OO|00|oo)([+#!?]*)$`), func(m []string) string { return "O-O" + m[1] }},
	{regexp.MustCompile(`^(?:OOO|000|ooo)([+#!?]*)$`), func(m []string) string { return "O-O-O" + m[1] }},
	{regexp.MustCompile(`^\+(.*[1-8].*)$`), func(m []string) string { return m[1] + "+" }},
	{regexp.MustCompile(`^([a-h][a-h][1-8]):([+#!?]*)$`), func(m []string) string { return m[1] + m[2] }},
	{regexp.MustCompile(`^(.*[18]):([QRBN])([+#!?]*)$`), func(m []string) string { return m[1] + "=" + m[2] + m[3] }},
	{regexp.MustCompile(`^([nkqr])([a-h1-8]?[x:-]?[a-h][1-8][+#!?]*)$`), func(m []string) string { return strings.ToUpper(m[1]) + m[2] }},
	{regexp.MustCompile(`^([KQRBNP]?)([a-hAC-H]?[1-8]?[xX:-]?[a-hAC-H][1-8])((?:=?[QRBN])?[+#!?]*)$`), func(m []string) string { return m[1] + strings.ToLower(m[2]) + m[3] }},
	{regexp.MustCompile(`^([1-8])([1-8])([1-8])([1-8])([1-4]?)$`), func(m []string) string { // numeric notation of correspondence chess
		promotion := ""
		if m[5] != "" {
			promotion = "qrbn"[m[5][0]-'1':][:1]
		}
		file := func(digit string) string { return string('a' + digit[0] - '1') }
		return file(m[1]) + m[2] + file(m[3]) + m[4] + promotion
	}},
}

// respell writes a move as it is usual, or returns it as it is.
func respell(s string) string {
	s = figurines.Replace(strings.TrimSpace(s))
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

// fileCapture is a capture by a pawn that says the files alone.
var fileCapture = regexp.MustCompile(`^([a-h])[xX:]?([a-h])[+#!?]*$`)

// shortCapture returns the capture by a pawn that a text names by its files, or 0 if there is none, or more than one.
func (p *Position) shortCapture(s string) (found Move) {
	m := fileCapture.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil || m[1] == m[2] {
		return 0
	}
	for row := "2"; row < "8"; row = string(row[0] + 1) {
		if one, err := p.ParseSAN(m[1] + "x" + m[2] + row); err == nil {
			if found != 0 {
				return 0
			}
			found = one
		}
	}
	return found
}

// likeMove matches what is no move that can be read, but is meant as one: it is an error where other words are passed over.
var likeMove = regexp.MustCompile(`^(?:[KQRBN]?[a-h][xX:]?[a-h]|[oO0]-?[oO0].*|(?i:castles?))[+#!?]*$`)

// descriptive matches a move in descriptive notation.
var descriptive = regexp.MustCompile(`^[KQ]?[RNBKQP]{1,2}[1-8]?(?:-[KQ]?[RNB]?[1-8]|-(?:K|Q|R|B|N|KR|KB|KN|QR|QB|QN)[1-8]|x[KQ]?[RNBKQP]{1,2})[+#!?]*$`)
